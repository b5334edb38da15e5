module l_two (ck, cj, sel, din, out);
  input ck;
  input cj;
  input sel;
  input din;
  output out;
  wire kk;
  wire lq;
  MUX2_X1 x (.A(ck), .B(cj), .S(sel), .Z(kk));
  DLH_X1 l (.D(din), .G(kk), .Q(lq));
  DFF_X1 r (.D(lq), .CK(ck), .Q(out));
endmodule
