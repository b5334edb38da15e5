// Limits of libraries and constraints, with numbers worked out by hand.

#include "gsta/flat/flatten.hpp"
#include "gsta/sta/design_rules.hpp"
#include "test/flat/model_maker.hpp"
#include "test/support/catch.hpp"

using namespace gsta_test;

namespace {

using limit_kind = model::design_limit::kind;
using limit_scope = model::design_limit::scope;

/// clk -> g -> r/CK; d -> r/D; r/Q -> q; the clock's period is 1000. Limits: BUF's output 0.5 fF and fanout
/// 1, DFF's CK a slew of 4 and pulses of 600 (high) and 100 (low), a period of 1100.
model_maker limited_register(bool propagated) {
  model_maker m;
  for (char const* name : {"clk", "d"}) m.input(name);
  m.output("q");
  auto& buffer = m.library.cells[m.library.cell_index["BUF"]];
  for (auto& pin : buffer.pins) {
    if (pin.direction != model::direction::output) continue;
    pin.rules.max_capacitance = 0.5f;
    pin.rules.max_fanout = 1;
  }
  auto& flop = m.library.cells[m.library.cell_index["DFF"]];
  flop.pins[0].rules.max_transition = 4;
  flop.pins[0].rules.min_pulse_width[0] = 600;
  flop.pins[0].rules.min_pulse_width[1] = 100;
  auto& period = flop.pins[0].timing.emplace_back();
  period.type = model::timing_type::minimum_period;
  period.constraint[0] = check_plane(1100);
  m.instance("BUF", "g", {{"A", "clk"}, {"Z", "n"}});
  m.instance("DFF", "r", {{"CK", "n"}, {"D", "d"}, {"Q", "q"}});
  m.clock("c", "clk", propagated);
  return m;
}

gsta::id pin_of(gsta::flat_design const& design, std::string const& name) {
  for (std::size_t pin = 0; pin < design.pin_name.size(); ++pin)
    if (design.pin_name[pin] == name) return static_cast<gsta::id>(pin);
  return none;
}

struct checked_design {
  gsta::flat_design design;
  gsta::rule_report rules;
  explicit checked_design(model_maker& m)
      : design(gsta::flatten({m.library, m.library, m.netlist, m.parasitics, m.constraints}, m.options,
                             m.notes)) {
    gsta::host_executor const exec;
    gsta::timer<gsta::host_executor> timer(exec, design);
    timer.update(exec);
    rules = gsta::check_design_rules(exec, timer, design, {gsta::math::infinity});
  }
  /// The slack of a rule at a pin (of pulses the first one listed); NaN where it is not checked.
  float slack(gsta::design_rule rule, std::string const& pin) const {
    for (auto const& check : rules.checks)
      if (check.rule == rule && design.pin_name[check.pin] == pin) return check.slack;
    return std::numeric_limits<float>::quiet_NaN();
  }
  bool has(gsta::design_rule rule, std::string const& pin) const {
    float const found = slack(rule, pin);
    return found == found;
  }
};

void limit(model_maker& m, limit_kind of, limit_scope what, std::string const& name, float value) {
  model::design_limit made;
  made.of = of;
  made.of_what = what;
  made.name = name;
  made.value = value;
  m.constraints.limits.push_back(made);
}

}  // namespace

using gsta::design_rule;

TEST_CASE("limits of libraries hold for all instances, where a clock is propagated", "[flat][small]") {
  model_maker m = limited_register(true);
  checked_design const t(m);
  CHECK(t.slack(design_rule::max_capacitance, "g/Z") == -0.5f);  // one pin of 1 fF
  CHECK(t.slack(design_rule::max_fanout, "g/Z") == 0);
  CHECK(t.slack(design_rule::max_slew, "r/CK") == -2.5f);  // 6 + 0.5 of a fall
  CHECK_FALSE(t.has(design_rule::max_slew, "r/D"));
  CHECK(t.slack(design_rule::min_period, "r/CK") == -100);
  // High: 500 + the fall's delay of 21 less the rise's of 11, less 600.
  CHECK(t.slack(design_rule::min_pulse_width, "r/CK") == -90);
  CHECK(t.rules.summary[3].checked == 2);
  CHECK(t.rules.summary[3].violations == 1);
}

TEST_CASE("networks of ideal clocks are not checked, their pulses are", "[flat][small]") {
  model_maker m = limited_register(false);
  checked_design const t(m);
  CHECK_FALSE(t.has(design_rule::max_capacitance, "g/Z"));
  CHECK_FALSE(t.has(design_rule::max_slew, "r/CK"));
  CHECK(t.slack(design_rule::min_pulse_width, "r/CK") == -100);
  CHECK(t.slack(design_rule::min_period, "r/CK") == -100);
}

TEST_CASE("the tightest limit of design, port, instance and cell counts", "[flat][small]") {
  model_maker m = limited_register(true);
  limit(m, limit_kind::transition, limit_scope::design, "", 8);
  limit(m, limit_kind::transition, limit_scope::pin, "d", 100);
  limit(m, limit_kind::transition, limit_scope::pin, "q", 3);
  limit(m, limit_kind::capacitance, limit_scope::instance, "r", 20);
  limit(m, limit_kind::fanout, limit_scope::design, "", 9);
  limit(m, limit_kind::fanout, limit_scope::design, "", 7);  // replaces the 9
  checked_design const t(m);
  auto const& limits = t.design.limits;
  CHECK(limits[pin_of(t.design, "r/CK")].slew == 4);
  CHECK(limits[pin_of(t.design, "r/D")].slew == 8);
  CHECK(limits[pin_of(t.design, "d")].slew == 8);
  CHECK(limits[pin_of(t.design, "q")].slew == 3);
  CHECK(limits[pin_of(t.design, "r/Q")].load == 20);
  CHECK(limits[pin_of(t.design, "g/Z")].fanout == 1);
  CHECK(limits[pin_of(t.design, "r/Q")].fanout == 7);
  // A port counts nothing for its driver.
  CHECK(t.slack(design_rule::max_fanout, "r/Q") == 7);
}

TEST_CASE("of pulse widths the narrowest scope counts, before the library", "[flat][small]") {
  model_maker m = limited_register(false);
  limit(m, limit_kind::pulse_width, limit_scope::design, "", 450);
  CHECK(checked_design(m).slack(design_rule::min_pulse_width, "r/CK") == 50);
  limit(m, limit_kind::pulse_width, limit_scope::clock, "c", 510);
  CHECK(checked_design(m).slack(design_rule::min_pulse_width, "r/CK") == -10);
  limit(m, limit_kind::pulse_width, limit_scope::instance, "r", 490);
  CHECK(checked_design(m).slack(design_rule::min_pulse_width, "r/CK") == 10);
  // One of a pin for low pulses alone: high ones are the library's again.
  limit(m, limit_kind::pulse_width, limit_scope::pin, "r/CK", 520);
  m.constraints.limits.back().rise = false;
  checked_design const t(m);
  CHECK(t.slack(design_rule::min_pulse_width, "r/CK") == -100);
  CHECK(t.rules.summary[3].violations == 2);
}

TEST_CASE("a clock's slew limits hold for its own pins or for its data", "[flat][small]") {
  for (bool const data : {false, true}) {
    model_maker m = limited_register(true);
    limit(m, limit_kind::transition, limit_scope::clock, "c", 3);
    m.constraints.limits.back().clock_path = !data;
    m.constraints.limits.back().data_path = data;
    checked_design const t(m);
    CHECK(t.has(design_rule::max_slew, "r/Q") == data);
    CHECK(t.slack(design_rule::max_slew, "r/CK") == (data ? -2.5f : -3.5f));
  }
}
