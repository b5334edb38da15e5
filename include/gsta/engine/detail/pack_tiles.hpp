#pragma once

#include <algorithm>
#include <type_traits>
#include <utility>
#include <vector>

#include "gsta/core/algorithm.hpp"
#include "gsta/core/vector_by_id.hpp"
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
  /// Goes on with the records of one vertex of `count`, which stand from `slot` on.
  GSTA_HD tile_writer(Record* records, id slot, int count)
      : records_(records),
        tiles_(slot / tile_slots + 1),
        tile_(slot / tile_slots),
        used_(slot % tile_slots),
        begun_at_(used_),
        group_at_(used_),
        count_(count),
        wide_(count > tile_slots) {}

  GSTA_HD id tiles() const noexcept { return tiles_; }
  GSTA_HD bool writes() const noexcept { return records_ != nullptr; }
  /// Where the next record goes, counted over all tiles; only while writing.
  GSTA_HD id slot() const noexcept { return (first_tile_ + tile_) * tile_slots + used_; }
  /// Leaves out the tiles of a vertex that has some of its own.
  GSTA_HD void skip(id tiles) noexcept { tiles_ += tiles; }

  GSTA_HD void begin_vertex(int count) noexcept {
    count_ = count;
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
    group_count_ = count;
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
    record.flags.set_group_following(group_count_ - 1 - (used_ - group_at_));
    if (group_count_ > 1) record.flags.set(slot_flags::grouped_bit);
    if (wide_) {  // how many of its records stand in this tile is not known yet
      for (int s = begun_at_; s < used_; ++s) record_at(s).flags.one_more_following();
    } else {
      record.flags.set_following(count_ - 1 - (used_ - begun_at_));
    }
    record_at(used_) = record;
  }

  Record* records_ = nullptr;
  id first_tile_ = 0;
  id tiles_ = 0;  // begun so far
  id tile_ = 0;   // the vertex's
  int used_ = 0;  // its slots
  int begun_at_ = 0, group_at_ = 0;
  int count_ = 0, group_count_ = 0;  // records of the vertex, where it is not wide, and of the group
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

/// The same in three steps, for thousands of threads: all items count their records, each run finds by these
/// numbers alone where those of its items go, and all items write theirs. Below 0 stands the number of tiles
/// of an item that has some of its own.
template <memory_space S, class Items>
struct count_records_op {
  Items items;
  span<id, S> count;
  GSTA_HD void operator()(std::size_t item) const noexcept {
    int const records = items.count(static_cast<id>(item));
    count[item] = records;
    if (records <= tile_slots) return;
    tile_writer<typename Items::record> writer;
    writer.begin_vertex(records);
    items.emit(static_cast<id>(item), writer);
    count[item] = -writer.tiles();
  }
};
template <memory_space S, class Record>
struct place_records_op {
  span<id const, S> run_begin;  // [runs + 1] items
  span<id const, S> count;      // [items]
  span<id, S> place, run_of;    // [items] first slot, counted from the run's; the run
  span<id, S> tile_count;       // [runs]
  GSTA_HD void operator()(std::size_t run) const noexcept {
    tile_writer<Record> writer;
    for (id item = run_begin[run]; item < run_begin[run + 1]; ++item) {
      run_of[item] = static_cast<id>(run);
      if (count[item] < 0) {
        place[item] = writer.tiles() * tile_slots;
        writer.skip(-count[item]);
      } else if (count[item] > 0) {
        writer.begin_vertex(count[item]);
        place[item] = writer.slot();
        writer.count_group(count[item]);
        writer.end_vertex();
      }
    }
    tile_count[run] = writer.tiles();
  }
};
template <memory_space S, class Items>
struct write_records_op {
  using record = typename Items::record;
  Items items;
  span<id const, S> count, place, run_of;  // [items]
  span<id const, S> tile_of;               // [runs + 1]
  span<record, S> records;
  GSTA_HD void operator()(std::size_t item) const noexcept {
    if (count[item] == 0) return;
    tile_writer<record> writer(records.data(), tile_of[run_of[item]] * tile_slots + place[item],
                               count[item] < 0 ? tile_slots + 1 : count[item]);
    items.emit(static_cast<id>(item), writer);
  }
};

/// Both ways. `find_places`, then `write`.
template <executor E, class Items>
class packing_by_runs {
  static constexpr memory_space S = E::space;

 public:
  packing_by_runs(E const&, Items const& items, std::size_t) : items_(items) {}
  void find_places(E const& exec, span<id const, S> run_begin, span<id, S> tile_count) const {
    for_each_n(exec, tile_count.size(), pack_op<S, Items>{items_, run_begin, {}, tile_count, {}});
  }
  void write(E const& exec, span<id const, S> run_begin, span<id const, S> tile_of,
             span<typename Items::record, S> records) const {
    for_each_n(exec, tile_of.size() - 1, pack_op<S, Items>{items_, run_begin, tile_of, {}, records});
  }

 private:
  Items items_;
};
template <executor E, class Items>
class packing_by_items {
  static constexpr memory_space S = E::space;

 public:
  packing_by_items(E const& exec, Items const& items, std::size_t count)
      : items_(items), count_(exec, count), place_(exec, count), run_of_(exec, count) {}
  void find_places(E const& exec, span<id const, S> run_begin, span<id, S> tile_count) {
    for_each_n(exec, count_.size(), count_records_op<S, Items>{items_, count_.view()});
    for_each_n(exec, tile_count.size(),
               place_records_op<S, typename Items::record>{run_begin, std::as_const(count_).view(),
                                                           place_.view(), run_of_.view(), tile_count});
  }
  void write(E const& exec, span<id const, S>, span<id const, S> tile_of,
             span<typename Items::record, S> records) const {
    for_each_n(
        exec, count_.size(),
        write_records_op<S, Items>{items_, count_.view(), place_.view(), run_of_.view(), tile_of, records});
  }

 private:
  Items items_;
  buffer<id, S> count_, place_, run_of_;
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

template <class Packing, executor E, class Items>
packed_tiles<typename Items::record, E::space> pack_tiles_by(E const& exec, Items const& items,
                                                             std::vector<id> const& level_begin) {
  constexpr memory_space S = E::space;
  using record = typename Items::record;
  std::vector<id> run_of_level;
  std::vector<id> const host_runs = cut_into_runs(level_begin, run_of_level);
  std::size_t const runs = host_runs.size() - 1;
  buffer<id, S> const run_begin = clone(exec, host_runs);
  buffer<id, S> count(exec, runs), tile_of(exec, runs + 1);
  Packing packing(exec, items, static_cast<std::size_t>(level_begin.back()));
  packing.find_places(exec, run_begin.view(), count.view());
  exclusive_scan(exec, std::as_const(count).view(), tile_of.view());
  vector_by_id<id> const first_tile = to_vector(exec, tile_of.view());
  packed_tiles<record, S> result;
  result.records = {exec, static_cast<std::size_t>(first_tile.back()) * tile_slots};
  fill(exec, result.records.view(), record{});
  packing.write(exec, run_begin.view(), std::as_const(tile_of).view(), result.records.view());
  result.level_begin.clear();
  for (id const run : run_of_level) result.level_begin.push_back(first_tile[run]);
  exec.sync();  // the host array of runs ends here
  return result;
}
}  // namespace detail

/// Packs items, whose levels begin at `level_begin`. `Items` names its `record`, says how many records item i
/// has (`count`), and puts them into a tile_writer (`emit`), in groups that must share a tile.
///
/// Shapes: level_begin [levels + 1] items, on the host. Cost: O(records), two or three launches, on a device
/// 12 bytes an item for the time of the call. Where: the executor; waits. Throws: what allocation throws.
/// Paper: the mapping is gsta's own.
template <executor E, class Items>
packed_tiles<typename Items::record, E::space> pack_tiles(E const& exec, Items const& items,
                                                          std::vector<id> const& level_begin) {
  using packing = std::conditional_t<E::space == memory_space::device, detail::packing_by_items<E, Items>,
                                     detail::packing_by_runs<E, Items>>;
  return detail::pack_tiles_by<packing>(exec, items, level_begin);
}
}  // namespace gsta
