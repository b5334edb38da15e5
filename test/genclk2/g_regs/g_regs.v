module g_regs (ck, din, out);
  input ck;
  input din;
  output out;
  wire k;
  wire kd;
  wire ku;
  wire kv;
  wire q;
  wire un;
  wire vn;
  CLKBUF_X1 b (.A(ck), .Z(k));
  DFF_X1 u (.D(un), .CK(k), .Q(ku), .QN(un));
  CLKBUF_X2 c (.A(ku), .Z(kv));
  DFF_X1 v (.D(vn), .CK(kv), .Q(kd), .QN(vn));
  DFF_X1 r (.D(din), .CK(kd), .Q(q));
  DFF_X1 s (.D(q), .CK(k), .Q(out));
endmodule
