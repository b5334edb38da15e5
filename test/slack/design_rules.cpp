#include "test/slack/design_rules_body.hpp"
#include "test/support/backends.hpp"
#include "test/support/two_registers.hpp"

using namespace gsta_test;
using gsta::design_rule;

TEST_CASE("design rules of random circuits are those of enumeration", "[slack][small]") {
  on_host_backends([](auto const& exec) { rules_are_as_enumerated(exec, 0, 60); });
}

TEST_CASE("design rules by hand: slew, load, fanout, pulses and period", "[slack][small]") {
  two_registers made;
  auto& d = made.flat;
  d.clocks.push_back({100'000, {10'000, 60'000}});
  for (auto& source : d.sources) source.kind = gsta::arrival_kind::data;
  d.sources[0] = {two_registers::clk, 0, {7, INFINITY, 8, -INFINITY}, gsta::arrival_kind::clock};
  d.sources.push_back({two_registers::clk, 1, {INFINITY, 6, -INFINITY, 9}, gsta::arrival_kind::clock});
  d.limits.resize(two_registers::pins);
  d.limits[two_registers::nand_z] = {0.75f, 3, 1.5f, 1};
  d.limits[two_registers::clk].fanout = 2;
  d.pin_load[two_registers::ff2_d] = gsta::same_value(2.5f);
  auto const constant = [&](float value) { return d.luts.add({}, {}, {value}); };
  d.pulse_limits.push_back({two_registers::ff1_ck, none, {constant(49), constant(48)}, constant(101)});
  gsta::host_executor const exec;
  gsta::timer<gsta::host_executor> timer(exec, d);
  timer.update(exec);
  auto const report = gsta::check_design_rules(exec, timer, d);
  REQUIRE(report.checks.size() == 4);
  auto const same = [&](std::size_t i, design_rule rule, gsta::id pin, float limit, float value) {
    CAPTURE(i);
    CHECK(report.checks[i].rule == rule);
    CHECK(report.checks[i].pin == pin);
    CHECK(report.checks[i].limit == limit);
    CHECK(report.checks[i].value == value);
  };
  same(0, design_rule::max_slew, two_registers::nand_z, 0.75f, 1);
  CHECK(report.checks[0].condition == gsta::late_rise);
  same(1, design_rule::max_fanout, two_registers::nand_z, 1.5f, 2);
  // High from the latest rise, 10 + 8, to the earliest fall, 60 + 6; low from 60 + 9 to 110 + 7.
  same(2, design_rule::min_pulse_width, two_registers::ff1_ck, 49, 48);
  CHECK(report.checks[2].clock == 0);
  CHECK(report.checks[2].condition == gsta::late_rise);
  same(3, design_rule::min_period, two_registers::ff1_ck, 101, 100);
}

TEST_CASE("limits that do not fit the design are errors", "[slack][small]") {
  two_registers made;
  made.flat.clocks.push_back({100'000, {0, 50'000}});
  made.flat.limits.resize(two_registers::pins + 1);
  CHECK_THROWS_AS(gsta::validate(made.flat), gsta::argument_error);
  made.flat.limits = {{NAN, 1, 1, 1}};
  CHECK_THROWS_AS(gsta::validate(made.flat), gsta::argument_error);
  made.flat.limits = {};
  gsta::validate(made.flat);
  made.flat.pulse_limits.push_back({two_registers::clk, 1, {none, none}, none});
  CHECK_THROWS_AS(gsta::validate(made.flat), gsta::argument_error);  // no such clock
  made.flat.pulse_limits = {{two_registers::clk, none, {123456, none}, none}};
  CHECK_THROWS_AS(gsta::validate(made.flat), gsta::argument_error);
}
