#include <algorithm>

#include "gsta/rc/detail/pack_nets.hpp"
#include "gsta/rc/detail/tree_record.hpp"
#include "test/rc/star_body.hpp"

using namespace gsta_test;

TEST_CASE("tiles hold every small net once and whole", "[rc]") {
  gsta::host_executor const exec;
  for (id const most : {1, 8, 32}) {
    std::vector<id> begin{0};
    for (int const count : sink_counts(static_cast<std::uint64_t>(most), 3000, 1000))
      begin.push_back(begin.back() + count);
    auto const tiles = gsta::detail::pack_tiles(exec, gsta::view_of(std::as_const(begin)), most);
    std::vector<int> tile_of(static_cast<std::size_t>(begin.back()), -1);
    std::size_t twice = 0;
    for (std::size_t i = 0; i < tiles.size(); ++i) {
      REQUIRE(tiles[i].count >= 1);
      REQUIRE(tiles[i].count <= 32);
      for (id a = tiles[i].first; a < tiles[i].first + tiles[i].count; ++a) {
        twice += tile_of[static_cast<std::size_t>(a)] != -1;
        tile_of[static_cast<std::size_t>(a)] = static_cast<int>(i);
      }
    }
    std::size_t wrong = 0;
    for (std::size_t net = 0; net + 1 < begin.size(); ++net) {
      bool const small = begin[net + 1] - begin[net] <= most;
      for (id a = begin[net]; a < begin[net + 1]; ++a) {
        wrong += (tile_of[static_cast<std::size_t>(a)] != -1) != small;
        wrong += tile_of[static_cast<std::size_t>(a)] != tile_of[static_cast<std::size_t>(begin[net])];
      }
    }
    CAPTURE(most);
    CHECK(twice == 0);
    CHECK(wrong == 0);
    CHECK(tiles.size() > 50);
  }
}

TEST_CASE("nets are packed in order, and no stretch shares a tile with the next", "[rc]") {
  gsta::host_executor const exec;
  using ids = std::vector<id>;
  auto const packed = [&](ids const& counts, id most) {
    ids begin{0}, found;
    for (id const count : counts) begin.push_back(begin.back() + count);
    for (auto const& tile :
         to_vector(exec, gsta::detail::pack_tiles(exec, gsta::view_of(begin), most).view())) {
      found.push_back(tile.first);
      found.push_back(tile.count);
    }
    return found;
  };
  CHECK(packed({20, 10, 5, 40, 3, 0, 30, 2}, 32) == ids{0, 30, 30, 5, 75, 3, 78, 32});
  CHECK(packed({4, 9, 4, 8, 1}, 8) == ids{0, 4, 13, 13});  // what is too large stands alone
  CHECK(packed({9, 9}, 8).empty());
  CHECK(packed({}, 8).empty());
  auto const across = packed(ids(300, 1), 8);
  CHECK(across.size() == 2 * 10);
  CHECK(ids(across.end() - 6, across.end()) == ids{224, 32, 256, 32, 288, 12});
}

TEST_CASE("nets are listed by their size", "[rc]") {
  gsta::host_executor const exec;
  std::vector<id> const begin{0, 3, 3, 8, 9, 13};  // 3, 0, 5, 1, 4
  auto const between = [&](id low, id high) {
    gsta::detail::net_size_between<gsta::memory_space::host> const keep{gsta::view_of(begin), low, high};
    return to_vector(exec, gsta::detail::list_nets(exec, 5, keep).view());
  };
  CHECK(between(3, 4) == std::vector<id>{0, 4});
  CHECK(between(0, 3) == std::vector<id>{0, 1, 3});
  CHECK(between(6, 9).empty());
}

TEST_CASE("records say what the forest says", "[rc]") {
  bool const reduces = GENERATE(false, true);
  gsta::host_executor const exec;
  auto const d = many_nets(3, true);
  auto const rc = flatten_rc(exec, d.view());
  auto const& f = rc.forest.view;
  gsta::buffer<gsta::detail::tree_record, gsta::memory_space::host> record(exec, d.rc_capacitance.size());
  for_each_n(exec, d.net_driver.size(),
             gsta::detail::tree_record_op<gsta::memory_space::host>{d.view(), f, record.view(), reduces});
  std::size_t wrong = 0, seen = 0, elsewhere = 0;
  for (std::size_t net = 0; net < d.net_driver.size(); ++net) {
    if (f.begin[net + 1] - f.begin[net] > 32) continue;
    auto const sinks =
        f.sink_position.subspan(static_cast<std::size_t>(d.net_begin[net]),
                                static_cast<std::size_t>(d.net_begin[net + 1] - d.net_begin[net]));
    bool const lacks = std::count(sinks.begin(), sinks.end(), none) > 0;
    elsewhere += lacks;
    for (id p = 0; p < f.begin[net + 1] - f.begin[net]; ++p, ++seen) {
      auto const slot = static_cast<std::size_t>(f.begin[net] + p);
      auto const& r = record[slot];
      wrong += r.is_used() != (p < f.reached[net] && !(reduces && lacks));
      if (!r.is_used()) continue;
      wrong += r.is_root() != (p == 0) || r.children() != f.child_count[slot];
      wrong += r.children() > 0 && r.first_child() != f.first_child[slot];
      wrong += r.edge != (p > 0 ? f.edge[slot] : reduces ? static_cast<id>(net) : d.net_driver[net]);
      wrong += r.node != f.begin[net] + f.node[slot];
      id const arc = d.rc_node_sink[static_cast<std::size_t>(r.node)];
      wrong +=
          r.arc != arc || r.writes() != (arc != none && f.sink_position[static_cast<std::size_t>(arc)] == p);
      id depth = 0;
      for (id q = p; q > 0; q = f.parent[static_cast<std::size_t>(f.begin[net] + q)]) ++depth;
      wrong += r.depth() != depth || (p > 0 && r.parent() != f.parent[slot]);
    }
  }
  CHECK(wrong == 0);
  CHECK(seen > 100);
  CHECK(elsewhere > 0);
}
