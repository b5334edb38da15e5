#pragma once

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "gsta/constrain/tags.hpp"
#include "gsta/core/vector_by_id.hpp"

namespace gsta::detail {

/// Lists by pin, as compressed rows.
template <class T>
class pin_lists {
 public:
  pin_lists() = default;
  /// From pairs of pin and member; members of a pin ascend and are there once.
  pin_lists(std::vector<std::pair<id, T>> pairs, std::size_t pins) : begin_(pins + 1, 0) {
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    for (auto const& [pin, member] : pairs) {
      ++begin_[pin + 1];
      member_.push_back(member);
    }
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  }
  /// From pairs whose members are kept as they come.
  static pin_lists in_order(std::vector<std::pair<id, T>> const& pairs, std::size_t pins) {
    pin_lists result;
    result.begin_.assign(pins + 1, 0);
    for (auto const& pair : pairs) ++result.begin_[pair.first + 1];
    std::partial_sum(result.begin_.begin(), result.begin_.end(), result.begin_.begin());
    vector_by_id<id> next(result.begin_.begin(), result.begin_.end() - 1);
    result.member_.resize(pairs.size());
    for (auto const& [pin, member] : pairs) result.member_[next[pin]++] = member;
    return result;
  }
  host_span<T const> at(id pin) const noexcept {
    return {member_.data() + begin_[pin], static_cast<std::size_t>(begin_[pin + 1] - begin_[pin])};
  }

 private:
  vector_by_id<id> begin_;
  vector_by_id<T> member_;
};

/// True if paths come under the exception without being seen to start: by their launching edge, or anyhow.
inline bool starts_unseen(path_exception const& of, id launch) {
  if (of.from.empty() && of.from_clocks.empty()) return true;
  return launch != none && has_edge(of.from_at, launch % 2) &&
         std::find(of.from_clocks.begin(), of.from_clocks.end(), launch / 2) != of.from_clocks.end();
}

inline bool is_complete(path_exception const& of, exception_state s) noexcept {
  return static_cast<std::size_t>(s.passed) == of.through.size();
}

/// Which exceptions start at a pin, and which go through it as their n-th point.
struct exception_points_at {
  pin_lists<id> starts;
  pin_lists<exception_state> throughs;
  bool any_state = false;  ///< some exception tells arrivals apart by where they start or pass

  exception_points_at(host_span<path_exception const> exceptions, std::size_t pins) {
    std::vector<std::pair<id, id>> from;
    std::vector<std::pair<id, exception_state>> through;
    for (std::size_t i = 0; i < exceptions.size(); ++i) {
      id const own = static_cast<id>(i);
      for (id const pin : exceptions[i].from) from.push_back({pin, own});
      for (std::size_t k = 0; k < exceptions[i].through.size(); ++k) {
        for (id const pin : exceptions[i].through[k].pins)
          through.push_back({pin, {own, static_cast<id>(k)}});
      }
    }
    any_state =
        !from.empty() || !through.empty() ||
        std::any_of(exceptions.begin(), exceptions.end(), [](auto const& of) { return of.from_start; });
    if (!any_state) return;
    starts = {std::move(from), pins};
    throughs = {std::move(through), pins};
  }
};

}  // namespace gsta::detail
