#pragma once

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "gsta/sta/snapshot.hpp"
#include "test/forward/ceff_oracle.hpp"
#include "test/support/catch.hpp"
#include "test/support/random_circuit.hpp"
#include "test/support/timer_state.hpp"
#include "test/support/timing_case.hpp"

namespace gsta_test {

/// One arc's tables by load at a slew, in long double.
class rows_by_load {
 public:
  explicit rows_by_load(gsta::flat_design const& design) : pool_(design.luts.view()) {}

  ceff_oracle::table of(gsta::arc_type const& type, int c, float slew) const {
    ceff_oracle::table rows;
    auto const &delay = pool_.tables[type.delay[c]], &slews = pool_.tables[type.slew[c]];
    // Points of both tables, so that one list of loads serves for both.
    for (id const axis : {delay.y_axis, slews.y_axis}) {
      for (id p = pool_.axis_begin[axis]; p < pool_.axis_begin[axis + 1]; ++p)
        rows.loads.push_back(static_cast<real>(pool_.axis_points[p]));
    }
    // Lines go on beyond a table's last points, where the other one may have more.
    rows.loads.push_back(0);
    std::sort(rows.loads.begin(), rows.loads.end());
    rows.loads.push_back(2 * rows.loads.back() + 1000);
    rows.loads.erase(std::unique(rows.loads.begin(), rows.loads.end()), rows.loads.end());
    for (real const load : rows.loads) {
      rows.delay.push_back(at(delay, static_cast<real>(slew), load));
      rows.slew.push_back(at(slews, static_cast<real>(slew), load));
    }
    return rows;
  }

 private:
  using real = ceff_oracle::real;
  struct place {
    id index;
    real share;
  };
  place find(id axis, real x) const {
    id const begin = pool_.axis_begin[axis], n = pool_.axis_begin[axis + 1] - begin;
    if (n == 1) return {0, 0};
    id i = 0;
    while (i + 2 < n && static_cast<real>(pool_.axis_points[begin + i + 1]) < x) ++i;
    real const left = static_cast<real>(pool_.axis_points[begin + i]);
    return {i, (x - left) / (static_cast<real>(pool_.axis_points[begin + i + 1]) - left)};
  }
  real at(gsta::lut const& table, real slew, real load) const {
    place const x = find(table.x_axis, slew), y = find(table.y_axis, load);
    id const row = pool_.axis_begin[table.y_axis + 1] - pool_.axis_begin[table.y_axis];
    bool const is_flat = row == 1;
    auto const value = [&](id i, id j) {
      return static_cast<real>(pool_.values[table.values + i * row + (is_flat ? 0 : j)]);
    };
    auto const along = [&](id i) {
      return is_flat ? value(i, 0)
                     : value(i, y.index) + y.share * (value(i, y.index + 1) - value(i, y.index));
    };
    bool const is_row = pool_.axis_begin[table.x_axis + 1] - pool_.axis_begin[table.x_axis] == 1;
    return is_row ? along(0) : along(x.index) + x.share * (along(x.index + 1) - along(x.index));
  }
  gsta::lut_pool_view<gsta::memory_space::host> pool_;
};

/// How the stages of random circuits are solved, against what an oracle in long double says of each; where
/// rounding decides it says nothing. Some arcs lose their tables of slews, and some libraries' slews shrink
/// until no ramp makes them.
template <class E>
class stage_kinds_comparison {
 public:
  explicit stage_kinds_comparison(E const& exec) : exec_(exec) {}

  void compare(std::uint64_t seed) {
    auto const design = spoiled(seed);
    gsta::timer_options options;
    options.delays.model = gsta::cell_model::effective;
    options.delays.effective.charge_trips = 12;  // tables that fall below zero need more than usual ones
    if (seed % 3 == 0) options.delays.effective.precision = gsta::ceff_precision::in_double;
    gsta::timer<E> timer(exec_, design, options);
    timer.update(exec_);
    std::size_t const arcs = design.arc_from.size();
    gsta::buffer<gsta::stage_kinds, E::space> kinds(exec_, arcs);
    find_stage_kinds(exec_, timer.pins(), timer.delay_model_of(), state_of(timer).stages,
                     state_of(timer).delays, kinds.view());
    auto const got = to_vector(exec_, std::as_const(kinds).view());
    auto const slew = to_vector(exec_, timer.view().slew);
    auto const load = to_vector(exec_, timer.view().load);
    auto const pi = to_vector(exec_, timer.view().pi);
    auto const edges = to_vector(exec_, timer.view().arc_map);
    std::vector<id> net_of(design.pin_load.size(), gsta::none);
    for (std::size_t net = 0; net < design.net_driver.size(); ++net)
      net_of[static_cast<std::size_t>(design.net_driver[net])] = static_cast<id>(net);
    std::array<std::int64_t, 5> counts{};
    for (std::size_t i = 0; i < arcs; ++i) {
      for (int c = 0; c < gsta::conditions; ++c) {
        auto const kind = got[i].kind[c];
        counts[static_cast<std::size_t>(kind)] += 1;
        int const in = edges[design.net_sink.size() + i].input(c);
        float const start =
            in < 0 ? gsta::undefined_arrival(c) : slew[static_cast<std::size_t>(design.arc_from[i])][in];
        auto const to = static_cast<std::size_t>(design.arc_to[i]);
        auto const& type = design.arc_types[static_cast<std::size_t>(design.arc_type_of[i])];
        id const net = net_of[to];
        ceff_oracle::network wires{static_cast<ceff_oracle::real>(load[to][c]), 0, 0};
        if (net != gsta::none) {
          wires.wire = static_cast<ceff_oracle::real>(pi[static_cast<std::size_t>(net)].resistance[c]);
          wires.far_end = static_cast<ceff_oracle::real>(pi[static_cast<std::size_t>(net)].far_end[c]);
          wires.near_end -= wires.far_end;
        }
        CAPTURE(seed, i, c, static_cast<int>(kind));
        judge(design, type, c, start, load[to][c], wires, kind);
      }
    }
    auto const total = count_stages(exec_, timer);
    CHECK(total.pi_model == counts[1]);
    CHECK(total.one_capacitor == counts[2]);
    CHECK(total.without_ramp == counts[3]);
    CHECK(total.without_tables == counts[4]);
    for (std::size_t k = 0; k < counts.size(); ++k) seen_[k] += counts[k];
  }

  /// Each kind has come, and the oracle has judged most.
  void finish() const {
    for (auto const n : seen_) CHECK(n > 20);
    CHECK(judged_ > 20 * skipped_);
  }

 private:
  static gsta::flat_design spoiled(std::uint64_t seed) {
    auto design = random_circuit(seed);
    prng random(seed);
    for (auto& type : design.arc_types) {
      if (random.chance(6)) type.slew = {{gsta::none, gsta::none, gsta::none, gsta::none}};
    }
    if (seed % 4 == 1) {
      for (auto& type : design.arc_types) {
        for (int c = 0; c < gsta::conditions; ++c) {
          if (type.slew[c] != gsta::none && random.chance(30))
            type.slew[c] = add_shrunk(design.luts, type.slew[c]);
        }
      }
    }
    return design;
  }
  static id add_shrunk(gsta::lut_pool_builder& pool, id table) {
    auto const view = pool.view();
    auto const& of = view.tables[table];
    auto const points = [&](id axis) {
      float const* const first = view.axis_points.data();
      return std::vector<float>(first + view.axis_begin[axis], first + view.axis_begin[axis + 1]);
    };
    auto const x = points(of.x_axis), y = points(of.y_axis);
    float const* const first = view.values.data() + of.values;
    std::vector<float> values(first, first + x.size() * y.size());
    for (float& value : values) value *= 0.02f;
    return pool.add(x, y, values);
  }

  void judge(gsta::flat_design const& design, gsta::arc_type const& type, int c, float start, float load,
             ceff_oracle::network const& wires, gsta::stage_kind kind) {
    using gsta::stage_kind;
    if (!gsta::math::is_defined(start)) return agree(kind == stage_kind::no_stage);
    int const tables = (type.delay[c] != gsta::none ? 1 : 0) + (type.slew[c] != gsta::none ? 1 : 0);
    if (tables == 0 || type.to_ideal_clock || type.only_clock != gsta::none)
      return agree(kind == stage_kind::no_stage);
    if (tables == 1 || !gsta::math::is_defined(load)) return agree(kind == stage_kind::without_tables);
    auto const rows = rows_by_load(design).of(type, c, start);
    auto const row = type.measure == gsta::none ? gsta::slew_measure{}
                                                : design.measures[static_cast<std::size_t>(type.measure)];
    int const e = gsta::edge_of(c);
    using ceff_oracle::real;
    ceff_oracle::library const of{static_cast<real>(row.lower[e]), static_cast<real>(row.threshold[e]),
                                  static_cast<real>(row.upper[e]), static_cast<real>(row.derate)};
    ceff_oracle::stage stage(rows, of, wires);
    auto const d = stage.solve();
    bool const lump = d.load == ceff_oracle::branch::lump;
    if (d.margin < 1e-2L || (!lump && std::fabs(d.gap_over_least - 1) < 1e-2L)) {
      ++skipped_;
      return;
    }
    auto const want = lump          ? stage_kind::one_capacitor
                      : !d.has_ramp ? stage_kind::without_ramp
                                    : stage_kind::pi_model;
    // Where tables bend so that several capacitors take the charge, either may be found.
    if (kind != want && !lump && kind != stage_kind::one_capacitor && stage.sign_changes(d, 200) > 1) {
      ++skipped_;
      return;
    }
    agree(kind == want);
  }
  void agree(bool equal) {
    ++judged_;
    CHECK(equal);
  }

  E const& exec_;
  std::array<std::int64_t, 5> seen_{};
  std::int64_t judged_ = 0, skipped_ = 0;
};

}  // namespace gsta_test
