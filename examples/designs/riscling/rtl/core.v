// The pipeline. An instruction in `execute` sees the result of the one before it by a bypass; the value of a load comes
// too late for that, and whoever needs it waits a cycle.
module core (
    input         clk,
    input         reset_n,
    output [31:0] instr_addr,
    input  [31:0] instr_data,
    output [31:0] data_addr,
    output [31:0] data_out,
    input  [31:0] data_in,
    output [3:0]  data_write,
    output        data_read
);
  wire [31:0] ir, ir_pc, ir_link, immediate, operand1, operand2, target, result, written;
  wire [31:0] read1, read2, w_result;
  wire [4:0]  rd, w_rd;
  wire [3:0]  alu_op;
  wire        ir_valid, stall, jump, taken, waits;
  wire        is_branch, is_jal, is_jalr, is_lui, is_auipc, is_load, is_store, writes_rd, uses_imm, reads1, reads2;
  wire        w_writes, w_load;

  fetch u_fetch (
      .clk(clk), .reset_n(reset_n), .stall(stall), .jump(jump), .target(target), .instr_data(instr_data),
      .pc(instr_addr), .ir(ir), .ir_pc(ir_pc), .ir_link(ir_link), .ir_valid(ir_valid));

  decode u_decode (
      .ir(ir), .immediate(immediate), .rd(rd), .alu_op(alu_op),
      .is_branch(is_branch), .is_jal(is_jal), .is_jalr(is_jalr), .is_lui(is_lui), .is_auipc(is_auipc),
      .is_load(is_load), .is_store(is_store), .writes_rd(writes_rd), .uses_imm(uses_imm),
      .reads1(reads1), .reads2(reads2));

  regfile u_regs (
      .clk(clk), .write(w_writes), .write_at(w_rd), .value(written),
      .at1(ir[19:15]), .at2(ir[24:20]), .value1(read1), .value2(read2));

  // Bypass, and the wait for a load.
  wire same1 = w_writes & reads1 & (w_rd == ir[19:15]);
  wire same2 = w_writes & reads2 & (w_rd == ir[24:20]);
  assign operand1 = same1 ? w_result : read1;
  assign operand2 = same2 ? w_result : read2;
  assign waits = w_load & (same1 | same2);
  assign stall = ir_valid & waits;
  wire goes = ir_valid & ~waits;

  execute u_execute (
      .operand1(operand1), .operand2(operand2), .immediate(immediate), .pc(ir_pc), .link(ir_link),
      .alu_op(alu_op), .condition(ir[14:12]), .uses_imm(uses_imm), .is_branch(is_branch),
      .is_jal(is_jal), .is_jalr(is_jalr), .is_lui(is_lui), .is_auipc(is_auipc),
      .result(result), .target(target), .taken(taken));
  assign jump = goes & taken;

  write_back u_write_back (
      .clk(clk), .reset_n(reset_n), .goes(goes), .is_load(is_load), .is_store(is_store), .writes_rd(writes_rd),
      .rd(rd), .size(ir[14:12]), .result(result), .stored(operand2), .data_in(data_in),
      .w_rd(w_rd), .w_writes(w_writes), .w_load(w_load), .w_result(w_result), .written(written),
      .data_out(data_out), .data_write(data_write));
  assign data_addr = w_result;
  assign data_read = w_load;
endmodule
