#include "test/engine/pack_tiles_body.hpp"
#include "test/support/backends.hpp"

using namespace gsta_test;

TEST_CASE("items fill tiles, level by level", "[engine][small]") {
  on_host_backends([](auto const& exec) { check_packing(exec); });
}

TEST_CASE("levels are cut into runs", "[engine][small]") {
  std::vector<id> run_of_level;
  CHECK(gsta::detail::cut_into_runs({0, 10, 10, 150}, run_of_level) == std::vector<id>{0, 10, 74, 138, 150});
  CHECK(run_of_level == std::vector<id>{0, 1, 1, 4});
  CHECK(gsta::detail::cut_into_runs({0, 64, 129}, run_of_level) == std::vector<id>{0, 64, 128, 129});
  CHECK(run_of_level == std::vector<id>{0, 1, 3});
  CHECK(gsta::detail::cut_into_runs({0}, run_of_level) == std::vector<id>{0});
  CHECK(run_of_level == std::vector<id>{0});
}

TEST_CASE("each flag of a slot is one bit of its own", "[engine][small]") {
  struct named {
    int bit;
    bool (slot_flags::*get)() const noexcept;
  };
  std::vector<named> const all{{slot_flags::occupied_bit, &slot_flags::occupied},
                               {slot_flags::head_bit, &slot_flags::head},
                               {slot_flags::group_head_bit, &slot_flags::group_head},
                               {slot_flags::continues_bit, &slot_flags::continues},
                               {slot_flags::continued_bit, &slot_flags::continued},
                               {slot_flags::asserted_bit, &slot_flags::asserted},
                               {slot_flags::ready_bit, &slot_flags::ready},
                               {slot_flags::checks_bit, &slot_flags::has_checks},
                               {slot_flags::captures_bit, &slot_flags::captures},
                               {slot_flags::grouped_bit, &slot_flags::grouped},
                               {slot_flags::wire_bit, &slot_flags::has_wire},
                               {slot_flags::cell_bit, &slot_flags::has_cell},
                               {slot_flags::sink_bit, &slot_flags::has_sink},
                               {slot_flags::long_row_bit, &slot_flags::long_row}};
  for (auto const& set : all) {
    slot_flags flags;
    flags.set(set.bit);
    for (auto const& other : all) CHECK((flags.*other.get)() == (other.bit == set.bit));
    CHECK(flags.following() == 0);
    CHECK(flags.group_following() == 0);
    CHECK(flags.edges().code == 0);
  }
}

TEST_CASE("a slot counts what follows it, and keeps its edges", "[engine][small]") {
  slot_flags flags;
  for (int n = 1; n < tile_slots; ++n) {
    flags.one_more_following();
    CHECK(flags.following() == n);
    CHECK(flags.group_following() == 0);
  }
  for (int n = 1; n < tile_slots; ++n) {
    slot_flags counted = flags;
    counted.set_group_following(n);
    CHECK(counted.group_following() == n);
    CHECK(counted.following() == tile_slots - 1);
    slot_flags fresh;
    fresh.set_following(n);
    CHECK(fresh.following() == n);
    CHECK(fresh.group_following() == 0);
  }
  flags.set_group_following(tile_slots - 1);
  for (auto const edges : {gsta::positive_edges(), gsta::negative_edges(), gsta::edge_map{}}) {
    flags.set_edges(edges);
    CHECK(flags.edges().code == edges.code);
    CHECK(flags.following() == tile_slots - 1);
    CHECK_FALSE(flags.has_wire());
    CHECK_FALSE(flags.occupied());
  }
}
