#pragma once

#include <algorithm>
#include <vector>

#include "gsta/sta/find_paths.hpp"
#include "test/sta/latch_paths_body.hpp"

/// Latches and registers below random clock networks, timed with common-path credits, against all paths.
namespace gsta_test::latch_circuits {

/// A random circuit of latches, gates, loops and exceptions below clock networks. Which of several clock
/// paths counts is left to chance too.
struct credited_circuit {
  clock_grower trees;
  builder built;
  common_path convention;

  explicit credited_circuit(prng& random)
      : trees(random, random.below(2) == 0),
        built(random, true, random.below(6), &trees),
        convention(random.below(2) == 0 ? common_path::by_edge : common_path::by_pin) {
    add_exceptions(random, built.made);
    bool const worst_alone = random.below(2) == 0;
    built.made.design.conventions.worst_clock_paths = worst_alone || credits::has_too_many_ways(trees.made());
  }
  circuit const& made() const { return built.made; }
};

/// Credits from clock paths that are walked pin by pin.
class walked_credits final : public path_credits_of {
 public:
  walked_credits(credited_circuit const& of, timing_snapshot const& timed)
      : of_(of), ways_(of.trees.ways()), timed_(timed) {}

  double credit(element const& from, element const& to, int captured_by, bool late) const override {
    stage const launch = at(from, static_cast<int>(from.active)), capture = at(to, captured_by);
    if (!of_.made().design.conventions.worst_clock_paths)
      return ways_.credit_of_every_way(of_.convention, launch, capture, late);
    return ways_.credit(of_.convention, ways_.way_to(launch, late), ways_.way_to(capture, !late), late);
  }
  /// As timed: `exceeds` looks whether it is one.
  double largest(element const& to, setup const& by, int captured_by) const override {
    auto const& tree = timed_.credits->tree.view;
    std::size_t const i = pair_of(to, by);
    if (i == timed_.latches.size()) return 0;
    bool const opens = captured_by != static_cast<int>(by.against);
    id const last = tree.deepest[opens ? tree.opening_row[i] : tree.capture_row[timed_.latches[i].check]];
    return last == none ? 0 : static_cast<double>(apart_at(tree, view_of(timed_.node_arrival), last));
  }
  /// Whether the credit of a path to a latch is above the largest, or this is more than late and early clock
  /// are apart at the latch.
  bool exceeds(known_path const& path) const {
    auto const with = [&](id element::* pin, id at) {
      auto const& all = of_.made().elements;
      return std::find_if(all.begin(), all.end(), [&](element const& e) { return e.*pin == at; });
    };
    auto const from = with(&element::clock_pin, path.pins.front()),
               to = with(&element::data, path.pins.back());
    if (from == of_.made().elements.end() || !to->is_latch) return false;
    for (setup const& by : to->setups) {
      if (pair_of(*to, by) == timed_.latches.size()) continue;  // exceptions leave none
      for (int e = 0; e < 2; ++e) {
        double const most = largest(*to, by, e);
        if (credit(*from, *to, e, true) > most || most > ways_.apart(at(*to, e))) return true;
      }
    }
    return false;
  }

 private:
  using stage = credits::reconvergence::stage;

  /// A pair of edges of a latch's setup, or the number of all.
  std::size_t pair_of(element const& to, setup const& by) const {
    auto const found =
        std::find_if(timed_.latches.begin(), timed_.latches.end(), [&](latch_pair const& pair) {
          auto const& check = timed_.checks[static_cast<std::size_t>(pair.check)];
          return check.data_pin == to.data && check.active == by.against;
        });
    return static_cast<std::size_t>(found - timed_.latches.begin());
  }

  static stage at(element const& of, int s) { return {of.clock_pin, s, 2 * of.clock + s}; }

  credited_circuit const& of_;
  credits::reconvergence const& ways_;
  timing_snapshot const& timed_;
};

inline void take_worst(worst_slacks& into, id pin, bool late, double slack) {
  auto const [at, fresh] = into.try_emplace({pin, late}, slack);
  if (!fresh) at->second = std::min(at->second, slack);
}
inline worst_slacks worst_of(path_oracle const& truth) {
  worst_slacks result;
  for (bool const late : {false, true})
    for (auto const& path : truth.paths[late])
      take_worst(result, path.pins.back(), late, static_cast<double>(path.slack) / 1000);
  return result;
}
/// The same as checks of latches have it, which know what comes least before a latch opens and before it
/// closes, not whether that is one path.
inline worst_slacks worst_by_margins(path_oracle const& truth) {
  worst_slacks result = worst_of(truth);
  for (auto const& [end, margins] : truth.latches) take_worst(result, end.pin, true, margins.slack());
  return result;
}

struct credited_latch_tally {
  std::size_t on_time = 0, credited = 0, inverted = 0, apart = 0, merged = 0, looping = 0;
};

/// Slacks of checks with credits are those of the worst of all paths.
template <class E>
void check_credited_latches(E const& exec, std::uint64_t first, std::uint64_t last) {
  credited_latch_tally tally;
  for (std::uint64_t seed = first; seed < last; ++seed) {
    CAPTURE(seed);
    prng random(seed);
    credited_circuit const of(random);
    timer_options options;
    options.credits = of.convention;
    timer<E> timer(exec, of.made().design, options);
    timer.update(exec);
    CHECK(timer.view().latches_settled);
    auto const timed = take_snapshot(exec, timer);
    walked_credits const credits(of, timed);
    path_oracle const truth(of.made(), &credits);
    REQUIRE(truth.turns < 2000);
    CAPTURE(of.convention == common_path::by_pin, of.made().design.conventions.worst_clock_paths);
    for (auto const& path : truth.paths[1]) REQUIRE(!credits.exceeds(path));
    auto const worst = worst_of(truth), by_margins = worst_by_margins(truth);
    REQUIRE(wrong_ends(timed, by_margins) == 0);
    // Both are the same but where a path comes before its latch opens and after it closes.
    if (truth.inverted == 0) REQUIRE(worst == by_margins);
    tally.apart += worst != by_margins;
    tally.on_time += truth.on_time;
    tally.credited += truth.credited;
    tally.inverted += truth.inverted > 0;
    tally.merged += timer.clocks().merges > 0;
    tally.looping += timer.nodes().opened_loops > 0;
  }
  std::size_t const circuits = last - first;
  CAPTURE(circuits, tally.on_time, tally.credited, tally.inverted, tally.apart, tally.merged, tally.looping);
  CHECK(tally.on_time > 2 * circuits);
  CHECK(tally.credited > 10 * circuits);
  CHECK(tally.merged * 10 > circuits);
  CHECK(tally.looping * 10 > circuits);
}

/// All paths with their credits, and lists with options of all kinds against choosing from these.
template <class E>
void check_credited_latch_paths(E const& exec, std::uint64_t first, std::uint64_t last) {
  std::size_t paths = 0, borrowing = 0, kept = 0;
  for (std::uint64_t seed = first; seed < last; ++seed) {
    CAPTURE(seed);
    prng random(seed);
    credited_circuit const of(random);
    timer_options settings;
    settings.credits = of.convention;
    timer<E> timer(exec, of.made().design, settings);
    timer.update(exec);
    auto const timed = take_snapshot(exec, timer);
    walked_credits const credits(of, timed);
    path_oracle const truth(of.made(), &credits);
    gsta::detail::timer_arrays<E> const made(exec, timer);
    auto const arrays = made.view({});
    auto const nothing =
        clone(exec, std::vector<per_condition<float>>(arrays.credits.credit.size(), same_value(0)));
    auto free = arrays, plain = arrays;
    free.credits.credit = nothing.view();
    plain.credits = {};
    for (split const side : {split::early, split::late}) {
      CAPTURE(side == split::late);
      auto const all = find_set(exec, arrays, path_query{.side = side, .k = 100'000});
      REQUIRE(wrong_paths(all, timed.node_pin, truth.paths[static_cast<int>(side)]) == 0);
      auto asked = random_query(random, all, static_cast<id>(timed.node_pin.size()));
      asked.query.side = side;
      auto const& query = asked.query;
      CAPTURE(query.k, query.per_endpoint, query.by_check, query.slack_below, query.unique_pins);
      auto const found = find_set(exec, arrays, asked);
      REQUIRE(equal(found, chosen(all, asked, view_of(timed.checks))));
      REQUIRE(equal(find_set(exec, free, asked), find_set(exec, plain, asked)));
      paths += all.size();
      kept += found.size();
      for (femtoseconds const slack : all.slack) borrowing += side == split::late && slack == 0;
    }
  }
  std::size_t const circuits = last - first;
  CAPTURE(circuits, paths, borrowing, kept);
  CHECK(paths > 10 * circuits);
  CHECK(borrowing > circuits);
  CHECK(kept > 5 * circuits);
}

}  // namespace gsta_test::latch_circuits
