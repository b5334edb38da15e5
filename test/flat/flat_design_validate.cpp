#include <functional>

#include "gsta/flat/validate.hpp"
#include "test/support/catch.hpp"
#include "test/support/random_circuit.hpp"

using namespace gsta_test;

namespace {

/// A circuit with everything in it that `validate` looks at.
flat_design whole_design() {
  for (std::uint64_t seed = 0;; ++seed) {
    flat_design d = random_circuit(seed, 300);
    bool const whole = !d.clocks.empty() && !d.check_data.empty() && !d.rc_edge_a.empty() &&
                       !d.outputs.empty() && !d.requirements.empty() && !d.sources.empty();
    if (whole) return d;
  }
}

/// All arrays of ids, of which some may hold `none`.
std::vector<std::pair<std::vector<id> flat_design::*, bool>> const id_arrays{
    {&flat_design::net_driver, false},  {&flat_design::net_sink, false},
    {&flat_design::rc_root, true},      {&flat_design::rc_node_sink, true},
    {&flat_design::rc_edge_a, false},   {&flat_design::rc_edge_b, false},
    {&flat_design::arc_from, false},    {&flat_design::arc_to, false},
    {&flat_design::arc_type_of, false}, {&flat_design::check_data, false},
    {&flat_design::check_clock, false}, {&flat_design::check_type_of, false},
    {&flat_design::outputs, false},
};
std::vector<std::vector<id> flat_design::*> const row_arrays{
    &flat_design::net_begin, &flat_design::rc_node_begin, &flat_design::rc_edge_begin};

void refused(std::function<void(flat_design&)> const& spoil) {
  flat_design d = whole_design();
  spoil(d);
  CHECK_THROWS_AS(gsta::validate(d), gsta::argument_error);
}

}  // namespace

TEST_CASE("random circuits and an empty design are valid", "[flat][small]") {
  CHECK_NOTHROW(gsta::validate(flat_design{}));
  for (std::uint64_t seed = 0; seed < 100; ++seed) CHECK_NOTHROW(gsta::validate(random_circuit(seed)));
}

TEST_CASE("an id outside its range is refused, at either end of every array", "[flat][small]") {
  for (std::size_t k = 0; k < id_arrays.size(); ++k) {
    auto const [array, none_allowed] = id_arrays[k];
    for (id const wrong : {id{-2}, id{1000000}, id{none}}) {
      if (wrong == none && none_allowed) continue;
      CAPTURE(k, wrong);
      refused([&](flat_design& d) { (d.*array).front() = wrong; });
      refused([&](flat_design& d) { (d.*array).back() = wrong; });
    }
  }
}

TEST_CASE("arrays that belong together must have one size", "[flat][small]") {
  for (std::size_t k = 0; k + 1 < id_arrays.size(); ++k) {  // outputs stand alone
    CAPTURE(k);
    refused([&](flat_design& d) { (d.*id_arrays[k].first).pop_back(); });
  }
  refused([](flat_design& d) { d.asserted_slew.pop_back(); });
  refused([](flat_design& d) { d.rc_capacitance.push_back(0); });
  refused([](flat_design& d) { d.rc_resistance.push_back(0); });
}

TEST_CASE("rows must ascend from zero to the number of their members", "[flat][small]") {
  for (auto const array : row_arrays) {
    refused([&](flat_design& d) { (d.*array).pop_back(); });
    refused([&](flat_design& d) { (d.*array).clear(); });
    refused([&](flat_design& d) { (d.*array).front() = 1; });
    refused([&](flat_design& d) { ++(d.*array).back(); });
    refused([&](flat_design& d) { (d.*array)[1] = 1000000; });
    refused([&](flat_design& d) { (d.*array)[(d.*array).size() / 2] = -1; });
  }
}

TEST_CASE("types, sources and requirements are looked at too", "[flat][small]") {
  refused([](flat_design& d) { d.arc_types.back().delay[3] = 1000000; });
  refused([](flat_design& d) { d.arc_types.front().slew[0] = -7; });
  refused([](flat_design& d) { d.check_types.back().constraint[1] = 1000000; });
  refused([](flat_design& d) { d.arc_types.clear(); });
  refused([](flat_design& d) { d.sources.back().pin = none; });
  refused([](flat_design& d) { d.sources.back().launch_edge = static_cast<id>(2 * d.clocks.size()); });
  refused([](flat_design& d) { d.requirements.back().pin = 1000000; });
  refused([](flat_design& d) { d.requirements.back().capture_edge = -2; });
}

TEST_CASE("a pin drives one net, and a node is a sink of its own net", "[flat][small]") {
  refused([](flat_design& d) { d.net_driver.back() = d.net_driver.front(); });
  flat_design d;
  id const a = d.add_pin(), b = d.add_pin(), c = d.add_pin();
  d.add_net(a, {b});
  d.add_net(b, {c});
  d.set_wire(0, {0, 0}, {none, 0}, {0}, {1}, {1});
  CHECK_NOTHROW(gsta::validate(d));
  d.rc_node_sink[1] = 0;  // the first net's sink
  CHECK_THROWS_AS(gsta::validate(d), gsta::argument_error);
}

TEST_CASE("the sentence names the array and the place", "[flat][small]") {
  flat_design d = whole_design();
  d.arc_from[5] = -4;
  try {
    gsta::validate(d);
    FAIL("not refused");
  } catch (gsta::argument_error const& e) {
    CHECK(std::string(e.what()).find("arc_from[5] is -4") != std::string::npos);
  }
}
