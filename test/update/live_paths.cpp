// Worst paths of a live timer after random edits and roll-backs: those of a search in a graph made anew.
#include <algorithm>
#include <gsta/sta/live_timer.hpp>
#include <gsta/sta/live_timer_by_levels.hpp>
#include <optional>
#include <vector>

#include "test/path/brute_force.hpp"
#include "test/slack/credits_body.hpp"
#include "test/sta/latch_circuit.hpp"
#include "test/support/backends.hpp"
#include "test/support/random_circuit.hpp"
#include "test/support/timing_case.hpp"
#include "test/update/random_edits.hpp"
#include "test/update/random_structure.hpp"

using namespace gsta_test;

namespace {

struct paths_tally {
  std::size_t edits = 0, lists = 0, paths = 0, tied = 0, credits = 0;
  gsta::live_counts counts;

  void add(gsta::live_counts const& more) {
    counts.rebuilds += more.rebuilds;
    counts.structures += more.structures;
    counts.path_searches += more.path_searches;
    counts.fresh_paths += more.fresh_paths;
  }
};

/// What may be asked.
std::vector<gsta::path_query> questions(prng& random, bool unique) {
  std::vector<gsta::path_query> asked;
  for (std::size_t const k : {1u, 10u, 300u}) asked.push_back({.k = k});
  asked.push_back({.k = 20, .slack_below = random.between(-200000, 100000)});
  if (random.chance(20)) asked.push_back({.k = 20, .per_endpoint = 2, .by_check = true});
  if (random.chance(20)) asked.push_back({.k = 20, .per_endpoint = 2});
  if (random.chance(10) && unique) asked.push_back({.k = 5, .unique_pins = true});
  if (random.chance(10)) asked.push_back({.k = 20000});
  if (random.chance(20)) asked.push_back({.k = 3, .by_group = true});
  return asked;
}

template <class E>
class asked_timer {
 public:
  asked_timer(E const& exec, gsta::live_timer<E>& live, gsta::flat_design const& design, std::uint64_t seed,
              paths_tally& all)
      : exec_(exec), live_(live), design_(design), random_(seed), all_(all) {}

  /// All questions, of a timer that is up to date, against a search that knows no slacks.
  void check() {
    auto const& t = live_.timing();
    for (auto const& credit : to_vector(exec_, t.view().stage_credit)) all_.credits += credit[0] > 0;
    gsta::detail::timer_arrays<E> const made(exec_, t);
    auto const side = random_.chance(70) ? gsta::split::late : gsta::split::early;
    gsta::path_points some;
    prng part(static_cast<std::uint64_t>(random_.below(3)));  // ends come again
    for (std::size_t pin = 0; pin + 1 < t.nodes().pin_begin.size(); ++pin)
      if (part.chance(50)) some.pins.push_back({static_cast<id>(pin), part.chance(70), part.chance(70)});
    for (auto query : questions(random_, t.options().credits == gsta::common_path::leave_in)) {
      CAPTURE(query.k, query.per_endpoint, query.unique_pins, query.slack_below, query.by_group);
      for (int which = 0; which < 3; ++which) {
        query.side = which == 0 ? std::optional<gsta::split>() : side;
        if (which == 2) query.to = some;
        gsta::detail::path_tables const tables(design_, t.nodes().tags, t.nodes().node_tag,
                                               t.checks().group_rows, t.view().checks.check, query);
        auto arrays = made.view(tables.places(t.nodes().pin_begin));
        arrays.slacks = {};
        compare(find_paths(exec_, live_, query), find_paths(exec_, arrays, query));
      }
    }
  }

 private:
  using buffers = gsta::path_buffers<gsta::memory_space::host>;

  void compare(buffers const& of_live, buffers const& wanted) {
    auto const found = to_path_set(exec_, of_live.view);
    REQUIRE(equal(found, to_path_set(exec_, wanted.view)));
    ++all_.lists;
    all_.paths += found.size();
    for (std::size_t p = 0; p + 1 < found.size(); ++p) all_.tied += found.slack[p] == found.slack[p + 1];
  }

  E const& exec_;
  gsta::live_timer<E>& live_;
  gsta::flat_design const& design_;
  prng random_;
  paths_tally& all_;
};

/// Edits, transactions and roll-backs, of the structure too where `structure`; paths asked for now and then.
template <class E>
void ask_after_edits(E const& exec, std::uint64_t seed, gsta::flat_design design,
                     gsta::timer_options const& how, bool structure, int rounds, paths_tally& all) {
  CAPTURE(seed);
  gsta::live_timer<E> live(exec, design, how);
  random_editor edit(live.edits(), seed);
  prng random(seed + 7);
  random_structure shape(random);
  asked_timer<E> asked(exec, live, design, seed, all);
  for (int i = 0; i < rounds; ++i) {
    bool const transaction = random.chance(50);
    if (transaction) live.begin();
    for (int k = random.between(1, 4); k > 0; --k) {
      if (structure && random.chance(15)) {
        try {
          live.edit_structure([&](gsta::structure_editor& edits) { shape.edit(edits, design); });
        } catch (gsta::error const&) {  // refused, a loop: as before
        }
      } else {
        edit.edit();
      }
      ++all.edits;
      if (random.chance(40)) live.update();
      if (random.chance(25)) {
        live.update();
        asked.check();
      }
    }
    if (transaction && random.chance(60))
      live.roll_back();
    else if (transaction)
      live.commit();
    live.update();
    if (random.chance(60)) asked.check();
  }
  all.add(live.counts());
}

template <class E>
void ask_with_credits(E const& exec, std::uint64_t first, std::uint64_t last, paths_tally& circuits,
                      paths_tally& clocks) {
  for (std::uint64_t seed = first; seed < last; ++seed) {
    auto how = options_of(seed).timer;
    how.credits = seed % 2 == 0 ? gsta::common_path::by_edge : gsta::common_path::by_pin;
    ask_after_edits(exec, seed, random_circuit(seed, 200), how, seed % 5 == 0, 12, circuits);
    auto const circuit = credits::circuit_of(seed, seed / 2 % 2 == 1, seed % 8 >= 4, seed % 7 == 0);
    ask_after_edits(exec, seed, circuit.design, {.credits = how.credits}, seed % 6 == 0, 12, clocks);
  }
}

}  // namespace

TEST_CASE("a live timer's worst paths are those of a fresh search", "[update][kept][slow]") {
  on_host_backends([](auto const& exec) {
    paths_tally all;
    for (std::uint64_t seed = 0; seed < 40; ++seed)
      ask_after_edits(exec, seed, random_circuit(seed, 200), options_of(seed).timer, false, 14, all);
    CHECK(all.edits > 1000);
    CHECK(all.lists > 5000);
    CHECK(all.paths > 20000);
    CHECK(all.tied > 100);
    CHECK(all.counts.path_searches > 10 * all.counts.fresh_paths);
  });
}

TEST_CASE("so they are where the structure is edited too", "[update][kept]") {
  gsta::host_executor const exec;
  paths_tally all;
  for (std::uint64_t seed = 100; seed < 125; ++seed)
    ask_after_edits(exec, seed, random_circuit(seed, 150), options_of(seed).timer, true, 12, all);
  CHECK(all.counts.structures > 30);
  CHECK(all.lists > 2000);
}

TEST_CASE("so they are with latches, and by effective capacitances", "[update][kept]") {
  gsta::host_executor const exec;
  paths_tally latched, effective;
  for (std::uint64_t seed = 200; seed < 212; ++seed) {
    prng random(seed);
    latch_circuits::builder const built(random, seed % 2 == 0);
    ask_after_edits(exec, seed, built.made.design, {}, false, 6, latched);
    auto how = options_of(seed).timer;
    how.delays.model = gsta::cell_model::effective;
    ask_after_edits(exec, seed, random_circuit(seed, 120), how, false, 8, effective);
  }
  CHECK(latched.lists > 500);
  CHECK(latched.counts.fresh_paths > 200);
  CHECK(effective.counts.path_searches > 5 * effective.counts.fresh_paths);
}

TEST_CASE("so they are with common-path credits in a few circuits", "[update][kept]") {
  on_host_backends([](auto const& exec) {
    paths_tally circuits, clocks;
    ask_with_credits(exec, 300, 306, circuits, clocks);
    for (auto const* all : {&circuits, &clocks}) {
      CHECK(all->lists > 300);
      CHECK(all->credits > 100);
    }
  });
}

TEST_CASE("so they are with common-path credits", "[update][kept][slow]") {
  on_host_backends([](auto const& exec) {
    paths_tally circuits, clocks;
    ask_with_credits(exec, 300, 330, circuits, clocks);
    for (auto const* all : {&circuits, &clocks}) {
      CHECK(all->lists > 3000);
      CHECK(all->paths > 10000);
      CHECK(all->tied > 50);
      CHECK(all->credits > 1000);
      CHECK(all->counts.path_searches > 8 * all->counts.fresh_paths);
    }
  });
}

TEST_CASE("one split's worst paths are in the order of slacks, and kept from the second call on",
          "[update][kept]") {
  gsta::host_executor const exec;
  auto design = random_circuit(1, 200);
  gsta::live_timer<gsta::host_executor> live(exec, design);
  find_paths(exec, live, {.side = {}});
  auto const worst = find_paths(exec, live, {.k = 10});
  auto const ten = [&] { return to_path_set(exec, find_paths(exec, live, {.k = 10}).view); };
  REQUIRE(worst.view.size() == 10);
  CHECK(std::is_sorted(worst.view.slack.begin(), worst.view.slack.end()));
  CHECK(live.counts().fresh_paths == 2);
  live.begin();
  live.edits().set_pin_load(0, gsta::same_value(3.0f));
  CHECK(ten().size() == 10);
  live.roll_back();
  CHECK(equal(ten(), to_path_set(exec, worst.view)));
  CHECK(live.counts().fresh_paths == 2);
  CHECK(live.counts().path_searches == 4);
}

TEST_CASE("a live timer that repairs by levels finds the paths of one that repairs by a queue", "[update]") {
  gsta::host_executor const exec;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    CAPTURE(seed);
    auto by_queue = random_circuit(seed, 200), by_levels = by_queue;
    gsta::timer_options how;
    how.credits = seed % 2 == 0 ? gsta::common_path::by_pin : gsta::common_path::leave_in;
    gsta::live_timer<gsta::host_executor> queue(exec, by_queue, how);
    gsta::live_timer<gsta::host_executor, gsta::repair_walker::levels> levels(exec, by_levels, how);
    random_editor edit_queue(queue.edits(), seed), edit_levels(levels.edits(), seed);
    for (int i = 0; i < 8; ++i) {
      edit_queue.edit();
      edit_levels.edit();
      for (bool const by_group : {false, true}) {
        gsta::path_query const query{.side = {}, .k = 20, .by_group = by_group};
        auto const found = to_path_set(exec, find_paths(exec, levels, query).view);
        REQUIRE(equal(found, to_path_set(exec, find_paths(exec, queue, query).view)));
      }
    }
    CHECK(levels.counts().path_searches == 16);
    CHECK(levels.counts().fresh_paths == 16);
  }
}
