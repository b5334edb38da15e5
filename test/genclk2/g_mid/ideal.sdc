create_clock -name mc -period 4  [get_ports ck]
create_generated_clock -name h -source [get_ports ck] -divide_by 2 [get_pins v/Q]
create_generated_clock -name g -source [get_pins v/Q] -divide_by 2 [get_pins w/Q]
set_propagated_clock [get_clocks {mc g}]
set_timing_derate -early 0.9
set_timing_derate -late 1.1
set_clock_latency -source -early 0.1 [get_clocks mc]
set_clock_latency -source -late 0.16 [get_clocks mc]
set_input_delay 1 -clock mc [get_ports {din}]
set_output_delay 0.1 -clock g [get_ports out]
