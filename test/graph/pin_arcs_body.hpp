#pragma once

#include "gsta/core/algorithm.hpp"
#include "gsta/graph/build.hpp"
#include "test/support/catch.hpp"
#include "test/support/random_circuit.hpp"

namespace gsta_test {

/// The arcs of a design by a plain walk: nets, cells, and then checks if they are asked for.
template <class E>
void pin_arcs_are_listed(E const& exec, std::uint64_t seed, gsta::check_arcs checks) {
  auto const design = random_circuit(seed);
  std::vector<id> from, to;
  std::vector<gsta::edge_map> edges;
  auto const add = [&](id a, id b, gsta::edge_map e) {
    from.push_back(a);
    to.push_back(b);
    edges.push_back(e);
  };
  for (std::size_t n = 0; n < design.net_driver.size(); ++n) {
    for (auto k = static_cast<std::size_t>(design.net_begin[n]);
         k < static_cast<std::size_t>(design.net_begin[n + 1]); ++k) {
      add(design.net_driver[n], design.net_sink[k], gsta::positive_edges());
    }
  }
  for (std::size_t a = 0; a < design.arc_from.size(); ++a) {
    add(design.arc_from[a], design.arc_to[a],
        design.arc_types[static_cast<std::size_t>(design.arc_type_of[a])].edges);
  }
  if (checks == gsta::check_arcs::order_only) {
    for (std::size_t i = 0; i < design.check_data.size(); ++i)
      add(design.check_clock[i], design.check_data[i], {});
  }

  auto const view = clone_view(exec, design.view());
  auto const arcs = list_pin_arcs(exec, view.view, checks);
  CAPTURE(seed);
  CHECK(to_vector(exec, arcs.from.view()) == from);
  CHECK(to_vector(exec, arcs.to.view()) == to);
  auto const got = to_vector(exec, arcs.edges.view());
  REQUIRE(got.size() == edges.size());
  std::size_t wrong = 0;
  for (std::size_t a = 0; a < got.size(); ++a) wrong += got[a].code != edges[a].code;
  CHECK(wrong == 0);
}

template <class E>
void check_pin_arcs(E const& exec) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    pin_arcs_are_listed(exec, seed, gsta::check_arcs::leave_out);
    pin_arcs_are_listed(exec, seed, gsta::check_arcs::order_only);
  }
}

}  // namespace gsta_test
