// 31 registers of 32 bits and the constant zero; two are read and one is written in a cycle.
module regfile (
    input         clk,
    input         write,
    input  [4:0]  write_at,
    input  [31:0] value,
    input  [4:0]  at1,
    input  [4:0]  at2,
    output [31:0] value1,
    output [31:0] value2
);
  wire [1023:32] words;
  genvar i;
  generate
    for (i = 1; i < 32; i = i + 1) begin : x
      wire here = write & (write_at == i);
      word u_word (.clk(clk), .write(here), .d(value), .q(words[32*i+:32]));
    end
  endgenerate
  read_port u_read1 (.words(words), .at(at1), .value(value1));
  read_port u_read2 (.words(words), .at(at2), .value(value2));
endmodule

module word (input clk, input write, input [31:0] d, output reg [31:0] q);
  always @(posedge clk) if (write) q <= d;
endmodule

module read_port (input [1023:32] words, input [4:0] at, output [31:0] value);
  wire [1023:0] of32 = {words, 32'd0};
  wire [511:0] of16;
  wire [255:0] of8;
  wire [127:0] of4;
  wire [63:0] of2;
  genvar i;
  generate
    for (i = 0; i < 16; i = i + 1) begin : l1
      assign of16[32*i+:32] = at[0] ? of32[64*i+32+:32] : of32[64*i+:32];
    end
    for (i = 0; i < 8; i = i + 1) begin : l2
      assign of8[32*i+:32] = at[1] ? of16[64*i+32+:32] : of16[64*i+:32];
    end
    for (i = 0; i < 4; i = i + 1) begin : l3
      assign of4[32*i+:32] = at[2] ? of8[64*i+32+:32] : of8[64*i+:32];
    end
    for (i = 0; i < 2; i = i + 1) begin : l4
      assign of2[32*i+:32] = at[3] ? of4[64*i+32+:32] : of4[64*i+:32];
    end
  endgenerate
  assign value = at[4] ? of2[63:32] : of2[31:0];
endmodule
