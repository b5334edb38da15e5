#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "test/update/random_edits.hpp"

namespace gsta_test {

/// What runs of edits did.
struct edit_tally {
  std::size_t compared = 0, edits = 0, refused = 0;
  gsta::live_counts counts;
  std::uint64_t credit_levels = 0;  ///< nodes whose lanes were repaired

  void add(gsta::live_counts const& more) {
    counts.updates += more.updates;
    counts.repaired += more.repaired;
    counts.full += more.full;
    counts.rebuilds += more.rebuilds;
    counts.full_credits += more.full_credits;
    counts.full_loops += more.full_loops;
    counts.listed_checks += more.listed_checks;
  }
};

/// What runs of edits do besides values that are much as they were.
struct edit_run {
  int extreme_percent = 0;    ///< of values
  int structure_percent = 0;  ///< of edits
};

/// Edits pins, gates and nets, unless that closes a loop.
template <class Live>
std::string edit_some_structure(Live& live, prng& random, gsta::flat_design const& design) {
  std::string done;
  try {
    live.edit_structure(
        [&](gsta::structure_editor& edits) { done = random_structure(random).edit(edits, design); });
  } catch (gsta::graph_error const&) {
    done += " (loop)";
  }
  return done;
}

/// One run of edits and transactions, some of which are rolled back.
inline void run_edits(std::uint64_t seed, gsta::flat_design design, gsta::timer_options const& options,
                      int edits, edit_tally& all, edit_run const& how = {}) {
  gsta::host_executor const exec;
  gsta::live_timer<gsta::host_executor> live(exec, design, options);
  prng random(seed + 1000);
  std::string done;
  std::uint64_t edited = 0;
  for (int i = 0; i < edits; ++i) {
    bool const transaction = random.chance(40), rolls_back = random.chance(60);
    std::optional<gsta::timer<gsta::host_executor>> before;
    if (transaction) {
      before.emplace(exec, design, options);
      before->update(exec);
      live.begin();
      done += " begin";
    }
    for (int k = random.between(1, transaction ? 4 : 2); k > 0; --k) {
      if (how.structure_percent != 0 && random.chance(how.structure_percent)) {
        done += " " + edit_some_structure(live, random, design);
      } else {
        random_editor edit(live.edits(), 1000 * seed + ++edited, how.extreme_percent);
        done += " " + edit.edit();
        all.refused += edit.refused();
      }
      ++all.edits;
      if (random.chance(60)) live.update();
    }
    if (!transaction || random.chance(80)) live.update();
    if (!live.edits().items().any()) {
      auto const result = compare_with_fresh(exec, live, design, options);
      CAPTURE(seed, i, done, result.report());
      REQUIRE(result.failed == 0);
      all.compared += result.compared;
    }
    if (!transaction) continue;
    if (rolls_back) {
      live.roll_back();
      done += " roll back";
      auto const result = compare_timers(exec, *before, live.timing());
      CAPTURE(seed, i, done, result.report());
      REQUIRE(result.failed == 0);
    } else {
      live.commit();
      done += " commit";
      live.update();
    }
    auto const result = compare_with_fresh(exec, live, design, options);
    CAPTURE(seed, i, done, result.report());
    REQUIRE(result.failed == 0);
  }
  all.add(live.counts());
  all.credit_levels += live.repaired().credit_levels;
}

}  // namespace gsta_test
