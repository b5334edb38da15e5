#pragma once

#include <cstdio>
#include <string>

namespace gsta_test {

/// Whether somebody outside ended the program, a limit on time say. Catch2 reports that as a failure at the
/// last check that it came by, with what INFO says there: easily taken for a check that did not hold.
/// `Stats`: its AssertionStats, of either version.
template <class Stats>
bool was_ended(Stats const& stats) {
  if (stats.assertionResult.isOk()) return false;
  std::string const message(stats.assertionResult.getMessage());
  return message.rfind("SIGTERM", 0) == 0 || message.rfind("SIGINT", 0) == 0;
}

/// Says so, where it is so.
template <class Stats>
void tell_end(Stats const& stats) {
  if (!was_ended(stats)) return;
  std::fputs("Ended from outside, as by a limit on time: the check that is reported next did not fail.\n",
             stderr);
  std::fflush(stderr);
}

}  // namespace gsta_test
