#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "gsta/path/detail/recover/rows.hpp"
#include "gsta/path/path_set.hpp"

namespace gsta::detail {

/// Two path sets behind one another.
template <memory_space S>
struct both_paths {
  path_set_view<S> a, b;

  /// Where path p of both stands.
  struct source {
    path_set_view<S> const& set;
    std::size_t path;
  };
  GSTA_HD source at(id p) const noexcept {
    id const in_a = static_cast<id>(a.slack.size());
    return p < in_a ? source{a, static_cast<std::size_t>(p)} : source{b, static_cast<std::size_t>(p - in_a)};
  }
};

/// Slack, check, data edge, then as they stand.
template <memory_space S>
struct path_before {
  both_paths<S> paths;
  GSTA_HD bool operator()(id p, id q) const noexcept {
    auto const x = paths.at(p), y = paths.at(q);
    femtoseconds const slack_x = x.set.slack[x.path], slack_y = y.set.slack[y.path];
    if (slack_x != slack_y) return slack_x < slack_y;
    id const check_x = x.set.check[x.path], check_y = y.set.check[y.path];
    if (check_x != check_y) return check_x < check_y;
    edge const edge_x = x.set.data_edge[x.path], edge_y = y.set.data_edge[y.path];
    return edge_x != edge_y ? edge_x < edge_y : p < q;
  }
};

template <memory_space S>
struct take_path_op {
  both_paths<S> from;
  span<id const, S> taken;
  span<femtoseconds, S> slack;
  span<id, S> check;
  span<gsta::edge, S> data_edge;
  span<std::int64_t, S> length;
  span<id, S> group;  ///< may be empty
  GSTA_HD void operator()(std::size_t i) const noexcept {
    auto const at = from.at(taken[i]);
    slack[i] = at.set.slack[at.path];
    check[i] = at.set.check[at.path];
    data_edge[i] = at.set.data_edge[at.path];
    length[i] = at.set.begin[at.path + 1] - at.set.begin[at.path];
    if (!group.empty()) group[i] = at.set.group[at.path];
  }
};

template <memory_space S>
struct take_step_op {
  both_paths<S> from;
  span<id const, S> taken;
  span<id, S> node;
  span<gsta::edge, S> edge;
  span<id, S> arc;
  GSTA_HD void operator()(std::int64_t path, std::int64_t i, std::int64_t to) const noexcept {
    auto const at = from.at(taken[static_cast<std::size_t>(path)]);
    std::size_t const step = static_cast<std::size_t>(at.set.begin[at.path] + i),
                      out = static_cast<std::size_t>(to);
    node[out] = at.set.node[step];
    edge[out] = at.set.edge[step];
    arc[out] = at.set.arc[step];
  }
};

/// A new set of the paths with these numbers among both sets'.
template <executor E>
path_buffers<E::space> take_paths(E const& exec, both_paths<E::space> const& from,
                                  view_for<E, id const> taken) {
  constexpr memory_space S = E::space;
  std::size_t const n = taken.size();
  buffer<femtoseconds, S> slack(exec, n);
  bool const grouped = from.a.group.size() == from.a.size() && from.b.group.size() == from.b.size();
  buffer<id, S> check(exec, n), group(exec, grouped ? n : 0);
  buffer<edge, S> data_edge(exec, n);
  buffer<std::int64_t, S> length(exec, n), begin(exec, n + 1);
  for_each_n(exec, n,
             take_path_op<S>{from, taken, slack.view(), check.view(), data_edge.view(), length.view(),
                             group.view()});
  exclusive_scan(exec, std::as_const(length).view(), begin.view());
  std::int64_t const steps = to_vector(exec, std::as_const(begin).view().subspan(n, 1))[0];
  buffer<id, S> node(exec, static_cast<std::size_t>(steps)), arc(exec, node.size());
  buffer<edge, S> edge_of_step(exec, node.size());
  for_each_in_rows(exec, std::as_const(begin).view(), steps,
                   take_step_op<S>{from, taken, node.view(), edge_of_step.view(), arc.view()});
  path_buffers<S> paths;
  paths.view = {paths.keep(std::move(begin)),        paths.keep(std::move(node)),
                paths.keep(std::move(edge_of_step)), paths.keep(std::move(arc)),
                paths.keep(std::move(slack)),        paths.keep(std::move(check)),
                paths.keep(std::move(data_edge)),    paths.keep(std::move(group))};
  return paths;
}

/// Row begins of paths that stand behind others.
template <memory_space S>
struct shift_begins_op {
  span<std::int64_t const, S> from;
  std::int64_t by;
  span<std::int64_t, S> to;
  GSTA_HD void operator()(std::size_t i) const noexcept { to[i] = from[i] + by; }
};

/// Lists behind one another, each of the path group of its number.
template <executor E>
path_buffers<E::space> join_groups(E const& exec, std::vector<path_buffers<E::space>> const& lists,
                                   std::vector<id> const& number) {
  constexpr memory_space S = E::space;
  std::size_t paths = 0, steps = 0;
  for (auto const& list : lists) {
    paths += list.view.size();
    steps += list.view.node.size();
  }
  buffer<std::int64_t, S> begin(exec, paths + 1);
  buffer<id, S> node(exec, steps), arc(exec, steps), check(exec, paths), group(exec, paths);
  buffer<edge, S> edge_of_step(exec, steps), data_edge(exec, paths);
  buffer<femtoseconds, S> slack(exec, paths);
  fill(exec, begin.view(), std::int64_t{0});
  paths = steps = 0;
  for (std::size_t i = 0; i < lists.size(); ++i) {
    auto const& of = lists[i].view;
    std::size_t const n = of.size(), m = of.node.size();
    for_each_n(
        exec, n + 1,
        shift_begins_op<S>{of.begin, static_cast<std::int64_t>(steps), begin.view().subspan(paths, n + 1)});
    copy(exec, of.node, node.view().subspan(steps, m));
    copy(exec, of.edge, edge_of_step.view().subspan(steps, m));
    copy(exec, of.arc, arc.view().subspan(steps, m));
    copy(exec, of.slack, slack.view().subspan(paths, n));
    copy(exec, of.check, check.view().subspan(paths, n));
    copy(exec, of.data_edge, data_edge.view().subspan(paths, n));
    fill(exec, group.view().subspan(paths, n), number[i]);
    paths += n;
    steps += m;
  }
  path_buffers<S> all;
  all.view = {all.keep(std::move(begin)),     all.keep(std::move(node)),  all.keep(std::move(edge_of_step)),
              all.keep(std::move(arc)),       all.keep(std::move(slack)), all.keep(std::move(check)),
              all.keep(std::move(data_edge)), all.keep(std::move(group))};
  return all;
}

/// A number that paths of equal check and pins have in common; others as good as never.
template <memory_space S>
struct hash_pins_op {
  path_set_view<S> paths;
  span<std::uint64_t, S> hash;
  span<id, S> path;

  GSTA_HD static std::uint64_t mix(std::uint64_t sum, id next) noexcept {
    sum = (sum ^ static_cast<std::uint32_t>(next)) * 0x9e3779b97f4a7c15u;
    return sum ^ (sum >> 29);
  }
  GSTA_HD void operator()(std::size_t p) const noexcept {
    std::uint64_t sum = mix(0x243f6a8885a308d3u, paths.check[p]);
    for (std::int64_t at = paths.begin[p]; at < paths.begin[p + 1]; ++at)
      sum = mix(sum, paths.node[static_cast<std::size_t>(at)]);
    hash[p] = sum;
    path[p] = static_cast<id>(p);
  }
};

/// For each path the last one in front of it, if any, that ends at the same check and visits the same pins.
/// Paths of one hash stand together in their order; most often the neighbour is equal or there is none.
template <memory_space S>
struct find_shadow_op {
  path_set_view<S> paths;
  span<std::uint64_t const, S> hash;  ///< ascending
  span<id const, S> path;
  span<id, S> shadow;

  GSTA_HD bool same_pins(std::size_t p, std::size_t q) const noexcept {
    std::int64_t const p_begin = paths.begin[p], q_begin = paths.begin[q];
    std::int64_t const length = paths.begin[p + 1] - p_begin;
    if (paths.check[p] != paths.check[q] || paths.begin[q + 1] - q_begin != length) return false;
    for (std::int64_t i = 0; i < length; ++i) {
      if (paths.node[static_cast<std::size_t>(p_begin + i)] !=
          paths.node[static_cast<std::size_t>(q_begin + i)])
        return false;
    }
    return true;
  }
  GSTA_HD void operator()(std::size_t i) const noexcept {
    std::size_t const p = static_cast<std::size_t>(path[i]);
    std::size_t before = i;
    while (before > 0 && hash[before - 1] == hash[i] &&
           !same_pins(p, static_cast<std::size_t>(path[before - 1])))
      --before;
    bool const has_shadow = before > 0 && hash[before - 1] == hash[i];
    shadow[p] = has_shadow ? path[before - 1] : none;
  }
};

template <memory_space S>
struct has_no_shadow {
  span<id const, S> shadow;
  GSTA_HD bool operator()(std::size_t p) const noexcept { return shadow[p] == none; }
};

template <executor E>
buffer<id, E::space> find_shadows(E const& exec, path_set_view<E::space> const& paths) {
  constexpr memory_space S = E::space;
  std::size_t const n = paths.size();
  buffer<std::uint64_t, S> hash(exec, n);
  buffer<id, S> path(exec, n), shadow(exec, n);
  for_each_n(exec, n, hash_pins_op<S>{paths, hash.view(), path.view()});
  sort_by_key(exec, hash.view(), path.view(), 64);
  for_each_n(exec, n,
             find_shadow_op<S>{paths, std::as_const(hash).view(), std::as_const(path).view(), shadow.view()});
  return shadow;
}

}  // namespace gsta::detail
