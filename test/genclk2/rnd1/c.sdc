create_clock -name mc -period 2.4 -waveform {0.6 1.68} [get_ports ck]
create_clock -name mb -period 3.5999999999999996 [get_ports ckb]
create_generated_clock -name gc1 -source [get_pins x6/CK] -edges {2 4 6} [get_pins x6/Q]
create_generated_clock -name gc2 -source [get_pins x7/CK] -divide_by 1 -combinational -master_clock gc1 [get_pins x7/GCK]
set_propagated_clock [get_clocks {gc2}]
set_clock_latency -source -early 0.11 [get_clocks mc]
set_clock_latency -source -late 0.17 [get_clocks mc]
set_timing_derate -early 0.93
set_timing_derate -late 1.08
set_input_delay 0.2 -clock mc [get_ports din]
set_input_delay 0.35 -clock mc -clock_fall [get_ports {ena sel}]
set_output_delay 0.25 -clock mb [get_ports out]
