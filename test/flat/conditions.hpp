#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "test/support/random.hpp"

/// Values of `when` over two pins, S and T, found by trying what is not known of them.
namespace gsta_test {

/// What is known of S and T.
using known_pins = std::array<std::optional<bool>, 2>;

struct condition_text {
  char const* text;
  bool (*holds)(bool s, bool t);
};

inline std::vector<condition_text> const& conditions_of_pins() {
  static std::vector<condition_text> const all{{"S", [](bool s, bool) { return s; }},
                                               {"!S", [](bool s, bool) { return !s; }},
                                               {"T", [](bool, bool t) { return t; }},
                                               {"S*T", [](bool s, bool t) { return s && t; }},
                                               {"S+!T", [](bool s, bool t) { return s || !t; }},
                                               {"S^T", [](bool s, bool t) { return s != t; }}};
  return all;
}

/// True or false where all that S and T may be agree.
template <class Holds>
std::optional<bool> value_beside(known_pins const& known, Holds const& holds) {
  bool any = false, all = true;
  for (int i = 0; i < 4; ++i) {
    bool const s = (i & 1) != 0, t = (i & 2) != 0;
    if ((known[0] && *known[0] != s) || (known[1] && *known[1] != t)) continue;
    any = any || holds(s, t);
    all = all && holds(s, t);
  }
  if (any != all) return {};
  return any;
}

/// A group of a library as the rules of defaults see it.
struct ruled_group {
  int kind = 0;        ///< a default is one of groups of its kind alone
  bool has[2]{};       ///< a table for the edge
  int condition = -1;  ///< of `conditions_of_pins`; below 0: a default
  std::optional<bool> value(known_pins const& known) const {
    return value_beside(known, conditions_of_pins()[static_cast<std::size_t>(condition)].holds);
  }
};

/// Whether a group holds at an edge: it has a table and its condition is not false; a default goes where a
/// group of its kind that has a table for the edge is true.
template <class Group>
bool holds_at(std::vector<Group> const& groups, Group const& of, int e, known_pins const& known) {
  if (!of.has[e]) return false;
  if (of.condition >= 0) return of.value(known) != false;
  for (auto const& other : groups) {
    if (other.condition >= 0 && other.kind == of.kind && other.has[e] && other.value(known) == true)
      return false;
  }
  return true;
}

inline known_pins random_pins(prng& random) {
  known_pins known;
  for (auto& pin : known) {
    int const value = random.below(3);
    if (value < 2) pin = value == 1;
  }
  return known;
}

inline ruled_group random_group(prng& random, int kinds) {
  ruled_group made;
  made.kind = random.below(kinds);
  if (random.below(3) != 0) made.condition = random.below(static_cast<int>(conditions_of_pins().size()));
  int const edges = random.between(1, 5);  // both in three cases of five
  made.has[0] = edges != 2;
  made.has[1] = edges != 1;
  return made;
}

}  // namespace gsta_test
