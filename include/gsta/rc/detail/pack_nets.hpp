#pragma once

#include <utility>

#include "gsta/core/algorithm.hpp"
#include "gsta/core/buffer.hpp"

/// How plans share nets out to warps: small nets that stand side by side are packed into tiles of 32 items
/// (sinks, or nodes of trees); larger ones are listed by size.
namespace gsta::detail {

inline constexpr id tile_items = 32;

/// Items that one warp takes, a lane each: whole nets.
struct warp_tile {
  id first, count;
};

/// Packs the nets of one stretch in order, greedily. Run twice: to count, then to write.
template <memory_space S>
struct pack_tiles_op {
  static constexpr std::size_t stretch = 256;  // nets
  span<id const, S> begin;                     // [nets + 1] items of each net
  id most;                                     // items of a net that goes into a tile
  span<id, S> count;                           // [stretches]
  span<id const, S> at;                        // [stretches + 1], when writing
  span<warp_tile, S> tiles;

  GSTA_HD void operator()(std::size_t i) const noexcept {
    std::size_t const nets = begin.size() - 1, last = (i + 1) * stretch;
    id made = 0;
    warp_tile open{0, 0};
    for (std::size_t net = i * stretch; net < nets && net < last; ++net) {
      id const items = begin[net + 1] - begin[net];
      if (items == 0) continue;
      if (items > most || open.count + items > tile_items) close(i, open, made);
      if (items > most) continue;
      if (open.count == 0) open.first = begin[net];
      open.count += items;
    }
    close(i, open, made);
    if (tiles.empty()) count[i] = made;
  }

  GSTA_HD void close(std::size_t i, warp_tile& open, id& made) const noexcept {
    if (open.count > 0) {
      if (!tiles.empty()) tiles[static_cast<std::size_t>(at[i] + made)] = open;
      ++made;
    }
    open.count = 0;
  }
};

/// The tiles of all nets of up to `most` items.
template <executor E>
buffer<warp_tile, E::space> pack_tiles(E const& exec, view_for<E, id const> begin, id most) {
  constexpr memory_space S = E::space;
  std::size_t const nets = begin.empty() ? 0 : begin.size() - 1;
  std::size_t const stretches = (nets + pack_tiles_op<S>::stretch - 1) / pack_tiles_op<S>::stretch;
  if (stretches == 0) return {};
  buffer<id, S> count(exec, stretches), at(exec, stretches + 1);
  for_each_n(exec, stretches, pack_tiles_op<S>{begin, most, count.view(), {}, {}});
  exclusive_scan(exec, std::as_const(count).view(), at.view());
  auto const total = to_vector(exec, at.view().subspan(stretches, 1))[0];
  buffer<warp_tile, S> tiles(exec, static_cast<std::size_t>(total));
  if (total > 0)
    for_each_n(exec, stretches,
               pack_tiles_op<S>{begin, most, count.view(), std::as_const(at).view(), tiles.view()});
  return tiles;
}

/// The nets that `keep` holds of, in their order.
template <executor E, class Keep>
buffer<id, E::space> list_nets(E const& exec, std::size_t nets, Keep const& keep) {
  buffer<id, E::space> all(exec, nets);
  std::size_t const count = select(exec, nets, keep, all.view());
  return clone(exec, std::as_const(all).view().subspan(0, count));
}

/// Nets of `low` to `high` items.
template <memory_space S>
struct net_size_between {
  span<id const, S> begin;
  id low, high;
  GSTA_HD bool operator()(id net) const noexcept {
    id const items = begin[net + 1] - begin[net];
    return items >= low && items <= high;
  }
};

}  // namespace gsta::detail
