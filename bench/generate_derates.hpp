#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bench/generate_options.hpp"
#include "gsta/flat/flat_design.hpp"

namespace gsta_bench::detail {

/// The factor nearest to so many thousandths, the same that a reader makes of its digits.
inline float derate_factor(int thousandths) {
  gsta::require(thousandths >= 1 && thousandths <= 10000,
                "the derates of a generated design are 1 to 10,000 thousandths");
  return static_cast<float>(thousandths) / 1000;
}

/// Factors on all delays, as set_timing_derate gives them to clock networks and to the rest: a register's
/// arc is the first of its data path. `in_clock_tree` is by pin.
inline void add_derates(gsta::flat_design& design, std::vector<std::uint8_t> const& in_clock_tree,
                        generate_options const& options) {
  auto const row = [&](int early, int late) {
    float const e = derate_factor(early), l = derate_factor(late);
    if (early == 1000 && late == 1000) return gsta::none;
    design.derates.push_back({e, e, l, l});
    return static_cast<gsta::id>(design.derates.size()) - 1;
  };
  gsta::id const clock = row(options.clock_derate_early, options.clock_derate_late);
  gsta::id const data = row(options.data_derate_early, options.data_derate_late);
  design.arc_derate.reserve(design.net_sink.size() + design.arc_from.size());
  for (std::size_t net = 0; net < design.net_driver.size(); ++net) {
    bool const is_clock = in_clock_tree[static_cast<std::size_t>(design.net_driver[net])] != 0;
    auto const sinks = static_cast<std::size_t>(design.net_begin[net + 1] - design.net_begin[net]);
    design.arc_derate.insert(design.arc_derate.end(), sinks, is_clock ? clock : data);
  }
  for (gsta::id const from : design.arc_from)
    design.arc_derate.push_back(in_clock_tree[static_cast<std::size_t>(from)] != 0 ? clock : data);
}

}  // namespace gsta_bench::detail
