#pragma once

#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "test/support/random_circuit.hpp"

namespace gsta_test {

/// A circuit with everything in it that `validate` looks at.
inline flat_design whole_design() {
  for (std::uint64_t seed = 0;; ++seed) {
    flat_design d = random_circuit(seed, 300);
    bool const whole = !d.clocks.empty() && !d.check_data.empty() && !d.rc_edge_a.empty() &&
                       !d.outputs.empty() && !d.requirements.empty() && !d.sources.empty();
    if (whole) return d;
  }
}

/// All arrays of ids, of which some may hold `none`.
inline std::vector<std::pair<gsta::vector_by_id<id> flat_design::*, bool>> const id_arrays{
    {&flat_design::net_driver, false},  {&flat_design::net_sink, false},
    {&flat_design::rc_root, true},      {&flat_design::rc_node_sink, true},
    {&flat_design::rc_edge_a, false},   {&flat_design::rc_edge_b, false},
    {&flat_design::arc_from, false},    {&flat_design::arc_to, false},
    {&flat_design::arc_type_of, false}, {&flat_design::check_data, false},
    {&flat_design::check_clock, false}, {&flat_design::check_type_of, false},
    {&flat_design::outputs, false},
};
inline std::vector<gsta::vector_by_id<id> flat_design::*> const row_arrays{
    &flat_design::net_begin, &flat_design::rc_node_begin, &flat_design::rc_edge_begin};

using spoiling = std::function<void(flat_design&)>;

inline std::vector<spoiling> spoiled_ids() {
  std::vector<spoiling> result;
  for (auto const& [array, none_allowed] : id_arrays) {
    for (id const wrong : {id{-2}, id{1000000}, id{gsta::none}}) {
      if (wrong == gsta::none && none_allowed) continue;
      auto const member = array;
      result.push_back([=](flat_design& d) { (d.*member).front() = wrong; });
      result.push_back([=](flat_design& d) { (d.*member).back() = wrong; });
    }
  }
  return result;
}

inline std::vector<spoiling> spoiled_sizes() {
  std::vector<spoiling> result;
  for (std::size_t k = 0; k + 1 < id_arrays.size(); ++k)  // outputs stand alone
    result.push_back([k](flat_design& d) { (d.*id_arrays[k].first).pop_back(); });
  result.push_back([](flat_design& d) { d.asserted_slew.pop_back(); });
  result.push_back([](flat_design& d) { d.rc_capacitance.push_back(0); });
  result.push_back([](flat_design& d) { d.rc_resistance.push_back(0); });
  return result;
}

inline std::vector<spoiling> spoiled_rows() {
  std::vector<spoiling> result;
  for (auto const array : row_arrays) {
    result.push_back([=](flat_design& d) { (d.*array).pop_back(); });
    result.push_back([=](flat_design& d) { (d.*array).clear(); });
    result.push_back([=](flat_design& d) { (d.*array).front() = 1; });
    result.push_back([=](flat_design& d) { ++(d.*array).back(); });
    result.push_back([=](flat_design& d) { (d.*array)[1] = 1000000; });
    result.push_back([=](flat_design& d) { (d.*array)[(d.*array).size() / 2] = -1; });
  }
  return result;
}

/// Types, sources, requirements, rows that few designs have, drivers and sinks.
inline std::vector<spoiling> spoiled_others() {
  return {
      [](flat_design& d) { d.arc_types.back().delay[3] = 1000000; },
      [](flat_design& d) { d.arc_types.front().slew[0] = -7; },
      [](flat_design& d) { d.arc_types.front().measure = static_cast<id>(d.measures.size()); },
      [](flat_design& d) { d.arc_types.back().measure = -2; },
      [](flat_design& d) { d.check_types.back().constraint[1] = 1000000; },
      [](flat_design& d) { d.arc_types.clear(); },
      [](flat_design& d) { d.parallel_begin.clear(); },
      [](flat_design& d) { d.parallel_begin = {0, 2}; },
      [](flat_design& d) { d.parallel_begin = {1}; },
      [](flat_design& d) { d.parallel_begin = {0, 2, 1}, d.parallel_driver = {d.net_driver[0]}; },
      [](flat_design& d) { d.parallel_begin = {0, 2}, d.parallel_driver = {d.net_driver[0], -1}; },
      [](flat_design& d) {
        d.parallel_begin = {0, 2}, d.parallel_driver = {d.net_driver[0], d.net_driver[0]};
      },
      [](flat_design& d) {
        d.parallel_begin = {0, 2};
        d.parallel_driver = {d.net_driver[0], d.add_pin()};
      },
      [](flat_design& d) { d.sources.back().pin = gsta::none; },
      [](flat_design& d) { d.sources.back().launch_edge = static_cast<id>(2 * d.clocks.size()); },
      [](flat_design& d) { d.requirements.back().pin = 1000000; },
      [](flat_design& d) { d.senses.push_back({gsta::none}); },
      [](flat_design& d) { d.senses.push_back({0, static_cast<id>(d.clocks.size())}); },
      [](flat_design& d) { d.senses.push_back({0, gsta::none, static_cast<gsta::clock_sense>(4)}); },
      [](flat_design& d) { d.requirements.back().capture_edge = -2; },
      [](flat_design& d) { d.net_driver.back() = d.net_driver.front(); },
      [](flat_design& d) { d.gaps.constants = {1000000}; },
      [](flat_design& d) { d.gaps.unclocked = {gsta::none}; },
      [](flat_design& d) { d.gaps.unchecked_data = {0}; },
      [](flat_design& d) { d.limits.resize(d.pin_load.size() + 1); },
      [](flat_design& d) { d.limits.resize(1, {-gsta::math::infinity}); },
      [](flat_design& d) { d.clock_limits.resize(d.clocks.size() + 1); },
      [](flat_design& d) { d.pulse_limits.push_back({gsta::none}); },
      [](flat_design& d) { d.pulse_limits.push_back({0, static_cast<id>(d.clocks.size())}); },
      [](flat_design& d) { d.pulse_limits.push_back({0, gsta::none, {1000000, gsta::none}}); },
      [](flat_design& d) {
        d.arc_derate.assign(d.net_sink.size() + d.arc_from.size(), gsta::none);
        d.arc_derate[3] = static_cast<id>(d.derates.size());
      },
      [](flat_design& d) {
        d.rc_response.assign(d.net_sink.size(), gsta::none);
        d.rc_response.back() = static_cast<id>(d.wire_responses.size());
      },
      [](flat_design& d) {
        for (auto& sink : d.rc_node_sink) {
          if (sink > 0) sink = 0;  // the first net's
        }
      },
  };
}

/// Edges and kinds that there are not, and values that are no numbers.
inline std::vector<spoiling> spoiled_values() {
  std::vector<spoiling> result{
      [](flat_design& d) { d.arc_types.back().edges.code = 255; },
      [](flat_design& d) { d.arc_types.front().edges.code = 0b00'00'11'00; },
      [](flat_design& d) { d.check_types.back().kind = static_cast<gsta::check_kind>(17); },
      [](flat_design& d) { d.check_types.front().kind = gsta::check_kind::output_setup; },
      [](flat_design& d) { d.check_types.back().active = static_cast<gsta::edge>(2); },
      [](flat_design& d) { d.sources.front().kind = static_cast<gsta::arrival_kind>(3); },
      [](flat_design& d) { d.sources.back().kind = static_cast<gsta::arrival_kind>(-1); },
      [](flat_design& d) {
        d.asserted_slew.back()[0] = -gsta::math::infinity;
      },  // early: undefined is positive
      [](flat_design& d) { d.asserted_slew.front()[3] = gsta::math::infinity; },
      [](flat_design& d) { d.sources.back().arrival[2] = gsta::math::infinity; },
      [](flat_design& d) { d.requirements.back().required[1] = gsta::math::infinity; },
      [](flat_design& d) { d.measures.push_back({.threshold = {0.5f, 1}}); },
      [](flat_design& d) { d.measures.push_back({.lower = {0.2f, 0}}); },
      [](flat_design& d) { d.measures.push_back({.upper = {1, 0.8f}}); },
      [](flat_design& d) { d.measures.push_back({.lower = {0.8f, 0.2f}}); },
      [](flat_design& d) { d.measures.push_back({.derate = 0}); },
  };
  for (float const wrong :
       {std::numeric_limits<float>::quiet_NaN(), gsta::math::infinity, -gsta::math::infinity}) {
    bool const is_nan = wrong != wrong;
    result.push_back([=](flat_design& d) { d.pin_load.back()[3] = wrong; });
    result.push_back([=](flat_design& d) { d.pin_load.front()[0] = wrong; });
    result.push_back([=](flat_design& d) { d.sources.back().latency[1] = wrong; });
    result.push_back([=](flat_design& d) { d.rc_capacitance.back() = wrong; });
    result.push_back([=](flat_design& d) { d.rc_resistance.front() = wrong; });
    result.push_back([=](flat_design& d) { d.derates.assign(1, {1, 1, 1, wrong}); });
    result.push_back([=](flat_design& d) { d.wire_responses.push_back({.shift = {0, wrong}}); });
    result.push_back([=](flat_design& d) { d.wire_responses.push_back({.delay = {wrong, 1}}); });
    result.push_back([=](flat_design& d) { d.measures.push_back({.threshold = {wrong, 0.5f}}); });
    result.push_back([=](flat_design& d) { d.measures.push_back({.lower = {0.2f, wrong}}); });
    result.push_back([=](flat_design& d) { d.measures.push_back({.derate = wrong}); });
    result.push_back([=](flat_design& d) { d.rules.push_back({.transition = {0, 0, wrong, 0}}); });
    result.push_back([=](flat_design& d) { d.rules.push_back({.insertion = {wrong, 0, 0, 0}}); });
    result.push_back([=](flat_design& d) { d.late_check_factor = wrong; });
    result.push_back([=](flat_design& d) { d.early_check_factor = wrong; });
    if (!is_nan) continue;
    result.push_back([=](flat_design& d) { d.asserted_slew.back()[1] = wrong; });
    result.push_back([=](flat_design& d) { d.sources.front().arrival[0] = wrong; });
    result.push_back([=](flat_design& d) { d.requirements.front().required[3] = wrong; });
  }
  return result;
}

}  // namespace gsta_test
