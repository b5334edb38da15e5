#include "gsta/adjoint/effective.hpp"
#include "gsta/update/incremental.hpp"
#include "test/sta/parallel_drivers_body.hpp"
#include "test/support/backends.hpp"

TEST_CASE("drivers that charge a net together do what an oracle says", "[sta][slow]") {
  gsta::host_executor const exec;
  gsta_test::parallel_comparison compared(exec);
  for (std::uint64_t seed = 1; seed <= 12; ++seed) compared.compare(seed);
  compared.finish();
}

TEST_CASE("drivers that charge a net together have the same bits on every number of threads", "[sta]") {
  gsta_test::on_host_backends(
      [](auto const& exec) { gsta_test::parallel_drivers_have_the_bits_of_one_thread(exec); });
}

TEST_CASE("drivers that charge a net together have no gradients", "[sta]") {
  gsta::host_executor const exec;
  auto design = gsta_test::parallel_circuit(3);
  REQUIRE(design.parallel_driver.size() > 1);
  CHECK_THROWS_AS(gsta::make_effective_slopes(exec, design.view()), gsta::argument_error);
  design.parallel_begin = {0};
  design.parallel_driver.clear();
  CHECK_NOTHROW(gsta::make_effective_slopes(exec, design.view()));
}
