#include "sta/loops.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace sta {

namespace model = gsta::model;

namespace {

/// Where the netlist connects a pin, else where it has the pin's instance; line 0 where it says neither.
model::location place_of(model::netlist const& netlist, std::string_view pin) {
  auto const slash = pin.rfind('/');
  if (slash == pin.npos) return {};
  auto const name = pin.substr(0, slash);
  auto const instance = std::find_if(netlist.instances.begin(), netlist.instances.end(),
                                     [&](model::instance const& one) { return one.name == name; });
  if (instance == netlist.instances.end()) return {};
  for (auto const& connection : instance->connections) {
    if (connection.pin == pin.substr(slash + 1) && connection.at.line != 0) return connection.at;
  }
  return instance->at;
}

}  // namespace

void fail_loop(gsta::graph_error const& loop, gsta::flat_design const& design,
               model::netlist const& netlist) {
  constexpr std::size_t most = 20;
  std::string pins;
  model::location first;
  for (std::size_t i = 0; i < std::min(loop.pins.size(), most); ++i) {
    std::string const name(design.pin_name[static_cast<std::size_t>(loop.pins[i])]);
    auto const at = place_of(netlist, name);
    pins += " " + name;
    if (at.line == 0) continue;
    if (first.line == 0) first = at;
    pins += " (";
    if (at.file != first.file) pins += model::file_of(netlist, at) + ":";
    pins += std::to_string(at.line) + ":" + std::to_string(at.column) + ")";
  }
  if (loop.pins.size() > most) pins += " ...";
  throw gsta::input_error(model::file_of(netlist, first), first.line, first.column,
                          "the netlist has a combinational loop:" + pins);
}

void fail_beyond(gsta::range_error const& beyond, gsta::flat_design const& design,
                 model::netlist const& netlist) {
  auto const pin = static_cast<std::size_t>(beyond.pin);
  std::string const name(beyond.pin == gsta::none || pin >= design.pin_name.size() ? std::string_view()
                                                                                   : design.pin_name[pin]);
  auto const at = place_of(netlist, name);
  throw gsta::input_error(model::file_of(netlist, at), at.line, at.column,
                          "times are longer than nine seconds, or no numbers" +
                              (name.empty() ? "" : ", from pin " + name + " on"));
}

}  // namespace sta
