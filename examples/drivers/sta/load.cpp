#include "sta/load.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <utility>

#include "gsta/core/error.hpp"
#include "gsta/flat/flatten.hpp"
#include "gsta/flat/validate.hpp"
#include "gsta/io/library_snapshot.hpp"
#include "gsta/io/sdc.hpp"
#include "gsta/io/snapshot.hpp"
#include "gsta/io/spef.hpp"
#include "gsta/io/spef_stream.hpp"
#include "gsta/io/verilog.hpp"
#include "gsta/model/library.hpp"
#include "sta/files_ahead.hpp"

namespace sta {

namespace model = gsta::model;
namespace io = gsta::io;

namespace {

files_ahead load_ahead(options const& from) {
  std::vector<files_ahead::file> files;
  for (auto const& name : from.verilog) files.push_back({name});
  if (from.wires != wire_model::ideal)
    for (auto const& argument : from.spef) files.push_back({wires_of(argument).file, true});
  for (auto const& name : from.sdc) files.push_back({name});
  return {std::move(files), from.files};
}

model::library read_libraries(options const& from, std::vector<std::string> const& files, loaded_design& into,
                              drivers::progress_bar& progress) {
  model::library all;
  for (auto const& file : files) {
    progress.stage("reading " + file);
    model::merge(all, io::load_library(file, into.notes, from.files), into.notes);
  }
  return all;
}

/// Several extractions as one: of nets with the same name the last counts.
model::parasitics read_parasitics(gsta::host_threads const& threads, options const& from, loaded_design& into,
                                  files_ahead& files, drivers::progress_bar& progress) {
  model::parasitics all;
  for (auto const& argument : from.spef) {
    auto const [file, instance] = wires_of(argument);
    io::spef_options settings;
    settings.prefix = instance;
    progress.stage("reading " + file);
    auto wires = files.take_wires();
    settings.progress = progress.reading(file, wires.size());
    model::merge(all, io::read_spef(threads, std::move(wires), into.notes, settings), into.notes);
  }
  return all;
}

model::netlist read_netlist(gsta::host_threads const& threads, options const& from, loaded_design& into,
                            files_ahead& ahead, drivers::progress_bar& progress) {
  std::vector<io::source> files;
  for (auto const& file : from.verilog) {
    progress.stage("reading " + file);
    files.push_back(ahead.take());
  }
  io::verilog_options settings;
  settings.top = from.top;
  settings.cells = &into.early;
  return io::read_verilog(threads, files, settings, into.notes);
}

model::constraints read_constraints(options const& from, loaded_design& into, files_ahead& ahead,
                                    drivers::progress_bar& progress) {
  std::vector<io::source> files;
  for (auto const& file : from.sdc) {
    progress.stage("reading " + file);
    files.push_back(ahead.take());
  }
  io::sdc_options settings;
  settings.variables = from.variables;
  settings.lenient = from.lenient;
  settings.sourced = from.files;
  return io::read_sdc(files, into.netlist, into.early, into.notes, settings);
}

}  // namespace

wire_file wires_of(std::string const& argument) {
  auto const equals = argument.find('=');
  if (equals == std::string::npos || std::filesystem::exists(argument)) return {argument, {}};
  return {argument.substr(equals + 1), argument.substr(0, equals)};
}

char const* loaded_design::delay_model() const noexcept {
  if (!has_wires || wires == wire_model::ideal) return "no wires";
  if (wires == wire_model::ceff) return "effective capacitance";
  return wires == wire_model::elmore ? "Elmore" : "Elmore, wires widen slews";
}

gsta::flatten_options flatten_options_of(options const& from, wire_model wires) {
  gsta::flatten_options settings = gsta::signoff_options(wires).flatten;
  if (from.as_opensta) {
    settings.conventions.few_cycles = true;
    settings.conventions.margins_at_outputs = false;
    settings.conventions.worst_clock_paths = true;
    settings.conventions.credits_across_insertions = true;
    settings.conventions.first_latch_clock = true;
  }
  if (from.no_loops) settings.loops = gsta::loop_rule::refuse;
  return settings;
}

void loaded_design::describe(gsta::report_input& input) const {
  input.delay_model = delay_model();
  input.diagnostics = notes.entries();
  input.not_applied = notes.not_applied();
  input.unmatched = notes.unmatched();
  input.black_boxes = notes.black_boxes();
  input.extracted_wires = read_wires;
  input.cell_of = [this](gsta::id pin) { return cell_of(pin); };
}

void loaded_design::check_units(gsta::timing_snapshot const& timing) {
  constexpr double many = 100;
  double period = 0, slack = 0;
  for (auto const& clock : design.clocks) period = std::max(period, 1e-3 * static_cast<double>(clock.period));
  for (auto const* const side : {&timing.setup, &timing.hold})
    if (side->endpoints > 0) slack = std::max(slack, std::abs(static_cast<double>(side->worst_slack)));
  std::string const hint =
      "the worst slack is more than 100 periods of the slowest clock: are the units of libraries and "
      "constraints those that were meant?";
  bool const is_known = std::any_of(notes.entries().begin(), notes.entries().end(),
                                    [&](auto const& note) { return note.kind == hint; });
  if (period > 0 && slack > many * period && !is_known) notes.add(hint, name.empty() ? netlist.name : name);
}

std::string loaded_design::cell_of(gsta::id pin) const {
  if (!cell_of_pin_.empty()) {
    auto const cell = cell_of_pin_[static_cast<std::size_t>(pin)];
    return cell == gsta::none ? std::string() : cells_[static_cast<std::size_t>(cell)];
  }
  if (cell_of_instance_.empty()) {
    for (auto const& instance : netlist.instances) cell_of_instance_.emplace(instance.name, instance.cell);
  }
  std::string_view const name = design.pin_name[pin];
  auto const slash = name.rfind('/');
  auto const found = cell_of_instance_.find(name.substr(0, slash == name.npos ? 0 : slash));
  return found == cell_of_instance_.end() ? std::string() : std::string(found->second);
}

namespace {

loaded_design load_on(gsta::host_threads const& threads, options const& from,
                      drivers::progress_bar& progress) {
  loaded_design all;
  bool const split = from.liberty.empty();
  files_ahead files = load_ahead(from);
  all.early = read_libraries(from, split ? from.liberty_early : from.liberty, all, progress);
  if (split) all.late = read_libraries(from, from.liberty_late, all, progress);
  all.netlist = read_netlist(threads, from, all, files, progress);
  if (from.wires != wire_model::ideal) all.parasitics = read_parasitics(threads, from, all, files, progress);
  all.constraints = read_constraints(from, all, files, progress);
  progress.stage("flattening");
  auto const& late = split ? all.late : all.early;
  all.wires = from.wires.value_or(gsta::default_wire_model(all.parasitics));
  all.has_wires = !all.parasitics.nets.empty();
  all.read_wires = !from.spef.empty() && from.wires != wire_model::ideal;
  all.name = all.netlist.name;
  all.design =
      gsta::flatten(threads, {all.early, late, all.netlist, all.parasitics, all.constraints, &all.parasitics},
                    flatten_options_of(from, all.wires), all.notes);
  all.parasitics = {};
  return all;
}

}  // namespace

namespace {

/// What `saved_design::how` says: by what wires the design is to be timed, and whether some were extracted.
struct wire_word {
  wire_model wires;
  char const* word;
};
constexpr wire_word wire_words[] = {{wire_model::ideal, "ideal"},
                                    {wire_model::elmore, "elmore"},
                                    {wire_model::elmore_slew, "elmore-slew"},
                                    {wire_model::ceff, "ceff"}};

void take_wires(std::string const& how, options const& from, loaded_design& into) {
  bool known = false;
  for (auto const& [wires, word] : wire_words) {
    for (bool const extracted : {false, true}) {
      if (how != word + std::string(extracted ? ", extracted wires" : "")) continue;
      into.wires = wires;
      into.has_wires = into.read_wires = extracted;
      known = true;
    }
  }
  if (!known) throw gsta::input_error(from.load, 0, 0, "the snapshot was not saved by sta");
  auto const steps = [](wire_model wires) {
    return wires == wire_model::elmore || wires == wire_model::ceff;
  };
  auto const wanted = from.wires.value_or(into.wires);
  if (wanted != into.wires && (steps(wanted) != steps(into.wires) || !steps(wanted)))
    throw drivers::usage_error("--wire: the snapshot was saved for " + how + ", and can be timed so alone" +
                               (steps(into.wires) ? ", or by elmore or ceff" : ""));
  into.wires = wanted;
}

}  // namespace

void check_snapshot(loaded_design const& all, options const& from) {
  try {
    gsta::validate(all.design);
  } catch (gsta::argument_error const& unfit) {
    throw gsta::input_error(from.load, 0, 0, std::string("the snapshot is spoilt: ") + unfit.what());
  }
}

void save(loaded_design& all, options const& from, drivers::progress_bar& progress) {
  progress.stage("saving " + from.save);
  gsta::io::saved_design saved;
  saved.name = all.name;
  for (auto const& [wires, word] : wire_words)
    if (wires == all.wires) saved.how = word + std::string(all.has_wires ? ", extracted wires" : "");
  std::unordered_map<std::string, gsta::id> rows;
  auto const pins = static_cast<gsta::id>(all.design.pin_count());
  for (gsta::id pin = 0; pin < pins; ++pin) {
    auto cell = all.cell_of(pin);
    gsta::id row = gsta::none;
    if (!cell.empty()) {
      auto const [found, fresh] = rows.try_emplace(cell, static_cast<gsta::id>(saved.cells.size()));
      if (fresh) saved.cells.push_back(std::move(cell));
      row = found->second;
    }
    saved.cell_of_pin.push_back(row);
  }
  saved.notes = all.notes;
  saved.design = std::move(all.design);
  try {
    drivers::on_host_threads(from.device.threads, [&](gsta::host_threads const& threads) {
      gsta::io::save_snapshot(threads, from.save, saved);
    });
  } catch (...) {
    all.design = std::move(saved.design);
    throw;
  }
  all.design = std::move(saved.design);
}

void save_libraries(options const& from, drivers::progress_bar& progress) {
  loaded_design read;
  auto const all = read_libraries(from, from.liberty, read, progress);
  progress.stage("saving " + from.save_library);
  io::save_library(from.save_library, all, read.notes);
}

loaded_design load(options const& from, drivers::progress_bar& progress) {
  if (!from.load.empty()) {
    progress.stage("reading " + from.load);
    auto const read = [&](io::snapshot_names names) {
      return drivers::on_host_threads(from.device.threads, [&](gsta::host_threads const& threads) {
        // What is timed and no more goes from the file's pages to where it is timed.
        return from.save.empty() ? io::map_snapshot(threads, from.load, names)
                                 : io::load_snapshot(threads, from.load, names);
      });
    };
    bool const nameless = from.only_figures() && from.save.empty();
    auto saved = read(nameless ? io::snapshot_names::leave_out : io::snapshot_names::keep);
    if (nameless && !saved.design.loops.empty()) saved = read(io::snapshot_names::keep);  // reports name them
    loaded_design all;
    take_wires(saved.how, from, all);
    all.name = std::move(saved.name);
    all.cells_ = std::move(saved.cells);
    all.cell_of_pin_ = std::move(saved.cell_of_pin);
    all.notes = std::move(saved.notes);
    all.design = std::move(saved.design);
    return all;
  }
  return drivers::on_host_threads(from.device.threads, [&](gsta::host_threads const& threads) {
    return load_on(threads, from, progress);
  });
}

}  // namespace sta
