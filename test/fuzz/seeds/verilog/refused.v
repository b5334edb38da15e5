module m (a, y);
input [3:0] a; output y = 1'b0;
assign y = {a[0], 1'b1};
nand #(2) (y, a);
SUB u1[3:0] (a, y);
SUB #(.W(4)) u2 (.A(a[2:1]), .B(4'hf));
endmodule
module n; endmodule
