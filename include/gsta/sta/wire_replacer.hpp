#pragma once

#include <memory>

#include "gsta/flat/flatten_options.hpp"
#include "gsta/model/diagnostics.hpp"
#include "gsta/model/netlist.hpp"
#include "gsta/model/wires.hpp"
#include "gsta/update/edits.hpp"

namespace gsta {

/// Gives nets of a flat design the wires of files that are read later, by edits: the result is what `flatten`
/// would make of the netlist with those wires in place of the nets' own, without flattening it again.
///
/// Where: host, the calling thread. Needs: all that the design was flattened from to outlive it and to stay
/// as it is; whoever edits the netlist or constraints flattens anew, and makes a new one. Cells that
/// `cell_swapper` gave other ones may differ.
class wire_replacer {
 public:
  /// Of what the design was flattened from, with the options of that call. `wires`: the parasitics of
  /// `input`; those that are read later are merged into them.
  ///
  /// Cost: of the part of `flatten` that gives names their ids. Throws: input_error as `flatten`.
  wire_replacer(flatten_input const& input, model::parasitics& wires, flatten_options const& options);
  wire_replacer(wire_replacer&&) noexcept;  ///< the other one is then only to be destroyed
  ~wire_replacer();

  /// Replaces the wires of the nets that `more` has, in the design and in what is remembered. In a
  /// transaction `roll_back` gives back both. Where a net's network keeps its shape its values alone are
  /// edited; what stays as it was is not edited at all. `merged` gets what `model::merge` says; `notes` what
  /// `flatten` says of wires: nets and pins that the netlist lacks, wires that are left out, and why.
  ///
  /// Cost: O(wires of `more`), and as `flat_editor::set_wires` where shapes change; at first O(net arcs).
  /// Throws: input_error as `flatten` and `model::merge`, and where capacitances of a node come to no number;
  /// argument_error where the design has other nets, or its structure was edited since the first call.
  /// Whatever is thrown, nothing was edited.
  void replace(flat_editor& edits, model::parasitics more, model::diagnostics& merged,
               model::diagnostics& notes);

 private:
  struct parts;
  std::unique_ptr<parts> parts_;
};

}  // namespace gsta
