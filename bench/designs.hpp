#pragma once

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/generate.hpp"
#include "bench/placement.hpp"
#include "bench/stab.hpp"
#include "gsta/flat/flatten.hpp"
#include "gsta/io/liberty.hpp"
#include "gsta/io/sdc.hpp"
#include "gsta/io/spef.hpp"
#include "gsta/io/tau15.hpp"
#include "gsta/io/verilog.hpp"
#include "gsta/sta/timer.hpp"

namespace gsta_bench {

/// A design to measure, and how it is timed. Where `star` is there, star wires may be made anew from it; a
/// design that has no wires of its own in its arrays is to be timed so.
struct bench_design {
  std::string name;
  gsta::flat_design design;
  gsta::timer_options options;
  std::optional<placement> star{};
};

/// The contest's rules, and those of sign-off timers with `--wire elmore`.
inline gsta::timer_options contest_rules() { return {{}, gsta::capture_required::from_data_slack}; }
inline gsta::timer_options sdc_rules() {
  return {{gsta::wire_slew::keep, gsta::negative_slew::clip, gsta::unreached_sink::no_delay}};
}

/// Reads one contest design; without a SPEF its wires are ideal.
inline gsta::flat_design load(std::filesystem::path const& folder, std::string const& name) {
  namespace io = gsta::io;
  gsta::model::diagnostics notes;
  io::tau15_files const files = io::read_tau2015(io::load((folder / (name + ".tau2015")).string()));
  auto const early = io::read_liberty(io::load(files.early_library), notes);
  auto const late = io::read_liberty(io::load(files.late_library), notes);
  auto const netlist = io::read_verilog(io::load(files.verilog), notes);
  gsta::model::parasitics wires;
  if (std::filesystem::exists(files.spef)) wires = io::read_spef(io::load(files.spef), notes);
  auto const constraints = io::read_timing(io::load((folder / (name + ".timing")).string()));
  return gsta::flatten({early, late, netlist, wires, constraints}, {':', true, true}, notes);
}

/// Reads the open design aes_nangate45: 17 thousand cells, one ideal clock, two tags and more a pin.
inline gsta::flat_design load_open_aes(std::filesystem::path const& folder) {
  namespace io = gsta::io;
  gsta::model::diagnostics notes;
  auto const file = [&](char const* name) { return io::load((folder / name).string()); };
  auto const library = io::read_liberty(file("lib/nangate45_typ.lib"), notes);
  auto const netlist = io::read_verilog(file("aes_nangate45/aes.v"), notes);
  auto const wires = io::read_spef(file("aes_nangate45/aes.synth.spef"), notes);
  auto const constraints = io::read_sdc(file("aes_nangate45/design.sdc"), netlist, library, notes);
  return gsta::flatten({library, library, netlist, wires, constraints}, {.step_at_ports = true}, notes);
}

/// `copies` of a design side by side: the same levels, more work in each.
inline gsta::flat_design repeat(gsta::flat_design const& one, int copies) {
  gsta::flat_design many = one;
  auto const append = [](auto& to, auto const& from, gsta::id shift) {
    for (auto const value : from) to.push_back(value == gsta::none ? value : value + shift);
  };
  auto const append_rows = [](auto& to, auto const& from) {
    gsta::id const shift = to.back();
    for (std::size_t i = 1; i < from.size(); ++i) to.push_back(from[i] + shift);
  };
  for (int copy = 1; copy < copies; ++copy) {
    auto const pins = static_cast<gsta::id>(many.pin_load.size());
    auto const net_arcs = static_cast<gsta::id>(many.net_sink.size());
    auto const plain = [](auto& to, auto const& from) { to.insert(to.end(), from.begin(), from.end()); };
    plain(many.pin_load, one.pin_load);
    plain(many.asserted_slew, one.asserted_slew);
    append(many.net_driver, one.net_driver, pins);
    append(many.net_sink, one.net_sink, pins);
    append_rows(many.net_begin, one.net_begin);
    append_rows(many.rc_node_begin, one.rc_node_begin);
    append_rows(many.rc_edge_begin, one.rc_edge_begin);
    plain(many.rc_root, one.rc_root);
    plain(many.rc_capacitance, one.rc_capacitance);
    append(many.rc_node_sink, one.rc_node_sink, net_arcs);
    plain(many.rc_edge_a, one.rc_edge_a);
    plain(many.rc_edge_b, one.rc_edge_b);
    plain(many.rc_resistance, one.rc_resistance);
    append(many.arc_from, one.arc_from, pins);
    append(many.arc_to, one.arc_to, pins);
    plain(many.arc_type_of, one.arc_type_of);
    append(many.check_data, one.check_data, pins);
    append(many.check_clock, one.check_clock, pins);
    plain(many.check_type_of, one.check_type_of);
    append(many.outputs, one.outputs, pins);
    for (auto source : one.sources) {
      source.pin += pins;
      many.sources.push_back(source);
    }
    for (auto requirement : one.requirements) {
      requirement.pin += pins;
      many.requirements.push_back(requirement);
    }
  }
  many.pin_name.clear();
  many.net_name.clear();
  return many;
}

/// A generated design with its placement; its name is the preset's, what differs from that comes behind it.
inline bench_design generated_design(std::string_view name, generate_options const& options) {
  placed_design made = generate_placed(options);
  bench_design result{std::string(name), std::move(made.design), contest_rules(), std::move(made.pins)};
  if (options.wires == generated_wires::tree) result.name += " tree";
  if (options.tags > 1) result.name += " tags:" + std::to_string(options.tags);
  if (options.has_derates()) result.name += " derated";
  return result;
}
inline bench_design generated_design(std::string_view preset_name, generated_wires wires, int tags = 1) {
  generate_options options = preset(preset_name);
  options.wires = wires;
  options.tags = tags;
  return generated_design(preset_name, options);
}

/// A `.stab` file with its placement; its name is the file's.
inline bench_design stab_design(std::filesystem::path const& file, generated_wires wires) {
  placed_design made = read_stab(file.string(), wires);
  std::string name = file.stem().string();
  if (wires == generated_wires::tree) name += " tree";
  return {std::move(name), std::move(made.design), contest_rules(), std::move(made.pins)};
}

/// The files that GSTA_STAB names, paths with colons between them.
inline std::vector<std::filesystem::path> stab_files() {
  std::vector<std::filesystem::path> files;
  char const* const paths = std::getenv("GSTA_STAB");
  std::string_view left = paths == nullptr ? "" : paths;
  while (!left.empty()) {
    std::size_t const end = std::min(left.find(':'), left.size());
    if (end > 0) files.emplace_back(left.substr(0, end));
    left.remove_prefix(std::min(end + 1, left.size()));
  }
  return files;
}
inline std::deque<bench_design> stab_designs(generated_wires wires) {
  std::deque<bench_design> all;
  for (auto const& file : stab_files()) all.push_back(stab_design(file, wires));
  return all;
}

/// The designs to measure: contest designs and copies of them where GSTA_GOLDENS names their folder, else
/// copies of the demonstration design (run from the project's root); the open aes where GSTA_OPEN_GOLDENS
/// names its folder.
inline std::deque<bench_design> bench_designs() {
  std::deque<bench_design> all;
  char const* const goldens = std::getenv("GSTA_GOLDENS");
  if (goldens == nullptr) {
    all.push_back({"demo x 1000", repeat(load("examples/designs/demo", "demo"), 1000), contest_rules()});
  } else {
    std::filesystem::path const folder = goldens;
    all.push_back({"wb_dma", load(folder / "design" / "wb_dma", "wb_dma"), contest_rules()});
    all.push_back({"wb_dma x 64", repeat(all.back().design, 64), contest_rules()});
    all.push_back({"aes_core", load(folder / "nospef" / "aes_core", "aes_core"), contest_rules()});
    all.push_back({"aes_core x 16", repeat(all.back().design, 16), contest_rules()});
  }
  if (char const* const open = std::getenv("GSTA_OPEN_GOLDENS"); open != nullptr)
    all.push_back({"open aes", load_open_aes(open), sdc_rules()});
  return all;
}

}  // namespace gsta_bench
