#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "common/progress.hpp"
#include "gsta/core/error.hpp"
#include "gsta/flat/flat_design.hpp"
#include "gsta/model/constraints.hpp"
#include "gsta/model/diagnostics.hpp"
#include "gsta/model/library.hpp"
#include "gsta/model/netlist.hpp"
#include "sta/options.hpp"

namespace sta {

/// Everything read, and the flat design made from it.
struct loaded_design {
  gsta::model::library early, late;  ///< late is empty where one library serves both
  gsta::model::netlist netlist;
  gsta::model::parasitics parasitics;
  gsta::model::constraints constraints;
  gsta::model::diagnostics notes;
  gsta::flat_design design;

  /// The library cell behind a pin; empty for a port.
  std::string cell_of(gsta::id pin) const;

  /// Says where a loop is: at the first of its pins whose place in the netlist is known. Throws: input_error.
  [[noreturn]] void fail_loop(gsta::graph_error const& loop) const;

 private:
  /// The instance that a pin belongs to; nothing for a port.
  gsta::model::instance const* instance_of(gsta::id pin) const;

  mutable std::unordered_map<std::string_view, gsta::model::instance const*> instances_;  ///< by name
};

/// Reads the files that the options name. Throws: input_error.
loaded_design load(options const& from, drivers::progress_bar& progress);

}  // namespace sta
