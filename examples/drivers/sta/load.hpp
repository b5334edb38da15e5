#pragma once

#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "common/progress.hpp"
#include "gsta/flat/flat_design.hpp"
#include "gsta/flat/flatten_options.hpp"
#include "gsta/model/constraints.hpp"
#include "gsta/model/diagnostics.hpp"
#include "gsta/model/library.hpp"
#include "gsta/model/netlist.hpp"
#include "gsta/model/wires.hpp"
#include "gsta/report/report_input.hpp"
#include "sta/options.hpp"

namespace sta {

/// Everything read, and the flat design made from it.
struct loaded_design {
  gsta::model::library early, late;  ///< late is empty where one library serves both
  gsta::model::netlist netlist;
  gsta::model::parasitics parasitics;  ///< empty behind `load`, which is done with them
  gsta::model::constraints constraints;
  gsta::model::diagnostics notes;
  gsta::flat_design design;
  std::string name;                      ///< of the top module
  bool has_wires = false;                ///< some were extracted
  bool read_wires = false;               ///< files of them were read, whatever they fit
  wire_model wires = wire_model::ideal;  ///< for which it was flattened, and by which it is to be timed

  /// What reports call them.
  char const* delay_model() const noexcept;
  /// Tells a report what was read, and what of it was not used. It must not outlive this.
  void describe(gsta::report_input& input) const;
  /// Notes a slack that is too large for what was meant.
  void check_units(gsta::timing_snapshot const& timing);
  /// The library cell behind a pin; empty for a port.
  std::string cell_of(gsta::id pin) const;
  /// The netlist was edited.
  void netlist_changed() { cell_of_instance_.clear(); }

 private:
  friend loaded_design load(options const&, drivers::progress_bar&);
  friend void save(loaded_design&, options const&, drivers::progress_bar&);

  std::vector<std::string> cells_;     // of a snapshot
  std::vector<gsta::id> cell_of_pin_;  // [pins] likewise, else empty
  mutable std::unordered_map<std::string_view, std::string_view> cell_of_instance_;
};

/// What an argument of --spef means: a file, or `INSTANCE=FILE` for a block's.
struct wire_file {
  std::string file, instance;
};
wire_file wires_of(std::string const& argument);

/// How the options have designs made from what was read.
gsta::flatten_options flatten_options_of(options const& from, wire_model wires);

/// Reads the files that the options name, or a snapshot, on as many threads of the host. Throws: usage_error
/// for wires that a snapshot was not saved for, input_error, backend_unavailable.
loaded_design load(options const& from, drivers::progress_bar& progress);

/// Throws input_error where the arrays of the snapshot that the options name do not fit together; what is
/// wrong with a design whose arrays do is not said here.
void check_snapshot(loaded_design const& all, options const& from);

/// Writes the snapshot that the options name. The design is the same behind it. Throws: input_error where it
/// cannot be written.
void save(loaded_design& all, options const& from, drivers::progress_bar& progress);

/// Writes what --liberty names as one library that is read faster. Throws: input_error.
void save_libraries(options const& from, drivers::progress_bar& progress);

}  // namespace sta
