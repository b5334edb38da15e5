// Runs the cases; returns 4 when every case that was started was skipped, which ctest shows as "Skipped".
// What ends a program from outside, a limit on time say, is not taken for a failed check.
#if __has_include(<catch2/catch_all.hpp>)

#include <catch2/catch_session.hpp>
#include <catch2/interfaces/catch_interfaces_reporter.hpp>
#include <catch2/reporters/catch_reporter_event_listener.hpp>
#include <catch2/reporters/catch_reporter_registrars.hpp>

#include "test/support/ended.hpp"

namespace {

struct tell_ends : Catch::EventListenerBase {
  using EventListenerBase::EventListenerBase;
  void assertionEnded(Catch::AssertionStats const& stats) override { gsta_test::tell_end(stats); }
};

}  // namespace

CATCH_REGISTER_LISTENER(tell_ends)

int main(int argc, char* argv[]) { return Catch::Session().run(argc, argv); }  // Catch2 3 returns 4 by itself

#else

#define CATCH_CONFIG_RUNNER
#include "test/support/catch.hpp"
#include "test/support/ended.hpp"
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
  bool assertionEnded(Catch::AssertionStats const& stats) override {
    gsta_test::tell_end(stats);
    return false;
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
