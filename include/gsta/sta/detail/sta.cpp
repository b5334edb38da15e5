// Compiles the facade's bodies into the library gsta::sta.
#include "gsta/sta/detail/cell_swapper.ipp"
#include "gsta/sta/detail/netlist_editor.ipp"
#include "gsta/sta/detail/wire_replacer.ipp"
