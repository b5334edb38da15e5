create_clock -name mc -period 2 [get_ports ck]
create_generated_clock -name gc1 -source [get_pins cb1/A] -divide_by 2 [get_pins x5/QN]
set_propagated_clock [get_clocks {gc1}]
set_clock_latency -rise 0.13 [get_clocks gc1]
set_timing_derate -early 0.93
set_timing_derate -late 1.08
set_input_transition 0.06 [get_ports ck]
set_input_delay 0.2 -clock mc [get_ports din]
set_input_delay 0.35 -clock mc [get_ports {ena sel}]
set_output_delay 0.25 -clock gc1 [get_ports out]
set_output_delay 0.15 -clock gc1 [get_ports cko]
