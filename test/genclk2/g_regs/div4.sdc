create_clock -name mc -period 4  [get_ports ck]
create_generated_clock -name g -source [get_ports ck] -divide_by 4 [get_pins v/Q]
set_propagated_clock [all_clocks]
set_input_delay 1 -clock mc [get_ports {din}]
