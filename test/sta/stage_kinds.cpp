#include "test/sta/stage_kinds_body.hpp"
#include "test/support/backends.hpp"

TEST_CASE("stages of effective capacitances are counted by how they are solved", "[sta][slow]") {
  gsta_test::on_host_backends([](auto const& exec) {
    gsta_test::stage_kinds_comparison compared(exec);
    for (std::uint64_t seed = 1; seed <= 32; ++seed) compared.compare(seed);
    compared.finish();
  });
}

TEST_CASE("stages of a timer by tables are none", "[sta]") {
  gsta::host_executor const exec;
  auto const design = gsta_test::random_circuit(5);
  gsta::timer<gsta::host_executor> timer(exec, design);
  CHECK_THROWS_AS(count_stages(exec, timer), gsta::argument_error);
  timer.update(exec);
  CHECK(count_stages(exec, timer).total() == 0);
}
