#pragma once

#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "gsta/path/detail/timing/meaning.hpp"
#include "gsta/path/detail/timing/picker.hpp"

namespace gsta::detail {

/// Finds the lists of a query: of both sides or one, by group or in one, cut to so many paths of an endpoint.
///
/// `Search` finds the paths of one side: `fresh_search` in a graph that is made, `kept_search` in one that is
/// there.
template <executor E, class Search>
class path_finder {
 public:
  static constexpr memory_space S = E::space;

  path_finder(E const& exec, path_query const& query, query_meaning const& meaning, Search& search)
      : exec_(exec), query_(query), meaning_(meaning), search_(search) {}

  path_buffers<S> find() const {
    if (query_.by_group) return find_groups();
    if (!meaning_.ends.empty()) search_.set_ends(meaning_.ends);
    return find_list(query_.side);
  }

 private:
  path_buffers<S> find_groups() const {
    std::vector<path_buffers<S>> lists;
    std::vector<id> number;
    for (auto const& group : meaning_.groups) {
      for (split const side : {split::late, split::early}) {
        if (query_.side.value_or(side) != side || !group.has_side[static_cast<int>(side)]) continue;
        search_.set_ends(group.ends);
        lists.push_back(find_list(side));
        number.push_back(group.number);
      }
    }
    return join_groups(exec_, lists, number);
  }

  /// Of one side, or of both together.
  path_buffers<S> find_list(std::optional<split> side) const {
    if (search_.narrow(side, query_.k)) {
      auto found = find_sides(side);
      bool const holds = search_.holds(found, query_.k);
      search_.widen();
      if (holds) return found;
    }
    return find_sides(side);
  }
  path_buffers<S> find_sides(std::optional<split> one) const {
    if (one) return find_side(*one);
    auto const early = find_side(split::early), late = find_side(split::late);
    return merge_worst(exec_, early.view, late.view, query_.k);
  }

  path_buffers<S> find_side(split side) const {
    auto search = search_.of_side(side);
    if (!query_reader::counts_endpoints(query_)) return search.find(query_.k, query_.per_endpoint);
    // A pin may have several checks and edges, so this asks again for more where too many fall away.
    for (std::size_t ask = query_.k;; ask *= 2) {
      auto const found = search.find(ask, query_.per_endpoint);
      auto const taken = taken_of(found.view);
      bool const is_all = found.view.size() < ask || ask > std::numeric_limits<id>::max();
      if (taken.size() < query_.k && !is_all) continue;
      return taken.size() == found.view.size() ? found : paths_at(exec_, found, taken);
    }
  }
  /// The first k paths with no more than asked for to a pin.
  std::vector<id> taken_of(path_set_view<S> const& found) const {
    auto const check = to_vector(exec_, found.check);
    std::map<id, std::size_t> count;
    std::vector<id> taken;
    for (std::size_t i = 0; i < check.size() && taken.size() < query_.k; ++i) {
      id const pin = meaning_.endpoint[static_cast<std::size_t>(check[i])];
      if (count[pin]++ < query_.per_endpoint) taken.push_back(static_cast<id>(i));
    }
    return taken;
  }

  E const& exec_;
  path_query const& query_;
  query_meaning const& meaning_;
  Search& search_;
};

/// What a search of one side takes of a query.
inline path_request request_of(path_query const& query, query_meaning& meaning, path_scheme const& scheme) {
  path_request request;
  request.k = query.k;
  request.per_end = query.per_endpoint;
  request.below = query.slack_below;
  request.unique_pins = query.unique_pins;
  request.constraint = std::move(meaning.constraint);
  request.scheme = scheme;
  request.most_bytes = query.most_bytes;
  return request;
}

template <executor E>
query_meaning read_query(E const& exec, path_arrays<E::space> const& of, path_query const& query) {
  std::vector<timing_check> copied;
  host_span<timing_check const> checks;
  if (query_reader::needs_checks(query)) {
    if constexpr (E::space == memory_space::host) {
      checks = of.problem.checks;
    } else {
      copied = to_vector(exec, of.problem.checks);
      checks = view_of(std::as_const(copied));
    }
  }
  return query_reader(query, of.places, of.problem.node_count(), checks).read();
}

/// Finds the paths of a query as `make(request)` searches for them.
template <executor E, class Make>
path_buffers<E::space> find_by(E const& exec, path_arrays<E::space> const& of, path_query const& query,
                               path_scheme const& scheme, Make const& make) {
  auto meaning = read_query(exec, of, query);
  auto const request = request_of(query, meaning, scheme);
  if (request.wants_none() || meaning.is_empty) return clone_view(exec, path_set{}.view());
  auto search = make(request);
  return path_finder<E, decltype(search)>(exec, query, meaning, search).find();
}

}  // namespace gsta::detail
