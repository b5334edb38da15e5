#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "gsta/core/atomic.hpp"
#include "gsta/path/graph.hpp"

/// Search graphs made up on the executor that will search them: a graph of 173 M edges takes no time to read.
/// Every figure comes from a hash of its place, so that the same graph is made anywhere.
namespace gsta_bench {

using gsta::femtoseconds;
using gsta::id;

/// A hash of two numbers (SplitMix64's last steps).
GSTA_HD inline std::uint64_t mixed(std::uint64_t a, std::uint64_t b) noexcept {
  std::uint64_t z = a * 0x9e3779b97f4a7c15u + b * 0xd1342543de82ef95u + 0x632be59bd9b4e019u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}
/// A number below `bound`, which is below 2^32, from 32 bits of a hash.
GSTA_HD inline std::uint64_t below(std::uint32_t bits, std::uint64_t bound) noexcept {
  return (std::uint64_t{bits} * bound) >> 32;
}
GSTA_HD inline std::uint32_t high(std::uint64_t hash) noexcept {
  return static_cast<std::uint32_t>(hash >> 32);
}
GSTA_HD inline std::uint32_t low(std::uint64_t hash) noexcept { return static_cast<std::uint32_t>(hash); }

struct made_edge {
  id to;
  femtoseconds weight;
};

namespace detail {
/// Rows as a making has them: item i is one vertex, of its own choice, with its row. A vertex without edges
/// ends paths.
template <class Making>
struct count_made_op {
  Making making;
  gsta::span<id, Making::space> count;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    int const degree = making.degree(i);
    count[making.vertex(i)] = degree > 1 ? degree : 1;
  }
};

template <class Making>
struct mark_entered_op {
  Making making;
  gsta::span<id, Making::space> entered;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    for (int k = 0, degree = making.degree(i); k < degree; ++k)
      gsta::fetch_add(entered[making.edge(i, k).to], 1);
  }
};

template <class Making>
struct fill_made_op {
  Making making;
  gsta::span<id const, Making::space> begin;
  gsta::span<id, Making::space> to;
  gsta::span<femtoseconds, Making::space> weight;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    int const degree = making.degree(i);
    std::size_t const row = static_cast<std::size_t>(begin[making.vertex(i)]);
    if (degree == 0) {
      to[row] = static_cast<id>(making.vertices) + 1;
      weight[row] = making.last_weight(i);
    }
    for (int k = 0; k < degree; ++k) {
      made_edge const edge = making.edge(i, k);
      to[row + static_cast<std::size_t>(k)] = edge.to;
      weight[row + static_cast<std::size_t>(k)] = edge.weight;
    }
  }
};

template <class Making>
struct is_first_op {
  Making making;
  gsta::span<id const, Making::space> entered;
  GSTA_HD bool operator()(std::size_t v) const noexcept { return making.is_first(v, entered[v]); }
};

template <class Making>
struct fill_source_op {
  Making making;
  gsta::span<id const, Making::space> first;
  gsta::span<id, Making::space> to;
  gsta::span<femtoseconds, Making::space> weight;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    to[i] = first[i];
    weight[i] = making.first_weight(static_cast<std::size_t>(first[i]));
  }
};
}  // namespace detail

/// The search graph of a making, on `exec` (waits).
template <gsta::executor E, class Making>
gsta::search_graph<E::space> make_search_graph(E const& exec, Making const& making) {
  constexpr gsta::memory_space S = E::space;
  std::size_t const n = making.vertices;
  gsta::buffer<id, S> count(exec, n + 2), entered(exec, n), first(exec, n), begin(exec, n + 3);
  fill(exec, entered.view(), 0);
  for_each_n(exec, n, detail::mark_entered_op<Making>{making, entered.view()});
  for_each_n(exec, n, detail::count_made_op<Making>{making, count.view()});
  std::size_t const starts =
      select(exec, n, detail::is_first_op<Making>{making, std::as_const(entered).view()}, first.view());
  fill(exec, count.view().subspan(n, 1), static_cast<id>(starts));
  fill(exec, count.view().subspan(n + 1, 1), 0);
  exclusive_scan(exec, std::as_const(count).view(), begin.view());
  auto const ends = to_vector(exec, std::as_const(begin).view().subspan(n, 2));
  std::size_t const source_row = static_cast<std::size_t>(ends[0]), edges = static_cast<std::size_t>(ends[1]);
  gsta::buffer<id, S> to(exec, edges);
  gsta::buffer<femtoseconds, S> weight(exec, edges);
  for_each_n(exec, n,
             detail::fill_made_op<Making>{making, std::as_const(begin).view(), to.view(), weight.view()});
  for_each_n(exec, starts,
             detail::fill_source_op<Making>{making, std::as_const(first).view(),
                                            to.view().subspan(source_row, starts),
                                            weight.view().subspan(source_row, starts)});
  gsta::search_graph<S> graph;
  graph.view = {graph.keep(std::move(begin)), graph.keep(std::move(to)), graph.keep(std::move(weight))};
  exec.sync();
  return graph;
}

}  // namespace gsta_bench
