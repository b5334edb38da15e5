#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "gsta/core/error.hpp"
#include "gsta/path/constraint.hpp"
#include "gsta/report/report_input.hpp"

namespace gsta {

/// Points of a design by name, any of which will do, at one edge or both.
///
/// As in SDC a plain name means a clock (not for throughs), else an instance, else a port or pin, else, for
/// throughs, a net. An instance stands for its pins, a net for its drivers; `*` and `?` match in pin names.
struct path_points {
  std::vector<std::string> names;  ///< each must be in the design
  bool rise = true;                ///< paths that rise there count
  bool fall = true;                ///< paths that fall there count
  bool clocks = true;              ///< a name may be a clock's
  bool instances = true;           ///< or an instance's
  bool pins = true;                ///< or a port's or pin's
  bool nets = true;                ///< or, for throughs, a net's
  bool patterns = true;            ///< `*` and `?` match; else they are part of the name
};

/// Which paths are wanted: those from any point of `from`, through one of each `through` in this order, to
/// any of `to`; empty lists mean any. Paths start at inputs and registers' clock pins, and end at outputs and
/// registers' data pins. For clocks the edges are those that launch or capture; for pins those of the path
/// there.
struct path_query {
  std::vector<path_points> from;     ///< starts; a path needs one of all these
  std::vector<path_points> through;  ///< a path needs one of each, in this order
  std::vector<path_points> to;       ///< ends; a path needs one of all these

  /// True if all paths are wanted.
  bool empty() const noexcept { return from.empty() && through.empty() && to.empty(); }
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

/// Finds what names mean in a design that has been timed.
class point_resolver {
 public:
  point_resolver(flat_design const& design, timing_snapshot const& timing)
      : design_(design), timing_(timing) {}

  /// The clock of that name, or none.
  id clock(std::string const& name) const {
    for (std::size_t c = 0; c < design_.clocks.size(); ++c) {
      if (clock_name_of(design_, static_cast<id>(2 * c)) == name) return static_cast<id>(c);
    }
    return none;
  }

  /// Pins of an instance, else ports and pins, else drivers of a net, as far as such points are meant.
  std::vector<id> pins(std::string const& name, path_points const& of, bool nets) const {
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

  [[noreturn]] static void fail(std::string const& name, char const* kinds) {
    std::string sentence = "the design has no ";
    sentence.append(kinds).append(" named \"").append(name).append("\"");
    throw argument_error(sentence);
  }

  /// Nodes of pins, and of what a clock launches.
  void add_from(path_points const& points, std::vector<constraint_pin>& to) const {
    for (std::string const& name : points.names) {
      if (id const c = points.clocks ? clock(name) : none; c != none) {
        add_launched(c, points, to);
      } else {
        auto const found = pins(name, points, false);
        if (found.empty()) fail(name, "clock, instance, port or pin");
        add_nodes(found, points, to);
      }
    }
  }
  void add_through(path_points const& points, std::vector<constraint_pin>& to) const {
    for (std::string const& name : points.names) {
      auto const found = pins(name, points, true);
      if (found.empty()) fail(name, "instance, port, pin or net");
      add_nodes(found, points, to);
    }
  }
  /// Marks 2 * check + data edge.
  void mark_ends(path_points const& points, std::vector<std::uint8_t>& marks) const {
    vector_by_id<std::uint8_t> is_pin(design_.pin_name.size(), 0), is_clock(design_.clocks.size(), 0);
    for (std::string const& name : points.names) {
      if (id const c = points.clocks ? clock(name) : none; c != none) {
        is_clock[c] = 1;
        continue;
      }
      auto const found = pins(name, points, false);
      if (found.empty()) fail(name, "clock, instance, port or pin");
      for (id const pin : found) is_pin[pin] = 1;
    }
    for (std::size_t i = 0; i < timing_.checks.size(); ++i) {
      timing_check const& check = timing_.checks[i];
      id const capture = capture_edge_of(design_, timing_, check);
      bool const by_clock = capture != none && is_clock[capture / 2] != 0;
      for (std::size_t e = 0; e < 2; ++e) {
        bool const at_pin = is_pin[check.data_pin] != 0 && has(points, static_cast<id>(e));
        if (at_pin || (by_clock && has(points, capture % 2))) marks[2 * i + e] = 1;
      }
    }
  }

 private:
  static bool has(path_points const& points, id edge) noexcept {
    return edge == 0 ? points.rise : points.fall;
  }
  void add_nodes(std::vector<id> const& pins, path_points const& points,
                 std::vector<constraint_pin>& to) const {
    for (id const pin : pins) {
      for (id node = timing_.pin_begin[pin]; node < timing_.pin_begin[pin + 1]; ++node)
        to.push_back({node, points.rise, points.fall});
    }
  }
  void add_launched(id clock, path_points const& points, std::vector<constraint_pin>& to) const {
    for (std::size_t node = 0; node < timing_.node_tag.size(); ++node) {
      id const launch = timing_.tags[timing_.node_tag[node]].launch_edge;
      if (launch != none && launch / 2 == clock && has(points, launch % 2))
        to.push_back({static_cast<id>(node)});
    }
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
  timing_snapshot const& timing_;
  mutable std::size_t looked_up_ = 0;
  mutable std::unordered_multimap<std::string_view, id> by_name_, by_instance_;
};

}  // namespace detail

/// What a query's starts and throughs mean in a design; a start that is nowhere matches nothing.
///
/// Shapes: a snapshot of the design. Cost: O(pins + nodes) a name. Where: host. Throws: argument_error on a
/// name that the design does not have.
inline path_constraint constraint_of(flat_design const& design, timing_snapshot const& timing,
                                     path_query const& query) {
  detail::point_resolver const resolve(design, timing);
  path_constraint result;
  for (path_points const& points : query.from) resolve.add_from(points, result.from);
  for (path_points const& points : query.through) resolve.add_through(points, result.through.emplace_back());
  return result;
}

/// The ends that a query wants: marks by 2 * check + data edge.
///
/// Shapes: a snapshot of the design; result [2 * checks]. Cost: O(pins + checks) a name. Where: host.
/// Throws: argument_error on a name that the design does not have.
inline std::vector<std::uint8_t> ends_of(flat_design const& design, timing_snapshot const& timing,
                                         path_query const& query) {
  std::vector<std::uint8_t> marks(2 * timing.checks.size(), query.to.empty() ? 1 : 0);
  detail::point_resolver const resolve(design, timing);
  for (path_points const& points : query.to) resolve.mark_ends(points, marks);
  return marks;
}

/// Refuses names that a design does not have, in whichever part of a query.
///
/// Shapes: a snapshot of the design. Cost: O(pins + nodes + checks) a name. Where: host. Throws:
/// argument_error.
inline void check_names(flat_design const& design, timing_snapshot const& timing, path_query const& query) {
  (void)constraint_of(design, timing, query);
  (void)ends_of(design, timing, query);
}

}  // namespace gsta
