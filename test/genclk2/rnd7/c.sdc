create_clock -name mc -period 5 [get_ports ck]
create_generated_clock -name gc1 -source [get_ports ck] -divide_by 2 -master_clock mc [get_pins x5/Q]
create_generated_clock -name gc2 -source [get_pins cb1/Z] -divide_by 1 [get_ports cko]
set_propagated_clock [all_clocks]
set_clock_latency -source 0.21 [get_clocks mc]
set_clock_latency -max 0.13 [get_clocks gc1]
set_timing_derate -early 0.93
set_timing_derate -late 1.08
set_clock_uncertainty -hold 0.03 [get_clocks gc1]
set_input_transition 0.06 [get_ports ck]
set_input_delay 0.2 -clock mc [get_ports din]
set_input_delay 0.35 -clock mc [get_ports {ena sel}]
set_output_delay 0.25 -clock mc [get_ports out]
