#pragma once

#include "test/rc/star_body.hpp"

namespace gsta_test {

/// How large `scheme_nets` makes things.
struct net_sizes {
  int small_nets, most;  // nets of few sinks; sinks of the largest
};

/// Nets for which schemes and bins take different ways: trees of few nodes, of tens, hundreds and thousands,
/// as chains, stars and bushes; ideal nets of few and many sinks. With `broken`, loops, lost nodes, pins
/// named twice or nowhere, nets without a root. Some nets are known as what they were reduced to.
inline gsta::flat_design scheme_nets(std::uint64_t seed, bool broken, net_sizes sizes) {
  prng random(seed);
  std::vector<random_wire> wires;
  std::vector<int> sinks = sink_counts(seed, sizes.small_nets, sizes.most);
  for (int const count : sinks) {
    bool const wide = count > 40;
    int const extra = count == 512 ? 88 : random.below(random.chance(90) ? 4 : 20);
    auto const shape = count == 512 ? wire_shape::chain : static_cast<wire_shape>(random.below(4));
    wires.push_back(make_tree(random, count, extra, wide && count > 1000 ? wire_shape::bushy : shape));
    if (broken) damage(wires.back(), random);
    if (broken && random.chance(10) && count > 1)  // a pin named at two nodes
      wires.back().sink_position.back() = wires.back().sink_position[wires.back().sink_position.size() / 2];
    if (broken && random.chance(2)) wires.back() = random_wire{none, {1, 1}, {}, {none, none}, {}, {}};
    scramble(wires.back(), random);
  }
  gsta::flat_design design = nets_of(wires, sinks, random);
  for (int const count : {0, 1, 8, 9, 33, 700}) {  // ideal
    id const driver = design.add_pin();
    std::vector<id> pins;
    for (int k = 0; k < count; ++k) pins.push_back(design.add_pin({}, some_load(random)));
    design.add_net(driver, pins);
  }
  for (int const count : {0, 1, 8, 9, 33, 700}) add_reduction(design, count, random);
  for (id const driver : design.net_driver)
    design.pin_load[static_cast<std::size_t>(driver)] = gsta::same_value(random.real(0, 2));
  if (broken) thin_out(design, random);
  rule_maker(design, random).add_responses();
  return design;
}

}  // namespace gsta_test
