#pragma once

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>

#include "test/forward/ceff_body.hpp"
#include "test/forward/ceff_oracle.hpp"

/// Solved stages against the oracle: errors by quantile.
namespace gsta_test {

/// One condition of four stages, in long double.
inline ceff_oracle::table table_of(stage_set const& set, four_stages const& four, int c) {
  using ceff_oracle::real;
  float const* const block = set.tables.data() + four.table.first();
  float const* const values = block + gsta::detail::packed_axes_size + 2 * c;
  float const* const slews = block + 8 * c;
  real const left = static_cast<real>(slews[0]), right = static_cast<real>(slews[1]);
  real const share = (static_cast<real>(four.slew[c]) - left) / (right - left);
  ceff_oracle::table rows;
  for (int j = 0; j < load_points; ++j) {
    auto const value = [&](int i, int which) {
      return static_cast<real>(values[2 * conditions * (i * load_points + j) + which]);
    };
    rows.loads.push_back(static_cast<real>(block[8 * (conditions + c) + j]));
    rows.delay.push_back(value(0, 0) + share * (value(1, 0) - value(0, 0)));
    rows.slew.push_back(value(0, 1) + share * (value(1, 1) - value(0, 1)));
  }
  return rows;
}

inline ceff_oracle::library library_of(stage_set const& set, four_stages const& four, int c) {
  using ceff_oracle::real;
  gsta::slew_measure const& m = set.measures[static_cast<std::size_t>(four.measure)];
  int const e = gsta::edge_of(c);
  return {static_cast<real>(m.lower[e]), static_cast<real>(m.threshold[e]), static_cast<real>(m.upper[e]),
          static_cast<real>(m.derate)};
}

inline ceff_oracle::network network_of(four_stages const& four, int c) {
  using ceff_oracle::real;
  real const far_end = static_cast<real>(four.far_end[c]);
  return {static_cast<real>(four.total[c]) - far_end, static_cast<real>(four.wire[c]), far_end};
}

/// A stage as the oracle has it.
struct true_stage {
  ceff_oracle::driver driver;
  std::array<ceff_oracle::sink, sinks_each> sink;
};

inline true_stage solve_truly(stage_set const& set, std::size_t i, bool quick = true) {
  four_stages const& four = set.stages[i / conditions];
  int const c = static_cast<int>(i % conditions);
  auto const rows = table_of(set, four, c);
  ceff_oracle::stage stage(rows, library_of(set, four, c), network_of(four, c), quick);
  true_stage truth{stage.solve(), {}};
  for (std::size_t k = 0; k < truth.sink.size(); ++k)
    truth.sink[k] = stage.solve_sink(truth.driver, static_cast<ceff_oracle::real>(four.elmore[k][c]));
  return truth;
}

inline std::vector<true_stage> solve_all_truly(stage_set const& set) {
  std::vector<true_stage> all;
  for (std::size_t i = 0; i < conditions * set.stages.size(); ++i) all.push_back(solve_truly(set, i));
  return all;
}

/// How many capacitances take the pi load's charge: more than one where tables bend enough.
inline int solutions_of(stage_set const& set, std::size_t i, true_stage const& truth) {
  four_stages const& four = set.stages[i / conditions];
  int const c = static_cast<int>(i % conditions);
  auto const rows = table_of(set, four, c);
  ceff_oracle::stage stage(rows, library_of(set, four, c), network_of(four, c));
  stage.solve();
  return stage.sign_changes(truth.driver, 200);
}

enum error_kind { gate_delay, driver_slew, wire_delay, short_wire_delay, sink_slew, error_kinds };

/// Errors of values, relative to the truth or to a floor in ps.
struct stage_errors {
  std::array<std::vector<double>, error_kinds> of;
  std::size_t wrong_branch = 0, not_finite = 0, negative_wires = 0, ambiguous = 0, skipped = 0;
  std::size_t lumped = 0, no_ramp = 0, far_alone = 0, pi = 0;
  std::string worst;

  double quantile(int kind, double share) {
    auto& all = of[static_cast<std::size_t>(kind)];
    if (all.empty()) return 0;
    auto const n =
        std::min(all.size() - 1, static_cast<std::size_t>(share * static_cast<double>(all.size())));
    std::nth_element(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n), all.end());
    return all[n];
  }
  /// p50, p99, p99.9 and the greatest of each kind.
  std::string report() {
    char const* const names[] = {"gate delay", "driver slew", "wire delay (floor 1 ps)",
                                 "wire delay (floor 0.1 ps)", "sink slew"};
    std::string text;
    char line[200];
    for (int k = 0; k < error_kinds; ++k) {
      std::snprintf(line, sizeof line, "  %-26s %8.1e %8.1e %8.1e %8.1e\n", names[k], quantile(k, 0.5),
                    quantile(k, 0.99), quantile(k, 0.999), quantile(k, 1));
      text += line;
    }
    std::snprintf(line, sizeof line,
                  "  pi %zu, far alone %zu, lumped %zu, no ramp %zu; next to a branch %zu, ambiguous %zu\n",
                  pi, far_alone, lumped, no_ramp, skipped, ambiguous);
    return text + line;
  }
};

/// Whether a branch is decided by rounding: too near to tell.
inline bool is_near_branch(ceff_oracle::driver const& d) {
  bool const ramp_is_near = d.load != ceff_oracle::branch::lump && std::fabs(d.gap_over_least - 1) < 1e-3L;
  return d.margin < 1e-3L || ramp_is_near;
}

template <class R>
void compare_stage(stage_set const& set, std::size_t i, true_stage const& truth, stage_result<R> const& got,
                   stage_errors& errors) {
  using ceff_oracle::real;
  auto const miss = [](R x, real y, real floor) {
    return static_cast<double>(std::fabs(static_cast<real>(x) - y) / std::fmax(std::fabs(y), floor));
  };
  bool finite = std::isfinite(got.delay) && std::isfinite(got.slew);
  for (int k = 0; k < sinks_each; ++k) {
    finite = finite && std::isfinite(got.sink_delay[k]) && std::isfinite(got.sink_slew[k]);
    errors.negative_wires += got.sink_delay[k] < 0 ? 1 : 0;
  }
  errors.not_finite += finite ? 0 : 1;
  auto const& d = truth.driver;
  if (is_near_branch(d)) {
    ++errors.skipped;
    return;
  }
  bool const lump = d.load == ceff_oracle::branch::lump;
  ++(lump                                ? errors.lumped
     : !d.has_ramp                       ? errors.no_ramp
     : d.load == ceff_oracle::branch::pi ? errors.pi
                                         : errors.far_alone);
  double const gate = miss(got.delay, d.delay, 1), slew = miss(got.slew, d.slew, 1);
  bool const wrong = (got.is_lumped != 0) != d.lumped() || (got.has_no_ramp != 0) == d.has_ramp;
  if ((wrong || gate > 1e-5 || slew > 1e-5) && d.load == ceff_oracle::branch::pi &&
      solutions_of(set, i, truth) > 1) {
    ++errors.ambiguous;
    return;
  }
  if (wrong) {
    ++errors.wrong_branch;
    errors.worst += "branch of " + std::to_string(i) + "\n";
    return;
  }
  errors.of[gate_delay].push_back(gate);
  errors.of[driver_slew].push_back(slew);
  for (std::size_t k = 0; k < truth.sink.size(); ++k) {
    auto const& sink = truth.sink[k];
    if (sink.margin < 1e-3L) continue;
    errors.of[wire_delay].push_back(miss(got.sink_delay[k], sink.delay, 1));
    errors.of[short_wire_delay].push_back(miss(got.sink_delay[k], sink.delay, 0.1L));
    errors.of[sink_slew].push_back(miss(got.sink_slew[k], sink.slew, 1));
  }
}

}  // namespace gsta_test
