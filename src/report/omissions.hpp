#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "gsta/report/report_input.hpp"
#include "src/report/rows.hpp"

/// What stands in front of every report: a slack is worth nothing to those who do not know what is left out.
namespace gsta::detail {

/// A title, the first few of what was left out, and how many more there are.
struct omissions_shown {
  std::string title;
  std::vector<model::omission> first;
  std::size_t more = 0;
};

inline omissions_shown shown_omissions(std::string title, model::omissions const& all) {
  constexpr std::size_t most = 5;
  auto const shown = std::min(all.kept.size(), most);
  return {std::move(title),
          {all.kept.begin(), all.kept.begin() + static_cast<std::ptrdiff_t>(shown)},
          all.count - shown};
}

/// A loop by its pins, of a long one the first, and the arc that was cut: paths end there.
inline model::omission shown_loop(report_input const& input, cut_loop const& loop) {
  constexpr std::size_t most = 20;
  std::string pins;
  for (std::size_t i = 0; i < std::min(loop.pins.size(), most); ++i)
    pins.append(i == 0 ? "" : " ").append(pin_name_of(input, loop.pins[i]));
  if (loop.length > most) pins += " ...";
  return {pins, "cut: " + pin_name_of(input, loop.from) + " -> " + pin_name_of(input, loop.to)};
}

inline model::omissions cut_loops_of(report_input const& input) {
  model::omissions all;
  for (auto const& loop : input.design.loops) all.add(shown_loop(input, loop));
  all.count = input.design.loop_count;
  return all;
}

/// How many nets have something to drive, and how many of these have an extracted wire.
struct wire_coverage {
  std::int64_t nets = 0, annotated = 0;
};

/// Rows that share a sink are one net of several drivers, which stand one behind the other.
inline wire_coverage coverage_of(flat_design const& design) {
  auto const all = design.view();
  auto const &begin = all.nets.begin, &sink = all.nets.sink, &node = all.rc.node_begin;
  wire_coverage result;
  bool counted = false;
  for (std::size_t net = 0, last = 0; net < all.nets.driver.size(); ++net) {
    if (begin[net] == begin[net + 1]) continue;
    bool const same =
        net > 0 && begin[last] < begin[last + 1] &&
        (sink[begin[net]] == sink[begin[last]] || sink[begin[net + 1] - 1] == sink[begin[last + 1] - 1]);
    last = net;
    if (!same) ++result.nets;
    counted = counted && same;
    if (counted || node[net] == node[net + 1]) continue;
    counted = true;
    ++result.annotated;
  }
  return result;
}

/// As `flatten` counts nets whose wires constraints replace: these lack nothing.
inline constexpr std::string_view replaced_wire =
    "a net has a capacitance of its own (set_load): its wire in the parasitics is left out";

inline wire_coverage coverage_of(report_input const& input) {
  auto result = coverage_of(input.design);
  for (auto const& note : input.diagnostics)
    if (note.kind == replaced_wire)
      result.annotated = std::min(result.nets, result.annotated + static_cast<std::int64_t>(note.count));
  return result;
}

/// Those of a report that have any: constraints first, then what is missing, then names, then loops.
inline std::vector<omissions_shown> omissions_of(report_input const& input) {
  std::vector<omissions_shown> result;
  auto const &left_out = input.not_applied, &unmatched = input.unmatched, &boxes = input.black_boxes;
  if (left_out.count > 0) {
    result.push_back(shown_omissions(
        "INCOMPLETE: " + std::to_string(left_out.count) + " constraints were not applied", left_out));
  }
  if (boxes.count > 0)
    result.push_back(shown_omissions("BLACK BOXES: " + std::to_string(boxes.count), boxes));
  auto const wires = input.extracted_wires ? coverage_of(input) : wire_coverage{};
  if (wires.annotated < wires.nets) {
    result.push_back(
        {"SPEF: " + std::to_string(wires.annotated) + " of " + std::to_string(wires.nets) + " nets", {}});
  }
  bool const nothing_checked = input.timing.setup.endpoints == 0 && input.timing.hold.endpoints == 0;
  if (input.design.clocks.empty() && nothing_checked) result.push_back({"CLOCKS: no clock is defined", {}});
  if (unmatched.count > 0) {
    result.push_back(shown_omissions("UNMATCHED: " + std::to_string(unmatched.count) + " names", unmatched));
  }
  if (input.design.loop_count > 0) {
    result.push_back(
        shown_omissions("LOOPS: " + std::to_string(input.design.loop_count) + " cut", cut_loops_of(input)));
  }
  return result;
}

/// What is not constrained is not met: a sum over no endpoint is undefined.
template <class T>
T if_constrained(slack_summary const& summary, T value) noexcept {
  return summary.endpoints > 0 ? value : std::numeric_limits<T>::infinity();
}

}  // namespace gsta::detail
