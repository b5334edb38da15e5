create_clock -name mc -period 2 -waveform {0.2 1.8} [get_ports ck]
create_generated_clock -name gc1 -source [get_ports ck] -edges {1 2 3} [get_pins x5/ZN]
create_generated_clock -name gc2 -source [get_pins x6/A] -divide_by 1 -combinational -invert [get_pins x6/ZN]
create_generated_clock -name gc3 -source [get_pins x8/A1] -edges {1 2 3} [get_pins x8/ZN]
create_generated_clock -name gc4 -source [get_pins x9/CK] -divide_by 4 -master_clock mc [get_pins x9/QN]
set_propagated_clock [all_clocks]
set_clock_latency -source 0.21 [get_clocks mc]
set_clock_latency -source -late 0.19 [get_clocks gc1]
set_timing_derate -early 0.93
set_timing_derate -late 1.08
set_input_delay 0.2 -clock mc [get_ports din]
set_input_delay 0.35 -clock mc [get_ports {ena sel}]
set_output_delay 0.25 -clock gc3 [get_ports out]
