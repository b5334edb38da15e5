# A 4-bit counter at 2 GHz. Times in ps and capacitances in fF, the units of counter.lib.
set period 500
set io_delay [expr {0.2 * $period}]

create_clock -name clk -period $period [get_ports clk]
set_propagated_clock [all_clocks]

set data_inputs [remove_from_collection [all_inputs] [get_ports clk]]
set_input_delay -max $io_delay -clock clk $data_inputs
set_input_delay -min 25 -clock clk $data_inputs
set_input_transition 20 [all_inputs]

set_output_delay -max $io_delay -clock clk [all_outputs]
set_output_delay -min -10 -clock clk [all_outputs]
foreach port {q0 q1 q2 q3 overflow} {
  set_load -pin_load 2.5 [get_ports $port]
}
