module g_input (ck, din, ena, out);
  input ck;
  input din;
  input ena;
  output out;
  wire k;
  wire kg;
  CLKBUF_X1 b (.A(ck), .Z(k));
  NAND2_X1 a (.A1(k), .A2(ena), .ZN(kg));
  DFF_X1 r (.D(din), .CK(kg), .Q(out));
  DFF_X1 s (.D(din), .CK(k));
endmodule
