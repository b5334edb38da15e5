`celldefine
module \odd.name ( input wire a, b, inout c, output \y* );
XOR2 u1(.A(a),.B(b),.Y(\y* ));BUF u2(.A(c));
endmodule // end
`endcelldefine
