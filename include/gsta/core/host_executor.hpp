#pragma once

#include <cstddef>
#include <new>

#include "gsta/core/executor.hpp"

namespace gsta {

/// Runs everything on the calling thread, in order. The readable specification of what other executors do.
struct host_executor {
  static constexpr memory_space space = memory_space::host;

  void* allocate(std::size_t bytes) const { return ::operator new(bytes, alignment); }
  deallocator deallocation() const noexcept { return {release, nullptr, nullptr}; }
  void sync() const noexcept {}

 private:
  static constexpr std::align_val_t alignment{64};
  static void release(void* data, std::size_t, void*, void*) noexcept { ::operator delete(data, alignment); }
};

}  // namespace gsta
