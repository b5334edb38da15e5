// Runs program.hex on riscling and compares what it reports with expected.hex; both from program.py.
`timescale 1ns / 1ps
module testbench;
  reg clk = 0, reset_n = 0;
  wire [31:0] instr_addr, data_addr, data_out;
  wire [3:0] data_write;
  wire data_read;
  reg [31:0] program_memory[0:2047], data_memory[0:1023], expected[0:1023];
  integer reports = 0, wrong = 0, cycles = 0, lane;

  wire [31:0] instr_data = program_memory[instr_addr[12:2]];
  wire [31:0] data_in = data_memory[data_addr[11:2]];

  riscling dut (
      .clk(clk), .reset_n(reset_n), .instr_addr(instr_addr), .instr_data(instr_data), .data_addr(data_addr),
      .data_out(data_out), .data_in(data_in), .data_write(data_write), .data_read(data_read));

  always #5 clk = ~clk;

  always @(negedge clk) begin
    cycles = cycles + 1;
    if (data_write != 0 && data_addr == 32'h80000000) begin
      if (data_out !== expected[reports]) begin
        $display("report %0d: %h, expected %h", reports, data_out, expected[reports]);
        wrong = wrong + 1;
      end
      reports = reports + 1;
    end else if (data_write != 0 && data_addr == 32'h80000004) begin
      if (expected[reports] !== 32'hx) wrong = wrong + 1;
      $display("%s: %0d reports, %0d wrong, %0d cycles", wrong == 0 && reports > 0 ? "PASS" : "FAIL", reports, wrong,
               cycles);
      $finish;
    end else begin
      for (lane = 0; lane < 4; lane = lane + 1)
        if (data_write[lane] === 1'b1) data_memory[data_addr[11:2]][8*lane+:8] = data_out[8*lane+:8];
    end
    if (cycles > 20000) begin
      $display("FAIL: no end after %0d cycles and %0d reports", cycles, reports);
      $finish;
    end
  end

  initial begin
    $readmemh("program.hex", program_memory);
    $readmemh("expected.hex", expected);
    #22 reset_n = 1;
  end
endmodule
