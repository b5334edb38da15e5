# Times in ns and capacitances in fF, the units of plain45.lib.
set period 2.10
set uncertainty [expr {0.03 * $period}]

create_clock -name clk -period $period [get_ports clk]
set_propagated_clock [get_clocks clk]
set_clock_uncertainty -setup $uncertainty [get_clocks clk]
set_clock_uncertainty -hold 0.010 [get_clocks clk]
set_input_transition 0.030 [get_ports {clk reset_n}]

# port -> the share of the period that is gone outside when it arrives, or that it still needs outside
array set arrives {instr_data* 0.45 data_in* 0.55}
array set needed {instr_addr* 0.40 data_addr* 0.50 data_out* 0.40 data_write* 0.40 data_read 0.40}

foreach pattern [lsort [array names arrives]] {
  set late [expr {$arrives($pattern) * $period}]
  set_input_delay -max $late -clock clk [get_ports $pattern]
  set_input_delay -min [expr {0.165 * $late}] -clock clk [get_ports $pattern]
  set_driving_cell -lib_cell BUF_X4 -pin Y [get_ports $pattern]
}
foreach pattern [lsort [array names needed]] {
  set_output_delay -max [expr {$needed($pattern) * $period}] -clock clk [get_ports $pattern]
  set_output_delay -min -0.020 -clock clk [get_ports $pattern]
  set load [expr {[string match data_* $pattern] ? 8.0 : 5.0}]
  set_load -pin_load $load [get_ports $pattern]
}

# Reset comes from a chip that knows nothing of this clock.
set_false_path -from [get_ports reset_n]
