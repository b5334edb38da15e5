create_clock -name c -period 50 clk
report_wns
set_clock_uncertainty 3 [get_clocks c]
set_false_path -from d[0]
set_multicycle_path 2 -to r1/D
report_tns
link_design top
catch {report_checks -from nowhere} text
set_case_analysis 1 [get_ports {d[1]}]
report_checks -path_delay max_fall -to [all_outputs]
with_output_to_variable v {report_units}
proc f {a} { report_wns -digits $a }
f 5
help report_*
report_wo -min
