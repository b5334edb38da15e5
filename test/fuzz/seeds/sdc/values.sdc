create_clock -name c -period $::env(PERIOD) -waveform {0 1} [get_ports clk]
set_clock_latency -source -early -rise 0.1 [get_clocks c]
set_clock_latency -max 0.2 -clock c [get_pins r1/CK]
set_clock_uncertainty -setup 0.05 c
set_clock_uncertainty -from c -rise_to c 0.05
set_clock_transition -fall 0.1 [all_clocks]
set_propagated_clock [get_pins u/b/Y]
set_driving_cell -lib_cell DFF -library l -pin Q -from_pin CK -input_transition_rise 0.1 -min [get_ports d*]
set_load -wire_load 0.1 -rise q
set_load 1 [get_nets n1]
set_timing_derate -early -cell_delay -clock 0.95 [get_lib_cells */BUF]
set_timing_derate -late 1.05
set_false_path -setup -from [get_clocks c] -to {q r1/D}
set_false_path -rise_from c -through u/b/A
set_case_analysis one [get_pins m1/g]
set_logic_zero w
create_generated_clock -name g -source clk -divide_by 2 [get_pins r1/Q]
set_output_delay 1 -clock g -network_latency_included q
