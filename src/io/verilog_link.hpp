#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "gsta/core/host_threads.hpp"
#include "src/io/text.hpp"
#include "src/io/verilog_module.hpp"

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

}  // namespace gsta::io::detail
