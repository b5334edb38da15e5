// riscling: a small processor for the RV32I instruction set, without interrupts and without control registers.
// Three stages: fetch, execute, write back. Both memories are outside and answer within the cycle.
module riscling (
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
  wire core_reset_n;

  reset_sync u_reset (.clk(clk), .reset_n(reset_n), .synced_n(core_reset_n));

  core u_core (
      .clk(clk), .reset_n(core_reset_n),
      .instr_addr(instr_addr), .instr_data(instr_data),
      .data_addr(data_addr), .data_out(data_out), .data_in(data_in),
      .data_write(data_write), .data_read(data_read));
endmodule

// Reset comes at once and goes with the clock, two edges later.
module reset_sync (input clk, input reset_n, output synced_n);
  reg first, second;
  always @(posedge clk or negedge reset_n)
    if (!reset_n) {second, first} <= 2'b00;
    else {second, first} <= {first, 1'b1};
  assign synced_n = second;
endmodule
