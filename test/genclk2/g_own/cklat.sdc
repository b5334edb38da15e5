create_clock -name mc -period 4  [get_ports ck]
create_generated_clock -name g -source [get_ports ck] -divide_by 2 [get_pins v/Q]
set_propagated_clock [all_clocks]
set_timing_derate -early 0.9
set_timing_derate -late 1.1
set_input_delay 1 -clock mc [get_ports {din}]
set_output_delay 0.1 -clock g [get_ports out]
set_clock_latency 0.3 [get_pins v/CK]
