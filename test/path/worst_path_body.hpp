#pragma once

#include "gsta/path/worst_path.hpp"
#include "gsta/sta/snapshot.hpp"
#include "test/support/catch.hpp"
#include "test/support/random_circuit.hpp"

namespace gsta_test {

template <class E>
gsta::path_set worst_paths_of(E const& exec, gsta::flat_design const& design) {
  gsta::timer<E> timer(exec, design);
  timer.update(exec);
  auto const paths = gsta::trace_worst(exec, gsta::path_problem_of(timer), timer.view().node_predecessor);
  return gsta::to_path_set(exec, paths.view);
}

/// The worst path of every check, traced on `exec`, is the one traced on the host.
template <class E>
void worst_paths_agree(E const& exec, std::uint64_t first_seed, std::uint64_t last_seed) {
  std::size_t paths = 0;
  for (std::uint64_t seed = first_seed; seed < last_seed; ++seed) {
    INFO("seed " << seed);
    gsta::flat_design const design = random_circuit(seed);
    auto const expected = worst_paths_of(gsta::host_executor{}, design), found = worst_paths_of(exec, design);
    REQUIRE(found.begin == expected.begin);
    REQUIRE(found.node == expected.node);
    REQUIRE(found.edge == expected.edge);
    REQUIRE(found.arc == expected.arc);
    REQUIRE(found.slack == expected.slack);
    REQUIRE(found.check == expected.check);
    REQUIRE(found.data_edge == expected.data_edge);
    paths += found.size();
  }
  CHECK(paths > last_seed - first_seed);
}

}  // namespace gsta_test
