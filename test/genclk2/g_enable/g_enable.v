module g_enable (ck, din, ena, out);
  input ck;
  input din;
  input ena;
  output out;
  wire en;
  wire k;
  wire kd;
  wire kg;
  wire vn;
  CLKBUF_X2 b (.A(ck), .Z(k));
  DFF_X1 e (.D(ena), .CK(k), .Q(en));
  AND2_X1 a (.A1(k), .A2(en), .ZN(kg));
  DFF_X1 v (.D(vn), .CK(kg), .Q(kd), .QN(vn));
  DFF_X1 r (.D(din), .CK(kd), .Q(out));
endmodule
