module g_inby (ck, din, out);
  input ck;
  input din;
  output out;
  wire k;
  wire kd;
  wire q;
  wire vn;
  CLKBUF_X3 b (.A(ck), .Z(k));
  DFF_X1 v (.D(vn), .CK(k), .Q(kd), .QN(vn));
  DFF_X1 r (.D(din), .CK(k), .Q(q));
  DFF_X1 s (.D(din), .CK(kd), .Q(out));
endmodule
