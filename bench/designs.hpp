#pragma once

#include <cstdlib>
#include <deque>
#include <filesystem>
#include <string>
#include <utility>

#include "gsta/flat/flatten.hpp"
#include "gsta/io/liberty.hpp"
#include "gsta/io/spef.hpp"
#include "gsta/io/tau15.hpp"
#include "gsta/io/verilog.hpp"

namespace gsta_bench {

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

/// The designs to measure, kept in `store`: contest designs where GSTA_GOLDENS names their folder, and copies
/// of the largest; else copies of the demonstration design (run from the project's root).
inline std::deque<std::pair<std::string, gsta::flat_design>> const& bench_designs(
    std::deque<std::pair<std::string, gsta::flat_design>>& store) {
  char const* const goldens = std::getenv("GSTA_GOLDENS");
  if (goldens == nullptr) {
    store.emplace_back("demo x 1000", repeat(load("examples/designs/demo", "demo"), 1000));
    return store;
  }
  std::filesystem::path const folder = goldens;
  store.emplace_back("wb_dma", load(folder / "design" / "wb_dma", "wb_dma"));
  store.emplace_back("wb_dma x 64", repeat(store.back().second, 64));
  store.emplace_back("aes_core", load(folder / "nospef" / "aes_core", "aes_core"));
  store.emplace_back("aes_core x 16", repeat(store.back().second, 16));
  return store;
}

}  // namespace gsta_bench
