#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "gsta/model/library.hpp"
#include "gsta/model/netlist.hpp"
#include "src/io/sdc_pattern.hpp"

namespace gsta::io::detail {

/// A pattern to search names with. A search goes through all levels below the current instance where
/// `hierarchical` is set, else a slash in the pattern is needed for each level.
struct sdc_search {
  std::string pattern;
  std::string scope;  ///< `instance/`: names below it are meant, without it
  bool hierarchical = false;
  bool ignore_case = false;
  std::function<bool(std::string_view)> regular;  ///< matches a whole name instead of `pattern`
};

/// A pin of an instance, or a port (`instance` is none).
struct sdc_pin_ref {
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  std::size_t instance, index;  ///< of the connection, or of the port
};

/// Looks up the objects of a netlist by name or pattern. Each table is made when it is first asked for.
class sdc_names {
 public:
  sdc_names(model::netlist const& netlist, model::library const& library);

  /// The netlist was edited.
  void look_again();

  model::netlist const& netlist() const noexcept { return netlist_; }
  model::library const& library() const noexcept { return library_; }

  model::port const* find_port(std::string_view name) const noexcept;
  model::instance const* find_instance(std::string_view name) const;
  model::hierarchical_instance const* find_module(std::string_view name) const noexcept;
  model::hierarchical_pin const* find_module_pin(std::string_view name) const noexcept;
  /// Whether another pin of the same module is on the same net: what is behind one is behind the other then.
  bool shares_net(model::hierarchical_pin const& pin) const;
  /// A leaf pin `instance/pin`: of its library cell, or of its connections where the library has no such
  /// cell.
  bool is_pin(std::string_view name) const;
  bool is_net(std::string_view name) const { return nets().contains(name) || alias_.contains(name); }

  /// The path of the module around an object; empty at the top.
  std::string_view parent_of(std::string_view name) const {
    auto const bounds = bounds_of(name);
    return name.substr(0, bounds.empty() ? 0 : bounds.back());
  }

  /// The net's own name, where the given one is an alias.
  std::string_view net_of_alias(std::string_view name) const noexcept;
  /// What is connected to a net: leaf pins and ports.
  std::vector<sdc_pin_ref> const& pins_of(std::string_view net) const;
  std::string name_of(sdc_pin_ref pin) const;
  /// The names of an instance's pins: those of its cell, or those that it connects.
  std::vector<std::string_view> pin_names(model::instance const& of) const;

  /// Names that match, in the netlist's order; a plain name gives itself if it exists, the name of a bus its
  /// bits.
  std::vector<std::string> ports(sdc_search const& search) const;
  std::vector<std::string> cells(sdc_search const& search) const;
  std::vector<std::string> pins(sdc_search const& search) const;
  std::vector<std::string> nets(sdc_search const& search) const;
  std::vector<std::string> lib_cells(sdc_search search) const;
  std::vector<std::string> lib_pins(sdc_search search) const;

  /// Whether a name, which may have levels, matches.
  bool matches(sdc_search const& search, std::string_view name) const;

 private:
  using index = std::unordered_map<std::string_view, std::size_t>;
  using net_index = std::unordered_map<std::string_view, std::vector<sdc_pin_ref>>;

  index const& instances() const;
  net_index const& nets() const;
  std::vector<std::size_t> bounds_of(std::string_view name) const;
  std::string module_and_net(model::hierarchical_pin const& pin) const;
  void add_pins(sdc_search const& of_pin, model::instance const& of, std::vector<std::string>& into) const;
  std::vector<std::string> pins_by_parts(sdc_search const& search) const;

  model::netlist const& netlist_;
  model::library const& library_;
  index port_, bus_, module_, module_pin_;
  std::unordered_map<std::string_view, std::string_view> alias_;
  mutable index instance_;
  mutable std::unordered_map<std::string, std::size_t> pins_of_module_;  ///< how many are on a net
  mutable net_index net_;
};

/// True if the search is for one name, which can be looked up.
bool is_plain(sdc_search const& search) noexcept;

}  // namespace gsta::io::detail
