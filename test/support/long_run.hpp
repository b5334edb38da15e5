#pragma once

#include <cstdint>
#include <cstdlib>

namespace gsta_test {

/// How many random cases a test takes: `ordinary`, or GSTA_LONG_TESTS times as many where that is set. The
/// ordinary ones are enough to meet everything that the test counts; the suite has to end within its time on
/// two cores.
inline std::uint64_t random_cases(std::uint64_t ordinary) {
  char const* const times = std::getenv("GSTA_LONG_TESTS");
  std::uint64_t const asked = times == nullptr ? 1 : std::strtoull(times, nullptr, 10);
  return ordinary * (asked == 0 ? 1 : asked);
}

}  // namespace gsta_test
