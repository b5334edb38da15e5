#include "test/forward/random_body.hpp"

TEST_CASE("nodes and checks of random circuits time like an independent timer", "[constrain][small]") {
  gsta_test::same_as_oracle(gsta::host_executor{}, 0, 40);
}
