// The address of the next instruction, and the instruction that executes. What was fetched behind a jump is dropped.
module fetch (
    input             clk,
    input             reset_n,
    input             stall,
    input             jump,
    input      [31:0] target,
    input      [31:0] instr_data,
    output reg [31:0] pc,
    output reg [31:0] ir,
    output reg [31:0] ir_pc,
    output reg [31:0] ir_link,
    output reg        ir_valid
);
  wire [31:0] next = {pc[31:2] + 30'd1, 2'b00};

  always @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      pc <= 32'd0;
      ir_valid <= 1'b0;
    end else if (!stall) begin
      pc <= jump ? {target[31:2], 2'b00} : next;
      ir_valid <= ~jump;
    end

  always @(posedge clk)
    if (!stall) begin
      ir <= instr_data;
      ir_pc <= pc;
      ir_link <= next;
    end
endmodule
