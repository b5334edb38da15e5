#pragma once

#include <algorithm>
#include <random>
#include <vector>

#include "gsta/core/span.hpp"
#include "gsta/forward/detail/relax.hpp"
#include "gsta/path/path_problem.hpp"

namespace gsta_test {

using namespace gsta;

/// Owns what a `path_problem` looks at, and the winning predecessors.
struct owned_problem {
  std::vector<id> fanin_begin{0}, fanin_from, fanin_arc;
  std::vector<edge_map> edges;
  std::vector<per_condition<float>> arc_delay, arrival, asserted;
  std::vector<timing_check> checks;
  std::vector<per_edge> check_required;
  std::size_t net_arcs = 0;
  std::vector<id> arc_type_of;
  std::vector<arc_type> arc_types;
  std::vector<per_condition<id>> predecessor;

  path_problem<memory_space::host> view() const {
    return {view_of(fanin_begin),    view_of(fanin_from),
            view_of(fanin_arc),      view_of(edges),
            view_of(arc_delay),      view_of(arrival),
            view_of(asserted),       view_of(checks),
            view_of(check_required), net_arcs,
            view_of(arc_type_of),    view_of(arc_types)};
  }

  /// Arrivals and predecessors by the library's own relaxation, vertex by vertex in this order.
  void propagate(std::vector<id> const& order) {
    arrival.assign(asserted.size(), undefined_arrival());
    predecessor.resize(asserted.size());
    timing_graph_view<memory_space::host> graph;
    graph.fanin_begin = view_of(std::as_const(fanin_begin));
    graph.fanin_from = view_of(std::as_const(fanin_from));
    graph.fanin_arc = view_of(std::as_const(fanin_arc));
    gsta::detail::relax_arrival_op<memory_space::host> const relax{graph,
                                                                   view_of(std::as_const(edges)),
                                                                   view_of(std::as_const(arc_delay)),
                                                                   view_of(std::as_const(asserted)),
                                                                   view_of(arrival),
                                                                   view_of(predecessor)};
    for (id const node : order) relax(node);
  }
};

/// What a random problem is made of. Whole delays tie often and add up exactly in float.
struct random_shape {
  id nodes = 8;
  int arcs = 14;
  int smallest = -2, largest = 4;  ///< delays, ps
  bool fractions = false;          ///< delays of any value instead of whole ones
};

class random_problem {
 public:
  random_problem(unsigned seed, random_shape const& shape) : random_(seed), shape_(shape) {}

  owned_problem make() {
    order_.resize(static_cast<std::size_t>(shape_.nodes));
    for (id i = 0; i < shape_.nodes; ++i) order_[static_cast<std::size_t>(i)] = i;
    std::shuffle(order_.begin(), order_.end(), random_);
    make_arcs();
    for (id i = 0; i < shape_.nodes; ++i) {
      per_condition<float> at = undefined_arrival();
      for (int c = 0; c < conditions; ++c) {
        if (chance(30)) at[c] = value();
      }
      problem_.asserted.push_back(at);
    }
    make_checks();
    problem_.propagate(order_);
    return problem_;
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  bool chance(int percent) { return below(100) < percent; }
  float value() {
    float const whole = static_cast<float>(shape_.smallest + below(shape_.largest - shape_.smallest + 1));
    return shape_.fractions ? whole + static_cast<float>(below(1 << 20)) / static_cast<float>(1 << 20)
                            : whole;
  }

  edge_map edges_of_arc() {
    edge_map edges;
    for (int c = 0; c < conditions; ++c) {
      if (chance(85)) edges.set(c, static_cast<edge>(below(2)));
    }
    return edges;
  }

  void make_arcs() {
    static constexpr edge_map order_only{};
    std::vector<std::vector<std::pair<id, id>>> row(static_cast<std::size_t>(shape_.nodes));
    int const net = below(shape_.arcs + 1), cell = below(shape_.arcs - net + 1);
    problem_.net_arcs = static_cast<std::size_t>(net);
    problem_.arc_types.resize(2);
    problem_.arc_types[1].launches = true;
    for (int arc = 0; arc < shape_.arcs && shape_.nodes > 1; ++arc) {
      int const head = 1 + below(shape_.nodes - 1), tail = below(head);
      row[static_cast<std::size_t>(order_[static_cast<std::size_t>(head)])].push_back(
          {order_[static_cast<std::size_t>(tail)], arc});
      problem_.edges.push_back(arc < net ? positive_edges() : arc < net + cell ? edges_of_arc() : order_only);
      per_condition<float> delay{value(), value(), value(), value()};
      if (chance(10)) delay[below(conditions)] = chance(50) ? math::infinity : -math::infinity;
      problem_.arc_delay.push_back(delay);
      if (arc >= net && arc < net + cell) problem_.arc_type_of.push_back(chance(25));
    }
    if (problem_.edges.empty()) problem_.net_arcs = 0;
    for (auto const& arcs : row) {
      for (auto const& [from, arc] : arcs) {
        problem_.fanin_from.push_back(from);
        problem_.fanin_arc.push_back(arc);
      }
      problem_.fanin_begin.push_back(static_cast<id>(problem_.fanin_from.size()));
    }
  }

  void make_checks() {
    static constexpr check_kind kinds[] = {check_kind::setup, check_kind::hold, check_kind::output_setup,
                                           check_kind::output_hold};
    for (int i = below(5); i > 0 && shape_.nodes > 0; --i) {
      timing_check check;
      check.kind = kinds[below(4)];
      check.data = below(shape_.nodes);
      bool const late = is_late(check.kind);
      per_edge required{{value(), value()}};
      if (chance(20)) required[below(2)] = late ? math::infinity : -math::infinity;
      problem_.checks.push_back(check);
      problem_.check_required.push_back(required);
    }
  }

  std::mt19937 random_;
  random_shape shape_;
  std::vector<id> order_;
  owned_problem problem_;
};

}  // namespace gsta_test
