current_instance m1
set x [get_cells -hierarchical * -filter {ref_name=~B* && !is_hierarchical || name=="r1"}]
current_instance ..
foreach_in_collection p [get_pins -of_objects [get_nets -of_objects [get_cells $x]]] {
  append_to_collection -unique all [get_ports -quiet -regexp -nocase {[a-d]\[\d\]|q}]
  if {[get_property $p direction] eq {input}} { incr n }
}
get_lib_pins l/BUF/*
index_collection [sort_collection [all_registers -clock_pins] full_name] 0
filter_collection [all_inputs -no_clocks] {direction != out and @name !~ c?k*}
remove_from_collection -intersect [all_outputs] [get_ports {q w[*]}]
proc f {a {b 2}} { return [file join [file dirname $a] [info script] $b] }
catch { source [f x/y] } message
error "$message [get_object_name [get_clocks -nocase *]]"
