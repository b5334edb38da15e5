#include "tau15/session.hpp"

#include <utility>

#include "common/command_line.hpp"
#include "gsta/core/error.hpp"
#include "gsta/flat/flatten.hpp"
#include "gsta/io/library_snapshot.hpp"
#include "gsta/io/output_file.hpp"
#include "gsta/io/snapshot.hpp"
#include "gsta/io/spef.hpp"
#include "gsta/io/spef_stream.hpp"
#include "gsta/io/verilog.hpp"
#include "tau15/print.hpp"

namespace tau15 {

struct session::files {
  gsta::model::diagnostics notes;
  gsta::model::library early, late;
  gsta::model::netlist netlist;
  gsta::model::parasitics parasitics;
  gsta::model::constraints constraints;
  std::vector<std::string> inputs;

  files(std::string const& design_file, std::string const& timing_file, run_options const& run) {
    auto const& limits = run.files;
    namespace io = gsta::io;
    io::tau15_files const names = io::read_tau2015(io::load(design_file, limits));
    inputs = {design_file, timing_file, names.early_library, names.late_library, names.verilog, names.spef};
    early = io::load_library(names.early_library, notes, limits);
    late = io::load_library(names.late_library, notes, limits);
    netlist = io::read_verilog(io::load(names.verilog, limits), notes);
    parasitics = drivers::on_host_threads(run.threads, [&](gsta::host_threads const& threads) {
      return io::read_spef(threads, io::spef_stream(names.spef, limits), notes);
    });
    constraints = io::read_timing(io::load(timing_file, limits));
  }
};

session::session(std::string const& design_file, std::string const& timing_file, run_options const& run)
    : session(files(design_file, timing_file, run), run) {}

session::session(files&& read, run_options const& run)
    : run_(run),
      inputs_(std::move(read.inputs)),
      notes_(std::move(read.notes)),
      early_(std::move(read.early)),
      late_(std::move(read.late)),
      constraints_(std::move(read.constraints)),
      editor_(std::in_place, std::move(read.netlist), std::move(read.parasitics), early_, ':') {
  bring_up_to_date();
}

namespace {
/// What `saved_design::how` says.
constexpr char const* contest = "the TAU 2015 contest";
}  // namespace

session::session(std::string const& snapshot, run_options const& run) : run_(run), inputs_{snapshot} {
  auto saved = drivers::on_host_threads(run.threads, [&](gsta::host_threads const& threads) {
    return gsta::io::load_snapshot(threads, snapshot);
  });
  if (saved.how != contest) throw gsta::input_error(snapshot, 0, 0, "the snapshot was not saved by tau15");
  notes_ = std::move(saved.notes);
  try {
    time(std::move(saved.design));
  } catch (gsta::graph_error const& loop) {
    throw gsta::input_error(snapshot, 0, 0, loop.what());
  }
  find_pins();
  up_to_date_ = true;
}

void session::save(std::string const& snapshot) {
  gsta::io::saved_design saved;
  saved.how = contest;
  saved.notes = notes_;
  std::swap(saved.design, design_);
  try {
    drivers::on_host_threads(run_.threads, [&](gsta::host_threads const& threads) {
      gsta::io::save_snapshot(threads, snapshot, saved);
    });
  } catch (...) {
    std::swap(saved.design, design_);
    throw;
  }
  std::swap(saved.design, design_);
}

void session::run_commands(std::string const& ops_file, std::FILE* output) {
  for (auto const& command : gsta::io::read_ops(gsta::io::load(ops_file, run_.files))) {
    if (command.kind < gsta::io::command_kind::report_at) {
      edit(command, ops_file);
    } else {
      report(command, ops_file, output);
    }
  }
}

void session::edit(gsta::io::command const& command, std::string const& ops_file) try {
  using gsta::io::command_kind;
  gsta::require(editor_.has_value(),
                "a snapshot has neither netlist nor libraries to edit: name the design's files instead");
  up_to_date_ = false;
  edited_ = true;
  if (command.kind == command_kind::repower_gate) {
    std::string const from = editor_->cell_of(command.target);
    editor_->repower_gate(command.target, command.with);
    if (!structure_edited_) swaps_.push_back({command.target, from, command.with});
    return;
  }
  structure_edited_ = true;
  switch (command.kind) {
    case command_kind::insert_gate:
      return editor_->insert_gate(command.target, command.with);
    case command_kind::remove_gate:
      return editor_->remove_gate(command.target);
    case command_kind::insert_net:
      return editor_->insert_net(command.target);
    case command_kind::remove_net:
      return editor_->remove_net(command.target);
    case command_kind::connect_pin:
      return editor_->connect_pin(command.target, command.with);
    case command_kind::disconnect_pin:
      return editor_->disconnect_pin(command.target);
    default:
      break;
  }
  std::size_t const unknown =
      editor_->update_parasitics(gsta::io::read_spef(gsta::io::load(command.target, run_.files), notes_));
  for (std::size_t i = 0; i < unknown; ++i)
    notes_.add("a net of read_spef is not in the netlist", command.target);
} catch (gsta::argument_error const& wrong) {
  throw gsta::input_error(ops_file, command.at.line, command.at.column, wrong.what());
}

void session::bring_up_to_date() {
  if (up_to_date_) return;
  if (structure_edited_ || !swap_cells()) {
    gsta::flat_design next = flat();
    try {
      time(std::move(next));
    } catch (gsta::graph_error const& loop) {
      throw gsta::input_error(editor_->netlist().file, 0, 0, loop_sentence(loop, next));
    }
    find_pins();
  }
  swaps_.clear();
  structure_edited_ = false;
  up_to_date_ = true;
}

void session::find_pins() {
  pin_by_name_.clear();
  for (std::size_t pin = 0; pin < design_.pin_name.size(); ++pin)
    pin_by_name_[std::string(design_.pin_name[pin])] = static_cast<gsta::id>(pin);
}

gsta::flat_design session::flat() {
  return drivers::on_host_threads(run_.threads, [&](gsta::host_threads const& threads) {
    return flatten(threads, {early_, late_, editor_->netlist(), editor_->parasitics(), constraints_},
                   flattening(edited_), notes_);
  });
}

/// Once it was edited, what later edits are compared with is kept.
bool session::keeps() const { return edited_ && !run_.rebuild && run_.where != gsta::backend::cuda; }

/// Makes gates that were repowered other ones in the flat design. False where that does not do.
bool session::swap_cells() {
  if (!keeps()) return false;
  if (!live_) live_.emplace(design_, early_, late_, run_);
  for (auto const& swap : swaps_) {
    auto const* const cell = early_.find_cell(swap.from);
    if (cell == nullptr || cell->pins.empty()) return false;
    auto const first = pin_by_name_.find(swap.gate + ':' + cell->pins.front().name);
    if (first == pin_by_name_.end() || !live_->swap_cell(first->second, swap.from, swap.to)) return false;
  }
  live_->update();
  return true;
}

void session::time(gsta::flat_design&& next) {
  if (!keeps()) {
    state_ = time_design(next, run_);
    design_ = std::move(next);
    return;
  }
  if (live_) return live_->go_on_with(std::move(next));
  std::swap(design_, next);
  try {
    live_.emplace(design_, early_, late_, run_);
  } catch (...) {
    std::swap(design_, next);
    throw;
  }
}

void session::report(gsta::io::command const& command, std::string const& ops_file, std::FILE* output) {
  bring_up_to_date();
  if (command.kind == gsta::io::command_kind::report_worst_paths) {
    print_paths(
        live_ ? live_->worst_paths(command.num_paths) : find_worst_paths(design_, state_, command.num_paths),
        design_, output);
  } else {
    report_value(command, ops_file, output);
  }
}

void session::report_value(gsta::io::command const& command, std::string const& ops_file, std::FILE* output) {
  auto const pin = pin_by_name_.find(command.target);
  if (pin == pin_by_name_.end()) {
    throw gsta::input_error(ops_file, command.at.line, command.at.column,
                            "the netlist has no pin named " + command.target);
  }
  int const c = condition(command.split, command.edge);
  pin_values const values = live_ ? live_->values_of(pin->second) : values_of(state_, pin->second);
  switch (command.kind) {
    case gsta::io::command_kind::report_at:
      return print_value(values.arrival[c], c, value_kind::arrival, output);
    case gsta::io::command_kind::report_slew:
      return print_value(values.slew[c], c, value_kind::arrival, output);
    case gsta::io::command_kind::report_rat:
      return print_value(values.required[c], c, value_kind::required, output);
    default:
      return print_value(values.slack[c], c, value_kind::slack, output);
  }
}

void session::write_pins(std::string const& file) {
  bring_up_to_date();
  gsta::io::output_file out(file);
  print_pins(design_, live_ ? live_->state() : state_, out.stream());
  out.finish();
}

}  // namespace tau15
