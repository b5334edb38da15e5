#pragma once

#include <algorithm>

#include "gsta/io/detail/verilog_write.ipp"

namespace gsta::io::detail {

/// Appends a name to its path, and where that spelling is another object's too, with backslashes. Doubling
/// each backslash of a name, the last resort, keeps those apart whose names have backslashes themselves.
GSTA_INLINE void verilog_flattener::append_spelled(std::string& to, std::string_view name,
                                                   std::string_view bit, strings const& ambiguous) const {
  auto const start = to.size();
  auto const append_with_backslashes_before = [&](std::string_view signs) {
    to.resize(start);
    for (char const c : name) {
      if (signs.find(c) != signs.npos) to += '\\';
      to += c;
    }
    to += bit;
  };
  if (times_written_ < doubles_backslashes) {
    to += name;
    to += bit;
  } else {
    append_with_backslashes_before("\\");
  }
  if (!ambiguous.empty() && ambiguous.contains(to)) append_with_backslashes_before("/[]\\");
}

GSTA_INLINE void verilog_flattener::write_all() {
  next_copy_ = 1;
  write_ports();
  store_nets(d_.modules[d_.top], 0);
  write(0);
  write_literals();
  ++times_written_;
}

GSTA_INLINE void verilog_flattener::clear() {
  out_.ports.clear();
  out_.buses.clear();
  out_.wires.clear();
  out_.instances.clear();
  out_.constants.clear();
  out_.aliases.clear();
  out_.modules.clear();
  out_.module_pins.clear();
}

/// Adds the spellings that are there twice; true if there are any.
GSTA_INLINE bool verilog_flattener::add_ambiguous(strings& to,
                                                  std::vector<std::string_view>& spellings) const {
  std::unordered_set<std::string_view> met;
  met.reserve(spellings.size());
  bool is_any = false;
  for (auto const spelling : spellings) {
    if (met.insert(spelling).second) continue;
    is_any = true;
    if (!to.emplace(spelling).second) continue;
    d_.seen.add("spelling of two objects (the escaped one has backslashes before its signs)",
                std::string(spelling));
  }
  spellings.clear();
  return is_any;
}

/// Escaped names may spell the path of another object, or a bit of a bus. Returns true if two objects
/// are spelled alike.
GSTA_INLINE bool verilog_flattener::find_ambiguous() {
  bool const has_slash = d_.names.has_slash();
  bool is_any = false;
  std::vector<std::string_view> spellings;
  if (has_slash && !out_.modules.empty()) {
    for (auto const& module : out_.modules) spellings.push_back(module.name);
    for (auto const& instance : out_.instances) spellings.push_back(instance.name);
    is_any = add_ambiguous(ambiguous_cells_, spellings);
  }
  if (has_slash || d_.has_bit_names) {
    for (auto const& port : out_.ports) {
      if (port.net.empty()) spellings.push_back(port.name);
    }
    for (auto const& wire : out_.wires) spellings.push_back(wire);
    for (auto const& alias : out_.aliases) spellings.push_back(alias.name);
    if (has_slash) append_pins_like_ports(spellings);
    is_any = add_ambiguous(ambiguous_nets_, spellings) || is_any;
  }
  return is_any;
}

/// A port may be spelled like the pin of a cell. Pins keep their names.
GSTA_INLINE void verilog_flattener::append_pins_like_ports(std::vector<std::string_view>& spellings) const {
  std::unordered_map<std::string_view, std::vector<std::string_view>> pins;  // instance -> those of ports
  for (auto const& port : out_.ports) {
    auto const slash = port.name.rfind('/');
    if (slash == std::string::npos) continue;
    auto const name = std::string_view(port.name);
    pins[name.substr(0, slash)].push_back(name);
  }
  if (pins.empty()) return;
  for (auto const& instance : out_.instances) {
    auto const found = pins.find(instance.name);
    if (found == pins.end()) continue;
    for (auto const name : found->second) {
      auto const pin = name.substr(instance.name.size() + 1);
      bool const is_pin =
          std::ranges::any_of(instance.connections, [&](auto const& c) { return c.pin == pin; });
      if (is_pin) spellings.push_back(name);
    }
  }
}

}  // namespace gsta::io::detail
