#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "gsta/constrain/detail/host_nodes.hpp"
#include "gsta/constrain/detail/sent_rules.hpp"
#include "gsta/core/algorithm.hpp"
#include "gsta/core/functional.hpp"
#include "gsta/graph/level_ahead.hpp"
#include "gsta/graph/timing_graph.hpp"

namespace gsta::detail {

/// The pin graph on the host.
template <executor E>
host_graph bring_to_host(E const& exec, timing_graph_view<E::space> const& pins,
                         levels<E::space> const& order, view_for<E, edge_map const> edges) {
  return {to_vector(exec, pins.fanin_begin),
          to_vector(exec, pins.fanin_from),
          to_vector(exec, pins.fanin_arc),
          to_vector(exec, edges),
          to_vector(exec, order.order.view.vertex),
          threads_beside<E>::count(),
          threads_beside<E>::run};
}

/// The slots of a word that an arc makes at its output from those at its input.
GSTA_HD inline std::uint64_t pass_word(edge_map edges, std::uint64_t word) noexcept {
  std::uint64_t out = 0;
  for (int c = 0; c < conditions; ++c) {
    int const in = edges.input(c);
    if (in >= 0) out |= (word >> in & each_slot) << c;
  }
  return out;
}

/// What reaches a pin of a level: what starts there, and what its arcs bring.
template <memory_space S>
struct reach_words_op {
  timing_graph_view<S> pins;
  span<edge_map const, S> edges;              // [arcs]
  span<arc_role const, S> role;               // [arcs], or shorter: the rest pass
  span<std::uint8_t const, S> starts_new;     // [pins], or empty
  span<std::uint64_t const, S> stays, ideal;  // [words]
  span<id const, S> level;
  span<std::uint64_t, S> reached;  // [pins][words]

  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const pin = level[i];
    if (!starts_new.empty() && starts_new[pin] != 0) return;
    std::size_t const words = stays.size();
    for (id k = pins.fanin_begin[pin]; k < pins.fanin_begin[pin + 1]; ++k) {
      id const arc = pins.fanin_arc[k];
      arc_role const of = static_cast<std::size_t>(arc) < role.size() ? role[arc] : arc_role::pass;
      if (edges[arc].code == 0 || stops(of)) continue;
      std::uint64_t const* const from = &reached[static_cast<std::size_t>(pins.fanin_from[k]) * words];
      std::uint64_t* const to = &reached[static_cast<std::size_t>(pin) * words];
      for (std::size_t w = 0; w < words; ++w) to[w] |= pass_word(edges[arc], behind(of, from[w], w));
    }
  }

 private:
  GSTA_HD std::uint64_t behind(arc_role of, std::uint64_t word, std::size_t w) const noexcept {
    if (of == arc_role::launch) return (word & stays[w]) | (word & ~stays[w]) << launched_slots;
    return of == arc_role::to_ideal_clock ? word & ~ideal[w] : word;
  }
};

/// `reach_words_op` on a host core.
struct reach_words_ahead_op {
  level_ahead ahead;
  reach_words_op<memory_space::host> op;
  void operator()(std::size_t i) const noexcept {
    std::size_t const words = op.stays.size();
    ahead.ask(
        i, [&](id pin) { ask_for(&op.reached[static_cast<std::size_t>(pin) * words]); },
        [&](id from, id arc) {
          ask_for(&op.reached[static_cast<std::size_t>(from) * words]);
          ask_for(&op.edges[arc]);
          if (static_cast<std::size_t>(arc) < op.role.size()) ask_for(&op.role[arc]);
        });
    op(i);
  }
};

/// All that reaches any pin in the w-th words.
template <memory_space S>
struct word_term {
  span<std::uint64_t const, S> reached;
  std::size_t words, w;
  GSTA_HD std::uint64_t operator()(std::size_t pin) const noexcept { return reached[pin * words + w]; }
};
struct union_of_words {
  GSTA_HD std::uint64_t operator()(std::uint64_t a, std::uint64_t b) const noexcept { return a | b; }
};

template <memory_space S>
struct count_slots_op {
  span<std::uint64_t const, S> reached;
  std::size_t words;
  span<id, S> count;  // [pins]
  GSTA_HD void operator()(std::size_t pin) const noexcept {
    id n = 0;
    for (std::size_t w = 0; w < words; ++w) {
      std::uint64_t word = reached[pin * words + w];
      word |= word >> 2;
      for (word = (word | word >> 1) & each_slot; word != 0; word &= word - 1) ++n;
    }
    count[pin] = n;
  }
};

/// The nodes of a pin, ascending in tag.
template <memory_space S>
struct write_slots_op {
  span<std::uint64_t const, S> reached;
  std::size_t words;
  span<id const, S> slot;        // [tags]
  span<id const, S> first_node;  // [pins + 1]
  span<id, S> node_tag;
  span<std::uint8_t, S> node_mask;
  GSTA_HD void operator()(std::size_t pin) const noexcept {
    id n = first_node[pin];
    if (n == first_node[pin + 1]) return;
    for (std::size_t t = 0; t < slot.size(); ++t) {
      auto const at = static_cast<std::size_t>(slot[t]);
      std::uint64_t const word = reached[pin * words + at / slots_a_word];
      auto const mask = static_cast<std::uint8_t>(word >> at % slots_a_word * conditions & 0b1111);
      if (mask == 0) continue;
      node_tag[n] = static_cast<id>(t);
      node_mask[n++] = mask;
    }
  }
};

/// What sources assert.
template <memory_space S>
struct put_seeds_op {
  span<id const, S> pin;               // [seeded]
  span<std::uint64_t const, S> seeds;  // [seeded][words]
  std::size_t words;
  span<std::uint64_t, S> reached;  // [pins][words]
  GSTA_HD void operator()(std::size_t i) const noexcept {
    for (std::size_t w = 0; w < words; ++w)
      reached[static_cast<std::size_t>(pin[i]) * words + w] = seeds[i * words + w];
  }
};

/// Which tags reach which pins, [pins][words].
template <executor E>
buffer<std::uint64_t, E::space> reach_words(E const& exec, timing_graph_view<E::space> const& pins,
                                            levels<E::space> const& order, view_for<E, edge_map const> edges,
                                            sent_rules<E::space> const& rules, tag_words const& words) {
  std::size_t const n = words.stays.size();
  buffer<std::uint64_t, E::space> reached(exec, pins.vertex_count() * n);
  fill(exec, reached.view(), std::uint64_t{0});
  auto const seeded = clone(exec, words.seeded);
  auto const seeds = clone(exec, words.seeds);
  for_each_n(exec, words.seeded.size(),
             put_seeds_op<E::space>{seeded.view(), seeds.view(), n, reached.view()});
  auto const stays = clone(exec, words.stays);
  auto const ideal = clone(exec, words.ideal);
  for (std::size_t l = 0; l < order.count(); ++l) {
    auto const level = order.level(l);
    reach_words_op<E::space> const op{
        pins,         edges, rules.role.view(), rules.starts_new.view(), stays.view(),
        ideal.view(), level, reached.view()};
    if constexpr (host_side_executor<E>)
      for_each_n(exec, level.size(), reach_words_ahead_op{level_ahead::fanin(pins, level), op});
    else
      for_each_n(exec, level.size(), op);
  }
  exec.sync();  // the arrays that were copied from are the caller's
  return reached;
}

/// A node for each pin and tag that can meet, found on the executor, which keeps `first_node` and `node_tag`.
template <executor E>
host_nodes nodes_by_words(E const& exec, timing_graph_view<E::space> const& pins,
                          levels<E::space> const& order, view_for<E, edge_map const> edges,
                          std::vector<flat_source> const& sources, sent_rules<E::space> const& rules,
                          tag_words words, buffer<id, E::space>& first_node, buffer<id, E::space>& node_tag) {
  constexpr memory_space S = E::space;
  std::size_t const pin_count = pins.vertex_count(), n = words.stays.size();
  auto const all = reach_words(exec, pins, order, edges, rules, words);
  auto const reached = all.view();
  std::vector<std::uint64_t> used;
  for (std::size_t w = 0; w < n; ++w)
    used.push_back(reduce(exec, pin_count, word_term<S>{reached, n, w}, std::uint64_t{0}, union_of_words{}));
  keep_used(words, used);
  buffer<id, S> count(exec, pin_count);
  for_each_n(exec, pin_count, count_slots_op<S>{reached, n, count.view()});
  auto const nodes = reduce(exec, pin_count, value_term<std::int64_t, id, S>{std::as_const(count).view()},
                            std::int64_t{0}, sum_of<std::int64_t>{});
  require_node_room(static_cast<std::size_t>(nodes), pin_count);
  first_node = buffer<id, S>(exec, pin_count + 1);
  exclusive_scan(exec, std::as_const(count).view(), first_node.view());
  node_tag = buffer<id, S>(exec, static_cast<std::size_t>(nodes));
  buffer<std::uint8_t, S> node_mask(exec, static_cast<std::size_t>(nodes));
  auto const slot = clone(exec, words.slot);
  for_each_n(exec, pin_count,
             write_slots_op<S>{reached, n, slot.view(), std::as_const(first_node).view(), node_tag.view(),
                               node_mask.view()});
  host_nodes made;
  made.pin_begin = to_vector(exec, std::as_const(first_node).view());
  made.node_tag = to_vector(exec, std::as_const(node_tag).view());
  made.node_mask = to_vector(exec, std::as_const(node_mask).view());
  finish_words(words, sources, made);
  return made;
}

}  // namespace gsta::detail
