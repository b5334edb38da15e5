#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "gsta/core/algorithm.hpp"
#include "gsta/engine/detail/tiles.hpp"

namespace gsta {

namespace detail {
/// Puts the records of one vertex after another into tiles. A vertex of up to eight stays whole, in the
/// fullest tile that still has room for it; a wider one has tiles of its own. With no array to write to it
/// only counts tiles.
template <class Record>
class tile_writer {
 public:
  tile_writer() = default;
  /// Writes to `records`, which begin with tile `first_tile`.
  GSTA_HD tile_writer(Record* records, id first_tile) : records_(records), first_tile_(first_tile) {}

  GSTA_HD id tiles() const noexcept { return tiles_; }
  GSTA_HD bool writes() const noexcept { return records_ != nullptr; }
  /// Where the next record goes, counted over all tiles; only while writing.
  GSTA_HD id slot() const noexcept { return (first_tile_ + tile_) * tile_slots + used_; }

  GSTA_HD void begin_vertex(int count) noexcept {
    wide_ = count > tile_slots;
    if (wide_ || !reopen(count)) next_tile();
    begun_at_ = used_;
  }

  /// `count` more slots that must share a tile are about to come.
  GSTA_HD void begin_group(int count) noexcept {
    if (wide_ && used_ + count > tile_slots) {
      if (writes()) {
        for (int s = 0; s < used_; ++s) record_at(s).flags.set(slot_flags::continues_bit);
      }
      next_tile();
      begun_at_ = 0;
      continued_ = true;
    }
    group_at_ = used_;
  }

  GSTA_HD void put(Record const& record) noexcept {
    if (writes()) write(record);
    ++used_;
  }

  /// A group of `count` slots, where nothing is written: the records need not be made.
  GSTA_HD void count_group(int count) noexcept {
    begin_group(count);
    used_ += count;
  }

  GSTA_HD void end_vertex() noexcept {
    int const room = tile_slots - used_;
    if (!wide_ && room > 0 && open_[room] == none) open_[room] = tile_;
    continued_ = false;
  }

 private:
  GSTA_HD Record& record_at(int s) const noexcept { return records_[tile_ * tile_slots + s]; }
  GSTA_HD void next_tile() noexcept {
    tile_ = tiles_++;
    used_ = 0;
  }
  GSTA_HD bool reopen(int count) noexcept {
    for (int room = count; room < tile_slots; ++room) {
      if (open_[room] == none) continue;
      tile_ = open_[room];
      used_ = tile_slots - room;
      open_[room] = none;
      return true;
    }
    return false;
  }

  GSTA_HD void write(Record record) const noexcept {
    record.flags.set(slot_flags::occupied_bit);
    if (used_ == begun_at_) record.flags.set(slot_flags::head_bit);
    if (used_ == group_at_) record.flags.set(slot_flags::group_head_bit);
    if (continued_) record.flags.set(slot_flags::continued_bit);
    for (int s = begun_at_; s < used_; ++s) record_at(s).flags.one_more_following();
    for (int s = group_at_; s < used_; ++s) record_at(s).flags.one_more_in_group();
    if (used_ > group_at_) {
      for (int s = group_at_; s < used_; ++s) record_at(s).flags.set(slot_flags::grouped_bit);
      record.flags.set(slot_flags::grouped_bit);
    }
    record_at(used_) = record;
  }

  Record* records_ = nullptr;
  id first_tile_ = 0;
  id tiles_ = 0;  // begun so far
  id tile_ = 0;   // the vertex's
  int used_ = 0;  // its slots
  int begun_at_ = 0, group_at_ = 0;
  bool wide_ = false, continued_ = false;
  id open_[tile_slots] = {none, none, none, none,
                          none, none, none, none};  // a tile for each count of free slots
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
    if (!tile_of.empty())
      writer = {records.data() + static_cast<std::size_t>(tile_of[run]) * tile_slots, tile_of[run]};
    for (id item = run_begin[run]; item < run_begin[run + 1]; ++item) {
      int const count = items.count(item);
      if (count == 0) continue;
      writer.begin_vertex(count);
      items.emit(item, writer);
      writer.end_vertex();
    }
    if (tile_of.empty()) tile_count[run] = writer.tiles();
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
