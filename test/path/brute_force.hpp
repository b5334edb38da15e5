#pragma once

#include <algorithm>
#include <tuple>
#include <vector>

#include "gsta/path/path_problem.hpp"
#include "gsta/path/path_set.hpp"

namespace gsta_test {

using namespace gsta;

/// One step of a path from its end: a node, an edge, and the position of the way in (none: the path starts
/// here).
struct brute_step {
  id node;
  int edge;
  id entry;
  bool operator==(brute_step const&) const = default;
};

struct brute_path {
  femtoseconds slack;
  id check;
  int data_edge;
  std::vector<brute_step> steps;  ///< from the end
  std::vector<id> edges_into() const {
    std::vector<id> result;
    for (auto const& step : steps) result.push_back(step.entry);
    return result;
  }
};

/// Every path of a problem, by plain recursion over its definition: knows nothing of path graphs.
class brute_force {
 public:
  brute_force(path_problem<memory_space::host> const& problem, std::size_t limit)
      : p_(problem), limit_(limit) {}

  /// All paths of these splits in the documented order; `overflowed` if there are more than the limit.
  std::vector<brute_path> all(bool early, bool late) {
    for (std::size_t i = 0; i < p_.checks.size(); ++i) {
      bool const is_late_check = is_late(p_.checks[i].kind);
      if (is_late_check ? !late : !early) continue;
      for (int e = 0; e < 2; ++e) {
        float const required = p_.check_required[i][e];
        if (!math::is_defined(required)) continue;
        end_ = {0, static_cast<id>(i), e, {}};
        late_ = is_late_check;
        required_ = to_femtoseconds(required);
        extend(p_.checks[i].data, e, 0);
      }
    }
    std::sort(paths_.begin(), paths_.end(), [](brute_path const& a, brute_path const& b) {
      return std::tuple(a.slack, a.check, a.data_edge, a.edges_into()) <
             std::tuple(b.slack, b.check, b.data_edge, b.edges_into());
    });
    return paths_;
  }
  bool overflowed() const { return paths_.size() >= limit_; }

 private:
  void finish(femtoseconds cost) {
    if (overflowed()) return;
    paths_.push_back(end_);
    paths_.back().slack = late_ ? required_ - cost : cost - required_;
  }

  void extend(id node, int e, femtoseconds cost) {
    if (overflowed()) return;
    int const c = 2 * late_ + e;
    if (float const at = p_.asserted[node][c]; math::is_defined(at)) {
      end_.steps.push_back({node, e, none});
      finish(cost + to_femtoseconds(at));
      end_.steps.pop_back();
    }
    for (id k = p_.fanin_begin[node]; k < p_.fanin_begin[node + 1]; ++k) {
      id const arc = p_.fanin_arc[k], from = p_.fanin_from[k];
      int const in = p_.edges[arc].input(c);
      if (in < 0 || !math::is_defined(p_.arc_delay[arc][c])) continue;
      femtoseconds const with_arc = cost + to_femtoseconds(p_.arc_delay[arc][c]);
      end_.steps.push_back({node, e, k});
      if (!p_.launches(arc)) {
        extend(from, in & 1, with_arc);
      } else if (float const clock = p_.arrival[from][in]; math::is_defined(clock)) {
        end_.steps.push_back({from, in & 1, none});
        finish(with_arc + to_femtoseconds(clock));
        end_.steps.pop_back();
      }
      end_.steps.pop_back();
    }
  }

  path_problem<memory_space::host> p_;
  std::size_t limit_;
  bool late_ = false;
  femtoseconds required_ = 0;
  brute_path end_;
  std::vector<brute_path> paths_;
};

/// Expected paths as a set.
inline path_set to_set(path_problem<memory_space::host> const& problem,
                       std::vector<brute_path> const& paths) {
  path_set set;
  for (auto const& path : paths) {
    for (auto step = path.steps.rbegin(); step != path.steps.rend(); ++step) {
      set.add_step(step->node, static_cast<edge>(step->edge),
                   step->entry == none ? none : problem.fanin_arc[step->entry]);
    }
    set.end_path(path.slack, path.check, static_cast<edge>(path.data_edge));
  }
  return set;
}

inline bool equal(path_set const& a, path_set const& b) {
  return a.begin == b.begin && a.node == b.node && a.edge == b.edge && a.arc == b.arc && a.slack == b.slack &&
         a.check == b.check && a.data_edge == b.data_edge && a.group == b.group;
}

inline std::vector<brute_path> first(std::vector<brute_path> paths, std::size_t k) {
  if (paths.size() > k) paths.resize(k);
  return paths;
}

}  // namespace gsta_test
