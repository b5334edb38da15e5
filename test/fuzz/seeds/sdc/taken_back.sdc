create_clock -name c -period 4 [get_ports clk]
create_clock -name d -period 3 [get_ports clk2]
create_clock -name e -period 2 -add m1/g
create_generated_clock -name g -source m1/g -divide_by 2 [get_pins r1/Q]
set_clock_uncertainty -rise_from c -fall_to d 0.05
remove_clock_uncertainty -from c -rise_to d -hold
set_false_path -from {c r1} -through {m1/g [get_cells m1]} -to [all_fanout -flat -endpoints_only -from d[0]]
reset_path -hold -rise_from c
set_input_delay 1 -clock c -add_delay [all_inputs -clock d]
unset_input_delay -clock c -rise d*
set_disable_timing m1/g
unset_disable_timing [get_pins m1/g]
remove_case_analysis -all
set_load -subtract_pin_load 1 [get_nets n1]
remove_capacitance [get_nets n1]
delete_from_list [all_fanin -flat -only_cells -to q] r1
unset_clock_groups -asynchronous -all
delete_clock d
remove_generated_clock -all
reset_design
