#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "gsta/path/detail/timing/part.hpp"
#include "gsta/path/detail/timing/picker.hpp"
#include "gsta/path/path_problem.hpp"

namespace gsta::detail {

/// The ends of one path group, by 2 * check + data edge.
struct group_ends {
  id number = none;
  bool has_side[2] = {false, false};
  std::vector<std::uint8_t> ends{};
};

/// What a query means in a design.
struct query_meaning {
  path_constraint constraint{};      ///< where paths start, and what they pass
  bool is_empty = false;             ///< some point is nowhere: no path passes it
  std::vector<std::uint8_t> ends{};  ///< [2 * checks] wanted ones; empty: all
  std::vector<group_ends> groups{};  ///< by number, where the query asks by group
  std::vector<id> endpoint{};        ///< [checks] pin, where the query counts by endpoint
};

/// Finds out what a query means. `checks` may be empty where `needs_checks` is false.
class query_reader {
 public:
  query_reader(path_query const& query, path_places const& places, std::size_t nodes,
               host_span<timing_check const> checks)
      : query_(query), places_(places), nodes_(nodes), checks_(checks) {}

  static bool counts_endpoints(path_query const& query) noexcept {
    return !query.by_check && query.per_endpoint < query.k;
  }
  static bool needs_checks(path_query const& query) noexcept {
    return query.to || query.by_group || counts_endpoints(query);
  }

  query_meaning read() const {
    query_meaning result;
    if (query_.from) result.constraint.from = starts(*query_.from);
    result.is_empty = query_.from && result.constraint.from.empty();
    for (auto const& points : query_.through) {
      require(points.clock_edges.empty(),
              "find_paths: a path passes pins; a clock is where it starts or ends");
      auto& passed = result.constraint.through.emplace_back();
      add_nodes(points, passed);
      result.is_empty = result.is_empty || passed.empty();
    }
    if (query_.to) {
      result.ends = ends(*query_.to);
      auto const& flags = result.ends;
      result.is_empty = result.is_empty || std::find(flags.begin(), flags.end(), 1) == flags.end();
    }
    if (query_.by_group) result.groups = groups(result.ends);
    if (counts_endpoints(query_))
      for (auto const& check : checks_) result.endpoint.push_back(pin_of(check));
    return result;
  }

 private:
  std::size_t pins() const noexcept {
    return places_.first_node.empty() ? nodes_ : places_.first_node.size() - 1;
  }
  id pin_of(timing_check const& check) const noexcept {
    return places_.first_node.empty() ? check.data : check.data_pin;
  }
  void require_pin(path_pin const& at) const {
    require(at.pin >= 0 && static_cast<std::size_t>(at.pin) < pins(),
            "find_paths: the query names a pin that the design does not have");
  }

  void add_nodes(path_points const& points, std::vector<constraint_pin>& to) const {
    for (path_pin const& at : points.pins) {
      require_pin(at);
      bool const own = places_.first_node.empty();
      id const first = own ? at.pin : places_.first_node[at.pin];
      id const end = own ? first + 1 : places_.first_node[at.pin + 1];
      for (id node = first; node < end; ++node) to.push_back({node, at.rise, at.fall});
    }
  }

  /// Pins, and what clock edges launch.
  std::vector<constraint_pin> starts(path_points const& points) const {
    std::vector<constraint_pin> result;
    if (!points.clock_edges.empty()) {
      require(places_.launch_edge.size() == nodes_,
              "find_paths: the arrays do not say what clocks launch; ask with the design");
      for (std::size_t node = 0; node < nodes_; ++node)
        if (has(points.clock_edges, places_.launch_edge[node])) result.push_back({static_cast<id>(node)});
    }
    add_nodes(points, result);
    return result;
  }

  /// Checks at pins, and those that clock edges capture.
  std::vector<std::uint8_t> ends(path_points const& points) const {
    require(points.clock_edges.empty() || places_.capture_edge.size() == checks_.size(),
            "find_paths: the arrays do not say what clocks capture; ask with the design");
    std::vector<std::uint8_t> at_pin(2 * pins(), 0), flags(2 * checks_.size(), 0);
    for (path_pin const& at : points.pins) {
      require_pin(at);
      auto const first = 2 * static_cast<std::size_t>(at.pin);
      if (at.rise) at_pin[first] = 1;
      if (at.fall) at_pin[first + 1] = 1;
    }
    for (std::size_t i = 0; i < checks_.size(); ++i) {
      bool const captured = !points.clock_edges.empty() && has(points.clock_edges, places_.capture_edge[i]);
      auto const pin = static_cast<std::size_t>(pin_of(checks_[i]));
      require(pin < pins(), "find_paths: a check's data is no pin of the design");
      for (std::size_t e = 0; e < 2; ++e) flags[2 * i + e] = captured ? 1 : at_pin[2 * pin + e];
    }
    return flags;
  }
  static bool has(std::vector<id> const& edges, id edge) {
    return edge != none && std::find(edges.begin(), edges.end(), edge) != edges.end();
  }

  std::vector<group_ends> groups(std::vector<std::uint8_t> const& wanted) const {
    require(places_.group_begin.size() == checks_.size() + 1,
            "find_paths: the arrays do not say which path groups checks have; ask with the design");
    std::map<id, group_ends> found;
    for (std::size_t i = 0; i < checks_.size(); ++i) {
      for (id k = places_.group_begin[i]; k < places_.group_begin[i + 1]; ++k) {
        auto& group = found[places_.group[k]];
        group.ends.resize(2 * checks_.size(), 0);
        for (std::size_t e = 2 * i; e < 2 * i + 2; ++e) {
          if (!wanted.empty() && wanted[e] == 0) continue;
          group.ends[e] = 1;
          group.has_side[is_late(checks_[i].kind) ? 1 : 0] = true;
        }
      }
    }
    std::vector<group_ends> result;
    for (auto& [number, group] : found) {
      group.number = number;
      result.push_back(std::move(group));
    }
    return result;
  }

  path_query const& query_;
  path_places const& places_;
  std::size_t nodes_;
  host_span<timing_check const> checks_;
};

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

  path_buffers<S> find() const;

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

/// Not inline: where it is compiled in a library, nvcc would still make an inline one anew, and all behind
/// it.
template <executor E, class Search>
auto path_finder<E, Search>::find() const -> path_buffers<S> {
  if (query_.by_group) return find_groups();
  if (!meaning_.ends.empty()) search_.set_ends(meaning_.ends);
  return find_list(query_.side);
}

/// What a search of one side takes of a query.
template <executor E, class Engine>
path_request<E> request_of(path_query const& query, query_meaning& meaning,
                           path_scheme<Engine> const& scheme) {
  path_request<E> request;
  request.k = query.k;
  request.per_end = query.per_endpoint;
  request.below = query.slack_below;
  request.unique_pins = query.unique_pins;
  request.constraint = std::move(meaning.constraint);
  request.scheme.form = scheme.form;
  if constexpr (std::is_convertible_v<Engine, std::optional<path_engine>>)
    request.scheme.engine = scheme.engine;
  else
    request.named = named_engine<E>(scheme.engine);
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
template <executor E, class Engine, class Make>
path_buffers<E::space> find_by(E const& exec, path_arrays<E::space> const& of, path_query const& query,
                               path_scheme<Engine> const& scheme, Make const& make) {
  auto meaning = read_query(exec, of, query);
  auto const request = request_of<E>(query, meaning, scheme);
  if (request.wants_none() || meaning.is_empty) return clone_view(exec, path_set{}.view());
  auto search = make(request);
  return path_finder<E, decltype(search)>(exec, query, meaning, search).find();
}

}  // namespace gsta::detail
