module g_own (ck, din, out);
  input ck;
  input din;
  output out;
  wire k;
  wire kc;
  wire kd;
  wire q;
  wire vn;
  CLKBUF_X1 b (.A(ck), .Z(k));
  DFF_X1 v (.D(vn), .CK(k), .Q(kd), .QN(vn));
  CLKBUF_X2 c (.A(kd), .Z(kc));
  DFF_X1 r (.D(din), .CK(kc), .Q(q));
  DFF_X1 s (.D(q), .CK(k), .Q(out));
endmodule
