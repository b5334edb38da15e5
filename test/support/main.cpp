// Runs the cases; returns 4 when every case that was started was skipped, which ctest shows as "Skipped", and
// 1 when something failed: Catch2 would return how many checks did, 4 among these. What ends a program from
// outside, a limit on time say, is not taken for a failed check.
#if __has_include(<catch2/catch_all.hpp>)

#include <catch2/catch_session.hpp>
#include <catch2/interfaces/catch_interfaces_reporter.hpp>
#include <catch2/reporters/catch_reporter_event_listener.hpp>
#include <catch2/reporters/catch_reporter_registrars.hpp>

#include "test/support/ended.hpp"

namespace {

bool failed = false;

struct tell_ends : Catch::EventListenerBase {
  using EventListenerBase::EventListenerBase;
  void assertionEnded(Catch::AssertionStats const& stats) override { gsta_test::tell_end(stats); }
  void testCaseEnded(Catch::TestCaseStats const& stats) override {
    failed = failed || !stats.totals.assertions.allOk();
  }
};

}  // namespace

CATCH_REGISTER_LISTENER(tell_ends)

int main(int argc, char* argv[]) {
  int const status = Catch::Session().run(argc, argv);  // 4 where all was skipped
  return failed ? 1 : status;
}

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
  if (status != 0) return 1;
  return started > 0 && skipped == started ? 4 : 0;
}

#endif
