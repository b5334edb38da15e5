// What an instruction asks for. What is not RV32I does nothing.
module decode (
    input  [31:0]     ir,
    output reg [31:0] immediate,
    output [4:0]      rd,
    output [3:0]      alu_op,
    output            is_branch,
    output            is_jal,
    output            is_jalr,
    output            is_lui,
    output            is_auipc,
    output            is_load,
    output            is_store,
    output            writes_rd,
    output            uses_imm,
    output            reads1,
    output            reads2
);
  wire [4:0] opcode = ir[6:2];
  wire known = ir[1:0] == 2'b11;
  wire is_imm = known & (opcode == 5'b00100);
  wire is_reg = known & (opcode == 5'b01100);
  assign is_load = known & (opcode == 5'b00000);
  assign is_store = known & (opcode == 5'b01000);
  assign is_branch = known & (opcode == 5'b11000);
  assign is_jalr = known & (opcode == 5'b11001);
  assign is_jal = known & (opcode == 5'b11011);
  assign is_lui = known & (opcode == 5'b01101);
  assign is_auipc = known & (opcode == 5'b00101);

  assign rd = ir[11:7];
  assign writes_rd = (is_imm | is_reg | is_load | is_jalr | is_jal | is_lui | is_auipc) & (rd != 5'd0);
  assign uses_imm = is_imm | is_load | is_store | is_jalr;
  assign reads1 = is_imm | is_reg | is_load | is_store | is_branch | is_jalr;
  assign reads2 = is_reg | is_store | is_branch;

  // {second form, function}: subtract and arithmetic shift are the second forms of add and shift right.
  wire second = ir[30] & (is_reg | (is_imm & (ir[14:12] == 3'b101)));
  assign alu_op = (is_imm | is_reg) ? {second, ir[14:12]} : {is_branch, 3'b000};

  always @*
    if (is_store) immediate = {{21{ir[31]}}, ir[30:25], ir[11:7]};
    else if (is_branch) immediate = {{20{ir[31]}}, ir[7], ir[30:25], ir[11:8], 1'b0};
    else if (is_lui | is_auipc) immediate = {ir[31:12], 12'd0};
    else if (is_jal) immediate = {{12{ir[31]}}, ir[19:12], ir[20], ir[30:21], 1'b0};
    else immediate = {{21{ir[31]}}, ir[30:20]};
endmodule
