`define WITH_POWER 1
module s(.lo(i[1:0]), .hi(i[3:2]), .o({o[0], o[1]}), , .n());
  input [2*(3-1)-1:0] i;
  output [1:0] o;
  INV \y (.A(i[0]), .Z(o[0]));
  INV y (.A(i[7]), .Z(o[-1]));
`ifdef WITH_POWER
  TAP t (.VPWR(VPWR), .A(-2'b1));
`elsif OTHER
  TAP t ();
`else
  always @(*)
`endif
endmodule
module top(a[1:0], \x/y , {b, c});
  input [3:0] a; input b, c; output \x/y ; supply0 g;
  wire [99999999999:0] wide;
  s x (.lo(a[1:0]), .VDD(g), .o({\x/y , \a[3] }));
  s \x/ (a, b, c);
  INV \x/y (.A(b[1]), .Z(\x/y ));
endmodule
