#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_set>

#include "gsta/core/error.hpp"
#include "gsta/core/host_threads.hpp"
#include "gsta/io/verilog.hpp"
#include "src/io/verilog_files.hpp"

namespace gsta_test {

/// All that reading Verilog gives, as one text: records and notes, or the error.
template <class Read>
std::string verilog_as_read(Read const& read) {
  namespace model = gsta::model;
  model::diagnostics seen;
  std::string all;
  auto const add = [&](auto const&... parts) { ((all += parts, all += ' '), ...); };
  auto const place = [](model::location at) {
    return std::to_string(at.line) + ":" + std::to_string(at.column) + ":" + std::to_string(at.file);
  };
  try {
    model::netlist const n = read(seen);
    add(n.file, n.name);
    for (auto const& file : n.other_files) add("\nfile", file);
    for (auto const& p : n.ports)
      add("\nport", p.name, p.net, p.connected ? "on" : "off", std::to_string(static_cast<int>(p.direction)),
          place(p.at));
    for (auto const& wire : n.wires) add("\nwire", wire);
    std::unordered_set<std::string_view> const listed(n.wires.begin(), n.wires.end());
    for (auto const& i : n.instances) {
      add("\ninstance", i.cell, i.name, place(i.at), place(i.name_at));
      for (auto const& c : i.connections) {
        add("." + c.pin, "(" + c.net + ")", place(c.at));
        bool const is_told = c.wire != 0;  // for each net that the netlist lists, and rightly
        if (listed.contains(c.net) != is_told || (is_told && n.wires.at(c.wire - 1) != c.net))
          throw std::logic_error("a wrong hint of " + c.net);
      }
    }
    for (auto const& c : n.constants) add("\nconstant", c.net, c.value ? "1" : "0");
    for (auto const& a : n.aliases) add("\nalias", a.name, a.net);
    for (auto const& m : n.modules) add("\nmodule", m.name, m.module);
    for (auto const& p : n.module_pins) add("\nmodule pin", p.name, p.net);
    for (auto const& b : n.buses) add("\nbus", b.name, std::to_string(b.from), std::to_string(b.to));
  } catch (gsta::input_error const& e) {
    add(": error: ", e.what());
  }
  for (auto const& note : seen.entries()) add("\nnote", note.kind, std::to_string(note.count), note.first);
  return all;
}

/// The same from the begin of a file to its end, no piece of it beforehand.
inline std::string verilog_in_one_go(gsta::io::source const& file,
                                     gsta::io::verilog_options const& options = {}) {
  return verilog_as_read(
      [&](auto& seen) { return gsta::io::detail::read_verilog_files(nullptr, {&file, 1}, options, seen); });
}

}  // namespace gsta_test
