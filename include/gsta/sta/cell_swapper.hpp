#pragma once

#include <memory>
#include <string>

#include "gsta/flat/flatten_options.hpp"
#include "gsta/model/library.hpp"
#include "gsta/update/edits.hpp"

namespace gsta {

/// Gives gates of a flat design other cells by edits of values: what `flatten` would make of the edited
/// netlist, but for rows of types and tables, without flattening it again. For designs under the contest's
/// rules, where a gate's arcs and checks are those of its cell whatever is around it.
///
/// Where: host, the calling thread. Needs: both libraries to outlive it.
class cell_swapper {
 public:
  /// Of the libraries and options that the design was flattened with. Cost: O(1).
  cell_swapper(model::library const& early, model::library const& late, flatten_options const& options);
  cell_swapper(cell_swapper&&) noexcept;  ///< the other one is then only to be destroyed
  ~cell_swapper();

  /// Makes the gate whose pins begin at `first_pin` another cell. Returns false, and edits nothing, where
  /// values are not enough: a library lacks the cell, its pins, arcs or checks are others or come in another
  /// order, it is measured elsewhere, another gate drives the same net, or the gate is not what its cell
  /// alone makes.
  ///
  /// Cost: O(the gate), the first time a cell is met its tables, and O(design) at first. Throws: input_error
  /// as `flatten`, of the new cell; what allocation throws.
  bool swap(flat_editor& edits, id first_pin, std::string const& from, std::string const& to);

  /// The design is another one from now on, or was edited by somebody else. Cost: O(types).
  void forget_design() noexcept;

 private:
  struct parts;
  std::unique_ptr<parts> parts_;
};

}  // namespace gsta
