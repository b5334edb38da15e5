#pragma once

#include <cstdio>
#include <string>

#include "test/support/catch.hpp"

namespace gsta_test {

/// What main.cpp counts under Catch2 2, which cannot skip: set for the running case by skip().
inline bool skipped_case = false;

/// Leaves the running test case and marks it as skipped. ctest shows a test whose cases were all skipped as
/// such.
[[noreturn]] inline void skip(std::string const& reason) {
#if GSTA_TEST_CATCH_MAJOR == 3
  SKIP(reason);
  throw;  // not reached: SKIP throws
#else
  std::printf("skipped: %s\n", reason.c_str());
  skipped_case = true;
  throw Catch::TestFailureException();  // leaves the case without counting a failure
#endif
}

}  // namespace gsta_test
