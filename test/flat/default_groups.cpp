// Groups without a condition beside those that have one: defaults, which go where constants choose another of
// their kind.

#include <set>

#include "test/flat/conditions.hpp"
#include "test/flat/model_maker.hpp"
#include "test/support/catch.hpp"

using namespace gsta_test;

namespace {

/// A gate whose output follows A by three groups: one where B is high, one where it is low, and their
/// default.
model_maker gate_of_three() {
  model_maker m;
  model::pin& z = m.gate("COND", {"A", "B"}, "A", 1, 2).pins.back();
  z.timing.clear();
  auto const positive = model::timing_sense::positive_unate;
  add_delay(z, "A", 30, 30, positive);
  add_delay(z, "A", 10, 10, positive).when = "!B";
  add_delay(z, "A", 20, 20, positive).when = "B";
  add_delay(z, "B", 7, 7, positive);
  for (char const* name : {"in", "b"}) m.input(name);
  m.output("out");
  m.instance("COND", "g", {{"A", "in"}, {"B", "b"}, {"Z", "out"}});
  m.arrival("in", "", {1, 2, 3, 4});
  return m;
}

}  // namespace

TEST_CASE("a default passes no arrival where the condition of another group is true", "[flat][small]") {
  model_maker m = gate_of_three();
  CHECK(timed_model(m).senses("g/A", "g/Z") == "+++");
  m.constraints.case_values.push_back({"b", false, {}});
  timed_model const zero(m);
  CHECK(zero.senses("g/A", "g/Z") == "(+)+(+)");
  CHECK(zero.arrival("out", none, data_kind) == per_condition<float>{11, 12, 13, 14});
  m.constraints.case_values[0].value = true;
  timed_model const one(m);
  CHECK(one.senses("g/A", "g/Z") == "(+)(+)+");
  CHECK(one.arrival("out", none, data_kind) == per_condition<float>{21, 22, 23, 24});
}

TEST_CASE("a default stays where no condition is known to be true, or those that are lead from other pins",
          "[flat][small]") {
  model_maker m = gate_of_three();
  m.known("COND").pins.back().timing[2].when = "B&!C";
  add_pin(m.known("COND"), "C", model::direction::input, 1);
  m.constraints.case_values.push_back({"b", true, {}});
  CHECK(timed_model(m).senses("g/A", "g/Z") == "+(+)+");  // nobody knows C
  m.constraints.case_values.clear();
  m.input("c");
  m.netlist.instances.back().connections.push_back({"C", "c", {}});
  m.constraints.case_values.push_back({"c", false, {}});
  CHECK(timed_model(m).senses("g/A", "g/Z") == "+++");
  CHECK(timed_model(m).senses("g/B", "g/Z") == "+");
}

TEST_CASE("a check without a condition goes where the condition of another between its pins is true",
          "[flat][small]") {
  model_maker m;
  auto& groups = m.known("DFF").pins[1].timing;
  auto const count = groups.size();
  for (std::size_t i = 0; i < count; ++i) {
    auto under = groups[i];
    under.when = "E";
    groups.push_back(under);
  }
  add_pin(m.known("DFF"), "E", model::direction::input, 1);
  for (char const* name : {"clk", "d", "e"}) m.input(name);
  m.instance("DFF", "r", {{"CK", "clk"}, {"D", "d"}, {"E", "e"}});
  m.clock("c", "clk", true);
  m.arrival("d", "c", same_value(0.0f));
  CHECK(timed_model(m).checks_of("r/D") == 4);
  for (bool const value : {false, true}) {
    m.constraints.case_values = {{"e", value, {}}};
    CHECK(timed_model(m).checks_of("r/D") == 2);
  }
}

TEST_CASE("a check of another kind whose condition is true leaves a default where it is", "[flat][small]") {
  model_maker m;
  auto& groups = m.known("DFF").pins[1].timing;
  auto hold = groups[1];
  hold.when = "E";
  groups.push_back(hold);
  add_pin(m.known("DFF"), "E", model::direction::input, 1);
  for (char const* name : {"clk", "d", "e"}) m.input(name);
  m.instance("DFF", "r", {{"CK", "clk"}, {"D", "d"}, {"E", "e"}});
  m.clock("c", "clk", true);
  m.arrival("d", "c", same_value(0.0f));
  m.constraints.case_values = {{"e", true, {}}};
  auto const design = m.flat();
  REQUIRE(design.check_data.size() == 2);
  for (std::size_t i = 0; i < 2; ++i)
    CHECK(design.check_types[static_cast<std::size_t>(design.check_type_of[i])].kind ==
          (i == 0 ? gsta::check_kind::hold : gsta::check_kind::setup));
}

TEST_CASE("a default stays at the edges that no group with a true condition has", "[flat][small]") {
  model_maker m = gate_of_three();
  auto& groups = m.known("COND").pins.back().timing;
  groups[2].delay[0] = groups[2].transition[0] = {};  // of B, falling alone
  m.constraints.case_values.push_back({"b", true, {}});
  timed_model const t(m);
  CHECK(t.senses("g/A", "g/Z") == "+(+)(+)+");
  CHECK(t.arrival("out", none, data_kind) == per_condition<float>{31, 22, 33, 24});
  groups[2].type = model::timing_type::combinational_fall;  // combinational for the edge that it names
  CHECK(timed_model(m).arrival("out", none, data_kind) == per_condition<float>{31, 22, 33, 24});
  groups[2].type = model::timing_type::three_state_enable;
  CHECK(timed_model(m).arrival("out", none, data_kind)[3] == 34);
}

TEST_CASE("a condition that cannot be read neither makes a default nor switches one off", "[flat][small]") {
  model_maker m = gate_of_three();
  m.known("COND").pins.back().timing[1].when = "!NOWHERE";
  m.constraints.case_values.push_back({"b", true, {}});
  CHECK(timed_model(m).senses("g/A", "g/Z") == "(+)++");
}

namespace {

/// Groups of a cell with pins A, CK, D, S, T and Z. Each has a value of its own for each edge.
class ruled_cell {
 public:
  explicit ruled_cell(prng& random) : known_(random_pins(random)) {
    for (int i = random.between(2, 6); i > 0; --i) arcs_.push_back(random_group(random, 6));
    for (int i = random.between(2, 6); i > 0; --i) checks_.push_back(random_group(random, 6));
    // It has one edge, and its kind is that of groups with both.
    for (auto& arc : arcs_) {
      if (arc.kind == 1) arc.has[1] = false;
      if (arc.kind == 2) arc.has[0] = false;
    }
  }

  model_maker made() const {
    using type = model::timing_type;
    static constexpr type arc_types[]{type::combinational,      type::combinational_rise,
                                      type::combinational_fall, type::three_state_enable,
                                      type::rising_edge,        type::falling_edge};
    static constexpr type check_types[]{type::setup_rising, type::setup_falling,   type::hold_rising,
                                        type::hold_falling, type::recovery_rising, type::removal_rising};
    model_maker m;
    auto& cell = m.cell("RULED");
    for (char const* name : {"A", "CK", "D", "S", "T"}) add_pin(cell, name, model::direction::input);
    add_pin(cell, "Z", model::direction::output);
    for (std::size_t i = 0; i < arcs_.size(); ++i) {
      auto& made = group(cell.pins[5], "A", arcs_[i], arc_types[arcs_[i].kind]);
      made.sense = model::timing_sense::positive_unate;
      if (made.type == type::rising_edge || made.type == type::falling_edge)
        made.sense = model::timing_sense::non_unate;
      for (int e = 0; e < 2; ++e) {
        if (arcs_[i].has[e]) made.delay[e] = made.transition[e] = one_value(value_of(i, e));
      }
    }
    for (std::size_t i = 0; i < checks_.size(); ++i) {
      auto& made = group(cell.pins[2], "CK", checks_[i], check_types[checks_[i].kind]);
      for (int e = 0; e < 2; ++e) {
        if (checks_[i].has[e]) made.constraint[e] = one_value(value_of(i, e));
      }
    }
    for (char const* name : {"a", "ck", "d", "s", "t"}) m.input(name);
    m.output("z");
    m.instance("RULED", "r", {{"A", "a"}, {"CK", "ck"}, {"D", "d"}, {"S", "s"}, {"T", "t"}, {"Z", "z"}});
    if (known_[0]) m.constraints.case_values.push_back({"s", *known_[0], {}});
    if (known_[1]) m.constraints.case_values.push_back({"t", *known_[1], {}});
    return m;
  }

  using values = std::set<float>;
  /// Of the groups that hold, and of all.
  values arcs(bool all) const {
    auto groups = arcs_;
    for (auto& of : groups) of.kind = of.kind <= 2 ? 0 : of.kind;
    return held(groups, all);
  }
  values checks() const { return held(checks_, false); }

 private:
  static float value_of(std::size_t group, int e) {
    return static_cast<float>(1 + 2 * group) + static_cast<float>(e);
  }
  static model::table one_value(float value) {
    model::table made;
    made.values = {value};
    return made;
  }
  static model::timing_group& group(model::pin& pin, char const* related, ruled_group const& of,
                                    model::timing_type type) {
    auto& made = pin.timing.emplace_back();
    made.related_pins = {related};
    made.type = type;
    if (of.condition >= 0) made.when = conditions_of_pins()[static_cast<std::size_t>(of.condition)].text;
    return made;
  }
  values held(std::vector<ruled_group> const& groups, bool all) const {
    values found;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      for (int e = 0; e < 2; ++e) {
        if (all ? groups[i].has[e] : holds_at(groups, groups[i], e, known_)) found.insert(value_of(i, e));
      }
    }
    return found;
  }

  known_pins known_;
  std::vector<ruled_group> arcs_, checks_;
};

/// The values of what a design has from r/A to r/Z, with those of slews alone or without, and of its checks.
struct values_found {
  ruled_cell::values passing, all, checked;

  explicit values_found(gsta::flat_design const& design) {
    auto const luts = design.luts.view();
    auto const add = [&](ruled_cell::values& to, id table) {
      if (table != none)
        to.insert(luts.values[static_cast<std::size_t>(luts.tables[static_cast<std::size_t>(table)].values)]);
    };
    for (std::size_t i = 0; i < design.arc_from.size(); ++i) {
      auto const& type = design.arc_types[static_cast<std::size_t>(design.arc_type_of[i])];
      for (id const table : type.delay.value) {
        add(all, table);
        if (!type.slews_only) add(passing, table);
      }
    }
    for (id const type : design.check_type_of)
      for (id const table : design.check_types[static_cast<std::size_t>(type)].constraint)
        add(checked, table);
  }
};

}  // namespace

TEST_CASE("random groups with conditions and their defaults hold as the rules say", "[flat]") {
  std::size_t off = 0, defaults = 0;
  for (std::uint64_t seed = 0; seed < 5000; ++seed) {
    INFO("seed " << seed);
    prng random(seed);
    ruled_cell const rules(random);
    model_maker m = rules.made();
    values_found const found(m.flat());
    REQUIRE(found.passing == rules.arcs(false));
    REQUIRE(found.all == rules.arcs(true));
    REQUIRE(found.checked == rules.checks());
    off += rules.arcs(true).size() - rules.arcs(false).size();
    defaults += rules.arcs(false).size();
  }
  CHECK(off > 5000);
  CHECK(defaults > 10000);
}
