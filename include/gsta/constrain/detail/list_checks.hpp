#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

#include "gsta/constrain/detail/check_lister.hpp"
#include "gsta/constrain/detail/exceptions.hpp"
#include "gsta/constrain/detail/host_checks.hpp"
#include "gsta/constrain/latches.hpp"
#include "gsta/constrain/tags.hpp"
#include "gsta/core/error.hpp"
#include "gsta/flat/flat_design.hpp"

namespace gsta::detail {

inline grouping group_by(std::vector<id> const& group_of, std::size_t groups) {
  grouping result;
  result.begin.assign(groups + 1, 0);
  for (id const g : group_of) {
    if (g != none) ++result.begin[g + 1];
  }
  std::partial_sum(result.begin.begin(), result.begin.end(), result.begin.begin());
  std::vector<id> next(result.begin.begin(), result.begin.end() - 1);
  result.member.resize(result.begin.back());
  for (std::size_t i = 0; i < group_of.size(); ++i) {
    if (group_of[i] != none) result.member[next[group_of[i]]++] = static_cast<id>(i);
  }
  return result;
}

/// The endpoints that are some whether or not anything is checked there.
inline std::vector<id> list_endpoints(flat_design const& design) {
  std::vector<id> pins = design.check_data;
  pins.insert(pins.end(), design.outputs.begin(), design.outputs.end());
  for (auto const& requirement : design.requirements) {
    if (!requirement.by_delay) pins.push_back(requirement.pin);
  }
  std::sort(pins.begin(), pins.end());
  pins.erase(std::unique(pins.begin(), pins.end()), pins.end());
  return pins;
}

/// Each arrival of a data pin is checked against each one of its clock pin: many clocks at one port would
/// fill any memory.
inline constexpr std::size_t most_check_pairs = 10'000'000, most_pairs_a_check = 64;

template <class Nodes>
void limit_check_pairs(flat_design const& design, Nodes const& nodes) {
  auto const nodes_of = [&](id pin) { return static_cast<std::size_t>(nodes.last(pin) - nodes.first(pin)); };
  std::size_t pairs = 0;
  for (std::size_t i = 0; i < design.check_data.size(); ++i)
    pairs += nodes_of(design.check_data[i]) * nodes_of(design.check_clock[i]);
  for (auto const& requirement : design.requirements) pairs += 2 * nodes_of(requirement.pin);
  auto const most = std::max(most_check_pairs,
                             most_pairs_a_check * (design.check_data.size() + design.requirements.size()));
  require(pairs <= most,
          "make_checks: more than 10 million pairs of a launching and a capturing clock edge, and more than "
          "64 for each check");
}

/// All checks of a design, and the rows of path groups that they count.
struct listed_checks {
  std::vector<timing_check> checks;
  std::vector<std::vector<id>> group_rows;
  std::vector<latch_pair> pairs;
};

inline listed_checks list_checks(flat_design const& design, std::vector<tag> const& tags,
                                 std::vector<exception_row> const& rows, nodes_of_pins const& nodes) {
  std::size_t const pins = nodes.pin_begin.size() - 1;
  auto const on_graph = [&](id pin) {
    require(pin >= 0 && static_cast<std::size_t>(pin) < pins, "make_checks: a pin is off the graph");
  };
  for (id const pin : design.check_data) on_graph(pin);
  for (id const pin : design.check_clock) on_graph(pin);
  for (auto const& requirement : design.requirements) on_graph(requirement.pin);
  for (id const pin : design.outputs) on_graph(pin);
  limit_check_pairs(design, nodes);
  check_lister list(design, tags, rows, nodes);
  for (std::size_t i = 0; i < design.check_data.size(); ++i) list.add_library_check(static_cast<id>(i));
  for (std::size_t i = 0; i < design.requirements.size(); ++i) list.add_requirement(static_cast<id>(i));
  return {list.take(), list.take_groups(), list.take_pairs()};
}

}  // namespace gsta::detail
