// Arithmetic, the address of a jump, and whether it is taken.
module execute (
    input  [31:0] operand1,
    input  [31:0] operand2,
    input  [31:0] immediate,
    input  [31:0] pc,
    input  [31:0] link,
    input  [3:0]  alu_op,
    input  [2:0]  condition,
    input         uses_imm,
    input         is_branch,
    input         is_jal,
    input         is_jalr,
    input         is_lui,
    input         is_auipc,
    output [31:0] result,
    output [31:0] target,
    output        taken
);
  wire [31:0] b = uses_imm ? immediate : operand2;
  wire [31:0] alu_result, pc_relative;
  wire less, less_unsigned, unused;

  alu u_alu (
      .a(operand1), .b(b), .op(alu_op),
      .result(alu_result), .less(less), .less_unsigned(less_unsigned));
  adder u_target (.a(pc), .b(immediate), .carry_in(1'b0), .sum(pc_relative), .carry_out(unused));

  wire same = operand1 == operand2;
  wire holds = (condition[2] ? (condition[1] ? less_unsigned : less) : same) ^ condition[0];
  assign taken = is_jal | is_jalr | (is_branch & holds);
  assign target = is_jalr ? alu_result : pc_relative;
  assign result = (is_jal | is_jalr) ? link : is_lui ? immediate : is_auipc ? pc_relative : alu_result;
endmodule
