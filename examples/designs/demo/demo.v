// A small sequential design, made up: four flip-flops on two leaves of a clock tree. Times are in ps.
//   The long way, r4 - u5 - u6 - u7 - r3, fails setup; demo.ops then swaps u5 for a stronger gate.
//   The short way, r1 - r4, fails hold, since r4's clock comes later; demo.ops puts the buffer h1 into it
//   and reads its new wires from demo_edited.spef.
module demo (clk, a, b, en, y, z);
input clk;
input a;
input b;
input en;
output y;
output z;
wire c0;
wire c1;
wire c2;
wire q1;
wire q2;
wire q3;
wire q4;
wire n1;
wire n2;
wire n3;
wire n4;
wire n5;
wire n6;
wire n7;

// clock tree
BUF_X4 ck0 ( .A(clk), .Y(c0) );
BUF_X4 ck1 ( .A(c0), .Y(c1) );
BUF_X1 ck2 ( .A(c0), .Y(c2) );

// registers
DFF_X1 r1 ( .D(n2), .CK(c1), .Q(q1) );
DFF_X1 r2 ( .D(n3), .CK(c1), .Q(q2) );
DFF_X1 r3 ( .D(n7), .CK(c2), .Q(q3) );
DFF_X1 r4 ( .D(q1), .CK(c2), .Q(q4) );

// logic
NAND2_X1 u1 ( .A(a), .B(en), .Y(n1) );
INV_X1 u2 ( .A(n1), .Y(n2) );
NAND2_X1 u3 ( .A(b), .B(q3), .Y(n3) );
XOR2_X1 u4 ( .A(q1), .B(q2), .Y(n4) );
NAND2_X1 u5 ( .A(n4), .B(q4), .Y(n5) );
XOR2_X1 u6 ( .A(n5), .B(q2), .Y(n6) );
NAND2_X1 u7 ( .A(n6), .B(q1), .Y(n7) );
BUF_X1 u8 ( .A(q4), .Y(y) );
INV_X1 u9 ( .A(n6), .Y(z) );

endmodule
