#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "gsta/core/executor.hpp"
#include "gsta/core/host_threads.hpp"
#include "gsta/core/vector_by_id.hpp"
#include "gsta/flat/clock_senses.hpp"
#include "gsta/flat/detail/pin_fanout.hpp"
#include "gsta/flat/flat_design.hpp"

namespace gsta {

/// A pin that a clock reaches on its way to registers. Bit 2 * source edge + pin edge of `edges` is set where
/// that edge of the clock's source makes that edge here.
struct clock_pin {
  id pin = none;           ///< as in `flat_design`
  std::uint8_t edges = 0;  ///< four bits, not 0
};

namespace detail {
/// Arcs that lead on from each pin of the clock network: wires, and cell arcs that do not launch.
class clock_arcs {
 public:
  /// `all`: also arcs that constants switch off. `fanout` has to stay.
  clock_arcs(flat_design const& design, pin_fanout const& fanout, bool all)
      : design_(design), fanout_(fanout), all_(all) {}

  /// `visit(to, edges)` for each.
  template <class Visit>
  void for_each(id pin, Visit const& visit) const {
    fanout_.for_each(pin, [&](id to, id arc) {
      if (arc == none) return visit(to, positive_edges());
      arc_type const& type = design_.arc_types[design_.arc_type_of[arc]];
      if (!type.launches && !type.to_ideal_clock && (all_ || !type.slews_only) && type.only_clock == none)
        visit(to, type.edges);
    });
  }

 private:
  flat_design const& design_;
  pin_fanout const& fanout_;
  bool all_;
};

/// The sources of each clock, in their order.
struct clock_sources {
  vector_by_id<id> begin;
  vector_by_id<flat_source const*> source;

  explicit clock_sources(flat_design const& design) : begin(design.clocks.size() + 1, 0) {
    auto const visit = [&](auto const& f) {
      for (auto const& one : design.sources) {
        if (starts_clock(one)) f(one.launch_edge / 2, &one);
      }
    };
    visit([&](id clock, flat_source const*) { ++begin[clock + 1]; });
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    source.resize(static_cast<std::size_t>(begin.back()));
    vector_by_id<id> next(begin.begin(), begin.end() - 1);
    visit([&](id clock, flat_source const* one) { source[next[clock]++] = one; });
  }
};

inline std::uint8_t pass_edges(edge_map edges, std::uint8_t reached) {
  std::uint8_t behind = 0;
  for (int c = 0; c < conditions; ++c) {
    int const in = edges.input(c);
    if (in < 0) continue;
    for (int source = 0; source < 2; ++source) {
      if (reached >> (2 * source + edge_of(in)) & 1)
        behind = static_cast<std::uint8_t>(behind | 1 << (2 * source + edge_of(c)));
    }
  }
  return behind;
}

/// `clock_network` with the arcs that it may follow.
inline std::vector<std::vector<clock_pin>> clock_network(flat_design const& design, clock_arcs const& graph,
                                                         bool past_constants) {
  clock_senses const senses(past_constants ? host_span<pin_sense const>{} : view_of(design.senses));
  clock_sources const sources(design);
  std::vector<std::vector<clock_pin>> networks(design.clocks.size());
  vector_by_id<std::uint8_t> reached(design.pin_load.size(), 0), is_source(design.pin_load.size(), 0);
  for (auto const& source : design.sources) is_source[source.pin] |= starts_clock(source);
  for (std::size_t clock = 0; clock < networks.size(); ++clock) {
    std::vector<id> stack, touched;
    auto const reach = [&](id pin, std::uint8_t edges) {
      if ((reached[pin] | edges) == reached[pin]) return;
      if (reached[pin] == 0) touched.push_back(pin);
      reached[pin] |= edges;
      stack.push_back(pin);
    };
    for (id i = sources.begin[clock]; i < sources.begin[clock + 1]; ++i) {
      int const e = sources.source[i]->launch_edge % 2;
      reach(sources.source[i]->pin, static_cast<std::uint8_t>(1 << (2 * e + e)));
    }
    while (!stack.empty()) {
      id const pin = stack.back();
      stack.pop_back();
      graph.for_each(pin, [&](id to, edge_map edges) {
        if (!is_source[to] && !senses.end(static_cast<id>(clock), pin, to, edges))
          reach(to, pass_edges(edges, reached[pin]));
      });
    }
    auto const keep = [&](id pin) {
      networks[clock].push_back({pin, std::exchange(reached[pin], std::uint8_t{0})});
    };
    networks[clock].reserve(touched.size());
    constexpr std::size_t few = 64;  // of so many pins one: looking at all is faster than sorting then
    if (touched.size() > reached.size() / few) {
      for (std::size_t pin = 0; pin < reached.size(); ++pin)
        if (reached[pin] != 0) keep(static_cast<id>(pin));
      continue;
    }
    std::sort(touched.begin(), touched.end());
    for (id const pin : touched) keep(pin);
  }
  return networks;
}

}  // namespace detail

/// The clock network of each clock: the pins it reaches from its sources through wires and cells, up to and
/// with the clock pins of registers, and short of another clock's source. `past_constants`: also through arcs
/// that constants switch off and where senses end it.
///
/// Shapes: [clocks], pins ascending. Cost: O(pins + arcs) and the network of each clock. Where: host.
/// Needs: a design that `validate` accepts. Throws: what allocation throws.
inline std::vector<std::vector<clock_pin>> clock_network(flat_design const& design,
                                                         bool past_constants = false) {
  detail::pin_fanout const fanout(host_executor{}, design);
  return detail::clock_network(design, {design, fanout, past_constants}, past_constants);
}

}  // namespace gsta
