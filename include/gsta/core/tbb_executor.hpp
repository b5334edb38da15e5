#pragma once

#include "gsta/core/host_executor.hpp"

namespace gsta {

/// Runs on `threads` host threads of oneTBB (0: as many as the machine has). Same bits as `host_executor`.
///
/// Include `gsta/core/tbb_algorithm.hpp` and link `gsta::tbb` to use it.
struct tbb_executor {
  static constexpr memory_space space = memory_space::host;
  unsigned threads = 0;

  void* allocate(std::size_t bytes) const { return host_executor{}.allocate(bytes); }
  deallocator deallocation() const noexcept { return host_executor{}.deallocation(); }
  void sync() const noexcept {}
};

}  // namespace gsta
