module g_port (ck, din, out, cko);
  input ck;
  input din;
  output out;
  output cko;
  wire k;
  wire q;
  CLKBUF_X2 b (.A(ck), .Z(k));
  DFF_X1 r (.D(din), .CK(k), .Q(q));
  BUF_X1 o (.A(q), .Z(out));
  BUF_X1 oc (.A(k), .Z(cko));
endmodule
