#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "gsta/flat/flat_design.hpp"

namespace gsta_test {

using gsta::id;
using gsta::none;

/// A time, or nothing where it is undefined.
using maybe = std::optional<double>;

/// What one net does under one condition, in double.
struct oracle_wire {
  maybe load;  ///< at the driver
  /// The pi model, where wires are reduced: behind the resistance, and that; both 0 where there is none.
  double far_end = 0, resistance = 0;
  bool is_ignored = false;  ///< reduced, the wire is none
  /// By position among the net's sinks. `impulse` is ps^2 where wires degrade slews (s' = sqrt(s^2 +
  /// impulse)), ps where they keep them (s' = s + impulse).
  std::vector<maybe> delay, impulse;
};

/// How wires are read: not `wire_slew::degrade`, `unreached_sink::no_delay`, `wire_slew::reduce`.
struct oracle_wire_rules {
  bool keep_slew = false, reach_all = false, reduce = false;
};

/// The first three moments of an admittance.
struct oracle_moments {
  double y1 = 0, y2 = 0, y3 = 0;
  /// With another one behind a resistance beside it.
  void add(double r, oracle_moments const& d) {
    y1 += d.y1;
    y2 += d.y2 - r * d.y1 * d.y1;
    y3 += d.y3 - 2 * r * d.y1 * d.y2 + r * r * d.y1 * d.y1 * d.y1;
  }
};

/// How the wire's arc number `a` differs from the plain one.
inline gsta::wire_response response_of_arc(gsta::flat_design const& d, std::size_t a) {
  if (d.rc_response.empty() || d.rc_response[a] == none) return {};
  return d.wire_responses[static_cast<std::size_t>(d.rc_response[a])];
}

/// The wires of tau15-semantics.md, section 3, by plain recursion over one net under condition `c`. Of edges
/// that close a loop, those are left out that a breadth-first walk along the edge list meets second.
class wire_recursion {
 public:
  wire_recursion(gsta::flat_design const& design, id net, int c, oracle_wire_rules const& rules = {})
      : d_(design), rules_(rules), net_(static_cast<std::size_t>(net)), c_(c) {
    node0_ = at(d_.rc_node_begin, net_);
    nodes_ = at(d_.rc_node_begin, net_ + 1) - node0_;
    sink0_ = at(d_.net_begin, net_);
    sinks_ = at(d_.net_begin, net_ + 1) - sink0_;
  }

  oracle_wire solve() {
    oracle_wire wire;
    wire.delay.resize(sinks_);
    wire.impulse.resize(sinks_);
    if (nodes_ == 0) return ideal(std::move(wire));
    if (d_.rc_root[net_] == none) return wire;
    if (d_.rc_root[net_] == gsta::reduced_root) return given(std::move(wire));
    grow_tree();
    auto const root = static_cast<std::size_t>(d_.rc_root[net_]);
    load_.assign(nodes_, 0);
    delay_ = ldelay_ = beta_ = load_;
    wire.load = find_load(root) + driver_load();
    find_delay(root, 0);
    find_ldelay(root);
    find_beta(root, 0);
    if (rules_.reduce) {
      if (*wire.load < all_pins() - 1e-9) return ignored(std::move(wire));
      auto const y = find_moments(root);
      bool const is_there = y.y2 != 0 && y.y3 != 0;
      wire.far_end = is_there ? y.y2 * y.y2 / y.y3 : 0;
      wire.resistance = is_there ? -y.y3 * y.y3 / (y.y2 * y.y2 * y.y2) : 0;
    }
    if (rules_.reach_all) {
      for (std::size_t k = 0; k < sinks_; ++k) wire.delay[k] = wire.impulse[k] = 0.0;
    }
    int const e = c_ % 2;
    for (std::size_t i = 0; i < nodes_; ++i) {
      id const sink = d_.rc_node_sink[node0_ + i];
      if (sink == none || !reached_[i]) continue;
      std::size_t const k = static_cast<std::size_t>(sink) - sink0_;
      gsta::wire_response const answer = response_of_arc(d_, sink0_ + k);
      wire.delay[k] = answer.delay[e] * delay_[i];
      wire.impulse[k] = rules_.keep_slew ? answer.widen[e] * delay_[i] : 2 * beta_[i] - delay_[i] * delay_[i];
    }
    return wire;
  }

 private:
  static std::size_t at(std::vector<id> const& v, std::size_t i) { return static_cast<std::size_t>(v[i]); }
  double pin_load(std::size_t sink) const { return d_.pin_load[at(d_.net_sink, sink)][c_]; }

  double driver_load() const { return d_.pin_load[at(d_.net_driver, net_)][c_]; }

  double all_pins() const {
    double load = driver_load();
    for (std::size_t k = 0; k < sinks_; ++k) load += pin_load(sink0_ + k);
    return load;
  }

  oracle_wire ideal(oracle_wire wire) const {
    for (std::size_t k = 0; k < sinks_; ++k) wire.delay[k] = wire.impulse[k] = 0.0;
    wire.load = all_pins();
    return wire;
  }

  /// By a hair less is none less: pins that the tree reaches add up in another order.
  oracle_wire ignored(oracle_wire wire) const {
    wire = ideal(std::move(wire));
    wire.is_ignored = true;
    return wire;
  }

  /// What the net was reduced to: two capacitances, the resistance, then a node and an edge for each sink.
  oracle_wire given(oracle_wire wire) const {
    std::size_t const edge0 = at(d_.rc_edge_begin, net_);
    double const near_end = d_.rc_capacitance[node0_], far_end = d_.rc_capacitance[node0_ + 1];
    double const r = d_.rc_resistance[edge0];
    if (near_end + far_end < all_pins()) return ignored(std::move(wire));
    wire.load = near_end + far_end;
    if (rules_.reduce && far_end > 0 && r > 0) {
      wire.far_end = far_end;
      wire.resistance = r;
    }
    if (rules_.reach_all) {
      for (std::size_t k = 0; k < sinks_; ++k) wire.delay[k] = wire.impulse[k] = 0.0;
    }
    for (std::size_t i = 2; i < nodes_; ++i) {
      id const sink = d_.rc_node_sink[node0_ + i];
      if (sink == none) continue;
      std::size_t const k = static_cast<std::size_t>(sink) - sink0_;
      gsta::wire_response const answer = response_of_arc(d_, sink0_ + k);
      double const elmore = d_.rc_resistance[edge0 + i - 1], delay = answer.delay[c_ % 2] * elmore;
      wire.delay[k] = delay;
      wire.impulse[k] = rules_.keep_slew ? answer.widen[c_ % 2] * elmore : elmore * elmore;
    }
    return wire;
  }

  oracle_moments find_moments(std::size_t i) const {
    oracle_moments y{capacitance(i)};
    for (auto const& b : children_[i]) y.add(b.resistance, find_moments(b.child));
    return y;
  }

  struct branch {
    std::size_t child;
    double resistance;
  };

  void grow_tree() {
    children_.assign(nodes_, {});
    reached_.assign(nodes_, false);
    std::vector<std::vector<std::size_t>> edges(nodes_);  // of each node, in the list's order
    for (std::size_t e = at(d_.rc_edge_begin, net_); e < at(d_.rc_edge_begin, net_ + 1); ++e) {
      edges[at(d_.rc_edge_a, e)].push_back(e);
      edges[at(d_.rc_edge_b, e)].push_back(e);
    }
    std::vector<std::size_t> queue{static_cast<std::size_t>(d_.rc_root[net_])};
    reached_[queue[0]] = true;
    for (std::size_t q = 0; q < queue.size(); ++q) {
      std::size_t const here = queue[q];
      for (std::size_t const e : edges[here]) {
        std::size_t const a = at(d_.rc_edge_a, e), b = at(d_.rc_edge_b, e);
        std::size_t const other = a == here ? b : a;
        if (reached_[other]) continue;
        reached_[other] = true;
        children_[here].push_back({other, d_.rc_resistance[e]});
        queue.push_back(other);
      }
    }
  }

  double capacitance(std::size_t i) const {
    id const sink = d_.rc_node_sink[node0_ + i];
    return d_.rc_capacitance[node0_ + i] + (sink == none ? 0.0 : pin_load(static_cast<std::size_t>(sink)));
  }
  double find_load(std::size_t i) {
    load_[i] = capacitance(i);
    for (auto const& b : children_[i]) load_[i] += find_load(b.child);
    return load_[i];
  }
  void find_delay(std::size_t i, double here) {
    delay_[i] = here;
    for (auto const& b : children_[i]) find_delay(b.child, here + b.resistance * load_[b.child]);
  }
  double find_ldelay(std::size_t i) {
    ldelay_[i] = capacitance(i) * delay_[i];
    for (auto const& b : children_[i]) ldelay_[i] += find_ldelay(b.child);
    return ldelay_[i];
  }
  void find_beta(std::size_t i, double here) {
    beta_[i] = here;
    for (auto const& b : children_[i]) find_beta(b.child, here + b.resistance * ldelay_[b.child]);
  }

  gsta::flat_design const& d_;
  oracle_wire_rules rules_;
  std::size_t net_, node0_ = 0, nodes_ = 0, sink0_ = 0, sinks_ = 0;
  int c_;
  std::vector<std::vector<branch>> children_;
  std::vector<bool> reached_;
  std::vector<double> load_, delay_, ldelay_, beta_;
};

/// z(x, y) of a table by section 4: along x at both y neighbours, then along y; linear beyond the ends.
class oracle_table {
 public:
  oracle_table(gsta::flat_design const& design, id table)
      : pool_(design.luts.view()), table_(pool_.tables[static_cast<std::size_t>(table)]) {
    x_ = points(table_.x_axis);
    y_ = points(table_.y_axis);
  }

  double operator()(double x, double y) const {
    std::vector<double> along_y;
    for (std::size_t j = 0; j < y_.size(); ++j) {
      std::vector<double> column;
      for (std::size_t i = 0; i < x_.size(); ++i) column.push_back(value(i, j));
      along_y.push_back(line(x_, column, x));
    }
    return line(y_, along_y, y);
  }

 private:
  std::vector<double> points(id axis) const {
    auto const a = static_cast<std::size_t>(axis);
    return {pool_.axis_points.begin() + pool_.axis_begin[a],
            pool_.axis_points.begin() + pool_.axis_begin[a + 1]};
  }
  double value(std::size_t i, std::size_t j) const {
    return pool_.values[static_cast<std::size_t>(table_.values) + i * y_.size() + j];
  }
  static double line(std::vector<double> const& at, std::vector<double> const& z, double x) {
    if (at.size() == 1) return z[0];
    std::size_t i = 1;
    while (i + 1 < at.size() && at[i] < x) ++i;
    double const slope = (z[i] - z[i - 1]) / (at[i] - at[i - 1]);
    return z[i - 1] + (x - at[i - 1]) * slope;
  }

  gsta::lut_pool_view<gsta::memory_space::host> pool_;
  gsta::lut table_;
  std::vector<double> x_, y_;
};

}  // namespace gsta_test
