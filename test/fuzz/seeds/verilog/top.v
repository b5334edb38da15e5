// a module
`timescale 1ns / 1ps
(* keep = 1 *) module top (a, b, \out[0] , q);
  input a, b;
  output \out[0] ;
  output wire q;
  wire n1, n2;
  /* gates */
  NAND2_X1 u1 ( .A(a), .B(b), .Y(n1) );
  INV \u/2  ( .A(n1), .Y(\out[0] ) ), u3 ( .A(n1), .Y() );
  (* note = "x" *) DFF r$1 ( .D(n1), .CK(b), .Q(q) );
  tri t;
  BUF u_4 ( .A(implicit), .Y(t) );
endmodule
