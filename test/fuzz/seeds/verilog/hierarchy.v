module top(a, \b[3] , y, z);
  input [3:0] a; input \b[3] ; output [0:1] y; output z;
  wire [1:0] w, v = a[1:0]; supply0 gnd; supply1 vdd;
  mid u1(.i({a[3], v}), .o(w), .k());
  mid \u/2 (a[2:0], y, );
  BOX #(.W(4)) b(.D({2{a[0], 2'b1x}}), .Q(z)); R c(.E(4'hA), .F(12), .G(3'd5), .H(8'sdx));
  assign {w[0], z} = {gnd, \a[2] };
endmodule
module mid(input [2:0] i, output signed [0:1] o, inout k);
  parameter P = "a;b"; localparam Q = 2;
  leaf u(.p(i[2]), .q(o[0])), v(.p(i[1:0]), .q(o[1]));
  specify (a => b) = 1; endspecify
  defparam u.P = 3;
endmodule
module leaf(p, q);
  input p; output q; wand n; tri1 m;
  INV #2 g(.A(p), .Y(n));
  assign #(1, 2) q = n;
endmodule
module BOX(D, Q); input [5:0] D; output Q; endmodule
