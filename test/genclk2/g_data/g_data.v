module g_data (ck, din, out);
  input ck;
  input din;
  output out;
  wire k;
  wire kd;
  wire vn;
  CLKBUF_X2 b (.A(ck), .Z(k));
  DFF_X1 v (.D(vn), .CK(k), .Q(kd));
  INV_X1 i (.A(kd), .ZN(vn));
  DFF_X1 r (.D(din), .CK(kd), .Q(out));
endmodule
