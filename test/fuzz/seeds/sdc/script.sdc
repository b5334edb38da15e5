set period 10.0
proc half {x} { return [expr {$x / 2}] }
foreach port {d[0] d[1]} {
  set_input_delay [half $period] $port
}
if {[sizeof_collection [get_pins */CK]] > 0} {
  create_clock -name v -period $period
} else { puts "none" }
foreach_in_collection c [get_cells *] { puts [get_object_name $c] }
set all [add_to_collection [get_ports q] [get_pins {u/b/A}]]
set rest [remove_from_collection $all q]
for {set i 0} {$i < 3} {incr i} { set_load 1 q; continue }
switch -glob $period { 1* { set x [string range $period 0 1] } default {} }
catch { set_load abc q } message
