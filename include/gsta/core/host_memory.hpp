#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>
#include <utility>

#include "gsta/core/vector_by_id.hpp"
#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace gsta {

/// Asks for large pages where `bytes` bytes at `data` cover some and nothing there was touched yet: one fault
/// instead of 512 when it is. A hint, for arrays of many megabytes that are about to be written.
///
/// Shapes: any memory of the caller's. Cost: a call of the system. Where: host. Throws: nothing.
inline void prefer_large_pages([[maybe_unused]] void* data, [[maybe_unused]] std::size_t bytes) noexcept {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  constexpr std::uintptr_t page = std::uintptr_t{1} << 21U;
  auto const begin = (reinterpret_cast<std::uintptr_t>(data) + page - 1) & ~(page - 1);
  auto const end = (reinterpret_cast<std::uintptr_t>(data) + bytes) & ~(page - 1);
  if (begin < end) (void)madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#endif
}

/// Asks memory for the line at `at`, which will be read soon. A hint.
///
/// Shapes: any place. Cost: O(1). Where: host. Throws: nothing.
inline void ask_for(void const* at) noexcept {
  __builtin_prefetch(at);
  asm volatile("");  // GCC leaves out calls of functions that do nothing but prefetch
}

namespace detail {
/// Arrays of this size and more lie in large pages, the others in whole cache lines.
inline constexpr std::size_t large_array = std::size_t{1} << 22U;
inline std::align_val_t host_alignment(std::size_t bytes) noexcept {
  return std::align_val_t{bytes >= large_array ? std::size_t{1} << 21U : 64};
}
}  // namespace detail

/// Memory of the host, aligned to 64 bytes and uninitialised, in large pages where it is long.
///
/// Shapes: any. Cost: as `operator new`. Where: host. Throws: std::bad_alloc.
inline void* allocate_host(std::size_t bytes) {
  void* const data = ::operator new(bytes, detail::host_alignment(bytes));
  if (bytes >= detail::large_array) prefer_large_pages(data, bytes);
  return data;
}

/// Gives back the `bytes` bytes that `allocate_host` gave.
///
/// Shapes: as allocated. Cost: as `operator delete`. Where: host. Throws: nothing.
inline void free_host(void* data, std::size_t bytes) noexcept {
  ::operator delete(data, detail::host_alignment(bytes));
}

/// Large pages straight from the system, uninitialised, to which `give_pages_back` returns them at once:
/// `operator delete` may keep pieces of some megabytes for itself, where larger ones are not taken from.
///
/// Shapes: any. Cost: a call of the system. Where: host. Throws: std::bad_alloc.
inline void* take_pages(std::size_t bytes) {
#if defined(__linux__)
  constexpr std::size_t page = std::size_t{1} << 21U;
  if (bytes > ~std::size_t{0} - page) throw std::bad_alloc();
  void* const data = mmap(nullptr, bytes + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (data == MAP_FAILED) throw std::bad_alloc();
  auto const begin = reinterpret_cast<std::uintptr_t>(data), aligned = (begin + page - 1) & ~(page - 1);
  auto const end = (aligned + bytes + 4095) & ~std::uintptr_t{4095};
  if (aligned > begin) munmap(data, aligned - begin);
  if (begin + page + bytes > end) munmap(reinterpret_cast<void*>(end), begin + page + bytes - end);
  prefer_large_pages(reinterpret_cast<void*>(aligned), bytes);
  return reinterpret_cast<void*>(aligned);
#else
  return allocate_host(bytes);
#endif
}

/// Gives back the `bytes` bytes that `take_pages` gave.
///
/// Shapes: as taken. Cost: a call of the system. Where: host. Throws: nothing.
inline void give_pages_back(void* data, std::size_t bytes) noexcept {
#if defined(__linux__)
  munmap(data, bytes);
#else
  free_host(data, bytes);
#endif
}

namespace detail {
/// Gives a container memory of `allocate_host`, and leaves items that nothing is said of as that is.
template <class T>
struct host_allocator {
  using value_type = T;
  host_allocator() = default;
  template <class Other>
  host_allocator(host_allocator<Other> const&) noexcept {}
  T* allocate(std::size_t n) { return static_cast<T*>(allocate_host(n * sizeof(T))); }
  void deallocate(T* data, std::size_t n) noexcept { free_host(data, n * sizeof(T)); }
  void construct(T* at) noexcept(std::is_nothrow_default_constructible_v<T>) {
    if constexpr (!std::is_trivially_copyable_v<T>) ::new (at) T();
  }
  template <class... Args>
  void construct(T* at, Args&&... args) {
    ::new (at) T(std::forward<Args>(args)...);
  }
  bool operator==(host_allocator const&) const = default;
};
}  // namespace detail

/// A list that lies in large pages where it is long. New items that are given no value, as by `resize(n)`,
/// are left as memory is where their type can be copied as bytes: who writes them is who touches them first.
template <class T>
using large_vector = vector_by_id<T, detail::host_allocator<T>>;

/// Room for `n` items in an empty list of any allocator, in large pages where that is much.
///
/// Shapes: any list. Cost: one allocation. Where: host. Throws: std::bad_alloc.
template <class List>
void reserve_in_large_pages(List& list, std::size_t n) {
  list.reserve(n);
  std::size_t const bytes = n * sizeof(*list.data());
  if (bytes >= detail::large_array) prefer_large_pages(list.data(), bytes);
}

}  // namespace gsta
