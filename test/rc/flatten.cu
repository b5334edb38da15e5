#include "gsta/rc/flatten_rc.cuh"
#include "test/rc/scheme_nets.hpp"
#include "test/support/cuda.cuh"

using namespace gsta_test;
using gsta::cuda_executor;

namespace {

constexpr auto device = gsta::memory_space::device;

/// Positions that no tree reaches are left out: there is nothing in them.
std::size_t differences(cuda_executor const& exec, gsta::flattened_rc<device> const& got,
                        gsta::flattened_rc<gsta::memory_space::host> const& want) {
  auto const& g = got.forest.view;
  auto const& w = want.forest.view;
  auto const reached = to_vector(exec, g.reached), sinks = to_vector(exec, g.sink_position);
  std::vector<id> const arrays[] = {to_vector(exec, g.node), to_vector(exec, g.parent),
                                    to_vector(exec, g.edge), to_vector(exec, g.first_child),
                                    to_vector(exec, g.child_count)};
  gsta::host_span<id const> const wanted[] = {w.node, w.parent, w.edge, w.first_child, w.child_count};
  std::size_t wrong = 0;
  for (std::size_t a = 0; a < sinks.size(); ++a) wrong += sinks[a] != w.sink_position[a];
  for (std::size_t net = 0; net < reached.size(); ++net) {
    wrong += reached[net] != w.reached[net];
    for (id p = 0; p < w.reached[net]; ++p) {
      auto const slot = static_cast<std::size_t>(w.begin[net] + p);
      for (int k = 0; k < 5; ++k) wrong += arrays[k][slot] != wanted[k][slot];
    }
  }
  return wrong + (got.loop_edges != want.loop_edges) + (got.unreached_nodes != want.unreached_nodes);
}

void flattens_as_the_host(cuda_executor const& exec, gsta::flat_design const& d) {
  auto const design = clone_view(exec, d.view());
  auto const want = flatten_rc(gsta::host_executor{}, d.view());
  for (int round = 0; round < 2; ++round) {
    CAPTURE(round);
    CHECK(differences(exec, flatten_rc(exec, design.view), want) == 0);
  }
  // The generic driver, whose result the special one must give.
  CHECK(differences(exec, flatten_rc<cuda_executor>(exec, design.view), want) == 0);
}

}  // namespace

TEST_CASE("edge lists are flattened on CUDA as on the host", "[rc][small]") {
  with_cuda([](cuda_executor const& exec) {
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      CAPTURE(seed);
      flattens_as_the_host(exec, scheme_nets(seed, seed % 2 == 1, {300, 1000}));
      flattens_as_the_host(exec, many_nets(seed, seed % 2 == 1));
    }
  });
}

TEST_CASE("a few edge lists are flattened on CUDA as on the host", "[rc][race]") {
  with_cuda([](cuda_executor const& exec) {
    for (bool const broken : {false, true}) flattens_as_the_host(exec, scheme_nets(12, broken, {12, 600}));
  });
}

TEST_CASE("edge lists of thousands of nodes are flattened on CUDA as on the host", "[rc]") {
  with_cuda([](cuda_executor const& exec) {
    flattens_as_the_host(exec, scheme_nets(3, true, {20000, 6000}));
    prng random(4);
    std::vector<random_wire> wires;
    for (auto const shape : {wire_shape::chain, wire_shape::star, wire_shape::bushy}) {
      wires.push_back(make_tree(random, 20000, 30, shape));  // more than a block's shared memory holds
      damage(wires.back(), random);
      scramble(wires.back(), random);
      wires.push_back(make_tree(random, 6000, 3, shape));
      scramble(wires.back(), random);
    }
    flattens_as_the_host(exec, nets_of(wires, {20000, 6000, 20000, 6000, 20000, 6000}, random));
  });
}

TEST_CASE("a design without nets is flattened on CUDA", "[rc][small]") {
  with_cuda([](cuda_executor const& exec) {
    gsta::flat_design d;
    d.add_pin();
    flattens_as_the_host(exec, d);
  });
}
