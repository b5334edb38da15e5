#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "gsta/core/host_threads.hpp"
#include "gsta/io/detail/verilog_bits.ipp"

namespace gsta::io::detail {

/// How large a module is when all within it is taken apart. Counted in double: what would overflow is beyond
/// any limit.
struct verilog_extent {
  double instances = 0, connections = 0, nets = 0, modules = 0, letters = 0;
  double bits = 0;  ///< of expressions, which are work and no result

  void add(verilog_extent const& child, double path_letters) {
    instances += child.instances;
    connections += child.connections;
    nets += child.nets;
    modules += child.modules;
    bits += child.bits;
    letters +=
        child.letters + path_letters * (child.instances + child.connections + child.nets + child.modules);
  }
  /// About what the flat netlist takes in memory. A net may have an entry as a wire, as an alias and as a
  /// pin.
  double bytes() const noexcept {
    return instances * sizeof(model::instance) + connections * sizeof(model::connection) +
           nets * (sizeof(std::string) + sizeof(model::net_alias) + sizeof(model::hierarchical_pin)) +
           modules * sizeof(model::hierarchical_instance) + letters;
  }
};

/// Finds the top module, what each instance below it is an instance of, and how large the whole will be:
/// before anything is taken apart, so that a few lines which multiply cost nothing.
class verilog_linker {
 public:
  verilog_linker(host_threads const& threads, verilog_design& design, std::size_t instance_limit)
      : threads_(threads), d_(design), limit_(instance_limit) {}

  /// Returns the extent of the design below `top`; the only module that no other has, where it is empty.
  verilog_extent link(std::string const& top);

 private:
  struct record {
    bool is_open = false, is_done = false;
    std::size_t height = 1;
    verilog_extent extent;
  };

  static constexpr std::size_t deepest = 256;

  [[noreturn]] static void fail_in(verilog_module const& m, verilog_location at,
                                   std::string const& sentence) {
    throw input_error(m.file->name(), at.line, at.column, sentence);
  }
  void count_in(char const* kind, verilog_module const& m, verilog_location at) {
    d_.seen.add(kind, location_text(*m.file, {at.line, at.column}));
  }
  std::string name_of(verilog_module const& m) const { return std::string(d_.names[m.name]); }

  void find_modules();
  std::vector<verilog_index> unused_modules() const;
  verilog_index choose_top(std::string const& name);
  void keep_largest(std::vector<verilog_index>& candidates, std::string const& file);
  double size_of(verilog_index module, std::vector<double>& sizes, std::size_t depth = 0) const;
  std::string list_of(std::vector<verilog_index> const& modules) const;

  void visit(verilog_index module);
  std::vector<verilog_index> add_plain_cells(verilog_module const& m, verilog_extent& extent) const;
  bool add_plain_cell(verilog_module const& m, verilog_instance const& instance,
                      verilog_extent& extent) const;
  static void add_plain_cell(double pins, double letters, verilog_extent& extent) noexcept {
    extent.instances += 1;
    extent.connections += pins;
    extent.bits += pins;
    extent.letters += letters;
  }
  void visit_instance(verilog_index owner, verilog_instance& instance);
  [[noreturn]] void fail_cycle(verilog_index owner, verilog_instance const& instance) const;
  void check_extent(verilog_module const& m, verilog_extent const& extent) const;

  void link_connections(verilog_module& m, verilog_instance& instance, verilog_extent& extent);
  model::cell const* library_cell(verilog_name cell) const;
  std::vector<verilog_name> pin_order(model::cell const& cell);
  bool is_supply(verilog_module const& m, verilog_expression e) const;
  void number_positions(verilog_module& m, verilog_instance const& instance);
  verilog_name name_of_position(verilog_index position);
  void name_positions(verilog_module& m, verilog_instance const& instance, model::cell const* cell);
  std::uint32_t pin_width(verilog_instance const& instance, verilog_connection const& connection,
                          model::cell const* cell, std::uint32_t width) const;
  void link_assigns(verilog_module const& m, verilog_extent& extent);

  /// `visit(i)` for the instances of a module, on several threads.
  template <class Visit>
  void for_each_instance(verilog_module const& m, Visit const& visit) const {
    constexpr std::size_t at_once = 4096;
    threads_.for_each_piece((m.instances.size() + at_once - 1) / at_once, [&](std::size_t p) {
      auto const end = std::min(m.instances.size(), (p + 1) * at_once);
      for (auto i = p * at_once; i < end; ++i) visit(i);
    });
  }

  host_threads const& threads_;
  verilog_design& d_;
  std::size_t limit_;
  std::vector<record> records_{};
  std::vector<std::uint8_t> is_used_{};  ///< which modules others have instances of
  std::vector<verilog_index> open_{};    ///< the modules from the top to the one that is visited
};

GSTA_INLINE verilog_extent verilog_linker::link(std::string const& top) {
  find_modules();
  records_.resize(d_.modules.size());
  d_.top = choose_top(top);
  visit(d_.top);
  auto const& m = d_.modules[d_.top];
  if (m.port_count == 0 && m.instances.empty()) {
    fail_in(m, m.at, "empty netlist: the module " + in_quotes(name_of(m)) + " has no port and no instance");
  }
  for (std::size_t i = 0; i < d_.modules.size(); ++i) {
    if (!records_[i].is_done && !d_.modules[i].is_stub()) {
      count_in("module that is not below the top (not used)", d_.modules[i], d_.modules[i].at);
    }
  }
  return records_[d_.top].extent;
}

/// A stub stands for the cell of its name, which a library may have, so its instances stay whole.
GSTA_INLINE void verilog_linker::find_modules() {
  is_used_.resize(d_.modules.size());
  std::array<bool, 4096> may_be_module{};  // by the last bits of a name: nearly all cells are none
  for (auto const& m : d_.modules) may_be_module[m.name % may_be_module.size()] = true;
  for (auto& m : d_.modules) {
    auto const own = static_cast<verilog_index>(&m - d_.modules.data());
    for_each_instance(m, [&](std::size_t i) {
      auto& instance = m.instances[i];
      if (!may_be_module[instance.cell % may_be_module.size()]) return;
      auto const found = d_.module_of.find(instance.cell);
      if (found == d_.module_of.end()) return;
      if (found->second != own) std::atomic_ref<std::uint8_t>(is_used_[found->second]).store(1);
      bool const is_stub = d_.modules[found->second].is_stub();
      if (is_stub && library_cell(instance.cell) != nullptr) return;
      instance.module = found->second;
      instance.is_leaf = is_stub;
    });
  }
}

GSTA_INLINE model::cell const* verilog_linker::library_cell(verilog_name cell) const {
  return d_.cells == nullptr ? nullptr : d_.cells->find_cell(std::string(d_.names[cell]));
}

/// Those that no other has an instance of.
GSTA_INLINE std::vector<verilog_index> verilog_linker::unused_modules() const {
  std::vector<verilog_index> found;
  for (verilog_index i = 0; i < d_.modules.size(); ++i)
    if (!is_used_[i]) found.push_back(i);
  return found;
}

GSTA_INLINE verilog_index verilog_linker::choose_top(std::string const& name) {
  auto const& first_file = d_.modules.front().file->name();
  if (!name.empty()) {
    auto const found = d_.module_of.find(d_.names.find(name));
    if (found == d_.module_of.end())
      throw input_error(first_file, 0, 0,
                        "there is no module named " + in_quotes(name) + "; no other has an instance of " +
                            list_of(unused_modules()));
    return found->second;
  }
  auto candidates = unused_modules();
  if (candidates.empty()) {
    for (verilog_index i = 0; i < d_.modules.size(); ++i) visit(i);  // finds the cycle that there must be
  }
  auto whole = candidates;
  std::erase_if(whole, [&](verilog_index i) { return d_.modules[i].is_stub(); });
  if (!whole.empty()) candidates = whole;
  if (candidates.size() != 1) keep_largest(candidates, first_file);
  return candidates.front();
}

/// Of several modules that could be the top, one that is larger than each other in all its levels is; the
/// others are leftovers.
GSTA_INLINE void verilog_linker::keep_largest(std::vector<verilog_index>& candidates,
                                              std::string const& file) {
  std::vector<double> sizes(d_.modules.size(), -1);
  std::vector<std::pair<double, verilog_index>> order;
  for (auto const i : candidates) order.emplace_back(-size_of(i, sizes), i);
  std::sort(order.begin(), order.end());
  for (std::size_t i = 0; i < order.size(); ++i) candidates[i] = order[i].second;
  auto const list = list_of(candidates);
  if (order[0].first == order[1].first)
    throw input_error(file, 0, 0, "several modules could be the top one: " + list + "; name one of them");
  auto const& chosen = d_.modules[candidates.front()];
  count_in("several modules could be the top (the largest is)", chosen, chosen.at);
}

/// How many instances a module has in all its levels; one that contains itself is as good as empty.
GSTA_INLINE double verilog_linker::size_of(verilog_index module, std::vector<double>& sizes,
                                           std::size_t depth) const {
  if (sizes[module] >= 0 || depth > deepest) return std::max(sizes[module], 0.0);
  sizes[module] = 0;
  double size = 0;
  for (auto const& instance : d_.modules[module].instances) {
    size += 1;
    if (!instance.is_leaf) size += size_of(instance.module, sizes, depth + 1);
  }
  return sizes[module] = size;
}

GSTA_INLINE std::string verilog_linker::list_of(std::vector<verilog_index> const& modules) const {
  constexpr std::size_t most = 10;
  std::string result;
  for (std::size_t i = 0; i < std::min(most, modules.size()); ++i) {
    if (i != 0) result += ", ";
    result += in_quotes(d_.names[d_.modules[modules[i]].name]);
  }
  if (modules.size() > most) result += " and others";
  return result;
}

GSTA_INLINE void verilog_linker::visit(verilog_index module) {
  if (records_[module].is_done) return;
  records_[module].is_open = true;
  open_.push_back(module);
  auto& m = d_.modules[module];
  auto& extent = records_[module].extent;
  extent.modules = 1;
  extent.nets = m.bit_count;
  if (!m.unusable.empty()) fail_in(m, m.unusable_at, m.unusable);
  extent.letters = m.letters;
  if (m.has_vectors) {
    m.signal_of_bit.reserve(m.bit_count);
    for (verilog_index i = 0; i < m.signals.size(); ++i)
      m.signal_of_bit.resize(m.signal_of_bit.size() + m.signals[i].stored_width(), i);
  }
  link_assigns(m, extent);
  for (auto const i : add_plain_cells(m, extent)) {
    visit_instance(module, m.instances[i]);
    if (!m.instances[i].is_leaf) m.inner.push_back(i);
  }
  check_extent(m, extent);
  open_.pop_back();
  records_[module].is_open = false;
  records_[module].is_done = true;
}

GSTA_INLINE void verilog_linker::visit_instance(verilog_index owner, verilog_instance& instance) {
  auto& m = d_.modules[owner];
  auto& mine = records_[owner];
  auto const letters = static_cast<double>(d_.names[instance.name].size());
  link_connections(m, instance, mine.extent);
  if (instance.is_leaf) {
    mine.extent.instances += 1;
    mine.extent.letters += letters + static_cast<double>(d_.names[instance.cell].size());
    return;
  }
  auto const& child = records_[instance.module];
  if (child.is_open) fail_cycle(owner, instance);
  if (open_.size() < deepest) visit(instance.module);
  mine.height = std::max(mine.height, child.height + 1);
  if (open_.size() >= deepest || mine.height > deepest) {
    fail_in(m, instance.at, "modules are nested more than 256 deep");
  }
  mine.extent.add(child.extent, letters + 1);
}

GSTA_INLINE void verilog_linker::fail_cycle(verilog_index owner, verilog_instance const& instance) const {
  auto from = std::find(open_.begin(), open_.end(), instance.module);
  std::vector<verilog_index> const cycle(from, open_.end());
  std::string names;
  for (std::size_t i = 0; i < std::min<std::size_t>(cycle.size(), 10); ++i) {
    names += in_quotes(d_.names[d_.modules[cycle[i]].name]) + " -> ";
  }
  if (cycle.size() > 10) names += "... -> ";
  names += in_quotes(d_.names[instance.cell]);
  fail_in(d_.modules[owner], instance.at, "a module contains itself: " + names);
}

GSTA_INLINE void verilog_linker::check_extent(verilog_module const& m, verilog_extent const& extent) const {
  constexpr double most_bytes = 32.0 * 1024 * 1024 * 1024;
  if (extent.instances > static_cast<double>(limit_)) {
    fail_in(m, m.at,
            "the module " + in_quotes(name_of(m)) + " has more than " + std::to_string(limit_) +
                " instances in all its levels");
  }
  if (extent.bytes() > most_bytes || extent.nets > static_cast<double>(most_bits) ||
      extent.bits > static_cast<double>(most_bits)) {
    fail_in(
        m, m.at,
        "the module " + in_quotes(name_of(m)) + " is too large: over 32 GiB or 2^31 bits when taken apart");
  }
}

}  // namespace gsta::io::detail
