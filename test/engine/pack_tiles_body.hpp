#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "gsta/engine/detail/pack_tiles.hpp"
#include "test/support/catch.hpp"
#include "test/support/random.hpp"

namespace gsta_test {

using gsta::id;
using gsta::slot_flags;
using gsta::tile_slots;

/// A record that says whose it is, and the slot that the writer said it would take.
struct numbered_record {
  id item = gsta::none, group = gsta::none, slot = gsta::none;
  slot_flags flags;
  friend bool operator==(numbered_record const& a, numbered_record const& b) {
    return a.item == b.item && a.group == b.group && a.slot == b.slot && a.flags.word == b.flags.word;
  }
};

/// Items of given groups of records.
template <gsta::memory_space S>
struct grouped_items {
  using record = numbered_record;
  gsta::span<id const, S> first_group;  // [items + 1]
  gsta::span<id const, S> group_size;   // [groups]

  GSTA_HD int count(id i) const noexcept {
    int records = 0;
    for (id g = first_group[i]; g < first_group[i + 1]; ++g) records += group_size[g];
    return records;
  }
  template <class Writer>
  GSTA_HD void emit(id i, Writer& writer) const noexcept {
    for (id g = first_group[i]; g < first_group[i + 1]; ++g) {
      writer.begin_group(group_size[g]);
      for (id r = 0; r < group_size[g]; ++r) writer.put({i, g, writer.slot(), {}});
    }
  }
};

/// The same on the host: for each item the sizes of its groups.
using item_list = std::vector<std::vector<id>>;

struct packed_on_host {
  std::vector<numbered_record> records;
  std::vector<id> level_begin;
};

enum class packing { as_usual, by_runs, by_items };

template <class E>
packed_on_host pack_on(E const& exec, item_list const& items, std::vector<id> const& level_begin,
                       packing by = packing::as_usual) {
  using gsta::detail::pack_tiles_by;
  using items_type = grouped_items<E::space>;
  std::vector<id> first_group{0}, group_size;
  for (auto const& groups : items) {
    group_size.insert(group_size.end(), groups.begin(), groups.end());
    first_group.push_back(static_cast<id>(group_size.size()));
  }
  auto const first = clone(exec, first_group), size = clone(exec, group_size);
  items_type const all{first.view(), size.view()};
  using by_runs = gsta::detail::packing_by_runs<E, items_type>;
  using by_items = gsta::detail::packing_by_items<E, items_type>;
  auto const packed = by == packing::by_runs    ? pack_tiles_by<by_runs>(exec, all, level_begin)
                      : by == packing::by_items ? pack_tiles_by<by_items>(exec, all, level_begin)
                                                : pack_tiles(exec, all, level_begin);
  CHECK(packed.count() * tile_slots == packed.records.size());
  return {to_vector(exec, packed.records.view()), packed.level_begin};
}

/// One item whose records are single groups, for each number.
inline item_list single_groups(std::vector<id> const& counts) {
  item_list items;
  for (id const count : counts) items.emplace_back(static_cast<std::size_t>(count), 1);
  return items;
}

/// Where the first and the last record of each item stand.
using item_ends = std::vector<std::pair<std::size_t, std::size_t>>;

inline item_ends ends_of(item_list const& items, packed_on_host const& packed) {
  item_ends ends(items.size(), {packed.records.size(), 0});
  for (std::size_t at = 0; at < packed.records.size(); ++at) {
    if (packed.records[at].item == gsta::none) continue;
    auto& [first, last] = ends[static_cast<std::size_t>(packed.records[at].item)];
    first = std::min(first, at);
    last = at;
  }
  return ends;
}

/// What a record's flags must say, worked out from where all records stand.
inline std::string wrong_flags(packed_on_host const& packed, item_ends const& ends, std::size_t at) {
  auto const& records = packed.records;
  std::size_t const tile = at / tile_slots * tile_slots;
  auto const& self = records[at];
  auto const same_item = [&](std::size_t s) { return records[s].item == self.item; };
  auto const same_group = [&](std::size_t s) { return same_item(s) && records[s].group == self.group; };
  int behind = 0, behind_in_group = 0, of_group = 0;
  bool first = true, first_of_group = true;
  for (std::size_t s = tile; s < tile + tile_slots; ++s) {
    behind += s > at && same_item(s);
    behind_in_group += s > at && same_group(s);
    of_group += same_group(s);
    first = first && !(s < at && same_item(s));
    first_of_group = first_of_group && !(s < at && same_group(s));
  }
  auto const& [first_of_all, last_of_all] = ends[static_cast<std::size_t>(self.item)];
  bool const before = first_of_all < tile, after = last_of_all >= tile + tile_slots;
  auto const& flags = self.flags;
  std::string wrong;
  auto const must = [&](bool holds, char const* what) { wrong += holds ? "" : what; };
  must(flags.occupied(), "occupied ");
  must(flags.head() == first, "head ");
  must(flags.group_head() == first_of_group, "group_head ");
  must(flags.following() == behind, "following ");
  must(flags.group_following() == behind_in_group, "group_following ");
  must(flags.grouped() == (of_group > 1), "grouped ");
  must(flags.continues() == after, "continues ");
  must(flags.continued() == before, "continued ");
  must(self.slot == static_cast<id>(at), "slot ");
  return wrong;
}

/// Every record stands once, in order, in tiles of its level; groups and narrow items stay in one tile.
inline void check_packed(item_list const& items, std::vector<id> const& level_begin,
                         packed_on_host const& packed) {
  REQUIRE(packed.level_begin.size() == level_begin.size());
  CHECK(packed.level_begin.front() == 0);
  CHECK(packed.level_begin.back() * tile_slots == static_cast<id>(packed.records.size()));
  std::vector<std::vector<std::size_t>> slots_of(items.size());
  auto const ends = ends_of(items, packed);
  std::string wrong;
  for (std::size_t at = 0; at < packed.records.size() && wrong.empty(); ++at) {
    id const item = packed.records[at].item;
    wrong = item != gsta::none                    ? wrong_flags(packed, ends, at)
            : packed.records[at].flags.occupied() ? "empty"
                                                  : "";
    if (item != gsta::none) slots_of[static_cast<std::size_t>(item)].push_back(at);
    CAPTURE(at);
    if (!wrong.empty()) CHECK(wrong == "");
  }
  REQUIRE(wrong == "");
  std::size_t misplaced = 0;
  for (std::size_t level = 0; level + 1 < level_begin.size(); ++level) {
    auto const first = static_cast<std::size_t>(packed.level_begin[level]) * tile_slots,
               last = static_cast<std::size_t>(packed.level_begin[level + 1]) * tile_slots;
    for (auto i = static_cast<std::size_t>(level_begin[level]);
         i < static_cast<std::size_t>(level_begin[level + 1]); ++i) {
      std::vector<id> sizes;  // of the groups, as they stand
      id tiles = 0, group = gsta::none;
      for (std::size_t k = 0; k < slots_of[i].size(); ++k) {
        std::size_t const at = slots_of[i][k];
        bool const same_tile = k > 0 && at / tile_slots == slots_of[i][k - 1] / tile_slots;
        misplaced += at < first || at >= last || (same_tile && at != slots_of[i][k - 1] + 1);
        tiles += same_tile ? 0 : 1;
        if (packed.records[at].group != group || !same_tile) sizes.push_back(0);
        ++sizes.back();
        group = packed.records[at].group;
      }
      misplaced += sizes != items[i] || (slots_of[i].size() <= tile_slots && tiles > 1);
    }
  }
  CHECK(misplaced == 0);
}

/// Items of random numbers of groups, in levels of random sizes, some of them empty.
template <class E>
void random_items_are_packed(E const& exec) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    prng random(seed);
    item_list items;
    std::vector<id> level_begin{0};
    for (int levels = random.between(1, 6); levels > 0; --levels) {
      int const widest = random.chance(30) ? 40 : 6;
      for (int n = random.chance(15) ? 0 : random.below(200); n > 0; --n) {
        items.emplace_back();
        for (int groups = random.chance(10) ? 0 : random.below(widest); groups > 0; --groups)
          items.back().push_back(random.chance(70) ? 1 : random.between(1, tile_slots));
      }
      level_begin.push_back(static_cast<id>(items.size()));
    }
    CAPTURE(seed);
    auto const packed = pack_on(exec, items, level_begin);
    check_packed(items, level_begin, packed);
    for (auto const by : {packing::by_runs, packing::by_items})
      CHECK(pack_on(exec, items, level_begin, by).records == packed.records);
  }
}

/// In which tile each item of one level begins; -1: it has no record.
template <class E>
std::vector<id> tiles_of(E const& exec, std::vector<id> const& counts) {
  auto const packed = pack_on(exec, single_groups(counts), {0, static_cast<id>(counts.size())});
  std::vector<id> tile(counts.size(), -1);
  for (std::size_t at = packed.records.size(); at-- > 0;) {
    if (packed.records[at].item != gsta::none)
      tile[static_cast<std::size_t>(packed.records[at].item)] = static_cast<id>(at) / tile_slots;
  }
  return tile;
}

template <class E>
void items_share_tiles(E const& exec) {
  using tiles = std::vector<id>;
  CHECK(tiles_of(exec, {5, 3}) == tiles{0, 0});
  CHECK(tiles_of(exec, {5, 4}) == tiles{0, 1});
  CHECK(tiles_of(exec, {8, 8, 8}) == tiles{0, 1, 2});
  CHECK(tiles_of(exec, {5, 6, 2, 3}) == tiles{0, 1, 1, 0});  // the fullest tile with room
  CHECK(tiles_of(exec, {5, 4, 1, 2, 4}) == tiles{0, 1, 0, 0, 1});
  CHECK(tiles_of(exec, {7, 9, 1}) == tiles{0, 1, 0});   // a wide one has tiles of its own,
  CHECK(tiles_of(exec, {9, 1, 3}) == tiles{0, 2, 2});   // and nobody else takes their room
  CHECK(tiles_of(exec, {3, 0, 5}) == tiles{0, -1, 0});  // an empty row takes nothing
  CHECK(tiles_of(exec, {0, 0}) == tiles{-1, -1});
  CHECK(tiles_of(exec, {4, 4, 4, 4}) == tiles{0, 0, 1, 1});
  CHECK(tiles_of(exec, {5, 5, 3, 3}) == tiles{0, 1, 0, 2});  // one is known for each count of free slots
}

/// Empty rows take no tile, and a run of them no room: not even where all rows of a level are empty.
template <class E>
void empty_rows_take_nothing(E const& exec) {
  auto const packed = pack_on(exec, single_groups({0, 0, 2, 0, 0, 3}), {0, 2, 5, 5, 6});
  CHECK(packed.level_begin == std::vector<id>{0, 0, 1, 1, 2});
  CHECK(packed.records.size() == 2 * tile_slots);
}

/// One thread packs 64 neighbours: the next ones begin a tile of their own.
template <class E>
void runs_end_with_their_tile(E const& exec) {
  std::vector<id> const counts(130, 1);
  auto const tile = tiles_of(exec, counts);
  CHECK(tile[63] == 7);
  CHECK(tile[64] == 8);
  CHECK(tile[127] == 15);
  CHECK(tile[128] == 16);
}

template <class E>
void check_packing(E const& exec) {
  items_share_tiles(exec);
  empty_rows_take_nothing(exec);
  runs_end_with_their_tile(exec);
  random_items_are_packed(exec);
}

}  // namespace gsta_test
