#include "test/forward/random_body.hpp"

TEST_CASE("required times, slacks and figures of random circuits are an independent timer's",
          "[slack][small]") {
  gsta_test::same_as_oracle(gsta::host_executor{}, 100, 140);
}
