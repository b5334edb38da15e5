// A linked design taken apart: which bits are one net, and how names are spelled.

#include "src/io/verilog_flattener.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "gsta/core/host_memory.hpp"
#include "gsta/core/host_threads.hpp"
#include "src/io/verilog_bits.hpp"
#include "src/io/verilog_link.hpp"
#include "src/io/verilog_module.hpp"

namespace gsta::io::detail {

void verilog_flattener::reserve(verilog_extent const& extent) {
  copies_.reserve(static_cast<std::size_t>(extent.modules));
  joined_.reserve(static_cast<std::size_t>(extent.nets));
  levels_.reserve(static_cast<std::size_t>(extent.nets));
  auto const reserve = [&](auto& list, double count) {
    list.reserve(static_cast<std::size_t>(count));
    gsta::prefer_large_pages(list.data(), list.capacity() * sizeof(list[0]));
    prepare_pages(threads_, list.data(), list.capacity() * sizeof(list[0]));
  };
  reserve(out_.wires, extent.nets);
  reserve(out_.instances, extent.instances);
}

std::size_t verilog_flattener::begin_copy(verilog_index module) {
  auto const first = static_cast<verilog_index>(joined_.size());
  auto const count = d_.modules[module].bit_count;
  copies_.push_back({module, first});
  joined_.resize(first + count);
  std::iota(joined_.begin() + first, joined_.end(), first);
  levels_.resize(joined_.size(), 0);
  return copies_.size() - 1;
}

verilog_index verilog_flattener::find_root(verilog_index bit) noexcept {
  while (joined_[bit] != bit) bit = joined_[bit] = joined_[joined_[bit]];
  return bit;
}

void verilog_flattener::join_bits(verilog_index a, verilog_index b) noexcept {
  a = find_root(a);
  b = find_root(b);
  if (a == b) return;
  if (b < a) std::swap(a, b);
  joined_[b] = a;
  levels_[a] |= levels_[b];
}

void verilog_flattener::join(std::size_t copy_index) {
  auto const [module, first, path] = copies_[copy_index];
  auto const& m = d_.modules[module];
  join_within(m, first);
  for (auto const i : m.inner) join_instance(m, m.instances[i], first);
}

void verilog_flattener::join_within(verilog_module const& m, verilog_index first) {
  for (auto const i : m.tied) {
    auto const& signal = m.signals[i];
    auto const level = signal.tied == verilog_level::zero ? bit_of_zero : bit_of_one;
    for (verilog_index k = 0; k < signal.stored_width(); ++k) tie(first + signal.first_bit + k, level);
  }
  for (auto const& assign : m.assigns) {
    bits_.clear();
    more_bits_.clear();
    append_bits(m, assign.target, bits_);
    append_bits(m, assign.value, more_bits_);
    fit_bits(more_bits_, bits_.size(), bit_of_zero);
    for (std::size_t i = 0; i < bits_.size(); ++i) equate(first + bits_[i], more_bits_[i], first);
  }
}

void verilog_flattener::join_instance(verilog_module const& m, verilog_instance const& instance,
                                      verilog_index first) {
  auto const copy_index = begin_copy(instance.module);
  auto const child_first = copies_[copy_index].first_bit;
  auto const& child = d_.modules[instance.module];
  for (auto const& connection : instance.connections()) {
    if (connection.port == verilog_none) continue;
    bits_.clear();
    more_bits_.clear();
    append_bits(m, connection.value, bits_);
    append_bits(child, child.ports[connection.port].value, more_bits_);
    fit_bits(bits_, more_bits_.size(), bit_of_nothing);
    for (std::size_t k = 0; k < bits_.size(); ++k) equate(child_first + more_bits_[k], bits_[k], first);
  }
  join(copy_index);
}

/// Appends a name to its path, and where that spelling is another object's too, with backslashes. Doubling
/// each backslash of a name, the last resort, keeps those apart whose names have backslashes themselves.
void verilog_flattener::append_spelled(std::string& to, std::string_view name, std::string_view bit,
                                       strings const& ambiguous) const {
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

void verilog_flattener::write_all() {
  next_copy_ = 1;
  write_ports();
  store_nets(d_.modules[d_.top], 0);
  write(0);
  write_literals();
  ++times_written_;
}

void verilog_flattener::clear() {
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
bool verilog_flattener::add_ambiguous(strings& to, std::vector<std::string_view>& spellings) const {
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
bool verilog_flattener::find_ambiguous() {
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
void verilog_flattener::append_pins_like_ports(std::vector<std::string_view>& spellings) const {
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
