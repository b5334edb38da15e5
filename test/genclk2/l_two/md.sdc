create_clock -name mc -period 4  [get_ports ck]
create_clock -name md -period 6 [get_ports cj]
set_input_delay 1.72 -clock mc [get_ports din]
