#pragma once

#include <cstdio>
#include <string>

#include "gsta/core/error.hpp"
#include "gsta/io/spef.hpp"
#include "src/io/spef_files.hpp"

namespace gsta_test {

/// All that reading a SPEF gives, as one text: records and notes, or the error.
template <class Read>
std::string spef_as_read(Read const& read) {
  namespace model = gsta::model;
  model::diagnostics seen;
  std::string all;
  auto const add = [&](auto const&... parts) { ((all += parts, all += ' '), ...); };
  auto const hex = [](float value) {
    char text[40];
    std::snprintf(text, sizeof text, "%a", static_cast<double>(value));
    return std::string(text);
  };
  auto const place = [](model::location at) {
    return std::to_string(at.line) + ":" + std::to_string(at.column);
  };
  try {
    model::parasitics const wires = read(seen);
    add(wires.file, std::string(1, wires.pin_delimiter), wires.holds_pin_capacitance ? "pins" : "wires");
    for (auto const& net : wires.nets) {
      add("\nnet", net.name, hex(net.total), place(net.at),
          std::to_string(wires.net_index.find(wires.nets, net.name)));
      for (auto const& c : net.connections)
        add(net.name_of(c.pin), c.is_port ? "P" : "I", std::to_string(static_cast<int>(c.direction)),
            place(c.at));
      for (auto const& c : net.capacitors) add(net.name_of(c.node), net.name_of(c.other), hex(c.value));
      for (auto const& d : net.reduced) {
        add("driver", std::string(d.pin), hex(d.near_end), hex(d.resistance), hex(d.far_end), place(d.at));
        for (auto const& s : d.sinks) add(std::string(s.pin), hex(s.elmore), place(s.at));
      }
      for (auto const& r : net.resistors) add(net.name_of(r.a), net.name_of(r.b), hex(r.value), place(r.at));
      for (auto const& name : net.names) add(name.view());
    }
    add(std::to_string(wires.net_index.size()));
  } catch (gsta::input_error const& e) {
    add(e.what());
  }
  for (auto const& note : seen.entries()) add("\n", note.kind, std::to_string(note.count), note.first);
  return all;
}

/// The same by one reader, from the file's beginning to its end.
inline std::string spef_in_one_piece(gsta::io::source const& file,
                                     gsta::io::spef_options const& options = {}) {
  return spef_as_read([&](auto& seen) { return gsta::io::detail::read_spef_plainly(file, seen, options); });
}

}  // namespace gsta_test
