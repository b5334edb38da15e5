create_clock -name c -period 4 [get_ports clk]
create_clock -name v -period 2 -waveform {0 1 2 3} [get_ports -quiet none]
create_generated_clock -name g -source clk -edges {1 3 5} -edge_shift {0 0.1 0} -add -master_clock c [get_pins r1/Q]
create_generated_clock -name h -source clk -multiply_by 2 -duty_cycle 40 -invert u/b/Y
set_clock_groups -name n -asynchronous -allow_paths -group {c g} -group [get_clocks v]
set_clock_uncertainty -rise_from c -fall_to [get_clocks v] -hold 0.05
set_sense -type clock -stop_propagation -clocks c u/b/A
set_clock_gating_check -setup 0.1 -hold 0.2 -fall -low [get_cells u/b]
set_multicycle_path 2 -setup -end -from [get_clocks c] -through {n1 u/b} -through m1/g -rise_to q
set_max_delay 3 -ignore_clock_latency -probe -from clk2 -to r1/D
set_min_delay -0.5 -fall -to q -reset_path
set_path_margin 0.1 -hold -through [get_nets n1]
group_path -name io -weight 2 -from [all_inputs]
set_false_path -reset_path -setup -fall -to [get_cells m1]
set_disable_timing -from A -to Y [get_lib_cells */BUF]
set_disable_timing [get_pins r1/D]
set_data_check -fall_from d[0] -rise_to d[1] -setup 0.2 -clock c
set_max_time_borrow 0.5 [get_cells r1]
set_operating_conditions -analysis_type bc_wc -library l slow
set_max_trans 1 [current_design]
set sta_propagate_all_clocks 1
set_load 1 {no* nope}
set_input_transition 0.1 -clock c d*
set_case_analysis rising clk2
