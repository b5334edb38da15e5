#pragma once

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "gsta/rc/elmore.hpp"
#include "gsta/rc/flatten_rc.hpp"
#include "test/support/catch.hpp"
#include "test/support/random.hpp"

namespace gsta_test {

/// Nets as a router has them: random trees, whose nodes and edges are listed in any order, and loads. Pin 0
/// of a net drives it, and no design knows of them.
struct routed_nets {
  std::vector<gsta::id> driver, sink_begin{0}, sink, node_begin{0}, edge_begin{0}, root, node_sink, edge_a,
      edge_b;
  std::vector<float> capacitance, resistance;
  std::vector<gsta::per_condition<float>> load;
  std::vector<std::vector<int>> parent;                // [net][local node], -1 at the root
  std::vector<std::vector<double>> parent_resistance;  // [net][local node]

  routed_nets(std::uint64_t seed, int nets) {
    prng random(seed);
    for (int net = 0; net < nets; ++net)
      add_net(random, net % 5 == 4 ? random.between(40, 400) : random.between(1, 12));
  }

  gsta::wire_problem<gsta::memory_space::host> view() const {
    using gsta::view_of;
    return {{view_of(driver), view_of(sink_begin), view_of(sink)},
            {view_of(node_begin),
             view_of(edge_begin),
             view_of(root),
             view_of(capacitance),
             view_of(node_sink),
             view_of(edge_a),
             view_of(edge_b),
             view_of(resistance),
             {},
             {}},
            view_of(load)};
  }

 private:
  void add_pin(prng& random) {
    gsta::per_condition<float> values;
    for (int c = 0; c < gsta::conditions; ++c) values[c] = random.real(0, 4);
    load.push_back(values);
  }

  void add_net(prng& random, int nodes) {
    std::vector<int> number(static_cast<std::size_t>(nodes));  // by the order in which nodes join the tree
    for (int i = 0; i < nodes; ++i) number[i] = i;
    random.shuffle(number);
    auto const first = static_cast<gsta::id>(capacitance.size());
    parent.emplace_back(nodes, -1);
    parent_resistance.emplace_back(nodes, 0.0);
    for (int i = 0; i < nodes; ++i) capacitance.push_back(random.real(0.1, 3));
    node_sink.resize(capacitance.size(), gsta::none);
    driver.push_back(static_cast<gsta::id>(load.size()));
    add_pin(random);
    root.push_back(number[0]);
    for (int i = 1; i < nodes; ++i) {
      int const joins = number[random.below(i)];
      float const r = random.real(0.01, 2);
      parent.back()[number[i]] = joins;
      parent_resistance.back()[number[i]] = r;
      bool const turned = random.chance(50);
      edge_a.push_back(turned ? joins : number[i]);
      edge_b.push_back(turned ? number[i] : joins);
      resistance.push_back(r);
      if (!random.chance(60)) continue;
      node_sink[first + number[i]] = static_cast<gsta::id>(sink.size());
      sink.push_back(static_cast<gsta::id>(load.size()));
      add_pin(random);
    }
    sink_begin.push_back(static_cast<gsta::id>(sink.size()));
    node_begin.push_back(static_cast<gsta::id>(capacitance.size()));
    edge_begin.push_back(static_cast<gsta::id>(resistance.size()));
  }
};

/// One net by definition, in double: a node's delay is the sum, over all nodes, of their capacitance times
/// the resistance that the ways from the root to both share; O(nodes^2).
class routed_oracle {
 public:
  routed_oracle(routed_nets const& of, std::size_t net, int condition) : parent_(of.parent[net]) {
    gsta::id const first = of.node_begin[net];
    for (std::size_t n = 0; n < parent_.size(); ++n) {
      gsta::id const sink = of.node_sink[first + n];
      own_.push_back(of.capacitance[first + n] +
                     (sink == gsta::none ? 0.0 : of.load[of.sink[sink]][condition]));
      whole_ += own_.back();
    }
    for (std::size_t n = 0; n < parent_.size(); ++n)
      delay_.push_back(shared(of.parent_resistance[net], n, own_));
    std::vector<double> delayed;
    for (std::size_t n = 0; n < parent_.size(); ++n) delayed.push_back(own_[n] * delay_[n]);
    for (std::size_t n = 0; n < parent_.size(); ++n)
      impulse_.push_back(2 * shared(of.parent_resistance[net], n, delayed) - delay_[n] * delay_[n]);
  }
  double load() const { return whole_; }
  double delay(std::size_t node) const { return delay_[node]; }
  double impulse(std::size_t node) const { return impulse_[node]; }

 private:
  double shared(std::vector<double> const& resistance, std::size_t node,
                std::vector<double> const& weight) const {
    std::vector<char> on_way(parent_.size(), 0);
    for (int at = static_cast<int>(node); at >= 0; at = parent_[at]) on_way[at] = 1;
    double sum = 0;
    for (std::size_t other = 0; other < parent_.size(); ++other) {
      for (int at = static_cast<int>(other); at >= 0; at = parent_[at])
        sum += on_way[at] ? resistance[at] * weight[other] : 0;
    }
    return sum;
  }
  std::vector<int> const& parent_;
  std::vector<double> own_, delay_, impulse_;
  double whole_ = 0;
};

inline void check_routed(routed_nets const& nets, std::vector<gsta::wire_answer> const& answers,
                         std::vector<gsta::per_condition<float>> const& load) {
  std::size_t checked = 0;
  for (std::size_t net = 0; net < nets.driver.size(); ++net) {
    for (int c = 0; c < gsta::conditions; ++c) {
      routed_oracle const want(nets, net, c);
      gsta::id const driver = nets.driver[net];
      CAPTURE(net, c);
      CHECK(std::abs(load[driver][c] - (want.load() + nets.load[driver][c])) <= 1e-5 * load[driver][c]);
      for (std::size_t n = 0; n < nets.parent[net].size(); ++n) {
        gsta::id const sink = nets.node_sink[nets.node_begin[net] + n];
        if (sink == gsta::none) continue;
        double const delay = want.delay(n), impulse = want.impulse(n);
        CAPTURE(n, delay, impulse);
        CHECK(std::abs(answers[sink].delay[c] - delay) <= 1e-5 * delay);
        // A difference of large numbers.
        CHECK(std::abs(answers[sink].impulse[c] - impulse) <= 1e-5 * (std::abs(impulse) + 2 * delay * delay));
        ++checked;
      }
    }
  }
  CHECK(checked > nets.driver.size());
}

/// `find(exec, problem, forest, wires)` is what finds delays from flattened trees.
template <class E, class Find>
void check_routed_nets(E const& exec, std::uint64_t seed, int nets, Find const& find) {
  CAPTURE(seed);
  routed_nets const routed(seed, nets);
  auto const host = routed.view();
  auto const view = clone_view(exec, static_cast<gsta::flat_view<gsta::memory_space::host>>(host));
  gsta::wire_problem<E::space> const problem{view.view.nets, view.view.rc, view.view.pin_load};
  auto const trees = flatten_rc(exec, problem);
  CHECK(trees.loop_edges == 0);
  CHECK(trees.unreached_nodes == 0);
  auto wires = make_wire_state(exec, problem);
  find(exec, problem, trees.forest.view, wires);
  check_routed(routed, to_vector(exec, wires.sink.view()), to_vector(exec, wires.load.view()));
}

/// By the generic driver.
struct find_by_nets {
  template <class E>
  void operator()(E const& exec, gsta::wire_problem<E::space> const& problem,
                  gsta::rc_forest_view<E::space> const& forest, gsta::wire_state<E::space>& wires) const {
    auto sums = make_rc_state(exec, problem);
    update_wires(exec, problem, forest, sums, wires);
  }
};

}  // namespace gsta_test
