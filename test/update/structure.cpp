#include <cstdio>
#include <cstdlib>
#include <tuple>

#include "test/sta/latch_circuit.hpp"
#include "test/support/catch.hpp"
#include "test/support/parallel_circuit.hpp"
#include "test/support/timing_case.hpp"
#include "test/update/random_edits.hpp"
#include "test/update/random_structure.hpp"

using namespace gsta_test;
using gsta::host_executor;

namespace {

struct structure_tally {
  std::size_t edits = 0, loops = 0, rolled_back = 0, networks = 0;
  gsta::live_counts counts;
};

/// Values and structure edited at random, some of it in transactions; what closes a loop is refused.
class structure_run {
 public:
  structure_run(std::uint64_t seed, gsta::flat_design made, gsta::timer_options const& how,
                structure_tally& all)
      : seed_(seed),
        random_(seed + 7),
        design_(std::move(made)),
        options_(how),
        live_(exec_, design_, how),
        all_(all) {}

  void run(int edits) {
    for (int i = 0; i < edits; ++i) {
      bool const transaction = random_.chance(35);
      std::optional<gsta::timer<host_executor>> before;
      if (transaction) {
        live_.begin();
        done_ += " begin";
        before.emplace(exec_, design_, options_);
        before->update(exec_);
      }
      for (int k = random_.between(1, 3); k > 0; --k) edit();
      live_.update();
      compare();
      if (!transaction) continue;
      if (random_.chance(70)) {
        live_.roll_back();
        done_ += " roll back";
        ++all_.rolled_back;
        auto const result = compare_timers(exec_, *before, live_.timing());
        CAPTURE(seed_, done_, result.report());
        REQUIRE(result.failed == 0);
      } else {
        live_.commit();
        done_ += " commit";
      }
      compare();
    }
    all_.counts.structures += live_.counts().structures;
    all_.counts.repaired += live_.counts().repaired;
  }

 private:
  void edit() {
    if (random_.chance(40)) {
      done_ += " " + random_editor(live_.edits(), seed_ + ++all_.edits).edit();
      if (random_.chance(50)) live_.update();
      return;
    }
    if (random_.chance(25)) return replace();
    if (random_.chance(25)) {
      live_.edits().set_wires(random_structure(random_).networks(design_));
      done_ += " networks";
      ++all_.networks;
      if (random_.chance(50)) live_.update();
      return;
    }
    try {
      live_.edit_structure([&](gsta::structure_editor& edits) {
        done_ += " (" + random_structure(random_).edit(edits, design_) + ")";
      });
      ++all_.edits;
    } catch (gsta::graph_error const&) {
      done_ += " loop";
      ++all_.loops;
    }
  }

  /// Another design with the same pins, whose values differ: nobody says where.
  void replace() {
    gsta::flat_design next = design_;
    gsta::flat_editor values(next);
    random_editor edits(values, seed_ + ++all_.edits);
    done_ += " other design:";
    for (int i = random_.between(1, 4); i > 0; --i) done_ += " " + edits.edit();
    gsta::structure_maps maps;
    for (std::size_t i = 0; i < next.pin_load.size(); ++i) maps.pins.push_back(static_cast<gsta::id>(i));
    live_.replace(std::move(next), maps);
  }

  void compare() {
    auto const result = compare_with_fresh(exec_, live_, design_, options_);
    CAPTURE(seed_, done_, result.report());
    REQUIRE(result.failed == 0);
  }

  host_executor exec_;
  std::uint64_t seed_;
  prng random_;
  gsta::flat_design design_;
  gsta::timer_options options_;
  gsta::live_timer<host_executor> live_;
  structure_tally& all_;
  std::string done_;
};

/// All arrays of networks.
auto networks_of(gsta::flat_design const& d) {
  return std::tuple(d.rc_node_begin, d.rc_edge_begin, d.rc_root, d.rc_node_sink, d.rc_edge_a, d.rc_edge_b,
                    d.rc_capacitance, d.rc_resistance);
}

}  // namespace

TEST_CASE("after edits of the structure a live timer has the bits of one from scratch", "[update]") {
  structure_tally all;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    auto options = options_of(seed).timer;
    if (seed % 3 == 1) options.credits = gsta::common_path::by_edge;
    if (seed % 7 == 2) options.delays.model = gsta::cell_model::effective;
    structure_run(seed, random_circuit(seed, 150), options, all).run(10);
  }
  CHECK(all.counts.structures > 200);
  CHECK(all.networks > 100);
  CHECK(all.loops > 3);
  CHECK(all.rolled_back > 40);
}

TEST_CASE("so it has where drivers charge nets together, some of which leave", "[update]") {
  structure_tally all;
  for (std::uint64_t seed = 400; seed < 415; ++seed) {
    auto options = options_of(seed).timer;
    options.delays.model = gsta::cell_model::effective;
    structure_run(seed, parallel_circuit(seed, 120), options, all).run(8);
  }
  CHECK(all.counts.structures > 50);
}

TEST_CASE("networks that are edited stand where an edit of the structure puts them", "[update]") {
  prng random(11);
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    auto design = random_circuit(seed, 80), other = design;
    auto const before = design;
    auto const wires = random_structure(random).networks(design);
    gsta::structure_editor edits(other);
    for (auto const& of : wires) edits.set_wire(of.net, of.wire);
    std::move(edits).apply(other);
    gsta::flat_editor values(design);
    values.begin();
    auto const scale = [&] {  // values of the first net, before and behind
      auto const rows = [](std::vector<float> const& all, std::vector<gsta::id> const& begin) {
        std::vector<float> some(all.begin(), all.begin() + begin[1]);
        for (float& x : some) x = 2 * x + 1;
        return some;
      };
      values.set_wire_values(0, rows(design.rc_capacitance, design.rc_node_begin),
                             rows(design.rc_resistance, design.rc_edge_begin));
    };
    values.set_wires(wires);
    CHECK(networks_of(design) == networks_of(other));
    values.roll_back();
    CHECK(networks_of(design) == networks_of(before));
    values.begin();
    scale();
    values.set_wires(wires);
    scale();
    CAPTURE(seed);
    gsta::validate(design);
    CHECK(!values.items().keeps_rows());
    values.roll_back();
    CHECK(networks_of(design) == networks_of(before));
  }
}

TEST_CASE("pins that go or drive nothing leave their groups", "[update][small]") {
  gsta::flat_design design;
  std::vector<gsta::id> pin;
  for (int i = 0; i < 7; ++i) pin.push_back(design.add_pin());
  for (int i = 0; i < 6; ++i) design.add_net(pin[static_cast<std::size_t>(i)], {pin[6]});
  design.parallel_driver = {0, 1, 2, 3, 4, 5};
  design.parallel_begin = {0, 3, 4, 6};
  design.parallel_begin.erase(design.parallel_begin.begin() + 2);
  gsta::structure_editor edits(design);
  edits.remove_pin(pin[1]);
  std::move(edits).apply(design);
  gsta::validate(design);
  CHECK(design.parallel_driver == std::vector<gsta::id>{0, 1, 2, 3, 4});
  CHECK(design.parallel_begin == std::vector<gsta::id>{0, 2, 5});
  gsta::structure_editor more(design);
  more.remove_net(1);
  more.set_driver(2, more.add_pin());
  std::move(more).apply(design);
  gsta::validate(design);
  CHECK(design.parallel_driver == std::vector<gsta::id>{3, 4});
  CHECK(design.parallel_begin == std::vector<gsta::id>{0, 2});
}

TEST_CASE("so it has where there are latches", "[update]") {
  structure_tally all;
  for (std::uint64_t seed = 300; seed < 320; ++seed) {
    prng random(seed);
    latch_circuits::builder const built(random, seed % 2 == 0);
    structure_run(seed, built.made.design, {}, all).run(8);
  }
  CHECK(all.counts.structures > 50);
}

/// GSTA_LONG_EDITS=N: N sequences of edits, from seed GSTA_LONG_SEED or 1000 on.
TEST_CASE("edits of values and of the structure, as many as are asked for", "[update][long]") {
  char const *const asked = std::getenv("GSTA_LONG_EDITS"), *const from = std::getenv("GSTA_LONG_SEED");
  std::uint64_t const sequences = asked != nullptr ? std::strtoull(asked, nullptr, 10) : 2;
  std::uint64_t const first = from != nullptr ? std::strtoull(from, nullptr, 10) : 1000;
  structure_tally all;
  for (std::uint64_t seed = first; seed < first + sequences; ++seed) {
    auto options = options_of(seed).timer;
    if (seed % 2 == 1) options.credits = gsta::common_path::by_edge;
    if (seed % 10 == 2) options.delays.model = gsta::cell_model::effective;
    structure_run(seed, random_circuit(seed, 120), options, all).run(10);
  }
  CHECK(all.edits > 5 * sequences);
  if (asked == nullptr) return;
  std::printf(
      "%zu edits in %llu sequences from seed %llu: %llu structures, %zu loops refused, %zu rolled back\n",
      all.edits, static_cast<unsigned long long>(sequences), static_cast<unsigned long long>(first),
      static_cast<unsigned long long>(all.counts.structures), all.loops, all.rolled_back);
}
