// Runs the cases; returns 4 when every case that was started was skipped, which ctest shows as "Skipped".
#if __has_include(<catch2/catch_all.hpp>)

#include <catch2/catch_session.hpp>

int main(int argc, char* argv[]) { return Catch::Session().run(argc, argv); }  // Catch2 3 returns 4 by itself

#else

#define CATCH_CONFIG_RUNNER
#include "test/support/catch.hpp"
#include "test/support/skip.hpp"

namespace {

int started = 0;
int skipped = 0;

struct count_skips : Catch::TestEventListenerBase {
  using TestEventListenerBase::TestEventListenerBase;
  void testCaseStarting(Catch::TestCaseInfo const&) override {
    ++started;
    gsta_test::skipped_case = false;
  }
  void testCaseEnded(Catch::TestCaseStats const&) override { skipped += gsta_test::skipped_case ? 1 : 0; }
};

}  // namespace

CATCH_REGISTER_LISTENER(count_skips)

int main(int argc, char* argv[]) {
  int const status = Catch::Session().run(argc, argv);
  return status == 0 && started > 0 && skipped == started ? 4 : status;
}

#endif
