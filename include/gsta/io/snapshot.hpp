#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gsta/core/host_threads.hpp"
#include "gsta/flat/flat_design.hpp"
#include "gsta/model/diagnostics.hpp"

namespace gsta::io {

/// A flat design and what reports say of it beside: all that is needed once files were read and flattened.
struct saved_design {
  flat_design design;              ///< with names or without
  std::string name{};              ///< of the top module
  std::string how{};               ///< what it was flattened for, in the caller's own words
  std::vector<std::string> cells;  ///< library cells that are used
  std::vector<id> cell_of_pin;     ///< [pins] row of `cells`, none: a port's; or empty
  model::diagnostics notes;        ///< what was read and not used
};

/// What becomes of the names of pins and nets.
enum class snapshot_names {
  keep,
  leave_out,  ///< they are looked at, and no strings made of them: for figures alone
};

/// Writes a design as one file, to be loaded again in a fraction of the time that its files take. It is
/// written as `output_file` does: there is never half of one.
///
/// Shapes: any design that `validate` takes, external or not. Cost: writes it once; the same design gives the
/// same bytes. Where: host, checksums on the threads. Throws: input_error where the file cannot be written.
void save_snapshot(host_threads const& threads, std::string const& path, saved_design const& saved);

/// Reads what `save_snapshot` wrote: its arrays to the bit, but for names that are left out. The file is
/// mapped, and may be replaced but not cut short meanwhile.
///
/// Nothing of a file is trusted: its size, version and byte order, where its sections lie, their checksums,
/// how long lists are, and what `validate` looks at. What a file says beside ids and numbers (names, that
/// levels are acyclic) cannot hurt.
///
/// Shapes: as written. Cost: copies the arrays once and looks at each. Where: host, on the threads.
/// Throws: input_error, at line 0, for a file that is missing, no snapshot, of another version or byte order,
/// cut short, spoilt, or of arrays that do not fit together.
saved_design load_snapshot(host_threads const& threads, std::string const& path,
                           snapshot_names names = snapshot_names::keep);

/// Reads what `save_snapshot` wrote for a program that times the design, on any executor, and edits nothing:
/// the longest arrays, four fifths of the file, stay in the mapping (`flat_design::external`), and beside the
/// checksums only what a timer does not check is checked. `timer` and `host_flow` call `validate`, or do the
/// same on the device, before they use anything; who calls primitives himself calls it before.
///
/// The file must neither be cut short nor be written to while somebody has the arrays; to be replaced, as
/// `save_snapshot` does it, is no harm.
///
/// Shapes: as written. Cost: looks at all bytes once, copies a fifth. Where: host, on the threads. Throws:
/// likewise, but for arrays that do not fit together, which are for `validate` (argument_error).
saved_design map_snapshot(host_threads const& threads, std::string const& path,
                          snapshot_names names = snapshot_names::keep);

/// `load_snapshot` of bytes in memory; `name` is for messages.
///
/// Shapes: as written, at any address. Cost: as `load_snapshot`. Where: host, on the threads. Throws:
/// likewise.
saved_design read_snapshot(host_threads const& threads, std::string const& name, std::string_view bytes,
                           snapshot_names names = snapshot_names::keep);

/// `map_snapshot` of bytes in memory, at a multiple of 16, which `keep` keeps for the design.
///
/// Shapes: as written. Cost: as `map_snapshot`. Where: host, on the threads. Throws: likewise; argument_error
/// for bytes that lie elsewhere.
saved_design lend_snapshot(host_threads const& threads, std::string const& name, std::string_view bytes,
                           std::shared_ptr<void const> keep, snapshot_names names = snapshot_names::keep);

}  // namespace gsta::io
