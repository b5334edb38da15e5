// The operations of RV32I; `op` is the second-form bit and the function of the instruction.
module alu (
    input  [31:0]     a,
    input  [31:0]     b,
    input  [3:0]      op,
    output reg [31:0] result,
    output            less,
    output            less_unsigned
);
  wire subtracts = op[3] | (op[2:1] == 2'b01);
  wire [31:0] sum, shifted;
  wire carry;

  adder u_adder (.a(a), .b(b ^ {32{subtracts}}), .carry_in(subtracts), .sum(sum), .carry_out(carry));
  shifter u_shifter (.a(a), .by(b[4:0]), .left(~op[2]), .arithmetic(op[3]), .result(shifted));

  assign less_unsigned = ~carry;
  assign less = (a[31] ^ b[31]) ? a[31] : sum[31];

  always @*
    case (op[2:0])
      3'b000: result = sum;
      3'b001, 3'b101: result = shifted;
      3'b010: result = {31'd0, less};
      3'b011: result = {31'd0, less_unsigned};
      3'b100: result = a ^ b;
      3'b110: result = a | b;
      default: result = a & b;
    endcase
endmodule

// To the right by 0 to 31; to the left by reversing before and after.
module shifter (input [31:0] a, input [4:0] by, input left, input arithmetic, output [31:0] result);
  wire fill = arithmetic & a[31];
  wire [31:0] mirrored, s0, s1, s2, s3, s4;
  genvar i;
  generate
    for (i = 0; i < 32; i = i + 1) begin : bits
      assign mirrored[i] = left ? a[31 - i] : a[i];
      assign result[i] = left ? s4[31 - i] : s4[i];
    end
  endgenerate
  assign s0 = by[0] ? {fill, mirrored[31:1]} : mirrored;
  assign s1 = by[1] ? {{2{fill}}, s0[31:2]} : s0;
  assign s2 = by[2] ? {{4{fill}}, s1[31:4]} : s1;
  assign s3 = by[3] ? {{8{fill}}, s2[31:8]} : s2;
  assign s4 = by[4] ? {{16{fill}}, s3[31:16]} : s3;
endmodule
