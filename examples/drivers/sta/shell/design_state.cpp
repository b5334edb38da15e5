#include "sta/shell/design_state.hpp"

#include <cstdio>
#include <utility>

#include "common/progress.hpp"
#include "gsta/core/error.hpp"
#include "gsta/flat/flatten.hpp"
#include "gsta/io/library_snapshot.hpp"
#include "gsta/io/spef.hpp"
#include "gsta/io/spef_stream.hpp"
#include "gsta/io/verilog.hpp"
#include "sta/loops.hpp"

namespace sta::shell {

namespace io = gsta::io;
namespace model = gsta::model;

namespace {

io::sdc_options constraint_options(options const& settings) {
  io::sdc_options result;
  result.variables = settings.variables;
  result.lenient = settings.lenient;
  result.sourced = settings.files;
  return result;
}

}  // namespace

design_state::design_state(options const& settings, timing_engine& engine, interpreter& tcl)
    : tcl_(tcl),
      settings_(settings),
      engine_(engine),
      session_(tcl.tcl(), [&tcl] { return tcl.here(); }, constraint_options(settings)) {}

void design_state::add_library(std::string const& file, library_use use) {
  drivers::progress_bar progress({.quiet = settings_.quiet});
  progress.stage("reading " + file);
  tcl_.add_read(file);
  add_library(io::load_library(file, library_notes_, settings_.files), use);
}

void design_state::add_library(model::library one, library_use use) {
  if (use != library_use::both && !split_) {
    late_ = early_;
    split_ = true;
  }
  if (split_ && use != library_use::early) model::merge(late_, one, library_notes_);
  if (use != library_use::late) model::merge(early_, std::move(one), library_notes_);
}

void design_state::link(std::string const& top) {
  if (early_.cells.empty() || (split_ && late_.cells.empty()))
    throw refusal(early_.cells.empty() && late_.cells.empty()
                      ? "there is no library yet: read_liberty comes first"
                      : "there are libraries for -min or for -max only: both are needed");
  if (netlists_.empty()) throw refusal("there is no netlist yet: read_verilog comes first");
  auto made = std::make_unique<loaded_design>();
  made->early = early_;
  if (split_) made->late = late_;
  io::verilog_options reading;
  reading.top = top;
  reading.cells = &made->early;
  model::diagnostics notes;
  made->netlist = io::read_verilog(netlists_, reading, notes);
  forget_flat();
  forget_timing();
  edits_.reset();
  edited_ = has_blocks_ = false;
  renames_ = 0;
  session_.begin(made->netlist, made->early);
  linked_ = std::move(made);
  netlist_notes_ = std::move(notes);
}

void design_state::add_wires(io::spef_stream file, io::spef_options const& reading) {
  (void)file.size();  // says what is wrong with a file that is not worth unpacking beside its nets
  (void)linked();
  if (settings_.wires == wire_model::ideal) return;
  refuse_wires();
  drivers::progress_bar progress({.quiet = settings_.quiet});
  progress.stage("reading " + file.name());
  model::diagnostics read;
  auto wires = drivers::on_host_threads(settings_.device.threads, [&](gsta::host_threads const& threads) {
    return io::read_spef(threads, std::move(file), read, reading);
  });
  edited_ = edited_ || !linked_->design.pin_load.empty();  // it was timed before
  linked_->read_wires = true;
  ++wire_files_;
  has_blocks_ = has_blocks_ || !reading.prefix.empty();
  renames_ = 0;
  take_wires(std::move(wires), read);
  netlist_notes_.merge(read);
  linked_->notes.merge(read);
}

/// `notes`: what merging them says.
void design_state::take_wires(model::parasitics wires, model::diagnostics& notes) {
  if (!edit_flat_wires(wires, notes)) {
    model::merge(linked_->parasitics, std::move(wires), notes);
    forget_flat();
  }
  forget_timing();
}

/// Wires change a flat design where it stands, as long as that is what would be flattened again. The first
/// ones of a design change how it is timed.
bool design_state::edit_flat_wires(model::parasitics& wires, model::diagnostics& notes) {
  auto& all = *linked_;
  if (has_blocks_) return false;  // a net's wire may be in several files
  if (!is_flat_ || changes_timed_ != session_.changes() || all.parasitics.nets.empty()) return false;
  auto* const edits = engine_.edits(all.design);
  if (edits == nullptr) return false;
  if (!flat_wires_) {
    auto const& late = split_ ? all.late : all.early;
    flat_wires_.emplace(gsta::flatten_input{all.early, late, all.netlist, all.parasitics, all.constraints},
                        all.parasitics, flatten_options_of(settings_, all.wires));
  }
  flat_wires_->replace(*edits, std::move(wires), notes, all.notes);
  return true;
}

void design_state::refuse_wires() const {
  (void)linked();
  if (calculator_ == wire_model::ideal)
    throw refusal("lumped_cap (set_delay_calculator) is for designs without extracted wires");
}

void design_state::edit_wires(model::parasitics wires) {
  if (settings_.wires == wire_model::ideal) throw refusal("the option --wire ideal leaves all wires out");
  refuse_wires();
  wires.pin_delimiter = linked_->parasitics.pin_delimiter;
  model::diagnostics replaced;  // that is what an edit is for
  edited_ = true;
  take_wires(std::move(wires), replaced);
}

gsta::netlist_editor& design_state::netlist_edits() {
  (void)linked();
  if (!edits_)
    edits_.emplace(gsta::netlist_editor::of(linked_->netlist, linked_->parasitics, linked_->early, '/'));
  return *edits_;
}

void design_state::netlist_edited(bool renames) {
  (void)edits_->netlist();  // instances that are gone leave no gap
  linked_->netlist_changed();
  if (renames) {
    session_.netlist_changed();
    ++renames_;
  }
  edited_ = true;
  forget_flat();
  forget_timing();
}

void design_state::set_calculator(wire_model wires) {
  bool const extracted = linked_ && !linked_->parasitics.nets.empty();
  if (wires == wire_model::ideal && extracted)
    throw refusal("lumped_cap is for designs without extracted wires");
  calculator_ = wires;
  forget_flat();
  forget_timing();
}

void design_state::add_constraints(io::source const& file) {
  (void)linked();
  session_.read({file});
}

loaded_design const& design_state::linked() const {
  if (!linked_) throw refusal("no design is linked yet: link_design comes first");
  return *linked_;
}

gsta::flat_design design_state::flatten() {
  auto& all = *linked_;
  forget_flat();
  all.notes = library_notes_;
  all.notes.merge(netlist_notes_);
  all.constraints = session_.constraints(all.notes);
  all.wires = calculator_.value_or(settings_.wires.value_or(gsta::default_wire_model(all.parasitics)));
  auto const& late = split_ ? all.late : all.early;
  all.has_wires = !all.parasitics.nets.empty();
  return drivers::on_host_threads(settings_.device.threads, [&](gsta::host_threads const& threads) {
    return gsta::flatten(threads, {all.early, late, all.netlist, all.parasitics, all.constraints},
                         flatten_options_of(settings_, all.wires), all.notes);
  });
}

void design_state::forget_flat() {
  is_flat_ = false;
  flat_wires_.reset();
}

void design_state::forget_timing() {
  timing_ = nullptr;
  pins_.reset();
  pin_index_.clear();
}

gsta::timing_snapshot const& design_state::timed() {
  (void)linked();
  if (timing_ != nullptr && changes_timed_ == session_.changes()) return *timing_;
  forget_timing();
  drivers::progress_bar progress({.quiet = settings_.quiet});
  if (is_flat_ && changes_timed_ == session_.changes()) {
    progress.stage("timing");
    try {
      timing_ = &engine_.update();
    } catch (gsta::range_error const& beyond) {
      sta::fail_beyond(beyond, linked_->design, linked_->netlist);
    }
    ++updates_;
    progress.finish();
    linked_->check_units(*timing_);
    print_notes();
    say_left_out();
    return *timing_;
  }
  progress.stage("flattening");
  auto const changes = session_.changes();
  auto next = flatten();
  progress.stage("timing");
  auto& all = *linked_;
  try {
    if (!edited_) std::swap(all.design, next);
    timing_ = edited_ ? &engine_.go_on(all.design, std::move(next), all.wires)
                      : &engine_.time(all.design, all.wires, false);
  } catch (gsta::graph_error const& loop) {
    sta::fail_loop(loop, edited_ ? next : all.design, all.netlist);
  } catch (gsta::range_error const& beyond) {
    sta::fail_beyond(beyond, all.design, all.netlist);
  }
  changes_timed_ = changes;
  is_flat_ = true;
  ++updates_, ++flattened_;
  progress.finish();
  all.check_units(*timing_);
  print_notes();
  say_left_out();
  return *timing_;
}

std::vector<gsta::path_group> design_state::paths(gsta::path_query const& asked, path_names const& points) {
  (void)timed();
  try {
    return engine_.paths(asked, points);
  } catch (gsta::range_error const& beyond) {
    sta::fail_beyond(beyond, linked_->design, linked_->netlist);
  }
}

gsta::rule_report design_state::rules(gsta::rule_options const& asked) {
  (void)timed();
  return engine_.rules(asked);
}

gsta::report_input design_state::report_input() const {
  auto const& all = linked();
  gsta::report_input input{all.design, *timing_, all.netlist.name, engine_.device()};
  input.stages = engine_.stages();
  all.describe(input);
  return input;
}

gsta::id design_state::find_pin(std::string const& name) {
  (void)timed();
  auto const& names = linked_->design.pin_name;
  if (pin_index_.empty()) {
    for (std::size_t pin = 0; pin < names.size(); ++pin)
      pin_index_.emplace(names[pin], static_cast<gsta::id>(pin));
  }
  auto const found = pin_index_.find(name);
  return found == pin_index_.end() ? gsta::none : found->second;
}

gsta::reported_pin design_state::look_at(gsta::id pin) {
  auto const& timing = timed();
  if (!pins_) pins_ = std::make_unique<gsta::pin_reporter>(linked_->design);
  return (*pins_)(timing, pin);
}

/// What stands in front of the driver's reports is said on standard error: flows cut what is printed into
/// reports.
void design_state::say_left_out() {
  auto const now = session_.changes() - renames_ + wire_files_;
  if (std::exchange(said_at_, now) == now) return;
  auto input = report_input();
  if (renames_ > 0) input.extracted_wires = false;  // wires lag behind edits until others are read
  auto const count = std::exchange(input.not_applied, {}).count;
  if (count > 0)
    std::fprintf(stderr, "INCOMPLETE: %zu %s not applied\n", count,
                 count == 1 ? "constraint was" : "constraints were");
  auto lines = gsta::report_text(input, {.summary = false, .paths = false});
  if (lines.ends_with("\n\n")) lines.pop_back();
  constexpr std::string_view no_clock = "CLOCKS: no clock is defined\n";
  if (auto const at = lines.find(no_clock); settings_.quiet && at != lines.npos)
    lines.erase(at, no_clock.size());
  std::fputs(lines.c_str(), stderr);
}

/// Each kind of note once.
void design_state::print_notes() {
  if (settings_.quiet) return;
  for (auto const& note : linked_->notes.entries()) {
    if (!notes_printed_.insert(note.kind).second) continue;
    std::fprintf(stderr, "sta: note: %s (%zu times, first at %s)\n", note.kind.c_str(), note.count,
                 note.first.c_str());
  }
}

}  // namespace sta::shell
