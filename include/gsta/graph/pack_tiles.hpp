#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "gsta/core/algorithm.hpp"
#include "gsta/graph/tiles.hpp"

namespace gsta {

namespace detail {
/// Puts the records of one vertex after another into tiles. A vertex of up to eight stays whole; a wider one
/// has tiles of its own. With no array to write to it only counts tiles.
template <class Record>
struct tile_writer {
  Record* records = nullptr;  // of the first tile
  id first_tile = 0;
  id tiles = 0;           // begun so far
  int used = tile_slots;  // slots of the last tile
  int begun_at = 0;       // first slot of the vertex in the last tile
  bool wide = false;

  GSTA_HD void begin_vertex(int count) noexcept {
    wide = count > tile_slots;
    if (wide || used + count > tile_slots) next_tile();
    begun_at = used;
  }

  /// `count` more slots that must share a tile are about to come.
  GSTA_HD void begin_group(int count) noexcept {
    group_at_ = used;
    if (!wide || used + count <= tile_slots) return;
    if (records != nullptr) {
      for (int s = 0; s < used; ++s) slot(s).flags.set(slot_flags::continues_bit);
    }
    next_tile();
    begun_at = group_at_ = 0;
    continued_ = true;
  }

  /// Where the next record goes, counted over all tiles; only while writing.
  GSTA_HD id place() const noexcept { return (first_tile + tiles - 1) * tile_slots + used; }
  GSTA_HD bool writes() const noexcept { return records != nullptr; }

  GSTA_HD void put(Record record) noexcept {
    if (records != nullptr) {
      record.flags.set(slot_flags::occupied_bit);
      if (used == begun_at) record.flags.set(slot_flags::head_bit);
      if (used == group_at_) record.flags.set(slot_flags::group_head_bit);
      if (continued_) record.flags.set(slot_flags::continued_bit);
      for (int s = begun_at; s < used; ++s) slot(s).flags.one_more_following();
      for (int s = group_at_; s < used; ++s) slot(s).flags.one_more_in_group();
      if (used > group_at_) {
        for (int s = 0; s < used; ++s) slot(s).flags.set(slot_flags::grouped_bit);
        record.flags.set(slot_flags::grouped_bit);
      }
      slot(used) = record;
    }
    ++used;
  }

  GSTA_HD void end_vertex() noexcept {
    if (wide) used = tile_slots;  // nothing else enters its last tile
    continued_ = false;
  }

 private:
  GSTA_HD Record& slot(int s) const noexcept { return records[(tiles - 1) * tile_slots + s]; }
  GSTA_HD void next_tile() noexcept {
    ++tiles;
    used = 0;
  }
  int group_at_ = 0;
  bool continued_ = false;
};

/// Writes (or counts) the tiles of one run of neighbouring items, all of one level.
template <memory_space S, class Items>
struct pack_op {
  using record = typename Items::record;
  Items items;
  span<id const, S> run_begin;  // [runs + 1] items
  span<id const, S> tile_of;    // [runs + 1] first tile; empty while counting
  span<id, S> tile_count;       // [runs]
  span<record, S> records;

  GSTA_HD void operator()(std::size_t run) const noexcept {
    tile_writer<record> writer;
    if (!tile_of.empty()) {
      writer.first_tile = tile_of[run];
      writer.records = records.data() + static_cast<std::size_t>(tile_of[run]) * tile_slots;
    }
    for (id item = run_begin[run]; item < run_begin[run + 1]; ++item) {
      int const count = items.count(item);
      if (count == 0) continue;
      writer.begin_vertex(count);
      items.emit(item, writer);
      writer.end_vertex();
    }
    if (tile_of.empty()) tile_count[run] = writer.tiles;
  }
};

/// So many neighbours are packed by one thread; each run ends with a tile that may not be full.
inline constexpr id run_length = 64;

/// Cuts levels into runs. `run_of_level` says where each level's runs begin.
inline std::vector<id> cut_into_runs(std::vector<id> const& level_begin, std::vector<id>& run_of_level) {
  std::vector<id> runs{0};
  run_of_level.assign(1, 0);
  for (std::size_t l = 0; l + 1 < level_begin.size(); ++l) {
    for (id first = level_begin[l]; first < level_begin[l + 1]; first += run_length)
      runs.push_back(std::min(first + run_length, level_begin[l + 1]));
    run_of_level.push_back(static_cast<id>(runs.size()) - 1);
  }
  return runs;
}

}  // namespace detail

/// Packs items, whose levels begin at `level_begin`. `Items` names its `record`, says how many records item i
/// has (`count`), and puts them into a tile_writer (`emit`), in groups that must share a tile.
///
/// Shapes: level_begin [levels + 1] items, on the host. Cost: O(records), two launches. Where: the executor;
/// waits. Throws: what allocation throws. Paper: the mapping is gsta's own.
template <executor E, class Items>
packed_tiles<typename Items::record, E::space> pack_tiles(E const& exec, Items const& items,
                                                          std::vector<id> const& level_begin) {
  constexpr memory_space S = E::space;
  using record = typename Items::record;
  std::vector<id> run_of_level;
  std::vector<id> const host_runs = detail::cut_into_runs(level_begin, run_of_level);
  std::size_t const runs = host_runs.size() - 1;
  buffer<id, S> const run_begin = clone(exec, host_runs);
  buffer<id, S> count(exec, runs), tile_of(exec, runs + 1);
  for_each_n(exec, runs, detail::pack_op<S, Items>{items, run_begin.view(), {}, count.view(), {}});
  exclusive_scan(exec, std::as_const(count).view(), tile_of.view());
  std::vector<id> const first_tile = to_vector(exec, tile_of.view());
  packed_tiles<record, S> result;
  result.records = {exec, static_cast<std::size_t>(first_tile.back()) * tile_slots};
  fill(exec, result.records.view(), record{});
  for_each_n(exec, runs,
             detail::pack_op<S, Items>{items, run_begin.view(), std::as_const(tile_of).view(), count.view(),
                                       result.records.view()});
  result.level_begin.clear();
  for (id const run : run_of_level) result.level_begin.push_back(first_tile[run]);
  exec.sync();  // the host array of runs ends here
  return result;
}
}  // namespace gsta
