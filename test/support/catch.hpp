#pragma once

// Catch2 2.13 or 3, whichever is installed.
#if __has_include(<catch2/catch_all.hpp>)
#define GSTA_TEST_CATCH_MAJOR 3
#include <catch2/catch_message.hpp>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_all.hpp>
#include <catch2/matchers/catch_matchers_all.hpp>
#else
#define GSTA_TEST_CATCH_MAJOR 2
#include <catch2/catch.hpp>
#endif

#include <string>

namespace gsta_test {

/// Matches a string that holds `part`: the one matcher whose name differs between the two versions.
inline auto contains(std::string const& part) {
#if GSTA_TEST_CATCH_MAJOR == 3
  return Catch::Matchers::ContainsSubstring(part);
#else
  return Catch::Matchers::Contains(part);
#endif
}

}  // namespace gsta_test
