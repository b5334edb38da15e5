#include "test/support/ended.hpp"

#include <string>

#include "test/support/catch.hpp"

namespace {

struct made_up_stats {
  struct result {
    bool ok;
    std::string message;
    bool isOk() const { return ok; }
    std::string getMessage() const { return message; }
  } assertionResult;
};

bool ended(bool ok, std::string const& message) { return gsta_test::was_ended(made_up_stats{{ok, message}}); }

}  // namespace

TEST_CASE("a program that was ended from outside is told from one that failed", "[core]") {
  CHECK(ended(false, "SIGTERM - Termination request signal"));
  CHECK(ended(false, "SIGINT - Terminal interrupt signal"));
  CHECK_FALSE(ended(false, "SIGSEGV - Segmentation violation signal"));
  CHECK_FALSE(ended(false, ""));
  CHECK_FALSE(ended(false, "not SIGTERM"));
  CHECK_FALSE(ended(true, "SIGTERM - Termination request signal"));
}
