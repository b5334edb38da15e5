#include "sta/load.hpp"

#include <utility>

#include "gsta/core/error.hpp"
#include "gsta/flat/flatten.hpp"
#include "gsta/io/liberty.hpp"
#include "gsta/io/sdc.hpp"
#include "gsta/io/spef.hpp"
#include "gsta/io/verilog.hpp"

namespace sta {

namespace model = gsta::model;
namespace io = gsta::io;

namespace {

/// Several libraries as one: of cells with the same name the first counts.
model::library read_libraries(std::vector<std::string> const& files, model::diagnostics& notes) {
  model::library all;
  for (auto const& file : files) {
    auto one = io::read_liberty(io::load(file), notes);
    if (all.cells.empty()) {
      all = std::move(one);
      continue;
    }
    for (auto& cell : one.cells) {
      if (all.cell_index.emplace(cell.name, all.cells.size()).second) {
        all.cells.push_back(std::move(cell));
      } else {
        notes.add("cell in two libraries, the first one used", file + ":0:0");
      }
    }
  }
  return all;
}

/// Several extractions as one: of nets with the same name the last counts.
model::parasitics read_parasitics(std::vector<std::string> const& files, model::diagnostics& notes) {
  model::parasitics all;
  for (auto const& file : files) {
    auto one = io::read_spef(io::load(file), notes);
    if (all.nets.empty()) {
      all = std::move(one);
      continue;
    }
    if (one.pin_delimiter != all.pin_delimiter) {
      throw gsta::input_error(file, 0, 0, "its *DELIMITER differs from that of " + all.file);
    }
    for (auto& net : one.nets) {
      if (!all.net_index.insert_or_assign(net.name, all.nets.size()).second) {
        notes.add("net in two SPEF files, the last one used",
                  file + ":" + std::to_string(net.at.line) + ":" + std::to_string(net.at.column));
      }
      all.nets.push_back(std::move(net));
    }
  }
  return all;
}

model::netlist read_netlist(options const& from, model::diagnostics& notes) {
  if (from.verilog.size() > 1) throw drivers::usage_error("several Verilog files are not supported yet");
  auto netlist = io::read_verilog(io::load(from.verilog.front()), notes);
  if (!from.top.empty() && netlist.name != from.top) {
    throw gsta::input_error(netlist.file, 0, 0, "there is no module \"" + from.top + "\"");
  }
  return netlist;
}

model::constraints read_constraints(options const& from, loaded_design& into) {
  std::vector<io::source> files;
  for (auto const& file : from.sdc) files.push_back(io::load(file));
  return io::read_sdc(files, into.netlist, into.early, into.notes);
}

}  // namespace

std::string loaded_design::cell_of(gsta::id pin) const {
  if (cell_of_instance_.empty()) {
    for (auto const& instance : netlist.instances) cell_of_instance_.emplace(instance.name, instance.cell);
  }
  std::string_view const name = design.pin_name[pin];
  auto const slash = name.rfind('/');
  auto const found = cell_of_instance_.find(name.substr(0, slash == name.npos ? 0 : slash));
  return found == cell_of_instance_.end() ? std::string() : std::string(found->second);
}

loaded_design load(options const& from) {
  loaded_design all;
  bool const split = from.liberty.empty();
  all.early = read_libraries(split ? from.liberty_early : from.liberty, all.notes);
  if (split) all.late = read_libraries(from.liberty_late, all.notes);
  all.netlist = read_netlist(from, all.notes);
  if (from.wires != wire_model::ideal) all.parasitics = read_parasitics(from.spef, all.notes);
  all.constraints = read_constraints(from, all);
  auto const& late = split ? all.late : all.early;
  all.design = gsta::flatten({all.early, late, all.netlist, all.parasitics, all.constraints}, {}, all.notes);
  return all;
}

}  // namespace sta
