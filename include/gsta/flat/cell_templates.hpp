#pragma once

#include "gsta/flat/detail/cell_template_inl.hpp"

namespace gsta {

/// What `flatten` makes gates of, cell by cell: for edits that give a gate of a flat design what another cell
/// has.
using cell_templates = detail::template_maker;

}  // namespace gsta
