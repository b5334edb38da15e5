// The last stage: the data memory, and the value for the register file. A half word or byte lies where its address says.
module write_back (
    input             clk,
    input             reset_n,
    input             goes,
    input             is_load,
    input             is_store,
    input             writes_rd,
    input      [4:0]  rd,
    input      [2:0]  size,
    input      [31:0] result,
    input      [31:0] stored,
    input      [31:0] data_in,
    output reg [4:0]  w_rd,
    output reg        w_writes,
    output reg        w_load,
    output reg [31:0] w_result,
    output     [31:0] written,
    output reg [31:0] data_out,
    output reg [3:0]  data_write
);
  reg [2:0] w_size;

  // The bytes of a store, at their place.
  wire [31:0] placed = size[1] ? stored : size[0] ? {2{stored[15:0]}} : {4{stored[7:0]}};
  wire [3:0] lanes = size[1] ? 4'b1111 : size[0] ? (4'b0011 << {result[1], 1'b0}) : (4'b0001 << result[1:0]);

  always @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      w_writes <= 1'b0;
      w_load <= 1'b0;
      data_write <= 4'd0;
    end else begin
      w_writes <= goes & writes_rd;
      w_load <= goes & is_load;
      data_write <= lanes & {4{goes & is_store}};
    end

  always @(posedge clk) begin
    w_rd <= rd;
    w_size <= size;
    w_result <= result;
    data_out <= placed;
  end

  wire [15:0] half = w_result[1] ? data_in[31:16] : data_in[15:0];
  wire [7:0] one = w_result[0] ? half[15:8] : half[7:0];
  wire [31:0] loaded = w_size[1] ? data_in
      : w_size[0] ? {{16{half[15] & ~w_size[2]}}, half}
      : {{24{one[7] & ~w_size[2]}}, one};
  assign written = w_load ? loaded : w_result;
endmodule
