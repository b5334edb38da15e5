#include "gsta/rc/elmore.cuh"
#include "gsta/rc/flatten_rc.cuh"
#include "test/rc/routed_body.hpp"
#include "test/support/cuda.cuh"

using namespace gsta_test;

namespace {

struct find_by_plan {
  void operator()(gsta::cuda_executor const& exec,
                  gsta::wire_problem<gsta::memory_space::device> const& problem,
                  gsta::rc_forest_view<gsta::memory_space::device> const& forest,
                  gsta::wire_state<gsta::memory_space::device>& wires) const {
    make_wire_plan(exec, problem, forest, wires).run(exec);
    exec.sync();
  }
};

}  // namespace

TEST_CASE("wires of nets without a design are what their definition says, on a device", "[rc][small][race]") {
  with_cuda([](gsta::cuda_executor const& exec) {
    for (std::uint64_t seed = 1; seed < 6; ++seed) {
      check_routed_nets(exec, seed, 20, find_by_nets{});
      check_routed_nets(exec, seed, 20, find_by_plan{});
    }
  });
}
