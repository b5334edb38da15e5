# constraints
set_units -time ns -capacitance pF
create_clock -name clk -period 10 -waveform {0 5} [get_ports clk]
create_clock -period 4.5 clk2 -add -comment "second"
set_propagated_clock [all_clocks]
set_input_delay -max 2.5 -clock clk [get_ports {d[0] d[1]}]
set_input_delay -min 0.5 -clock [get_clocks clk] -add_delay -clock_fall [get_ports d*]
set_output_delay 1 -clock clk -rise [all_outputs]
set_input_transition 0.1 [all_inputs -no_clocks]
set_load -pin_load 0.02 [get_ports q]
set_false_path -from [get_clocks clk] -to r1/D
set_max_transition 1 [current_design]
