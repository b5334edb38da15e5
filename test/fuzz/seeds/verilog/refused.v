module m (a, y);
input [3:0] a; output y;
assign y = a[0] & a[1];
nand #(2) (y, a);
SUB u1[3:0] (a, y);
m u3(.a(a));
endmodule
module n; reg r; always begin end endmodule
