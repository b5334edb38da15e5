create_clock -name mc -period 4 [get_ports ck]
create_clock -name mb -period 6.0 [get_ports ckb]
create_generated_clock -name gc1 -source [get_pins cb1/Z] -divide_by 1 -combinational -invert [get_pins x6/ZN]
create_generated_clock -name gc2 -source [get_ports ckb] -edges {2 4 6} -master_clock mb [get_pins x7/Q]
create_generated_clock -name gc3 -source [get_pins x8/A1] -divide_by 1 [get_pins x8/ZN]
set_propagated_clock [all_clocks]
set_clock_latency -source 0.21 [get_clocks mc]
set_timing_derate -early 0.93
set_timing_derate -late 1.08
set_input_delay 0.2 -clock mc [get_ports din]
set_input_delay 0.35 -clock mc [get_ports {ena sel}]
set_output_delay 0.25 -clock gc3 [get_ports out]
