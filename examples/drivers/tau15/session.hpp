#pragma once

#include <cstdio>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "gsta/core/with_executor.hpp"
#include "gsta/flat/flat_design.hpp"
#include "gsta/io/tau15.hpp"
#include "gsta/model/diagnostics.hpp"
#include "gsta/sta/netlist_editor.hpp"
#include "tau15/timing.hpp"

namespace tau15 {

/// One contest run: the design as edited so far, and its timing, which is brought up to date when a report
/// asks.
class session {
 public:
  /// Reads the design's four files and its constraints.
  session(std::string const& design_file, std::string const& timing_file, run_options const& run);

  /// Loads what `save` wrote: a design that reports are made of, and that cannot be edited.
  session(std::string const& snapshot, run_options const& run);

  /// Writes the design before the first edit as a snapshot.
  void save(std::string const& snapshot);

  /// Runs every command of `ops_file`, reports to `output`.
  void run_commands(std::string const& ops_file, std::FILE* output);

  /// Writes the table of all pins in the present state.
  void write_pins(std::string const& file);

  gsta::model::diagnostics const& notes() const noexcept { return notes_; }
  /// The files that the design was read from.
  std::vector<std::string> const& inputs() const noexcept { return inputs_; }

 private:
  void edit(gsta::io::command const& command, std::string const& ops_file);
  void report(gsta::io::command const& command, std::string const& ops_file, std::FILE* output);
  void report_value(gsta::io::command const& command, std::string const& ops_file, std::FILE* output);
  void bring_up_to_date();
  void find_pins();
  bool swap_cells();
  gsta::flat_design flat();
  void time(gsta::flat_design&& next);
  bool keeps() const;

  run_options run_;
  std::vector<std::string> inputs_;
  gsta::model::diagnostics notes_;
  gsta::model::library early_, late_;
  gsta::model::constraints constraints_;
  std::optional<gsta::netlist_editor> editor_;  // none: the design is from a snapshot
  gsta::flat_design design_;
  gsta::timing_snapshot state_;      // as far as nothing was edited, or of whole updates
  std::optional<live_timing> live_;  // else
  std::unordered_map<std::string, gsta::id> pin_by_name_;
  struct swap {
    std::string gate, from, to;
  };
  std::vector<swap> swaps_;  // that the design has not seen yet
  bool up_to_date_ = false, edited_ = false, structure_edited_ = true;

  struct files;
  session(files&& read, run_options const& run);
};

}  // namespace tau15
