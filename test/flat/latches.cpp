// Latches whose setups, arcs and enables constants and constraints switch off, one by one.

#include <algorithm>
#include <array>

#include "test/flat/conditions.hpp"
#include "test/flat/model_maker.hpp"
#include "test/support/catch.hpp"

using namespace gsta_test;

namespace {

model::table one_value(float value) {
  model::table made;
  made.values = {value};
  return made;
}

/// A latch L of one clock of 1000 ps that is high until 500, behind a port `d` and in front of a port `q`.
/// Its cell has the pins G, D, S, T and Q; S and T come from ports.
class latch_maker : public model_maker {
 public:
  explicit latch_maker(std::string const& enable = "G") {
    auto& made = cell("LAT");
    made.states.push_back({true, "IQ", "IQN", enable, "D", "", ""});
    add_pin(made, "G", model::direction::input).is_clock = true;
    for (char const* name : {"D", "S", "T"}) add_pin(made, name, model::direction::input);
    add_pin(made, "Q", model::direction::output, 0, "IQ");
    launch(model::timing_type::rising_edge);
    for (char const* name : {"clk", "d", "s", "t"}) input(name);
    output("q");
    instance("LAT", "l", {{"G", "clk"}, {"D", "d"}, {"S", "s"}, {"T", "t"}, {"Q", "q"}});
    clock("c", "clk", false);
  }
  model::timing_group& launch(model::timing_type type) {
    auto& made = group(4, "G", type);
    made.sense = model::timing_sense::non_unate;
    for (int e = 0; e < 2; ++e) made.delay[e] = made.transition[e] = one_value(0);
    return made;
  }
  /// A setup against an edge of the enable, for the edges of the data that it takes time for.
  model::timing_group& setup(gsta::edge against, std::string const& when, std::optional<float> rise,
                             std::optional<float> fall) {
    auto& made = group(
        1, "G",
        against == gsta::edge::rise ? model::timing_type::setup_rising : model::timing_type::setup_falling);
    made.when = when;
    if (rise) made.constraint[0] = one_value(*rise);
    if (fall) made.constraint[1] = one_value(*fall);
    return made;
  }
  model::timing_group& through(std::string const& when, std::optional<float> rise,
                               std::optional<float> fall) {
    auto& made = group(4, "D", model::timing_type::combinational);
    made.when = when;
    made.sense = model::timing_sense::positive_unate;
    if (rise) made.delay[0] = made.transition[0] = one_value(*rise);
    if (fall) made.delay[1] = made.transition[1] = one_value(*fall);
    return made;
  }
  void set(char const* port, bool value) { constraints.case_values.push_back({port, value, {}}); }
  void disable(char const* from, char const* to) {
    constraints.disabled.push_back({model::disabled_timing::scope::instance, "l", from, to, {}});
  }

 private:
  model::timing_group& group(std::size_t pin, std::string const& related, model::timing_type type) {
    auto& made = known("LAT").pins[pin].timing.emplace_back();
    made.related_pins = {related};
    made.type = type;
    return made;
  }
};

/// The least late slack of a pin's checks, by edge of the data; infinite where none has any.
std::array<float, 2> least_slack(timed_model const& t, std::string const& pin) {
  std::array<float, 2> least{gsta::math::infinity, gsta::math::infinity};
  for (std::size_t i = 0; i < t.state.checks.size(); ++i) {
    auto const& check = t.state.checks[i];
    if (check.data_pin != t.pin(pin) || !gsta::is_late(check.kind)) continue;
    for (int e = 0; e < 2; ++e) least[e] = std::min(least[e], t.state.check_slack[i][e]);
  }
  return least;
}

/// What comes of data that the clock's rising edge launches and that arrive at `at`.
struct latched {
  std::array<float, 2> slack;      ///< at L/D, by edge of the data; infinite: not checked
  std::array<float, 2> passed[2];  ///< to q, late, by the edge that launches it, then its own

  latched(latch_maker& m, float at) {
    m.constraints.arrivals.clear();
    m.arrival("d", "c", same_value(at));
    timed_model const t(m);
    slack = least_slack(t, "l/D");
    for (int launch = 0; launch < 2; ++launch) {
      per_condition<float> const late = t.data("q", launch);
      passed[launch] = {late[2], late[3]};
    }
  }
};

using gsta::edge;
using both = std::array<float, 2>;

}  // namespace

TEST_CASE("a latch's setup that a constant switches off falls away alone", "[flat][latches][small]") {
  for (bool const first : {false, true}) {
    latch_maker m;
    m.setup(edge::fall, first ? "S" : "!S", 20, 20);
    m.setup(edge::fall, first ? "!S" : "S", 100, 100);
    m.through("", 7, 8);
    m.set("s", first);
    latched const in_time(m, 200), late(m, 490);
    CHECK(in_time.slack == both{0, 0});
    CHECK(in_time.passed[0] == both{207, 208});
    CHECK(late.slack == both{-10, -10});
    CHECK(late.passed[0] == both{487, 488});
  }
}

TEST_CASE("all setups of a latch that are left hold, and the latest departure goes on",
          "[flat][latches][small]") {
  latch_maker m;
  m.setup(edge::fall, "S", 20, 20);
  m.setup(edge::fall, "!S", 100, 100);
  m.through("", 7, 8);
  latched const late(m, 490);
  CHECK(late.slack == both{-90, -90});
  CHECK(late.passed[0] == both{487, 488});
}

TEST_CASE("setups against both edges open a latch by both", "[flat][latches][small]") {
  latch_maker m;
  m.setup(edge::fall, "", 20, 20);
  m.setup(edge::rise, "", 30, 30);
  m.through("", 7, 8);
  latched const between(m, 600);
  CHECK(between.slack == both{-120, -120});
  CHECK(between.passed[0] == both{487, 488});
  CHECK(between.passed[1] == both{107, 108});  // open since 500
  m.known("LAT").pins[1].timing[0].when = "S";
  m.known("LAT").pins[1].timing[1].when = "!S";
  m.set("s", false);
  latched const one(m, 600);
  CHECK(one.slack == both{0, 0});
  CHECK(one.passed[0] == both{0, 0});  // what the enable launches
  CHECK(one.passed[1] == both{107, 108});
}

TEST_CASE("a latch's check that a constraint takes away has no slack, and data go on",
          "[flat][latches][small]") {
  latch_maker m;
  m.setup(edge::fall, "", 20, 20);
  m.through("", 7, 8);
  m.disable("G", "D");
  latched const in_time(m, 200), late(m, 490), before(m, -10);
  CHECK(in_time.slack == both{gsta::math::infinity, gsta::math::infinity});
  CHECK(in_time.passed[0] == both{207, 208});
  CHECK(late.slack == in_time.slack);
  CHECK(late.passed[0] == both{487, 488});
  CHECK(before.passed[0] == both{0, 0});
}

TEST_CASE("data pass a latch at edges of its output that the enable does not launch",
          "[flat][latches][small]") {
  for (bool const disabled : {false, true}) {
    latch_maker m;
    m.setup(edge::fall, "", 20, 20);
    m.through("", 7, 8);
    m.required("q", "c", same_value(0.0f));
    m.instance("BUF", "b", {{"A", "q"}, {"Z", "z"}});
    m.output("z");
    m.required("z", "c", same_value(0.0f));
    if (disabled)
      m.disable("G", "Q");
    else
      m.known("LAT").pins[4].timing[0].delay[1] = m.known("LAT").pins[4].timing[0].transition[1] = {};
    m.arrival("d", "c", same_value(200.0f));
    timed_model const t(m);
    CHECK(least_slack(t, "q") == both{793, 792});
    CHECK(least_slack(t, "z") == both{783, 772});
  }
}

TEST_CASE("a latch without any setup that is left opens as its function says", "[flat][latches][small]") {
  for (bool const inverts : {false, true}) {
    latch_maker m("(G*!S)+(!G*S)");
    m.setup(edge::fall, "T", 20, 20);
    m.through("", 7, 8);
    m.set("t", false);
    m.set("s", inverts);
    latched const passes(m, inverts ? 700.0f : 200.0f);
    CHECK(passes.slack == both{gsta::math::infinity, gsta::math::infinity});
    CHECK(passes.passed[inverts] == both{207, 208});
  }
}

TEST_CASE("data at an edge that no setup is for pass a latch", "[flat][latches][small]") {
  latch_maker m;
  m.setup(edge::fall, "", 20, {});
  m.through("", 7, 8);
  latched const late(m, 490);
  CHECK(late.slack == both{-10, gsta::math::infinity});
  CHECK(late.passed[0] == both{487, 498});
}

TEST_CASE("a latch without setups in its library is one all the same", "[flat][latches][small]") {
  for (bool const inverts : {false, true}) {
    latch_maker m(inverts ? "!G" : "G");
    m.through("", 7, 8);
    latched const passes(m, inverts ? 700.0f : 200.0f), late(m, 990);
    CHECK(passes.slack == both{gsta::math::infinity, gsta::math::infinity});
    CHECK(passes.passed[inverts] == both{207, 208});
    CHECK(late.passed[inverts] == (inverts ? both{497, 498} : both{507, 508}));
    m.required("q", "c", same_value(0.0f));
    auto& given = m.constraints.exceptions.emplace_back();
    given.of = model::path_exception::kind::max_delay;
    given.to.pins = {"l/D"};
    given.delay = 900;
    CHECK(least_slack(timed_model(m), "l/D") == both{-90, -90});
  }
}

TEST_CASE("a latch whose enable a constraint takes away is open", "[flat][latches][small]") {
  latch_maker m;
  m.setup(edge::fall, "", 20, 20);
  m.through("", 7, 8);
  m.constraints.disabled.push_back({model::disabled_timing::scope::pin, "l/G", "", "", {}});
  latched const late(m, 490);
  CHECK(late.slack == both{gsta::math::infinity, gsta::math::infinity});
  CHECK(late.passed[0] == both{497, 498});
}

TEST_CASE("an exception from a latch's data is one of what departs by either edge",
          "[flat][latches][small]") {
  latch_maker m;
  m.setup(edge::fall, "", 20, 20);
  m.setup(edge::rise, "", 30, 30);
  m.through("", 7, 8);
  m.required("q", "c", same_value(0.0f));
  m.arrival("d", "c", same_value(600.0f));
  // Departures at 480 and, counted from the falling edge, at 100.
  CHECK(least_slack(timed_model(m), "q") == both{393, 392});
  model::path_exception& given = m.constraints.exceptions.emplace_back();
  given.from.pins = {"l/D"};
  CHECK(least_slack(timed_model(m), "q") == both{1000, 1000});  // of what the enable launches
}

namespace {

struct ruled_setup : ruled_group {
  float takes[2];
};
struct ruled_arc : ruled_group {
  float delay[2];
};

/// What a latch may be, and what comes of data by the rules, edge by edge.
struct ruled_latch {
  known_pins known;
  int enable;                       ///< of `enables`
  std::vector<ruled_setup> setups;  ///< of kind 0 against the falling edge, of kind 1 against the rising one
  std::vector<ruled_arc> arcs;
  bool no_checks, no_arcs;  ///< a constraint takes them away

  struct enable_text {
    char const* text;
    bool (*is_open)(bool g, bool s);
  };
  static std::vector<enable_text> const& enables() {
    static std::vector<enable_text> const all{{"G", [](bool g, bool) { return g; }},
                                              {"!G", [](bool g, bool) { return !g; }},
                                              {"G^S", [](bool g, bool s) { return g != s; }},
                                              {"G*S", [](bool g, bool s) { return g && s; }},
                                              {"G+S", [](bool g, bool s) { return g || s; }}};
    return all;
  }

  explicit ruled_latch(prng& random) : known(random_pins(random)), enable(random.below(5)) {
    int const setups_count = random.between(1, 4), arcs_count = random.between(1, 3);
    for (int i = 0; i < setups_count; ++i) {
      ruled_setup made{random_group(random, random.below(2) + 1), {}};
      for (float& takes : made.takes) takes = static_cast<float>(random.between(-5, 40) * 4);
      setups.push_back(made);
    }
    for (int i = 0; i < arcs_count; ++i) {
      ruled_arc made{random_group(random, 1), {}};
      for (float& delay : made.delay) delay = static_cast<float>(random.between(1, 30));
      arcs.push_back(made);
    }
    no_checks = random.below(4) == 0;
    no_arcs = random.below(8) == 0;
  }

  latch_maker made() const {
    latch_maker m(enables()[static_cast<std::size_t>(enable)].text);
    auto const when = [](ruled_group const& of) {
      return of.condition < 0 ? "" : conditions_of_pins()[static_cast<std::size_t>(of.condition)].text;
    };
    auto const value = [](ruled_group const& of, float const* values, int e) {
      return of.has[e] ? std::optional<float>(values[e]) : std::nullopt;
    };
    for (auto const& of : setups)
      m.setup(of.kind == 0 ? edge::fall : edge::rise, when(of), value(of, of.takes, 0),
              value(of, of.takes, 1));
    for (auto const& of : arcs) m.through(when(of), value(of, of.delay, 0), value(of, of.delay, 1));
    if (known[0]) m.set("s", *known[0]);
    if (known[1]) m.set("t", *known[1]);
    if (no_checks) m.disable("G", "D");
    if (no_arcs) m.disable("D", "Q");
    return m;
  }

  /// Whether the enable opens by rising (0) or falling (1), with any value that S may have.
  bool opens_by(int e) const {
    bool any = false;
    for (bool const s : {false, true}) {
      if (known[0] && *known[0] != s) continue;
      any = any || (!open_at(e != 0, s) && open_at(e == 0, s));
    }
    return any;
  }
  bool open_at(bool g, bool s) const { return enables()[static_cast<std::size_t>(enable)].is_open(g, s); }
  std::optional<bool> is_open() const {
    auto const at = [&](bool g) { return value_beside(known, [&](bool s, bool) { return open_at(g, s); }); };
    return at(false) == at(true) ? at(true) : std::nullopt;
  }

  /// The longest way from the data to the output, or none.
  std::optional<float> through(int e) const {
    std::optional<float> longest;
    for (auto const& arc : arcs) {
      if (!no_arcs && holds_at(arcs, arc, e, known)) longest = std::max(longest.value_or(0), arc.delay[e]);
    }
    return longest;
  }

  struct truth {
    float slack = gsta::math::infinity;
    float passed[2] = {late_none, late_none};  ///< by the edge that launches
  };
  truth of_edge(int e, float at) const {
    truth found;
    auto const delay = through(e);
    auto const pass = [&](int launch, float departs) {
      if (delay) found.passed[launch] = std::max(found.passed[launch], departs + *delay);
    };
    bool any[2] = {false, false}, covered[2] = {false, false};  // by the edge that opens
    for (auto const& setup : setups) {
      for (int of = 0; of < 2; ++of) any[setup.kind] = any[setup.kind] || holds_at(setups, setup, of, known);
      covered[setup.kind] = covered[setup.kind] || holds_at(setups, setup, e, known);
    }
    auto const open = is_open();
    for (auto const& setup : setups) {
      if (no_checks || !holds_at(setups, setup, e, known)) continue;
      float const opens = setup.kind == 0 ? 0 : 500, closes = opens + 500 - setup.takes[e];
      // The library's checks stand whatever keeps the latch open or closed, but without a window then.
      bool const has_window = !open;
      float const required = !has_window ? closes : at <= opens ? opens : at < closes ? at : closes;
      found.slack = std::min(found.slack, required - at);
    }
    if (open == false) return found;
    if (open == true) {
      pass(0, at);
      return found;
    }
    if (!any[0] && !any[1]) any[0] = opens_by(0), any[1] = opens_by(1);
    for (int by = 0; by < 2; ++by) {
      float const opens = by == 0 ? 0 : 500;
      if (!any[by] || at <= opens) continue;
      auto const clamp = [&](float takes) {
        float const closes = opens + 500 - takes;
        return (at < closes ? at : closes) - opens;
      };
      if (!covered[by]) pass(by, clamp(0));
      for (auto const& setup : setups) {
        if (setup.kind == by && holds_at(setups, setup, e, known)) pass(by, clamp(setup.takes[e]));
      }
    }
    return found;
  }
};

}  // namespace

TEST_CASE("latches of random setups, arcs, conditions and constants are as the rules say",
          "[flat][latches]") {
  std::size_t borrowing = 0, late = 0, unchecked = 0, both_ways = 0, open = 0, split = 0;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    prng random(seed);
    ruled_latch const rules(random);
    float const at = static_cast<float>(random.between(1, 245) * 4);
    INFO("seed " << seed << ", at " << at);
    latch_maker m = rules.made();
    latched const found(m, at);
    int ways = 0;
    for (int e = 0; e < 2; ++e) {
      auto const truth = rules.of_edge(e, at);
      INFO("edge " << e);
      REQUIRE(found.slack[e] == truth.slack);
      for (int launch = 0; launch < 2; ++launch) {
        // The enable's rising edge launches at 0 too.
        float const want = launch == 0 ? std::max(truth.passed[0], 0.0f) : truth.passed[1];
        INFO("launch " << launch);
        REQUIRE(found.passed[launch][e] == want);
        ways += truth.passed[launch] != late_none;
      }
      borrowing += truth.slack == 0;
      late += truth.slack < 0;
      unchecked += truth.slack == gsta::math::infinity && truth.passed[0] > 0;
    }
    both_ways += ways > 2;
    open += rules.is_open() == true;
    split += rules.setups.size() > 1 && !rules.no_checks;
  }
  CHECK(borrowing > 500);
  CHECK(late > 500);
  CHECK(unchecked > 200);
  CHECK(both_ways > 100);
  CHECK(open > 100);
  CHECK(split > 1000);
}
