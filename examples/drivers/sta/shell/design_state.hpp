#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "gsta/io/sdc_session.hpp"
#include "gsta/io/source.hpp"
#include "gsta/io/spef.hpp"
#include "gsta/io/spef_stream.hpp"
#include "gsta/report/report_style.hpp"
#include "gsta/report/reported_pin.hpp"
#include "gsta/sta/netlist_editor.hpp"
#include "gsta/sta/wire_replacer.hpp"
#include "sta/load.hpp"
#include "sta/options.hpp"
#include "sta/run.hpp"
#include "sta/shell/interpreter.hpp"

namespace sta::shell {

/// Which arrivals a library is for.
enum class library_use { both, early, late };

/// A design that is read step by step and timed when a report needs it: what was changed since makes the next
/// report flatten and update it again, and nothing else does.
class design_state {
 public:
  design_state(options const& settings, timing_engine& engine, interpreter& tcl);

  /// A file, as far as the command line's limits let it be read. Throws: input_error.
  gsta::io::source load(std::string const& file) {
    tcl_.add_read(file);
    return gsta::io::load(file, settings_.files);
  }
  gsta::io::spef_stream open_wires(std::string const& file) {
    tcl_.add_read(file);
    return gsta::io::spef_stream(file, settings_.files);
  }
  void add_library(std::string const& file, library_use use);
  void add_library(gsta::model::library one, library_use use);
  void add_netlist(gsta::io::source file) { netlists_.push_back(std::move(file)); }
  /// Makes a design of the netlists read; an empty top is found. What was said of the one before is gone.
  void link(std::string const& top);
  void add_wires(gsta::io::spef_stream file, gsta::io::spef_options const& reading);
  /// From now on wires count so, whatever the command line says.
  void set_calculator(wire_model wires);
  void add_constraints(gsta::io::source const& file);

  /// Edits the linked netlist and its wires by name. `edit` is called with a `netlist_editor`; where it
  /// throws it has changed nothing. `renames`: objects come, go or are connected elsewhere.
  template <class F>
  void edit_netlist(bool renames, F const& edit) {
    edit(netlist_edits());
    netlist_edited(renames);
  }
  /// The net of a pin or port by its full name; empty where it is on none.
  std::string net_of_pin(std::string const& name) { return netlist_edits().net_of_pin(name); }
  /// Other wires of some nets. Throws: refusal where there can be none.
  void edit_wires(gsta::model::parasitics wires);

  /// The design under its constraints, timed. Throws: refusal where nothing is linked; input_error.
  gsta::timing_snapshot const& timed();
  std::vector<gsta::path_group> paths(gsta::path_query const& asked, path_names const& points);
  /// The design against its limits.
  gsta::rule_report rules(gsta::rule_options const& asked);
  /// For reports of what `timed` timed, in the library's units.
  gsta::report_input report_input() const;
  /// A pin or port of what was timed; gsta::none where there is none.
  gsta::id find_pin(std::string const& name);
  /// What timing knows of it.
  gsta::reported_pin look_at(gsta::id pin);

  loaded_design const& linked() const;
  bool is_linked() const noexcept { return linked_ != nullptr; }
  /// What cells are made of: the second is the first where one library serves both sides.
  gsta::model::library const& early_cells() const { return linked().early; }
  gsta::model::library const& late_cells() const { return split_ ? linked().late : linked().early; }
  gsta::io::sdc_session& constraints() noexcept { return session_; }
  /// What reports print times and capacitances in, as the first library speaks: ns or ps, pF or fF.
  gsta::time_unit time_unit() const noexcept {
    return early_.cells.empty() || early_.time_unit_ps >= 1000 ? gsta::time_unit::ns : gsta::time_unit::ps;
  }
  gsta::capacitance_unit capacitance_unit() const noexcept {
    bool const pico = early_.cells.empty() || early_.capacitance_unit_ff >= 1000;
    return pico ? gsta::capacitance_unit::pF : gsta::capacitance_unit::fF;
  }
  /// How often the design was timed, and how often it was flattened for that.
  std::size_t updates() const noexcept { return updates_; }
  std::size_t flattened() const noexcept { return flattened_; }

 private:
  gsta::netlist_editor& netlist_edits();
  void netlist_edited(bool renames);
  void refuse_wires() const;
  void take_wires(gsta::model::parasitics wires, gsta::model::diagnostics& notes);
  bool edit_flat_wires(gsta::model::parasitics& wires, gsta::model::diagnostics& notes);
  gsta::flat_design flatten();
  void forget_flat();
  void forget_timing();
  void print_notes();
  void say_left_out();

  interpreter& tcl_;
  options const& settings_;
  timing_engine& engine_;
  gsta::io::sdc_session session_;
  gsta::model::library early_, late_;  // both as read; `late_` is used only where they differ
  bool split_ = false;
  std::optional<wire_model> calculator_;
  std::vector<gsta::io::source> netlists_;
  gsta::model::diagnostics library_notes_, netlist_notes_;
  std::unique_ptr<loaded_design> linked_;
  std::optional<gsta::netlist_editor> edits_;      ///< of the linked netlist, made by the first edit
  bool edited_ = false;                            ///< behind what was timed first, or before
  bool has_blocks_ = false;                        ///< wires of blocks were read
  gsta::timing_snapshot const* timing_ = nullptr;  ///< nothing: it has to be timed
  std::size_t changes_timed_ = 0, updates_ = 0, flattened_ = 0;
  std::size_t renames_ = 0, wire_files_ = 0;  ///< edits that the session counts as changes; files of wires
  std::size_t said_at_ = 0;                   ///< what was left out, at so many changes and files
  bool is_flat_ = false;  ///< the flat design is that of the netlist, its wires and `changes_timed_`
  std::optional<gsta::wire_replacer> flat_wires_;  ///< of that design, made by the first edit of its wires
  std::unordered_map<std::string_view, gsta::id>
      pin_index_;                             ///< of what was timed, made when it is asked for
  std::unique_ptr<gsta::pin_reporter> pins_;  ///< likewise
  std::unordered_set<std::string> notes_printed_;
};

}  // namespace sta::shell
