#pragma once

#include <initializer_list>

#include "gsta/core/algorithm.hpp"
#include "gsta/core/executor.hpp"
#include "test/support/catch.hpp"
#ifdef GSTA_HAS_TBB
#include "gsta/core/tbb_executor.hpp"
#endif

#ifndef __has_feature
#define __has_feature(feature) 0  // g++ says it by a macro
#endif

namespace gsta_test {

/// Numbers of oneTBB's threads. The address sanitizer takes the most alone: what it looks for does not hang
/// on how many there are, and that bits do not is what the tests without it see.
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
inline constexpr std::initializer_list<unsigned> tested_threads{16u};
#else
inline constexpr std::initializer_list<unsigned> tested_threads{1u, 2u, 16u};
#endif

/// Runs `body(exec)` on every executor of the host: serial, then oneTBB with each of `tested_threads` where
/// it is built in. `test/support/cuda.cuh` has the same for the device.
template <class Body>
void on_host_backends(Body const& body) {
  {
    INFO("backend: host");
    body(gsta::host_executor{});
  }
#ifdef GSTA_HAS_TBB
  for (unsigned const threads : tested_threads) {
    INFO("backend: oneTBB with " << threads << " threads");
    body(gsta::tbb_executor{threads});
  }
#endif
}

}  // namespace gsta_test
