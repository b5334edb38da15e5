// What the search of paths with credits takes for granted of lanes, to look at captures no further than
// matters.
#include <cstddef>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "test/path/credited_case.hpp"
#include "test/support/catch.hpp"

using namespace gsta_test;
using gsta::id;

namespace {

/// Rows of launches and captures of one side.
struct rows_of_side {
  std::set<id> launches, captures;

  rows_of_side(credits::credited_case const& of, bool late) {
    auto const& tree = of.tree.view;
    auto const& checks = of.timer.view().checks.check;
    for (std::size_t i = 0; i < checks.size(); ++i)
      if (gsta::is_late(checks[i].kind) == late) captures.insert(tree.capture_row[i]);
    for (std::size_t at = 0; at < tree.launch_row.size(); ++at)
      if (at % 4 / 2 == static_cast<std::size_t>(late)) launches.insert(tree.launch_row[at]);
  }
};

/// A lane and what the one before leaves out tell all that a capture leaves out in front.
std::size_t ambiguous(gsta::clock_tree_view<gsta::memory_space::host> const& tree, rows_of_side const& rows) {
  std::size_t wrong = 0;
  std::map<std::pair<std::size_t, id>, std::vector<id>> known;
  for (id const row : rows.captures) {
    std::vector<id> before;
    id above = gsta::is_not_at_level;
    for (std::size_t credit_level = 0; credit_level < tree.credit_levels; ++credit_level) {
      id const leaves = tree.leaves_out[static_cast<std::size_t>(row) * tree.credit_levels + credit_level];
      if (leaves != gsta::is_not_at_level) {
        wrong += known.try_emplace({credit_level, above}, before).first->second != before;
        above = leaves;
      }
      before.push_back(leaves);
    }
  }
  return wrong;
}

/// Launches that are missing in a lane in front of where they part from a capture.
std::size_t missing(gsta::clock_tree_view<gsta::memory_space::host> const& tree, rows_of_side const& rows) {
  std::size_t wrong = 0;
  for (id const launch : rows.launches) {
    for (id const capture : rows.captures) {
      bool is_away = false;
      for (std::size_t credit_level = 0; credit_level < tree.credit_levels; ++credit_level) {
        id const leaves =
            tree.leaves_out[static_cast<std::size_t>(capture) * tree.credit_levels + credit_level];
        id const group =
            tree.starts[static_cast<std::size_t>(launch) * tree.credit_levels + credit_level].group;
        if (leaves == gsta::is_not_at_level) continue;
        if (group == gsta::group_absent) {
          is_away = is_away || leaves >= 0;
          continue;
        }
        wrong += is_away;
        if (is_away || group != leaves) break;  // they part here
      }
    }
  }
  return wrong;
}

}  // namespace

TEST_CASE("captures are told by a credit_level and what they leave out before it", "[path][credits]") {
  std::size_t nested = 0, others = 0, skipped = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    for (auto const convention : {gsta::common_path::by_edge, gsta::common_path::by_pin}) {
      CAPTURE(seed, convention == gsta::common_path::by_pin);
      credits::credited_case const of(seed, convention);
      auto const& tree = of.tree.view;
      for (bool const late : {false, true}) {
        rows_of_side const rows(of, late);
        REQUIRE(ambiguous(tree, rows) == 0);
        if (tree.nested) REQUIRE(missing(tree, rows) == 0);
        skipped += missing(tree, rows);
      }
      (tree.nested ? nested : others) += 1;
    }
  }
  CAPTURE(nested, others, skipped);
  CHECK(nested > 1000);
  CHECK(others > 50);
  CHECK(skipped > 50);
}
