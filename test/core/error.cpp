#include "gsta/core/error.hpp"

#include "test/support/catch.hpp"

using namespace gsta;

TEST_CASE("an input error says where", "[core][small]") {
  input_error const e("a.lib", 3, 14, "unknown cell");
  CHECK(std::string(e.what()) == "a.lib:3:14: error: unknown cell");
  CHECK(e.file == "a.lib");
  CHECK(e.line == 3);
  CHECK(e.column == 14);
}

TEST_CASE("every error is a gsta::error", "[core][small]") {
  CHECK_THROWS_AS(throw input_error("f", 0, 0, "missing"), error);
  CHECK_THROWS_AS(throw graph_error("loop", {1, 2}), error);
  CHECK_THROWS_AS(throw cuda_error(2, "out of memory"), error);
  CHECK_THROWS_AS(throw backend_unavailable("no device"), error);
  CHECK_THROWS_AS(require(false, "sizes differ"), argument_error);
  CHECK_THROWS_AS(require(false, "sizes differ"), error);
  CHECK_NOTHROW(require(true, "sizes differ"));
}
