#pragma once

#include <algorithm>
#include <cstddef>
#include <exception>
#include <numeric>
#include <utility>
#include <vector>

#include "gsta/constrain/detail/check_lister.hpp"
#include "gsta/constrain/detail/exceptions.hpp"
#include "gsta/constrain/detail/host_checks.hpp"
#include "gsta/constrain/latches.hpp"
#include "gsta/constrain/tags.hpp"
#include "gsta/core/error.hpp"
#include "gsta/core/host_threads.hpp"
#include "gsta/core/vector_by_id.hpp"
#include "gsta/flat/flat_design.hpp"

namespace gsta::detail {

GSTA_LAZY grouping group_by(std::vector<id> const& group_of, std::size_t groups) {
  grouping result;
  reserve_in_large_pages(result.begin, groups + 1);
  result.begin.assign(groups + 1, 0);
  for (id const g : group_of) {
    if (g != none) ++result.begin[g + 1];
  }
  std::partial_sum(result.begin.begin(), result.begin.end(), result.begin.begin());
  vector_by_id<id> next;
  reserve_in_large_pages(next, groups);
  next.assign(result.begin.begin(), result.begin.end() - 1);
  reserve_in_large_pages(result.member, static_cast<std::size_t>(result.begin.back()));
  result.member.resize(static_cast<std::size_t>(result.begin.back()));
  for (std::size_t i = 0; i < group_of.size(); ++i) {
    if (group_of[i] != none) result.member[next[group_of[i]]++] = static_cast<id>(i);
  }
  return result;
}

/// The endpoints besides checked data pins that are some whether or not anything is checked there; some more
/// than once.
GSTA_LAZY std::vector<id> list_required_endpoints(flat_design const& design) {
  std::vector<id> pins = design.outputs;
  for (auto const& requirement : design.requirements) {
    if (!requirement.by_delay) pins.push_back(requirement.pin);
  }
  return pins;
}
/// All of them.
GSTA_LAZY std::vector<id> list_endpoints(flat_design const& design) {
  std::vector<id> pins = design.check_data;
  auto const others = list_required_endpoints(design);
  pins.insert(pins.end(), others.begin(), others.end());
  return pins;
}

/// Each arrival of a data pin is checked against each one of its clock pin: many clocks at one port would
/// fill any memory.
inline constexpr std::size_t most_check_pairs = 10'000'000, most_pairs_a_check = 64;

inline void require_pair_room(flat_design const& design, std::size_t pairs) {
  auto const most = std::max(most_check_pairs,
                             most_pairs_a_check * (design.check_data.size() + design.requirements.size()));
  require(pairs <= most,
          "make_checks: more than 10 million pairs of a launching and a capturing clock edge, and more than "
          "64 for each check");
}

template <class Nodes>
void limit_check_pairs(flat_design const& design, Nodes const& nodes) {
  auto const nodes_of = [&](id pin) { return static_cast<std::size_t>(nodes.last(pin) - nodes.first(pin)); };
  std::size_t pairs = 0;
  for (std::size_t i = 0; i < design.check_data.size(); ++i)
    pairs += nodes_of(design.check_data[i]) * nodes_of(design.check_clock[i]);
  for (auto const& requirement : design.requirements) pairs += 2 * nodes_of(requirement.pin);
  require_pair_room(design, pairs);
}

/// All checks of a design, and the rows of path groups that they count.
struct listed_checks {
  std::vector<timing_check> checks;
  std::vector<std::vector<id>> group_rows;
  std::vector<latch_pair> pairs;
};

/// Library checks in ranges of their ids, a lister each, one behind the other in the end. Where there are
/// neither exceptions nor latches a lister knows nothing of the checks before. `room`: for so many more.
GSTA_LAZY std::vector<timing_check> list_library_checks(host_threads const& threads,
                                                        flat_design const& design,
                                                        vector_by_id<tag> const& tags,
                                                        std::vector<exception_row> const& rows,
                                                        nodes_of_pins const& nodes, std::size_t room) {
  std::size_t const n = design.check_data.size(), parts = 4 * std::size_t{threads.count()};
  std::vector<std::vector<timing_check>> of_part(parts);
  std::vector<std::exception_ptr> failed(parts);
  threads.for_each_piece(parts, [&](std::size_t p) {
    try {
      check_lister list(design, tags, rows, nodes);
      list.reserve(n * (p + 1) / parts - n * p / parts);
      for (std::size_t i = n * p / parts; i < n * (p + 1) / parts; ++i)
        list.add_library_check(static_cast<id>(i));
      of_part[p] = list.take();
    } catch (...) {
      failed[p] = std::current_exception();
    }
  });
  for (auto const& first : failed) {  // which one thread would have met
    if (first) std::rethrow_exception(first);
  }
  std::size_t listed = 0;
  for (auto const& part : of_part) listed += part.size();
  std::vector<timing_check> all;
  reserve_in_large_pages(all, listed + room);
  for (auto const& part : of_part) all.insert(all.end(), part.begin(), part.end());
  return all;
}

GSTA_LAZY listed_checks list_checks(host_threads const& threads, flat_design const& design,
                                    vector_by_id<tag> const& tags, std::vector<exception_row> const& rows,
                                    nodes_of_pins const& nodes) {
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
  bool const apart = threads.count() > 1 && design.exceptions.empty() && design.latches.empty();
  for (std::size_t i = 0; !apart && i < design.check_data.size(); ++i)
    list.add_library_check(static_cast<id>(i));
  for (std::size_t i = 0; i < design.requirements.size(); ++i) list.add_requirement(static_cast<id>(i));
  auto checks = list.take();
  if (apart) {
    auto const rest =
        std::exchange(checks, list_library_checks(threads, design, tags, rows, nodes, checks.size()));
    checks.insert(checks.end(), rest.begin(), rest.end());
  }
  return {std::move(checks), list.take_groups(), list.take_pairs()};
}

}  // namespace gsta::detail
