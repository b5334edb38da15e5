module counter (clk, enable, q0, q1, q2, q3, overflow);
  input clk, enable;
  output q0, q1, q2, q3, overflow;
  wire carry0, carry1, carry2, carry3, ck, ck_high, ck_low, next0, next1, next2, next3, no_carry0, no_carry1, no_carry2, no_carry3;

  CLKBUF ct_root (.A(clk), .Y(ck));
  CLKBUF ct_low (.A(ck), .Y(ck_low));
  CLKBUF ct_high (.A(ck), .Y(ck_high));
  XOR2 sum0 (.A(q0), .B(enable), .Y(next0));
  NAND2 and0 (.A(q0), .B(enable), .Y(no_carry0));
  INV inv0 (.A(no_carry0), .Y(carry0));
  DFF bit0 (.D(next0), .CK(ck_low), .Q(q0));
  XOR2 sum1 (.A(q1), .B(carry0), .Y(next1));
  NAND2 and1 (.A(q1), .B(carry0), .Y(no_carry1));
  INV inv1 (.A(no_carry1), .Y(carry1));
  DFF bit1 (.D(next1), .CK(ck_low), .Q(q1));
  XOR2 sum2 (.A(q2), .B(carry1), .Y(next2));
  NAND2 and2 (.A(q2), .B(carry1), .Y(no_carry2));
  INV inv2 (.A(no_carry2), .Y(carry2));
  DFF bit2 (.D(next2), .CK(ck_high), .Q(q2));
  XOR2 sum3 (.A(q3), .B(carry2), .Y(next3));
  NAND2 and3 (.A(q3), .B(carry2), .Y(no_carry3));
  INV inv3 (.A(no_carry3), .Y(carry3));
  DFF bit3 (.D(next3), .CK(ck_high), .Q(q3));
  BUF out (.A(carry3), .Y(overflow));
endmodule
