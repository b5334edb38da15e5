#include "gsta/core/cuda_executor.cuh"
#include "gsta/path/path.cuh"
#include "test/path/search_costs_body.hpp"
#include "test/support/cuda.cuh"

namespace {

template <gsta::sweep_order Order>
struct on_device {
  void operator()(gsta::cuda_executor const& exec, gsta::search_rows<gsta::memory_space::device> const& rows,
                  gsta::search_graph_view<gsta::memory_space::device> const& graph,
                  gsta::search_cost_buffers<gsta::memory_space::device>& out) const {
    gsta::find_costs(exec, rows, graph, out, Order);
  }
};
using dataflow = on_device<gsta::sweep_order::dataflow>;
using launched_levels = on_device<gsta::sweep_order::levels>;

/// Counts what is taken from it.
class counting_memory final : public gsta::device_memory {
 public:
  void* allocate(std::size_t bytes, cudaStream_t stream) override {
    ++taken;
    return memory_.allocate(bytes, stream);
  }
  void deallocate(void* data, std::size_t bytes, cudaStream_t stream) noexcept override {
    memory_.deallocate(data, bytes, stream);
  }
  int taken = 0;

 private:
  gsta::stream_ordered_memory memory_;
};

}  // namespace

TEST_CASE("costs of a few search graphs on CUDA", "[path][small]") {
  gsta_test::with_cuda([](auto const& exec) {
    gsta_test::random_costs_are_right(exec, dataflow{}, 0, 20);
    gsta_test::random_costs_are_right(exec, launched_levels{}, 0, 20);
    gsta_test::random_costs_are_right(exec, gsta_test::by_levels{}, 0, 5);
    gsta_test::random_costs_are_right(exec, gsta_test::by_relaxation{}, 0, 5);
  });
}

TEST_CASE("costs of a search graph on CUDA, tiny", "[path][race]") {
  gsta_test::with_cuda([](auto const& exec) {
    gsta_test::random_costs_are_right(exec, dataflow{}, 0, 4);
    gsta_test::plain_graph graph = gsta_test::long_row_case(1500, 1);
    gsta_test::check_costs(exec, graph, dataflow{});
    gsta_test::check_costs(exec, graph, launched_levels{});
  });
}

TEST_CASE("costs of a search graph on CUDA are those of Bellman and Ford", "[path]") {
  gsta_test::with_cuda([](auto const& exec) {
    gsta_test::random_costs_are_right(exec, dataflow{}, 20, 400);
    gsta_test::random_costs_are_right(exec, launched_levels{}, 20, 100);
    gsta_test::long_rows_are_right(exec, dataflow{});
    gsta_test::long_rows_are_right(exec, launched_levels{});
    gsta_test::layered_costs_are_right(exec, dataflow{});
    gsta_test::layered_costs_are_right(exec, launched_levels{});
    gsta_test::layered_costs_are_right(exec, gsta_test::by_levels{});
  });
}

TEST_CASE("relaxing until nothing changes gives the same costs on CUDA", "[path]") {
  gsta_test::with_cuda([](auto const& exec) {
    gsta_test::random_costs_are_right(exec, gsta_test::by_relaxation{}, 5, 100);
    gsta_test::layered_costs_are_right(exec, gsta_test::by_relaxation{});
  });
}

TEST_CASE("the forest of best suffixes takes the first of all paths on CUDA", "[path]") {
  gsta_test::with_cuda([](auto const& exec) { gsta_test::forest_takes_the_first_path(exec, 0, 100); });
}

TEST_CASE("search rows on CUDA are the graph's rows turned round", "[path]") {
  gsta_test::with_cuda([](auto const& exec) { gsta_test::rows_are_right(exec, 0, 100); });
}

TEST_CASE("graphs with loops, or with edges at the wrong end, are no search graphs on CUDA", "[path]") {
  gsta_test::with_cuda([](auto const& exec) { gsta_test::bad_graphs_are_refused(exec); });
}

TEST_CASE("finding costs again on CUDA takes no memory and can be recorded", "[path]") {
  gsta_test::with_cuda([](auto const& plain_exec) {
    counting_memory memory;
    gsta::cuda_executor const exec(plain_exec.stream, memory);
    gsta_test::plain_graph graph = gsta_test::layered_case(20, 100, 2, 3);
    auto const here = gsta::clone_view(exec, graph.view());
    auto const rows = gsta::make_search_rows(exec, here.view);
    gsta::search_cost_buffers<gsta::memory_space::device> out(exec, rows);
    int const before = memory.taken;
    for (auto const order : {gsta::sweep_order::dataflow, gsta::sweep_order::levels}) {
      gsta::find_costs(exec, rows, here.view, out, order);
      auto const work = gsta::captured_work::record(
          exec, [&](gsta::cuda_executor const& on) { gsta::find_costs(on, rows, here.view, out, order); });
      work.launch(exec);
      work.launch(exec);
      CHECK(memory.taken == before);
      gsta_test::require_equal(gsta_test::to_plain(exec, out.view()),
                               gsta_test::costs_by_bellman_ford(graph));
    }
  });
}
