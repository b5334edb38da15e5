#pragma once

#include <limits>
#include <utility>

#include "gsta/path/constraint.hpp"
#include "gsta/path/costs.hpp"
#include "gsta/path/path_query.hpp"

namespace gsta {

namespace primitive {
struct find_paths;
}

namespace detail {

/// On the host, up to so many paths are found sooner one by one than in bulk; times stand in
/// docs/decisions/0014-one-path-stack.md.
inline constexpr std::size_t few_paths = 10'000;

/// An engine that a `path_scheme` names besides `path_engine`, by reference: a search has one body for all.
template <executor E>
class named_engine {
  static constexpr memory_space S = E::space;
  using rows = search_rows<S>;
  using problem = search_problem<S>;

 public:
  named_engine() = default;
  template <class Engine>
  explicit named_engine(Engine const& engine)
      : engine_(&engine),
        find_([](void const* named, E const& exec, rows const& r, problem const& p,
                 k_paths_options const& options) {
          return k_critical_paths(exec, r, p, options, *static_cast<Engine const*>(named));
        }) {}

  explicit operator bool() const noexcept { return find_ != nullptr; }
  k_paths_result<S> find(E const& exec, rows const& r, problem const& p,
                         k_paths_options const& options) const {
    return find_(engine_, exec, r, p, options);
  }

 private:
  void const* engine_ = nullptr;
  k_paths_result<S> (*find_)(void const*, E const&, rows const&, problem const&,
                             k_paths_options const&) = nullptr;
};

/// What is searched for in one part of a design: a query whose points are nodes and whose ends are the
/// part's.
template <executor E>
struct path_request {
  std::size_t k = 1;
  std::size_t per_end = std::numeric_limits<std::size_t>::max();  ///< of a check and data edge
  femtoseconds below = no_path;
  bool unique_pins = false;
  path_constraint constraint{};  ///< of the part that is made
  path_scheme<> scheme{};
  named_engine<E> named{};  ///< in place of the scheme's
  std::size_t most_bytes = std::size_t{8} << 30;

  bool wants_none() const noexcept { return k == 0 || per_end == 0; }
  bool wants_all_ends() const noexcept { return per_end >= k; }
  /// Up to `few_paths`, and no engine but `best_first` is named.
  bool is_few() const noexcept { return k <= few_paths && is_best_first(path_engine::best_first); }
  bool is_best_first(path_engine otherwise) const noexcept {
    return !named && scheme.engine.value_or(otherwise) == path_engine::best_first;
  }
  /// Whether a search reads rows and prefixes: neither paths of each end nor paths one by one do.
  bool needs_rows() const noexcept {
    return wants_all_ends() && !is_few() && !is_best_first(path_engine::bounded);
  }
};

/// A part of a timed design, or all of it, that is searched: its paths are those of its search graph, whose
/// vertices, edges and ends stand for the design's. Whatever a part is cut out by (ends, a constraint, checks
/// that are bad enough, a bound on costs, credits), this is what the cut leaves.
template <memory_space S>
struct search_part {
  timing_search<S> search;  ///< the graph and what it stands for
  search_rows<S> rows;      ///< of its shape; empty where few paths are searched for on the host
  search_costs<S> costs;    ///< of its weights

  bool has_rows() const noexcept { return !rows.view().order.empty(); }
  bool has_ends() const noexcept { return !search.view.slot.empty(); }
  search_problem<S> problem() const noexcept { return {search.view.graph, costs.view}; }
};

}  // namespace detail
}  // namespace gsta
