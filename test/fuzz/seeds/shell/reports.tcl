create_clock -name clk -period 100 [get_ports clk]
set_input_delay 10 -clock clk [get_ports d*]
set_output_delay 20 -clock [get_clocks c*] [all_outputs]
report_checks -path_delay min_max -group_count 4 -endpoint_count 2 -fields {slew cap nets fanout input_pins} -digits 4
report_checks -format end -slack_max 1e3 -sort_by_slack
report_checks -format summary -from [get_pins r0/CK] -through {u/b} -to r1
report_checks -format full_clock_expanded -rise_from [all_clocks] -fall_to [get_pins r1/D]
report_wns
report_tns -min
report_worst_slack -max -digits 3
foreach p [get_pins r1/*] { get_property $p slack_max }
get_property [get_ports q*] arrival_max_rise
check_setup -verbose
check_setup -no_clock -loops
report_unconstrained
report_groups -digits 4
report_clock_latency -clocks clk
report_clock_skew -hold
