#pragma once

#include <cmath>
#include <vector>

#include "gsta/flat/flat_view.hpp"
#include "gsta/forward/detail/packed_tables.hpp"
#include "test/support/random.hpp"

/// Random stages of effective capacitance, four at a time: their tables packed, as sweeps have them.
namespace gsta_test {

using gsta::conditions;
using gsta::id;
using gsta::per_condition;

inline constexpr int sinks_each = 2, slew_points = 2, load_points = 7;

/// What four conditions work into.
struct four_stages {
  gsta::packed_table table;
  id measure;
  per_condition<float> slew, total, wire, far_end;
  per_condition<float> elmore[sinks_each];
};

/// Stages and what they refer to.
struct stage_set {
  std::vector<gsta::slew_measure> measures;
  std::vector<float> tables;
  std::vector<four_stages> stages;
};

/// `usual`: what libraries and layouts come to. `stress`: a thousand times more and less, tables that bend
/// anyhow and go below zero, loads far beyond them, poles next to each other.
enum class stage_kind { usual, stress };

class stage_maker {
 public:
  stage_maker(std::uint64_t seed, stage_kind kind) : random_(seed), kind_(kind) {
    for (float const lower : {0.05f, 0.1f, 0.2f, 0.3f, 0.4f}) {
      gsta::slew_measure m;
      for (int e = 0; e < 2; ++e) {
        m.lower[e] = lower;
        m.upper[e] = 1 - lower;
      }
      set_.measures.push_back(m);
      m.derate = 0.5f;
      m.threshold[0] = 0.45f;
      m.threshold[1] = 0.55f - 0.25f * lower;
      set_.measures.push_back(m);
    }
  }

  stage_set make(std::size_t quadruples) {
    std::size_t const line = 32, lines = (2 * conditions * (8 + slew_points * load_points) + line - 1) / line;
    set_.tables.assign(quadruples * lines * line, 0.0f);
    set_.stages.resize(quadruples);
    for (std::size_t i = 0; i < quadruples; ++i) {
      four_stages& four = set_.stages[i];
      four.table = gsta::packed_table::at(static_cast<id>(i * lines), slew_points, load_points);
      four.measure = random_.below(static_cast<int>(set_.measures.size()));
      for (int c = 0; c < conditions; ++c) make_lane(four, c, set_.tables.data() + i * lines * line);
    }
    return set_;
  }

 private:
  double in_decades(double low, double high) {
    return low * std::pow(high / low, static_cast<double>(random_.real(0, 1)));
  }
  bool stress(int percent) { return kind_ == stage_kind::stress && random_.chance(percent); }

  void make_lane(four_stages& four, int c, float* block) {
    gsta::slew_measure const& m = set_.measures[static_cast<std::size_t>(four.measure)];
    double const resistance = in_decades(0.3, 10);
    float const* const loads = make_tables(m, gsta::edge_of(c), c, resistance, block);
    four.slew[c] = random_.real(5, 300);
    double total = in_decades(static_cast<double>(loads[0]), static_cast<double>(loads[load_points - 1]));
    double wire = resistance * in_decades(0.01, 1), share = static_cast<double>(random_.real(0.1, 0.9));
    if (stress(40)) total *= in_decades(1e-3, 1e3);
    if (stress(40)) wire *= in_decades(1e-3, 1e3);
    if (stress(15)) share = 1 - in_decades(1e-6, 0.1);
    if (stress(10)) share = in_decades(1e-6, 0.1);
    if (stress(3)) wire = share = 0;
    four.total[c] = static_cast<float>(total);
    four.wire[c] = static_cast<float>(wire);
    four.far_end[c] = static_cast<float>(total * share);
    for (int k = 0; k < sinks_each; ++k) {
      double elmore = wire * total * share * in_decades(0.1, 1.5);
      if (stress(40)) elmore = wire * total * share * in_decades(1e-4, 1e3);
      if (stress(20)) elmore = next_to_pole(0.5 * resistance, wire, total * (1 - share), total * share);
      if (stress(3)) elmore = 0;
      four.elmore[k][c] = static_cast<float>(elmore);
    }
  }

  /// A time constant of the load, more or less.
  double next_to_pole(double driver, double wire, double near_end, double far_end) {
    double const a = wire * driver * far_end * near_end, b = driver * (far_end + near_end) + wire * far_end;
    double const root = std::sqrt(std::fmax(b * b - 4 * a, 0.0));
    double const constant = random_.chance(50) ? (b + root) / 2 : 2 * a / (b + root);
    return constant * (random_.chance(50) ? 1 + in_decades(1e-7, 0.3) : 1 - in_decades(1e-7, 0.3));
  }

  /// Tables whose slopes by the load are near a resistance's; returns the axis of loads.
  float const* make_tables(gsta::slew_measure const& m, int e, int c, double resistance, float* block) {
    float* const slews = block + 8 * c;
    float* const loads = block + 8 * (conditions + c);
    float* const values = block + gsta::detail::packed_axes_size + 2 * c;
    slews[0] = random_.real(1, 20);
    for (int k = 1; k < 8; ++k) slews[k] = k == 1 ? slews[0] + random_.real(50, 400) : slews[1];
    loads[0] = static_cast<float>(in_decades(0.2, 2));
    for (int k = 1; k < 8; ++k)
      loads[k] = k < load_points ? loads[k - 1] * random_.real(1.4, 3) : loads[load_points - 1];
    double const lower = static_cast<double>(m.lower[e]), upper = static_cast<double>(m.upper[e]);
    double const by_load = resistance * std::log((1 - lower) / (1 - upper)) / static_cast<double>(m.derate);
    bool const wild = stress(15), steep = stress(10);
    for (int i = 0; i < slew_points; ++i) {
      double delay = static_cast<double>(random_.real(3, 30)) + 0.2 * static_cast<double>(slews[i]);
      double slew = static_cast<double>(random_.real(3, 30)) + 0.1 * static_cast<double>(slews[i]);
      for (int j = 0; j < load_points; ++j) {
        double const more = static_cast<double>(j == 0 ? loads[0] : loads[j] - loads[j - 1]);
        double const bend = wild ? 3 : steep ? 0.8 : 0.15;
        delay += resistance * more * (1 + bend * static_cast<double>(random_.real(-1, 1)));
        slew += by_load * more * (1 + bend * static_cast<double>(random_.real(-1, 1)));
        float* const point = values + 2 * conditions * (i * load_points + j);
        point[0] = static_cast<float>(delay);
        point[1] = static_cast<float>(slew);
      }
    }
    return loads;
  }

  prng random_;
  stage_kind kind_;
  stage_set set_;
};

}  // namespace gsta_test
