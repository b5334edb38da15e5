// Worst and total slack of each path group.

#include "gsta/report/group_summary.hpp"

#include <algorithm>
#include <map>

#include "gsta/report/report_input.hpp"

namespace gsta::detail {
namespace {

/// The worst slacks of one endpoint after another, by some key.
template <class Key>
class summaries_by {
 public:
  /// A slack of the endpoint at hand.
  void add(Key const& key, float slack) {
    auto& at = at_hand_.try_emplace(key, slack).first->second;
    at = std::min(at, slack);
  }
  void end_endpoint() {
    for (auto const& [key, slack] : at_hand_) {
      auto& row = rows_[key];
      row.worst = std::min(row.worst, slack);
      ++row.endpoints;
      if (slack >= 0) continue;
      ++row.violations;
      row.negative += to_femtoseconds(slack);
    }
    at_hand_.clear();
  }
  template <class Name>
  std::vector<group_summary> rows(Name const& name) const {
    std::vector<group_summary> result;
    result.reserve(rows_.size());
    for (auto const& [key, row] : rows_)
      result.push_back(
          {name(key), row.worst, static_cast<double>(row.negative) / 1000, row.violations, row.endpoints});
    return result;
  }

 private:
  struct row {
    float worst = math::infinity;
    femtoseconds negative = 0;
    std::int64_t violations = 0, endpoints = 0;
  };
  std::map<Key, float> at_hand_;
  std::map<Key, row> rows_;
};

}  // namespace
}  // namespace gsta::detail

namespace gsta {

group_summaries summarize_groups(flat_design const& design, timing_snapshot const& timing) {
  detail::summaries_by<std::string> groups[2];
  detail::summaries_by<id> clocks[2];
  path_group_names const names(design);
  for (std::size_t i = 0; i < timing.endpoint_pin.size(); ++i) {
    for (id k = timing.endpoint_begin[i]; k < timing.endpoint_begin[i + 1]; ++k) {
      id const c = timing.endpoint_check[k];
      auto const& check = timing.checks[c];
      float const slack = std::min(timing.check_slack[c][0], timing.check_slack[c][1]);
      if (!math::is_defined(slack)) continue;
      int const side = is_late(check.kind);
      id const edge = capture_edge_of(design, timing, check);
      clocks[side].add(edge == none ? none : edge / 2, slack);
      for (auto const& group : groups_of(design, names, timing, check)) groups[side].add(group, slack);
    }
    for (auto& by : groups) by.end_endpoint();
    for (auto& by : clocks) by.end_endpoint();
  }
  auto const group_name = [](std::string const& name) { return name; };
  auto const clock_name = [&](id clock) { return clock == none ? "" : clock_name_of(design, 2 * clock); };
  return {groups[1].rows(group_name), groups[0].rows(group_name), clocks[1].rows(clock_name),
          clocks[0].rows(clock_name)};
}

}  // namespace gsta
