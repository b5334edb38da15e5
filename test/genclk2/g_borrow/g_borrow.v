module g_borrow (ck, din, ena, out);
  input ck;
  input din;
  input ena;
  output out;
  wire en;
  wire k;
  wire kn;
  wire lq;
  wire q;
  CLKBUF_X2 b (.A(ck), .Z(k));
  INV_X1 n (.A(k), .ZN(kn));
  DFF_X1 e (.D(ena), .CK(kn), .Q(en));
  DLL_X1 l (.D(en), .GN(k), .Q(lq));
  DFF_X1 r (.D(din), .CK(lq), .Q(q));
  DFF_X1 s (.D(q), .CK(k), .Q(out));
endmodule
