#include <limits>

#include "gsta/flat/validate.hpp"
#include "test/support/backends.hpp"
#include "test/support/catch.hpp"
#include "test/support/spoiled_designs.hpp"

using namespace gsta_test;

namespace {

void all_refused(std::vector<spoiling> const& ways) {
  for (std::size_t k = 0; k < ways.size(); ++k) {
    CAPTURE(k);
    flat_design d = whole_design();
    ways[k](d);
    CHECK_THROWS_AS(gsta::validate(d), gsta::argument_error);
  }
}

}  // namespace

TEST_CASE("random circuits and an empty design are valid", "[flat][small]") {
  CHECK_NOTHROW(gsta::validate(flat_design{}));
  for (std::uint64_t seed = 0; seed < 100; ++seed) CHECK_NOTHROW(gsta::validate(random_circuit(seed)));
}

TEST_CASE("an id outside its range is refused, at either end of every array", "[flat][small]") {
  all_refused(spoiled_ids());
}

TEST_CASE("arrays that belong together must have one size", "[flat][small]") { all_refused(spoiled_sizes()); }

TEST_CASE("rows must ascend from zero to the number of their members", "[flat][small]") {
  all_refused(spoiled_rows());
}

TEST_CASE("types, sources, requirements, derates and drivers are looked at too", "[flat][small]") {
  all_refused(spoiled_others());
}

TEST_CASE("edges, kinds and numbers that are none are refused", "[flat][small]") {
  all_refused(spoiled_values());
}

TEST_CASE("values that say undefined are none the worse", "[flat][small]") {
  flat_design d = whole_design();
  d.asserted_slew.front() = gsta::undefined_arrival();
  d.sources.front().arrival = gsta::undefined_arrival();
  d.requirements.front().required = gsta::undefined_required();
  CHECK_NOTHROW(gsta::validate(d));
}

TEST_CASE("a wire belongs to a net that is there", "[flat][small]") {
  flat_design d;
  CHECK_THROWS_AS(d.set_wire(0, {0, {0}, {none}, {}, {}, {}}), gsta::argument_error);
  id const a = d.add_pin(), b = d.add_pin(), c = d.add_pin();
  d.add_net(c, {});
  id const net = d.add_net(a, {b});
  auto const refuses = [&](id of, gsta::wire_network const& wire) {
    CHECK_THROWS_AS(d.set_wire(of, wire), gsta::argument_error);
  };
  refuses(net, {0, {0, 0}, {none}, {0}, {1}, {1}});
  refuses(net, {0, {0, 0}, {none, b}, {0}, {}, {1}});
  refuses(net, {0, {0, 0}, {none, b}, {0}, {1}, {}});
  refuses(net, {0, {0, 0}, {none, c}, {0}, {1}, {1}});  // no pin of the net
  refuses(net, {0, {0, 0}, {a, b}, {0}, {1}, {1}});     // the driver is named by the root
  refuses(net, {2, {0, 0}, {none, b}, {0}, {1}, {1}});
  refuses(net, {0, {0, 0}, {none, b}, {0}, {2}, {1}});
  refuses(net, {0, {0, 0}, {none, b}, {0}, {1}, {-0.001f}});
  refuses(net, {0, {0, 0}, {none, b}, {0}, {1}, {std::nanf("")}});
  refuses(net - 1, {0, {0}, {none}, {}, {}, {}});
  refuses(net + 1, {0, {0}, {none}, {}, {}, {}});
  CHECK(d.rc_capacitance.empty());
  CHECK_NOTHROW(d.set_wire(net, {0, {0, 0}, {none, b}, {0}, {1}, {1}}));
  CHECK(d.rc_node_sink == std::vector<id>{none, 0});
  refuses(net, {0, {0, 0}, {none, b}, {0}, {1}, {1}});  // it has one
  CHECK_NOTHROW(gsta::validate(d));
}

TEST_CASE("a node is a sink of its own net", "[flat][small]") {
  flat_design d;
  id const a = d.add_pin(), b = d.add_pin(), c = d.add_pin();
  d.add_net(a, {b});
  d.add_net(b, {c});
  d.set_wire(1, {0, {0, 0}, {none, c}, {0}, {1}, {1}});
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

TEST_CASE("of many things that are wrong, validate names the same one on every number of threads", "[flat]") {
  gsta::flat_design d;
  constexpr gsta::id pins = 400000;
  for (gsta::id p = 0; p < pins; ++p) d.add_pin();
  gsta::id const type = d.add_arc_type({});
  for (gsta::id p = 1; p < pins; ++p) d.add_arc(p - 1, p, type);
  gsta_test::on_host_backends([&](auto const& exec) { CHECK_NOTHROW(gsta::validate(exec, d)); });
  for (gsta::id const at :
       {399998, 131072, 70000, 65536, 65535, 0}) {  // the first one counts, from last to first
    d.arc_to[static_cast<std::size_t>(at)] = pins + at;
    std::string const words = "flat_design: arc_to[" + std::to_string(at) + "] is " +
                              std::to_string(pins + at) + ", not in [0, " + std::to_string(pins) + ")";
    CAPTURE(at);
    gsta_test::on_host_backends([&](auto const& exec) {
      CHECK_THROWS_MATCHES(gsta::validate(exec, d), gsta::argument_error, Catch::Matchers::Message(words));
    });
  }
}

TEST_CASE("cycles that no time counts are refused, and many are not", "[flat]") {
  auto d = whole_design();
  gsta::path_exception path;
  path.effect = gsta::exception_effect::multicycle;
  for (int const cycles : {std::numeric_limits<int>::min(), std::numeric_limits<int>::max()}) {
    path.cycles = cycles;
    d.exceptions = {path};
    d.clocks.front().period = 10'000'000;  // 10 ns
    CHECK_NOTHROW(gsta::validate(d));
    d.clocks.front().period = gsta::most_femtoseconds;
    CHECK_THROWS_AS(gsta::validate(d), gsta::argument_error);
  }
}

TEST_CASE("uncertainties that no time counts are refused", "[flat]") {
  gsta::femtoseconds const most = gsta::most_femtoseconds, least = std::numeric_limits<std::int64_t>::min();
  all_refused({[&](flat_design& d) { d.rules.resize(1), d.rules[0].setup_uncertainty = most + 1; },
               [&](flat_design& d) { d.rules.resize(1), d.rules[0].hold_uncertainty = least; },
               [&](flat_design& d) { d.clock_pins = {{0, 0, true, true, {}, true, least, 0}}; },
               [&](flat_design& d) { d.clock_pins = {{0, 0, true, true, {}, true, 0, -most - 1}}; },
               [&](flat_design& d) { d.pin_uncertainties = {{0, 0, least, 0}}; },
               [&](flat_design& d) { d.pin_uncertainties = {{0, 0, 0, most + 1}}; },
               [&](flat_design& d) { d.uncertainties = {{0, 0, 1, 2, true, false, least}}; }});
}
