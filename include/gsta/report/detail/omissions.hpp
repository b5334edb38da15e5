#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "gsta/report/report_input.hpp"

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

/// Those of a report that have any: constraints first, then names.
inline std::vector<omissions_shown> omissions_of(report_input const& input) {
  std::vector<omissions_shown> result;
  auto const &left_out = input.not_applied, &unmatched = input.unmatched;
  if (left_out.count > 0) {
    result.push_back(shown_omissions(
        "INCOMPLETE: " + std::to_string(left_out.count) + " constraints were not applied", left_out));
  }
  if (unmatched.count > 0) {
    result.push_back(shown_omissions("UNMATCHED: " + std::to_string(unmatched.count) + " names", unmatched));
  }
  return result;
}

/// What is not constrained is not met: a sum over no endpoint is undefined.
template <class T>
T if_constrained(slack_summary const& summary, T value) noexcept {
  return summary.endpoints > 0 ? value : std::numeric_limits<T>::infinity();
}

}  // namespace gsta::detail
