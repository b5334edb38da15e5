#include "test/forward/random_body.hpp"
#include "test/support/backends.hpp"

using namespace gsta_test;

TEST_CASE("a timer agrees with the oracle on 1,000 random circuits", "[forward][slow]") {
  same_as_oracle(gsta::host_executor{}, 0, 1000);
}

TEST_CASE("a timer agrees with the oracle on a few random circuits", "[forward][small]") {
  same_as_oracle(gsta::host_executor{}, 0, 20);
}

#ifdef GSTA_HAS_TBB
TEST_CASE("oneTBB gives the serial bits on 1,000 random circuits", "[forward][slow]") {
  unsigned const threads = GENERATE(1u, 2u, 16u);
  CAPTURE(threads);
  same_bits_as_serial(gsta::tbb_executor{threads}, 0, 1000);
}

// Levels of small circuits stay on one thread; these are wide enough to be divided.
TEST_CASE("oneTBB gives the serial bits on large circuits", "[forward]") {
  unsigned const threads = GENERATE(2u, 16u);
  CAPTURE(threads);
  same_bits_as_serial(gsta::tbb_executor{threads}, 1000, 1006, 30000);
}
#endif

TEST_CASE("a second update gives the same bits", "[forward][small]") {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    auto const design = random_circuit(seed);
    gsta::host_executor const exec;
    gsta::timer<gsta::host_executor> timer(exec, design, options_of(seed).timer);
    timer.update(exec);
    auto const once = take_snapshot(exec, timer);
    timer.update(exec);
    auto const result = compare_bits(once, take_snapshot(exec, timer));
    CAPTURE(seed, result.report());
    REQUIRE(result.failed == 0);
    REQUIRE(result.compared > 50);
  }
}
