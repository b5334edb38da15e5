#include "gsta/core/with_executor.hpp"

#include <string>
#include <type_traits>

#include "test/support/catch.hpp"

using namespace gsta;

namespace {
struct name_of_executor {
  std::string operator()(host_executor const&) const { return "host"; }
  template <class E>
  std::string operator()(E const& exec) const {
    return "threads " + std::to_string(exec.threads());
  }
};
}  // namespace

TEST_CASE("with_executor: one thread is the host executor, the GPU is not to be had", "[core]") {
  CHECK(with_executor(backend::host, 1, name_of_executor{}) == "host");
  CHECK(with_executor(backend::automatic, 1, name_of_executor{}) == "host");
  CHECK_THROWS_AS(with_executor(backend::cuda, 1, name_of_executor{}), backend_unavailable);
}

TEST_CASE("with_executor: other thread counts", "[core]") {
#ifdef GSTA_HAS_TBB
  CHECK(with_executor(backend::host, 3, name_of_executor{}) == "threads 3");
  CHECK(with_executor(backend::host, 0, name_of_executor{}).starts_with("threads "));
#else
  CHECK(with_executor(backend::host, 0, name_of_executor{}) == "host");
  CHECK_THROWS_AS(with_executor(backend::host, 3, name_of_executor{}), backend_unavailable);
#endif
}
