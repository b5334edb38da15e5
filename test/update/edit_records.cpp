// What timing elsewhere is told of edits.
#include <algorithm>

#include "gsta/sta/detail/edit_gatherer.hpp"
#include "test/support/timing_case.hpp"
#include "test/update/edited_cases.hpp"
#include "test/update/random_edits.hpp"

using namespace gsta_test;

TEST_CASE("however often a word was edited, it is stored once", "[update]") {
  gsta::host_executor const exec;
  std::size_t repeated = 0, gathered = 0;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    auto made = plain_case(seed);
    gsta::timer<gsta::host_executor> timed(exec, made.design, made.options);
    timed.update(exec);
    gsta::detail::edit_gatherer<gsta::host_executor> gatherer(exec, made.design, timed);
    gsta::flat_editor edits(made.design);
    random_editor random(edits, seed);
    for (int i = 0; i < 60; ++i) random.edit();
    gsta::edit_records words;
    if (!gatherer.gather(made.design, timed, edits.items(), words)) continue;
    ++gathered;
    auto const check = [&](auto places) {
      std::sort(places.begin(), places.end());
      CHECK(std::adjacent_find(places.begin(), places.end()) == places.end());
    };
    check(words.loads.at);
    check(words.slews.at);
    check(words.asserted.at);
    check(words.types.at);
    check(words.capacitances.at);
    check(words.resistances.at);
    check(words.checks.at);
    repeated += edits.items().loads.size() - words.loads.at.size();
    repeated += edits.items().arcs.size() - words.types.at.size();
  }
  CHECK(gathered > 5);
  CHECK(repeated > 20);
}
