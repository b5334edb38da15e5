// Worst paths of a problem whose times change, by graphs that are kept: every path, tried out.
#include "gsta/path/kept_paths.hpp"

#include <utility>
#include <vector>

#include "test/path/brute_force.hpp"
#include "test/path/random_problem.hpp"
#include "test/support/backends.hpp"
#include "test/support/catch.hpp"
#include "test/support/random.hpp"

using namespace gsta_test;

namespace {

struct ways_tally {
  std::size_t lists = 0, paths = 0;
  std::uint64_t made = 0, repairs = 0;
};

/// Changes delays, asserted arrivals, arrivals and required times, and says which.
class changing_times {
 public:
  changing_times(owned_problem& of, std::uint64_t seed) : of_(of), random_(seed) {}

  void change() {
    for (auto* ids : {&delays, &arrivals, &required}) ids->clear();
    for (int n = random_.between(0, 3); n > 0; --n) change_one();
  }
  changed_times changed() const { return {view_of(delays), view_of(arrivals), view_of(required)}; }

  std::vector<id> delays, arrivals, required;

 private:
  std::size_t some(std::size_t size) {
    return static_cast<std::size_t>(random_.below(static_cast<int>(size)));
  }
  /// Mostly defined as it was before.
  void set(float& value) {
    if (!math::is_defined(value) ? random_.chance(97) : false) return;
    value = random_.chance(3) ? math::infinity : static_cast<float>(random_.between(-2, 4));
  }

  void change_one() {
    std::size_t const nodes = of_.asserted.size();
    int const what = random_.below(4);
    if (what == 0 && !of_.fanin_arc.empty()) {
      std::size_t const k = some(of_.fanin_arc.size());
      id node = 0;
      while (of_.fanin_begin[static_cast<std::size_t>(node) + 1] <= static_cast<id>(k)) ++node;
      set(of_.arc_delay[static_cast<std::size_t>(of_.fanin_arc[k])][random_.below(conditions)]);
      delays.push_back(node);
    } else if (what == 1 && nodes > 0) {
      std::size_t const node = some(nodes);
      set(of_.asserted[node][random_.below(conditions)]);
      delays.push_back(static_cast<id>(node));
    } else if (what == 2 && nodes > 0) {
      std::size_t const node = some(nodes);  // as paths see it: where a launching arc starts
      set(of_.arrival[node][random_.below(conditions)]);
      arrivals.push_back(static_cast<id>(node));
    } else if (!of_.checks.empty()) {
      std::size_t const check = some(of_.checks.size());
      set(of_.check_required[check][random_.below(2)]);
      required.push_back(static_cast<id>(check));
    }
  }

  owned_problem& of_;
  prng random_;
};

template <class E>
void check_changing_times(E const& exec, unsigned seed, ways_tally& seen) {
  owned_problem owned = random_problem(seed, {.nodes = static_cast<id>(2 + seed % 8), .arcs = 16}).make();
  changing_times times(owned, seed);
  kept_paths kept(owned.view());
  for (int i = 0; i < 25; ++i) {
    INFO("seed " << seed << ", change " << i);
    times.change();
    kept.repair(owned.view(), times.changed());
    brute_force all(owned.view(), 3000);
    auto const both = all.all(true, true);
    if (all.overflowed()) return;
    for (std::size_t const k : {1u, 3u, 3000u}) {
      auto const wanted = to_set(owned.view(), first(both, k));
      auto const found = find_paths(exec, kept, {owned.view()}, {.side = {}, .k = k});
      REQUIRE(equal(to_path_set(exec, found.view), wanted));
      ++seen.lists;
      seen.paths += wanted.size();
    }
    auto const late = brute_force(owned.view(), 3000).all(false, true);
    auto const found = find_paths(exec, kept, {owned.view()}, {.k = 5, .slack_below = 2000});
    std::vector<brute_path> wanted;
    for (auto const& path : late)
      if (path.slack < 2000 && wanted.size() < 5) wanted.push_back(path);
    REQUIRE(equal(to_path_set(exec, found.view), to_set(owned.view(), wanted)));
  }
  seen.made += kept.counts().made;
  seen.repairs += kept.counts().repairs;
}

}  // namespace

TEST_CASE("paths by kept graphs are the first of all ways, whatever times change", "[path][kept]") {
  on_host_backends([](auto const& exec) {
    ways_tally seen;
    for (unsigned seed = 0; seed < 150; ++seed) check_changing_times(exec, seed, seen);
    CHECK(seen.lists > 5000);
    CHECK(seen.paths > 20000);
    CHECK(seen.made > 200);
    CHECK(seen.repairs > 10 * seen.made);
  });
}

TEST_CASE("kept paths refuse what needs another graph", "[path][kept]") {
  host_executor const exec;
  owned_problem owned = random_problem(3, {}).make();
  kept_paths kept(owned.view());
  path_points const some{.pins = {{0}}};
  CHECK_THROWS_AS(find_paths(exec, kept, {owned.view()}, {.from = some}), argument_error);
  CHECK_THROWS_AS(find_paths(exec, kept, {owned.view()}, {.through = {some}}), argument_error);
  CHECK_NOTHROW(find_paths(exec, kept, {owned.view()}, {.to = some}));
  std::vector<std::uint8_t> const ends(2 * owned.checks.size(), 1);
  auto of_ends = owned.view();
  of_ends.ends = view_of(ends);
  CHECK_THROWS_AS(find_paths(exec, kept, {of_ends}), argument_error);
  std::vector<latch_pair> const latches(1);
  auto latched = owned.view();
  latched.latches = view_of(latches);
  CHECK_THROWS_AS(kept_paths(latched), argument_error);
}
