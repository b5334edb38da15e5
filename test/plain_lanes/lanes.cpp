// The lanes of processors without vector registers: a program of its own, where they are all there is.
#define GSTA_PLAIN_LANES
#include "test/core/four_lanes_body.hpp"
#include "test/forward/ceff_lanes_body.hpp"

TEST_CASE("plain lanes solve effective capacitances to the scalar's bits", "[plain_lanes][small]") {
  gsta_test::lanes_have_the_scalar_bits(2000);
}
