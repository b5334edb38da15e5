#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gsta/core/error.hpp"
#include "gsta/path/path_query.hpp"
#include "gsta/report/path_groups.hpp"

namespace gsta {

/// Places of a design by name, any of which will do, at one edge or both.
///
/// As in SDC a plain name means a clock, else an instance, else a port or pin; for throughs no clock, but
/// last a net. An instance stands for its pins, a net for its drivers; `*` and `?` match in pin names.
struct point_names {
  std::vector<std::string> names;  ///< each must be in the design
  bool rise = true;                ///< paths that rise there count, and rising edges of clocks
  bool fall = true;                ///< paths that fall there count, and falling edges of clocks
  bool clocks = true;              ///< a name may be a clock's
  bool instances = true;           ///< or an instance's
  bool pins = true;                ///< or a port's or pin's
  bool nets = true;                ///< or, for throughs, a net's
  bool patterns = true;            ///< `*` and `?` match; else they are part of the name
};

namespace detail {

/// `*` is any text, `?` any one character.
inline bool matches(std::string_view pattern, std::string_view text) noexcept {
  std::size_t p = 0, t = 0, star = std::string_view::npos, from_star = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      from_star = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++from_star;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

/// Finds what names mean in a design.
class point_resolver {
 public:
  explicit point_resolver(flat_design const& design) : design_(design) {}

  /// Clocks, instances, ports and pins.
  void add_ends(point_names const& of, path_points& to) const {
    for (std::string const& name : of.names) {
      if (id const c = of.clocks ? clock(name) : none; c != none) {
        if (of.rise) to.clock_edges.push_back(2 * c);
        if (of.fall) to.clock_edges.push_back(2 * c + 1);
      } else {
        add_pins(pins(name, of, false), of, name, "clock, instance, port or pin", to);
      }
    }
  }
  /// Instances, ports, pins and nets.
  void add_throughs(point_names const& of, path_points& to) const {
    for (std::string const& name : of.names)
      add_pins(pins(name, of, true), of, name, "instance, port, pin or net", to);
  }

 private:
  /// The clock of that name, or none.
  id clock(std::string const& name) const {
    for (std::size_t c = 0; c < design_.clocks.size(); ++c) {
      if (clock_name_of(design_, static_cast<id>(2 * c)) == name) return static_cast<id>(c);
    }
    return none;
  }

  /// Pins of an instance, else ports and pins, else drivers of a net, as far as such points are meant.
  std::vector<id> pins(std::string const& name, point_names const& of, bool nets) const {
    bool const pattern = of.patterns && name.find_first_of("*?") != std::string::npos;
    std::vector<id> inside, same;
    if (pattern || looked_up_++ < most_scans) {
      scan(name, pattern, inside, same);
    } else {
      look_up(name, inside, same);
    }
    if (of.instances && !inside.empty()) return inside;
    if (!of.pins) same.clear();
    if (!same.empty() || !nets || !of.nets) return same;
    for (std::size_t n = 0; n < design_.net_name.size(); ++n) {
      if (design_.net_name[n] == name) same.push_back(design_.net_driver[n]);
    }
    return same;
  }

  static void add_pins(std::vector<id> const& found, point_names const& of, std::string const& name,
                       char const* kinds, path_points& to) {
    if (found.empty()) {
      std::string sentence = "the design has no ";
      sentence.append(kinds).append(" named \"").append(name).append("\"");
      throw argument_error(sentence);
    }
    for (id const pin : found) to.pins.push_back({pin, of.rise, of.fall});
  }

  /// Pins that a name or pattern fits, and pins inside an instance of that name.
  void scan(std::string const& name, bool pattern, std::vector<id>& inside, std::vector<id>& same) const {
    std::string const instance = name + "/";
    for (std::size_t p = 0; p < design_.pin_name.size(); ++p) {
      std::string_view const pin = design_.pin_name[p];
      if (pin.size() > instance.size() && pin.starts_with(instance) &&
          pin.find('/', instance.size()) == std::string::npos)
        inside.push_back(static_cast<id>(p));
      if (pattern ? matches(name, pin) : pin == name) same.push_back(static_cast<id>(p));
    }
  }

  /// Pins of a whole name, and pins inside an instance of it, by an index that pays for many names.
  void look_up(std::string const& name, std::vector<id>& inside, std::vector<id>& same) const {
    if (by_name_.empty()) {
      for (std::size_t p = 0; p < design_.pin_name.size(); ++p) {
        std::string_view const pin = design_.pin_name[p];
        by_name_.emplace(pin, static_cast<id>(p));
        if (auto const slash = pin.rfind('/'); slash != pin.npos && slash + 1 < pin.size())
          by_instance_.emplace(pin.substr(0, slash), static_cast<id>(p));
      }
    }
    auto const take = [&](auto const& index, std::vector<id>& into) {
      auto const [first, last] = index.equal_range(name);
      for (auto i = first; i != last; ++i) into.push_back(i->second);
      std::sort(into.begin(), into.end());
    };
    take(by_instance_, inside);
    take(by_name_, same);
  }

  static constexpr std::size_t most_scans = 8;

  flat_design const& design_;
  mutable std::size_t looked_up_ = 0;
  mutable std::unordered_multimap<std::string_view, id> by_name_, by_instance_;
};

}  // namespace detail

/// Where paths start or end: places by name, any of all these lists.
///
/// Shapes: names of the design. Cost: O(pins) a name, less a name where they are many. Where: host. Throws:
/// argument_error with a name that the design does not have.
inline path_points points_of(flat_design const& design, std::vector<point_names> const& names) {
  detail::point_resolver const resolve(design);
  path_points result;
  for (point_names const& of : names) resolve.add_ends(of, result);
  return result;
}

/// What paths pass: a place of each list, in this order.
///
/// Shapes: names of the design; a list of points for each of `names`. Cost: O(pins + nets) a name, less a
/// name where they are many. Where: host. Throws: argument_error with a name that the design does not have.
inline std::vector<path_points> throughs_of(flat_design const& design,
                                            std::vector<point_names> const& names) {
  detail::point_resolver const resolve(design);
  std::vector<path_points> result;
  for (point_names const& of : names) resolve.add_throughs(of, result.emplace_back());
  return result;
}

}  // namespace gsta
