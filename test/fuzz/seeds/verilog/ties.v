module m(y); output [3:0] y; wire [-1:2] \e[1] ;
assign y = {1'b0, 1'b1, \e[1] [0], 1'bz};
assign y[0] = 'o7; assign \e[1] = {{1{y[2:1]}}, 2'b0_1};
R r(.A(y[3]), .B(\y[2] ), .C(\e[1][2] ), .D({{2{{3{1'b1}}}}}));
endmodule
