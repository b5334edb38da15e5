#pragma once

#include <string>

#include "test/support/catch.hpp"

namespace gsta_test {

/// Compares by parts, so that a difference is shown and not all around it.
inline void check_same(std::string const& seen, std::string const& expected) {
  if (seen == expected) return;
  std::size_t at = 0;
  while (at < seen.size() && at < expected.size() && seen[at] == expected[at]) ++at;
  auto const from = at < 80 ? 0 : at - 80;
  CHECK(seen.substr(from, 200) == expected.substr(from, 200));
}

}  // namespace gsta_test
