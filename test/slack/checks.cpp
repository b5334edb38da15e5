#include <utility>
#include <vector>

#include "gsta/slack/required.hpp"
#include "test/support/catch.hpp"

using gsta::check_kind;
using gsta::edge;
using gsta::id;
using gsta::none;
using gsta::per_condition;
using gsta::timing_check;
using gsta::view_of;

namespace {

float const infinity = gsta::math::infinity;

/// Checks of one data node (node 1, pin 3) against one clock node (node 0, pin 2) with all that they read in
/// plain arrays, so that every number below can be worked out by hand.
struct bench {
  gsta::lut_pool_builder luts;
  std::vector<per_condition<float>> slew{{}, {}, {20, 30, 60, 70}, {1, 2, 3, 4}};
  std::vector<per_condition<float>> arrival{{100, 200, 300, 400}, {10, 20, 30, 40}};
  std::vector<timing_check> checks;
  std::vector<id> endpoint_begin{0}, endpoint_check;

  /// 100 * data slew + clock slew, and as much less for falling data: no two slews give the same.
  id const rising = luts.add({0, 10}, {0, 100}, {0, 100, 1000, 1100}),
           falling = luts.add({0, 10}, {0, 100}, {0, -100, -1000, -1100});

  timing_check& add(check_kind kind, edge active = edge::rise) {
    checks.push_back({kind, active, 0, 0, 1, 0, 3, 2, none, {rising, falling}});
    return checks.back();
  }
  timing_check& add_output(check_kind kind, float rise, float fall) {
    checks.push_back({kind, edge::rise, 0, 0, 1, none, 3, none, none, {none, none}, {rise, fall}});
    return checks.back();
  }

  gsta::slack_state<gsta::memory_space::host> found() const {
    gsta::host_executor const exec;
    auto delays = gsta::make_delay_state(exec, slew.size(), 0);
    auto arrivals = gsta::make_arrival_state(exec, arrival.size());
    copy(exec, view_of(slew), delays.slew.view());
    copy(exec, view_of(arrival), arrivals.node_arrival.view());
    gsta::timing_checks_view<gsta::memory_space::host> view;
    std::vector<id> const endpoints(endpoint_begin.size() - 1, 3);
    view.check = view_of(checks);
    view.endpoint_begin = view_of(endpoint_begin);
    view.endpoint_check = view_of(endpoint_check);
    view.endpoint_pin = view_of(endpoints);
    auto slacks = gsta::make_slack_state(exec, arrival.size(), checks.size(), endpoints.size());
    update_checks(exec, view, luts.view(), delays, arrivals, slacks);
    return slacks;
  }
};

void has(gsta::per_edge const& got, float rise, float fall) {
  CHECK(got[0] == rise);
  CHECK(got[1] == fall);
}
void has(gsta::per_split const& got, float early, float late) {
  CHECK(got[gsta::split::early] == early);
  CHECK(got[gsta::split::late] == late);
}

}  // namespace

TEST_CASE("a setup check bounds late data by the early clock less its constraint", "[slack][small]") {
  bench b;
  b.add(check_kind::setup).edge_time = 1000;
  b.add(check_kind::recovery, edge::fall).edge_time = 2000;
  auto const s = b.found();
  has(s.check_required[0], 100 - 320 + 1000, 100 + 420 + 1000);  // slews: data 3 and 4, clock 20
  has(s.check_slack[0], 780 - 30, 1520 - 40);
  has(s.check_required[1], 200 - 330 + 2000, 200 + 430 + 2000);  // the falling clock's slew is 30
  has(s.check_slack[1], 1870 - 30, 2630 - 40);
}

TEST_CASE("a hold check bounds early data by the late clock and its constraint", "[slack][small]") {
  bench b;
  b.add(check_kind::hold).edge_time = -1000;
  b.add(check_kind::removal, edge::fall).edge_time = -2000;
  auto const s = b.found();
  has(s.check_required[0], 300 + 160 - 1000, 300 - 260 - 1000);  // slews: data 1 and 2, clock 60
  has(s.check_slack[0], 10 + 540, 20 + 960);
  has(s.check_required[1], 400 + 170 - 2000, 400 - 270 - 2000);
  has(s.check_slack[1], 10 + 1430, 20 + 1870);
}

TEST_CASE("a derate multiplies a check's constraint alone", "[slack][small]") {
  bench b;
  b.add(check_kind::setup).factor = 1.5f;
  b.add(check_kind::hold).factor = 0.5f;
  auto const s = b.found();
  has(s.check_required[0], 100 - 480, 100 + 630);
  has(s.check_required[1], 300 + 80, 300 - 130);
}

TEST_CASE("an output is bounded by its required time", "[slack][small]") {
  bench b;
  b.add_output(check_kind::output_setup, 50, 45).edge_time = 1000;
  b.add_output(check_kind::output_hold, 5, -3).edge_time = 7;
  b.add_output(check_kind::output_setup, infinity, 35).edge_time = 1;
  b.add_output(check_kind::output_hold, 35, -infinity).edge_time = 1;
  auto const s = b.found();
  has(s.check_required[0], 1050, 1045);
  has(s.check_slack[0], 1020, 1005);
  has(s.check_required[1], 12, 4);
  has(s.check_slack[1], -2, 16);
  has(s.check_required[2], infinity, 36);  // one that is not there stays so
  has(s.check_slack[2], infinity, -4);
  has(s.check_required[3], 36, -infinity);
  has(s.check_slack[3], -26, infinity);
}

TEST_CASE("a check that lacks something asks for nothing", "[slack][small]") {
  auto const asks = [](auto const& spoil, gsta::per_edge late, gsta::per_edge early) {
    bench b;
    b.add(check_kind::setup);
    b.add(check_kind::hold);
    spoil(b);
    auto const s = b.found();
    has(s.check_required[0], late[0], late[1]);
    has(s.check_required[1], early[0], early[1]);
  };
  gsta::per_edge const late{{-220, 520}}, early{{460, 40}};
  asks([](bench&) {}, late, early);
  asks([](bench& b) { b.checks[0].constraint[0] = none; }, {{infinity, 520}}, early);
  asks([](bench& b) { b.checks[1].constraint[1] = none; }, late, {{460, -infinity}});
  asks([](bench& b) { b.arrival[0][0] = infinity; }, {{infinity, infinity}}, early);
  asks([](bench& b) { b.arrival[0][2] = -infinity; }, late, {{-infinity, -infinity}});
  asks([](bench& b) { b.slew[2][0] = infinity; }, {{infinity, infinity}}, early);
  asks([](bench& b) { b.slew[3][2] = -infinity; }, {{infinity, 520}}, early);
  asks([](bench& b) { b.slew[3][1] = infinity; }, late, {{460, -infinity}});
  asks([](bench& b) { b.checks[0].factor = 3e38f; }, {{-1e18f, -1e18f}}, early);  // it overflows
}

TEST_CASE("data that does not arrive has no slack", "[slack][small]") {
  bench b;
  b.arrival[1] = gsta::undefined_arrival();
  b.add(check_kind::setup);
  b.add(check_kind::hold);
  auto const s = b.found();
  has(s.check_required[0], -220, 520);  // what is asked for stays known
  has(s.check_slack[0], infinity, infinity);
  has(s.check_slack[1], infinity, infinity);
}

TEST_CASE("an endpoint's slack is the worst of its checks and edges, side by side", "[slack][small]") {
  bench b;
  b.add_output(check_kind::output_setup, 37, 45);  // late 7, 5
  b.add_output(check_kind::output_setup, 33, 90);  // late 3, 50
  b.add_output(check_kind::output_hold, 2, 19);    // early 8, 1
  b.add_output(check_kind::output_hold, 16, 0);    // early -6, 20
  b.endpoint_check = {0, 1, 2, 3, 2, 0};
  b.endpoint_begin = {0, 4, 4, 5, 6};
  auto const s = b.found();
  has(s.endpoint_slack[0], -6, 3);
  has(s.endpoint_slack[1], infinity, infinity);  // of no check
  has(s.endpoint_slack[2], 1, infinity);
  has(s.endpoint_slack[3], infinity, 5);
}

TEST_CASE("a check is finished by its edges and its clock's uncertainty", "[slack][small]") {
  for (auto const kind : {check_kind::setup, check_kind::hold}) {
    timing_check check{kind};
    check.offset = 5000000;
    check.uncertainty = 250000;
    finish_check(check);
    CHECK(check.edge_time == (kind == check_kind::setup ? 4750 : 5250));
  }
}
