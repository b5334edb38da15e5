// A carry-select adder of four bytes: each byte above the first is added for both carries, and the right one chosen.
module adder (input [31:0] a, input [31:0] b, input carry_in, output [31:0] sum, output carry_out);
  wire [4:1] carry;
  add8 u_low (.a(a[7:0]), .b(b[7:0]), .carry_in(carry_in), .sum(sum[7:0]), .carry_out(carry[1]));
  genvar i;
  generate
    for (i = 1; i < 4; i = i + 1) begin : select
      wire [7:0] sum0, sum1;
      wire carry0, carry1;
      add8 u_zero (.a(a[8*i+:8]), .b(b[8*i+:8]), .carry_in(1'b0), .sum(sum0), .carry_out(carry0));
      add8 u_one (.a(a[8*i+:8]), .b(b[8*i+:8]), .carry_in(1'b1), .sum(sum1), .carry_out(carry1));
      assign sum[8*i+:8] = carry[i] ? sum1 : sum0;
      assign carry[i+1] = carry0 | (carry1 & carry[i]);
    end
  endgenerate
  assign carry_out = carry[4];
endmodule

module add8 (input [7:0] a, input [7:0] b, input carry_in, output [7:0] sum, output carry_out);
  wire [8:0] carry;
  assign carry[0] = carry_in;
  assign carry_out = carry[8];
  genvar i;
  generate
    for (i = 0; i < 8; i = i + 1) begin : bits
      full_adder u_add (.A(a[i]), .B(b[i]), .CI(carry[i]), .CO(carry[i+1]), .S(sum[i]));
    end
  endgenerate
endmodule

// Becomes the library's full adder.
module full_adder (input A, input B, input CI, output CO, output S);
  assign {CO, S} = {1'b0, A} + {1'b0, B} + {1'b0, CI};
endmodule
