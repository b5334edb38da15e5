#pragma once

#include "gsta/flat/detail/flattener.hpp"

namespace gsta {

/// The names and nets of a netlist as `flatten` has them, for wires that are read later: `add_names`, then
/// `each_new_wire` as often as there are files.
using named_nets = detail::flattener;

/// What such a wire makes of a flat net.
using later_wire = detail::new_wire;

}  // namespace gsta
