#pragma once

#include "gsta/sta/two_sided_timer.hpp"
#include "test/update/edited_cases.hpp"
#include "test/update/random_edits.hpp"
#include "test/update/random_structure.hpp"
#include "test/update/whole_design.hpp"

namespace gsta_test {

/// A chooser that has been told of a host of so many microseconds a thing, and of a device of so many in all.
inline gsta::side_chooser told(double host_by_thing, double device) {
  return gsta::side_chooser({{0, host_by_thing, 1}, {device, 0, 1}});
}

template <class Timer>
void edit_structure(Timer& timer, prng& random, gsta::flat_design const& design) {
  try {
    timer.edit_structure(
        [&](gsta::structure_editor& edits) { random_structure(random).edit(edits, design); });
  } catch (gsta::graph_error const&) {  // a loop: all stays as it was
  }
}

/// Random edits of one design, by a timer with two sides: its figures after each, and both sides' arrays in
/// the end, are those of a fresh timer. Returns how often each side was chosen.
template <class Device>
gsta::side_counts two_sides_equal_fresh(Device const& device, std::uint64_t seed) {
  gsta::host_executor const host;
  bool const whole = seed % 7 >= 5;
  auto [design, options] = whole           ? whole_case(seed)
                           : seed % 5 == 2 ? credited_case(seed)
                           : seed % 5 == 3 ? effective_case(seed)
                           : seed % 5 == 4 ? latched_case(seed)
                                           : plain_case(seed);
  // Times that are noted are of this machine: what they choose may differ from run to run, results may not.
  double const lines[] = {1e-6, 1e9, 1};
  gsta::two_sided_timer<gsta::host_executor, Device> timer(host, device, design, options,
                                                           told(lines[seed % 3], 3));
  random_editor edit(timer.edits(), seed, whole ? 10 : 0);
  prng random(seed + 2000);
  std::string done;
  for (int i = 0; i < 12; ++i) {
    bool const tried = random.chance(30);
    if (tried) timer.begin();
    for (int k = random.between(1, 5); k > 0; --k) done += " " + edit.edit();
    if (random.chance(10)) timer.edits().set_wires(random_structure(random).networks(design));
    if (random.chance(10)) edit_structure(timer, random, design);
    timer.update();
    if (tried && random.chance(70))
      timer.roll_back();
    else if (tried)
      timer.commit();
    gsta::timer<gsta::host_executor> fresh(host, design, options);
    fresh.update(host);
    bit_comparison result;
    for (auto const side : {gsta::split::early, gsta::split::late})
      compare_figures([&] { return fresh.summary(host, side); }, [&] { return timer.summary(side); }, result);
    if (i % 4 == 3) {
      result = compare_timers(host, fresh, timer.on_host());
      gsta::timer<Device> there(device, design, options);
      there.update(device);
      bit_comparison const on_device = compare_timers(device, there, timer.on_device());
      CAPTURE(seed, i, done, on_device.report());
      REQUIRE(on_device.failed == 0);
    }
    CAPTURE(seed, i, done, result.report());
    REQUIRE(result.failed == 0);
  }
  return timer.counts();
}

template <class Device>
void two_sides_equal_fresh_timers(Device const& device, std::uint64_t seeds) {
  gsta::side_counts all;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    auto const counts = two_sides_equal_fresh(device, seed);
    all.host += counts.host, all.device += counts.device;
  }
  CHECK(all.host > seeds / 2);
  CHECK(all.device > seeds / 2);
}

}  // namespace gsta_test
