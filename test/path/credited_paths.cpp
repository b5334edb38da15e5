// Worst paths with common-path credits: against all paths enumerated, the slacks of checks and the plain
// search.
#include "test/path/credited_paths_body.hpp"
#include "test/support/backends.hpp"

using namespace gsta_test;
using gsta::id;

TEST_CASE("worst paths with credits are the first of all paths", "[path][credits][slow]") {
  credits::credited_paths_agree(gsta::host_executor{}, 0, 3000);
}

namespace {

/// A register at each of two branches; each launches what the other captures. On one the early delay is above
/// the late one.
struct falling_branch {
  gsta::flat_design design;
  id root, fallen, other;

  falling_branch() {
    design.add_clock(gsta::none, {400'000, {0, 200'000}}, "clock");
    root = design.add_pin();
    design.asserted_slew[static_cast<std::size_t>(root)] = gsta::same_value(0);
    auto at = gsta::undefined_arrival();
    at[gsta::early_rise] = 0;
    at[gsta::late_rise] = 5;
    design.sources.push_back({root, 0, at, gsta::arrival_kind::clock});
    fallen = behind(root, 6, 3, false);
    other = behind(root, 1, 1, false);
    capture(behind(behind(fallen, 0, 0, true), 100, 100, false), other);
    capture(behind(behind(other, 0, 0, true), 100, 100, false), fallen);
  }

 private:
  id behind(id from, float early, float late, bool launches) {
    id const pin = design.add_pin();
    gsta::arc_type type{{}, gsta::same_id(design.luts.add({}, {}, {0})), gsta::positive_edges()};
    for (int c = 0; c < gsta::conditions; ++c)
      type.delay[c] = design.luts.add({}, {}, {gsta::is_late(c) ? late : early});
    type.launches = launches;
    design.add_arc(from, pin, design.add_arc_type(type));
    return pin;
  }
  void capture(id data, id clock) {
    id const zero = design.luts.add({}, {}, {0});
    design.add_check(data, clock,
                     design.add_check_type({gsta::check_kind::setup, gsta::edge::rise, {zero, zero}}));
  }
};

}  // namespace

TEST_CASE("credits that fall are counted, and leave slacks too small", "[path][credits]") {
  gsta::host_executor const exec;
  falling_branch const of;
  gsta::timer_options options;
  options.credits = gsta::common_path::by_pin;
  gsta::timer<gsta::host_executor> timer(exec, of.design, options);
  timer.update(exec);
  auto const credit = timer.view().stage_credit;
  // 5 at the root and on one branch, 2 on the other.
  CHECK(gsta::falling_credits(exec, timer.view().clock_tree, credit) == 1);
  CHECK(gsta::falling_credits(exec, timer.view().clock_tree, credit, 2999) == 1);
  CHECK(gsta::falling_credits(exec, timer.view().clock_tree, credit, 3000) == 0);
  CHECK_THROWS_AS(gsta::falling_credits(exec, timer.view().clock_tree, credit.subspan(1, credit.size() - 1)),
                  gsta::argument_error);
  // 400 + 1 - 8 - 100, and 2 of the 5 that both share; 400 + 6 - 6 - 100 and 5.
  auto const slack = timer.view().check_slack;
  CHECK(slack[0][0] == 295);
  CHECK(slack[1][0] == 305);
}

TEST_CASE("worst paths do not depend on how many are asked for where credits fall", "[path][credits][slow]") {
  credits::falling_paths_agree(gsta::host_executor{}, 0, 1000);
}

TEST_CASE("options of worst paths with credits leave out what they say", "[path][credits][slow]") {
  credits::credited_options_agree(gsta::host_executor{}, 3000, 5000);
}

TEST_CASE("worst paths with credits with 1, 2 and 16 threads", "[path][credits]") {
  on_host_backends([](auto const& exec) {
    credits::credited_paths_agree(exec, 5000, 5050);
    credits::credited_options_agree(exec, 5050, 5100);
    credits::credited_paths_refuse(exec);
    credits::falling_paths_agree(exec, 1000, 1050);
  });
}
