#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "gsta/model/library.hpp"
#include "gsta/model/netlist.hpp"

namespace gsta::io::detail {

/// True if `text` matches `pattern`: `*` any text, `?` any one byte, `\x` the byte x; all else, brackets too,
/// itself.
bool glob_match(std::string_view pattern, std::string_view text) noexcept;
bool has_wildcard(std::string_view pattern) noexcept;
/// The pattern's text without its backslashes.
std::string unescaped(std::string_view pattern);

/// Looks up the ports, instances and pins (`instance/pin`) of a netlist by name or pattern.
class sdc_names {
 public:
  sdc_names(model::netlist const& netlist, model::library const& library);

  model::port const* find_port(std::string const& name) const noexcept;
  bool is_pin(std::string_view name) const;

  /// Names that match, in the netlist's order; a plain name gives itself if it exists.
  std::vector<std::string> ports(std::string_view pattern) const;
  std::vector<std::string> cells(std::string_view pattern) const;
  std::vector<std::string> pins(std::string_view pattern) const;

  model::netlist const& netlist() const noexcept { return netlist_; }

 private:
  model::netlist const& netlist_;
  model::library const& library_;
  std::unordered_map<std::string_view, std::size_t> port_, instance_;
};

}  // namespace gsta::io::detail
