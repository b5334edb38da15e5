#include "test/graph/levelize_body.hpp"
#include "test/support/cuda.cuh"
// After the above: the overloads must be found where the bodies are instantiated.
#include "gsta/graph/build.cuh"
#include "gsta/graph/levelize.cuh"

using namespace gsta_test;

namespace {
/// The generic drivers stay right on a device, and the special ones equal them.
void check_generic_drivers(gsta::cuda_executor const& exec) {
  for (std::uint64_t seed = 300; seed < 310; ++seed) {
    arc_list const list = random_dag(seed);
    auto const from = clone(exec, list.from), to = clone(exec, list.to);
    auto const generic = gsta::build_graph<gsta::cuda_executor>(exec, list.vertices, from, to);
    auto const& v = generic.view;
    CAPTURE(seed);
    CHECK(rows_of(exec, v.fanin_begin, v.fanin_from, v.fanin_arc) ==
          plain_rows(list.vertices, list.to, list.from));
    CHECK(rows_of(exec, v.fanout_begin, v.fanout_to, v.fanout_arc) ==
          plain_rows(list.vertices, list.from, list.to));
    for (auto const direction : {levelize_direction::forward, levelize_direction::backward}) {
      auto const want = gsta::levelize<gsta::cuda_executor>(exec, v, direction);
      CHECK(has_levels(exec, want, levels_by_definition(list, direction)));
      CHECK(has_levels(exec, levelize(exec, v, direction),
                       {want.begin, to_vector(exec, want.order.view.vertex)}));
    }
  }
}

/// Rows of large graphs, where sorting takes several passes and vertices without arcs stand in long runs.
void check_large_rows(gsta::cuda_executor const& exec) {
  for (arc_list const& list : {star_of(200000, true), layers({20000, 70000, 300}, 11),
                               arc_list{300000, {299999, 5, 299999}, {7, 299998, 7}}}) {
    auto const graph = graph_on(exec, list);
    auto const& v = graph.view;
    CHECK(rows_of(exec, v.fanin_begin, v.fanin_from, v.fanin_arc) ==
          plain_rows(list.vertices, list.to, list.from));
    CHECK(rows_of(exec, v.fanout_begin, v.fanout_to, v.fanout_arc) ==
          plain_rows(list.vertices, list.from, list.to));
  }
}
}  // namespace

TEST_CASE("levels of tiny graphs on CUDA", "[graph][small][race]") {
  with_cuda(check_tiny_levels<gsta::cuda_executor>);
}

TEST_CASE("levels of both directions are longest paths on CUDA", "[graph][small]") {
  with_cuda(check_small_levels<gsta::cuda_executor>);
}

TEST_CASE("levels of deep and of wide graphs on CUDA", "[graph][slow]") {
  with_cuda(check_large_levels<gsta::cuda_executor>);
}

TEST_CASE("either direction reports the same loop on CUDA", "[graph][small]") {
  with_cuda(check_level_cycles<gsta::cuda_executor>);
}

TEST_CASE("the generic drivers of graphs on CUDA", "[graph][small]") { with_cuda(check_generic_drivers); }

TEST_CASE("rows of large graphs on CUDA", "[graph][slow]") { with_cuda(check_large_rows); }
