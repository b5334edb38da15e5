#pragma once

#include <algorithm>

#include "gsta/core/inline.hpp"
#include "gsta/io/detail/sdc_names.hpp"

namespace gsta::io::detail {

GSTA_INLINE bool glob_match(std::string_view pattern, std::string_view text) noexcept {
  std::size_t p = 0, t = 0, star = pattern.npos, resume = 0;
  while (t < text.size()) {
    bool const escaped = p + 1 < pattern.size() && pattern[p] == '\\';
    if (!escaped && p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (p < pattern.size() &&
               ((!escaped && pattern[p] == '?') || pattern[p + (escaped ? 1 : 0)] == text[t])) {
      p += escaped ? 2 : 1;
      ++t;
    } else if (star != pattern.npos) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

GSTA_INLINE bool has_wildcard(std::string_view pattern) noexcept {
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '\\') {
      ++i;
    } else if (pattern[i] == '*' || pattern[i] == '?') {
      return true;
    }
  }
  return false;
}

GSTA_INLINE std::string unescaped(std::string_view pattern) {
  std::string result;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '\\' && i + 1 < pattern.size()) ++i;
    result += pattern[i];
  }
  return result;
}

GSTA_INLINE sdc_names::sdc_names(model::netlist const& netlist, model::library const& library)
    : netlist_(netlist), library_(library) {
  for (std::size_t i = 0; i < netlist.ports.size(); ++i) port_.emplace(netlist.ports[i].name, i);
  for (std::size_t i = 0; i < netlist.instances.size(); ++i) instance_.emplace(netlist.instances[i].name, i);
}

GSTA_INLINE model::port const* sdc_names::find_port(std::string const& name) const noexcept {
  auto const found = port_.find(name);
  return found == port_.end() ? nullptr : &netlist_.ports[found->second];
}

/// Instance names may hold slashes themselves, so the pin's name is what stands behind the last one.
GSTA_INLINE bool sdc_names::is_pin(std::string_view name) const {
  auto const slash = name.rfind('/');
  if (slash == name.npos) return false;
  auto const found = instance_.find(name.substr(0, slash));
  if (found == instance_.end()) return false;
  auto const* const cell = library_.find_cell(netlist_.instances[found->second].cell);
  return cell != nullptr && cell->find_pin(name.substr(slash + 1)) != nullptr;
}

GSTA_INLINE std::vector<std::string> sdc_names::ports(std::string_view pattern) const {
  std::vector<std::string> result;
  if (!has_wildcard(pattern)) {
    if (auto const* const port = find_port(unescaped(pattern))) result.push_back(port->name);
    return result;
  }
  for (auto const& port : netlist_.ports) {
    if (glob_match(pattern, port.name)) result.push_back(port.name);
  }
  return result;
}

GSTA_INLINE std::vector<std::string> sdc_names::cells(std::string_view pattern) const {
  std::vector<std::string> result;
  if (!has_wildcard(pattern)) {
    auto const name = unescaped(pattern);
    if (instance_.contains(name)) result.push_back(name);
    return result;
  }
  for (auto const& instance : netlist_.instances) {
    if (glob_match(pattern, instance.name)) result.push_back(instance.name);
  }
  return result;
}

GSTA_INLINE std::vector<std::string> sdc_names::pins(std::string_view pattern) const {
  std::vector<std::string> result;
  if (!has_wildcard(pattern)) {
    auto name = unescaped(pattern);
    if (is_pin(name)) result.push_back(std::move(name));
    return result;
  }
  std::string name;
  for (auto const& instance : netlist_.instances) {
    auto const* const cell = library_.find_cell(instance.cell);
    if (cell == nullptr) continue;
    for (auto const& pin : cell->pins) {
      name.assign(instance.name).append(1, '/').append(pin.name);
      if (glob_match(pattern, name)) result.push_back(name);
    }
  }
  return result;
}

}  // namespace gsta::io::detail
