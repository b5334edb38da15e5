#pragma once

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gsta/core/error.hpp"
#include "gsta/core/inline.hpp"
#include "gsta/io/detail/name_set.hpp"
#include "gsta/io/detail/text.hpp"
#include "gsta/model/diagnostics.hpp"
#include "gsta/model/netlist.hpp"

namespace gsta::io::detail {

/// Words that start a construct which is not read, where a cell's name would stand.
GSTA_INLINE bool is_reserved(std::string_view word) noexcept {
  static constexpr std::string_view words[] = {
      "always",  "and",      "assign",     "begin",       "buf",       "bufif0",    "bufif1",    "case",
      "cmos",    "defparam", "event",      "for",         "function",  "generate",  "genvar",    "if",
      "initial", "integer",  "localparam", "macromodule", "module",    "nand",      "nmos",      "nor",
      "not",     "notif0",   "notif1",     "or",          "parameter", "pmos",      "primitive", "pulldown",
      "pullup",  "real",     "realtime",   "reg",         "specify",   "specparam", "supply0",   "supply1",
      "table",   "task",     "time",       "tran",        "tri0",      "tri1",      "triand",    "trior",
      "trireg",  "wand",     "wor",        "xnor",        "xor"};
  static_assert(std::is_sorted(std::begin(words), std::end(words)));
  return std::binary_search(std::begin(words), std::end(words), word);
}

/// The netlist as the actions fill it. Names are views into the text, without the backslash of escaped ones.
struct verilog_state {
  source const& file;
  model::diagnostics& seen;
  line_cursor cursor{file.text()};
  model::netlist result{};
  model::direction direction = model::direction::unknown;  ///< of the ports that are being declared
  std::unordered_map<std::string_view, std::size_t> ports{};
  name_set nets{}, instances{};
  std::string_view cell{};
  model::location module_at{}, cell_at{};
  model::instance current{};
  std::vector<std::string_view> pins{};

  std::size_t offset(std::string_view name) const { return offset_of(file, name); }
  model::location locate(std::string_view name) { return cursor.locate(offset(name)); }
  [[noreturn]] void fail_twice(char const* what, std::string_view name, char const* how) const {
    fail(file, offset(name), std::string(what) + " " + in_quotes(name) + " is " + how + " twice");
  }

  void set_module(std::string_view name) {
    result.name = name;
    module_at = locate(name);
  }

  void add_header_port(std::string_view name) {
    if (!ports.emplace(name, result.ports.size()).second) fail_twice("the port", name, "listed");
    nets.insert(name);
    model::port port;
    port.name = name;
    port.direction = direction;
    port.at = locate(name);
    result.ports.push_back(std::move(port));
  }

  void declare_port(std::string_view name) {
    auto const found = ports.find(name);
    if (found == ports.end()) {
      fail(file, offset(name), "the port " + in_quotes(name) + " is not in the module's port list");
    }
    auto& port = result.ports[found->second];
    if (port.direction != model::direction::unknown) fail_twice("the port", name, "declared");
    port.direction = direction;
  }

  void declare_wire(std::string_view name) {
    result.wires.emplace_back(name);
    // A port may be declared as a wire too, so only what was seen as a wire or used before counts.
    if (!nets.insert(name) && !ports.contains(name)) {
      seen.add("net declared twice, or after its first use", place(file, locate(name)));
    }
  }

  void begin_cell(std::string_view name, bool is_escaped) {
    if (!is_escaped && is_reserved(name)) fail(file, offset(name), in_quotes(name) + " is not supported yet");
    cell = name;
    cell_at = locate(name);
  }

  void begin_instance(std::string_view name) {
    if (!instances.insert(name)) fail_twice("the instance", name, "declared");
    current.cell = cell;
    current.name = name;
    current.at = cell_at;
    current.name_at = locate(name);
    current.connections.clear();
    pins.clear();
  }

  void connect_pin(std::string_view name) {
    pins.push_back(name);
    current.connections.push_back({std::string(name), {}, locate(name)});
  }

  void connect_net(std::string_view name) {
    current.connections.back().net = name;
    if (nets.insert(name)) {
      seen.add("net without a declaration (implicit wire)", place(file, locate(name)));
      result.wires.emplace_back(name);
    }
  }

  void check_pins_differ() const {
    constexpr std::size_t few = 16;  // up to here comparing all pairs is quicker than a set
    name_set met;
    for (std::size_t i = 0; i < pins.size(); ++i) {
      auto const earlier = pins.begin() + static_cast<std::ptrdiff_t>(i);
      bool const is_new =
          pins.size() <= few ? std::find(pins.begin(), earlier, pins[i]) == earlier : met.insert(pins[i]);
      if (!is_new) fail_twice("the pin", pins[i], "connected");
    }
  }

  void end_instance() {
    check_pins_differ();
    result.instances.push_back(current);  // a copy has no spare capacity
  }

  void check_module() const {
    if (result.ports.empty() && result.instances.empty()) {
      throw input_error(
          file.name(), module_at.line, module_at.column,
          "empty netlist: the module " + in_quotes(result.name) + " has no port and no instance");
    }
    for (auto const& p : result.ports) {
      if (p.direction == model::direction::unknown) {
        throw input_error(file.name(), p.at.line, p.at.column,
                          "the port " + in_quotes(p.name) + " is not declared input, output or inout");
      }
    }
  }
};

}  // namespace gsta::io::detail
