// Pi models by hand, at the ends of what floats hold, and where a wire counts as none. Whatever wires do at
// random, reduced ones do too: wires_body.hpp, star_body.hpp.

#include <cmath>

#include "gsta/flat/validate.hpp"
#include "test/rc/wires_body.hpp"
#include "test/support/set_wire.hpp"

using namespace gsta_test;
using gsta::flat_design;
using gsta::same_value;

namespace {

constexpr gsta::wire_options reducing{gsta::wire_slew::reduce};

wire_results reduced(flat_design const& d, gsta::wire_options options = reducing) {
  return wires_on(gsta::host_executor{}, d, options);
}

/// A driver, a resistance, a capacitance and a sink's.
flat_design one_resistor(float resistance, float near_end, float far_end, float pin) {
  flat_design d;
  id const driver = d.add_pin(), sink = d.add_pin({}, same_value(pin));
  d.add_net(driver, {sink});
  gsta_test::set_wire(d, 0, {0, 0}, {none, 0}, {0}, {1}, {0});
  d.rc_capacitance = {near_end, far_end};  // whatever they are
  d.rc_resistance = {resistance};
  return d;
}

}  // namespace

// driver n0 (0.5 fF) --2 kOhm-- n1 (3 fF) --1 kOhm-- n2 (4 fF + a pin of 1 fF)
//   n2: y1 = 5, y2 = y3 = 0
//   n1: y1 = 3 + 5, y2 = -1 * 25 = -25, y3 = 1 * 125
//   n0: y1 = 0.5 + 8, y2 = -25 - 2 * 64 = -153, y3 = 125 + 2 * 2 * 8 * 25 + 4 * 512 = 2973
TEST_CASE("a pi model computed by hand", "[rc][small]") {
  flat_design d;
  id const driver = d.add_pin(), sink = d.add_pin({}, same_value(1.0f));
  d.add_net(driver, {sink});
  gsta_test::set_wire(d, 0, {0.5f, 3, 4}, {none, none, 0}, {0, 2}, {1, 1}, {2, 1});
  auto const w = reduced(d);
  CHECK(w.load[0] == same_value(8.5f));
  CHECK(w.delay[0] == same_value(21.0f));
  CHECK(w.impulse[0] == same_value(0.0f));
  CHECK(close_to(w.far_end[0][0], 153.0 * 153 / 2973));
  CHECK(close_to(w.resistance[0][0], 2973.0 * 2973 / (153.0 * 153 * 153)));
  CHECK(w.far_end[0] == same_value(w.far_end[0][0]));
  CHECK(w.resistance[0] == same_value(w.resistance[0][0]));
}

TEST_CASE("one resistor is its own pi model, whatever its size", "[rc][small]") {
  for (float const r : {1e-7f, 1e-3f, 0.3f, 100.0f, 1e4f}) {
    for (float const c : {1e-4f, 0.02f, 7.0f, 1e5f}) {
      auto const w = reduced(one_resistor(r, 0.25f * c, 0.5f * c, 0.25f * c));
      CAPTURE(r, c);
      CHECK(close_to(w.far_end[0][2], 0.75 * c));
      CHECK(close_to(w.resistance[0][2], r));
      CHECK(close_to(w.load[0][2], c));
    }
  }
}

TEST_CASE("without resistance, or beyond what floats hold, a net is a lump", "[rc][small]") {
  flat_design ideal;
  id const driver = ideal.add_pin(), sink = ideal.add_pin({}, same_value(1.0f));
  ideal.add_net(driver, {sink});
  flat_design rootless = ideal;
  gsta_test::set_wire(rootless, none, {1, 1}, {none, 0}, {0}, {1}, {2});
  flat_design negative = one_resistor(1, 30, -5, 1);
  std::vector<flat_design> const lumps{ideal,
                                       rootless,
                                       negative,
                                       one_resistor(0, 1, 2, 3),
                                       one_resistor(1, 1, 0, 0),
                                       one_resistor(1e30f, 1e30f, 1e30f, 1e30f),
                                       one_resistor(1e15f, 1, 1e15f, 1),
                                       one_resistor(1e-30f, 1, 1e-30f, 0)};
  for (std::size_t i = 0; i < lumps.size(); ++i) {
    auto const w = reduced(lumps[i]);
    CAPTURE(i);
    CHECK(w.far_end[0] == same_value(0.0f));
    CHECK(w.resistance[0] == same_value(0.0f));
    CHECK(!std::isnan(w.load[0][0]));
    CHECK(!std::isnan(w.delay[0][0]));
  }
}

// Sinks of 1 fF and of 5, 6, 7, 8 fF; the tree of 6.5 fF does not reach the second.
TEST_CASE("a wire of less than its pins counts as none, condition by condition", "[rc][small]") {
  for (auto const unreached : {gsta::unreached_sink::undefined, gsta::unreached_sink::no_delay}) {
    flat_design d;
    id const driver = d.add_pin({}, same_value(2.0f)), near_end = d.add_pin({}, same_value(1.0f)),
             off = d.add_pin({}, {5, 6, 7, 8});
    d.add_net(driver, {near_end, off});
    gsta_test::set_wire(d, 0, {2.5f, 4, 9}, {none, 0, 1}, {0}, {1}, {2});
    auto const w = reduced(d, {gsta::wire_slew::reduce, unreached});
    bool const undefined = unreached == gsta::unreached_sink::undefined;
    for (int c = 0; c < 4; ++c) {
      bool const ignored = c >= 2;
      CAPTURE(c, undefined);
      CHECK(w.load[0][c] == (ignored ? 10.0f + static_cast<float>(c - 2) : 9.5f));
      CHECK(w.delay[0][c] == (ignored ? 0.0f : 10.0f));
      CHECK(w.delay[1][c] == (!ignored && undefined ? gsta::undefined_arrival()[c] : 0.0f));
      CHECK(w.far_end[0][c] == (ignored ? 0.0f : 5.0f));
      CHECK(w.resistance[0][c] == (ignored ? 0.0f : 2.0f));
    }
  }
}

TEST_CASE("a wire without capacitance of its own keeps its resistance", "[rc][small]") {
  auto const w = reduced(one_resistor(2, 0, 0, 3));
  CHECK(w.far_end[0] == same_value(3.0f));
  CHECK(w.resistance[0] == same_value(2.0f));
  CHECK(w.delay[0] == same_value(6.0f));
}

// Pins of 2, 1 and 3 fF, not more than what the net was reduced to; then of more, under late conditions.
TEST_CASE("a net may be given as a pi model with Elmore's delays", "[rc][small]") {
  for (bool const more : {false, true}) {
    flat_design d;
    id const driver = d.add_pin({}, same_value(2.0f)), named = d.add_pin({}, same_value(1.0f)),
             other = d.add_pin({}, more ? gsta::per_condition<float>{3, 3, 30, 30} : same_value(3.0f));
    d.add_net(driver, {named, other});
    gsta_test::set_wire(d, gsta::reduced_root, {2.5f, 4, 0}, {none, none, 0}, {0, 1}, {1, 2}, {2, 7});
    validate(d);
    for (auto const slew : {gsta::wire_slew::keep, gsta::wire_slew::degrade, gsta::wire_slew::reduce}) {
      auto const w = reduced(d, {slew, gsta::unreached_sink::no_delay});
      CHECK((w.loop_edges == 0 && w.unreached_nodes == 0));
      for (int c = 0; c < 4; ++c) {
        bool const ignored = more && c >= 2;
        CHECK(w.load[0][c] == (ignored ? 33.0f : 6.5f));
        CHECK(w.delay[0][c] == (ignored ? 0.0f : 7.0f));
        CHECK(w.impulse[0][c] == (slew == gsta::wire_slew::degrade && !ignored ? 49.0f : 0.0f));
        CHECK(w.delay[1][c] == 0.0f);
        if (slew != gsta::wire_slew::reduce) continue;
        CHECK(w.far_end[0][c] == (ignored ? 0.0f : 4.0f));
        CHECK(w.resistance[0][c] == (ignored ? 0.0f : 2.0f));
      }
    }
    CHECK(reduced(d).delay[1][0] == gsta::undefined_arrival()[0]);
    flat_design wrong = d;
    wrong.rc_edge_begin.back() = 1;
    wrong.rc_edge_a.pop_back(), wrong.rc_edge_b.pop_back(), wrong.rc_resistance.pop_back();
    CHECK_THROWS_AS(validate(wrong), gsta::argument_error);
  }
}
