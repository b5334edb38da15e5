create_clock -name mc -period 4  [get_ports ck]
create_generated_clock -name g -source [get_pins s3/A] -divide_by 1 [get_pins m/ZN]
set_propagated_clock [all_clocks]
set_timing_derate -early 0.9
set_timing_derate -late 1.1
set_input_delay 1 -clock mc [get_ports {din}]
