create_clock -name mc -period 4  [get_ports ck]
create_generated_clock -name g -source [get_ports ck] -divide_by 2 [get_pins v/Q]
set_propagated_clock [get_clocks mc]
set_input_delay 0.5 -clock g [get_ports din]
