#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "gsta/core/host_memory.hpp"
#include "gsta/core/span.hpp"

namespace gsta {

/// How a buffer gives its memory back: kept beside the memory, so that an owner outlives its executor object.
struct deallocator {
  /// Takes back `bytes` bytes at `data`, with the two values below.
  void (*release)(void* data, std::size_t bytes, void* memory, void* stream) noexcept = nullptr;
  void* memory = nullptr;  ///< where it came from, in the executor's own terms
  void* stream = nullptr;  ///< in whose order it is given back, in the executor's own terms
};

/// Where work runs and memory comes from. Executors are small values, passed first and by const reference.
///
/// `allocate(bytes)` returns memory of `E::space`, `deallocation()` says how it is given back, `sync()` waits
/// for all work submitted so far. Work on one executor runs in the order of its calls.
template <class E>
concept executor = requires(E const& exec, std::size_t bytes) {
  { E::space } -> std::convertible_to<memory_space>;
  { exec.allocate(bytes) } -> std::same_as<void*>;
  { exec.deallocation() } -> std::same_as<deallocator>;
  exec.sync();
};

/// An executor whose memory the calling thread can touch; these share the serial bodies of
/// core/algorithm.hpp.
template <class E>
concept host_side_executor = executor<E> && (E::space == memory_space::host);

/// True where all that `Primitive` calls on executor `E` is included: on the host always; on a device once
/// its `.cuh` is, which says so by a specialisation. A driver for a device is an overload: were it missing,
/// the call would compile to a slower body, and in another source file to another one. So whatever has such
/// an overload, or calls what has, begins with a static_assert on this.
///
/// Primitives are named by types that are declared and never defined:
/// `namespace primitive { struct find_costs; }` in the `.hpp`, and in the `.cuh`
/// `template <> inline constexpr bool driver_known<primitive::find_costs, cuda_executor> = true;`. Whoever
/// writes an executor for another device specialises it for what that executor can do.
template <class Primitive, executor E>
inline constexpr bool driver_known = host_side_executor<E>;

/// The view that executor `E` works on; a parameter of this type is not deduced, so owners' views convert.
template <executor E, class T>
using view_for = std::type_identity_t<span<T, E::space>>;

/// Runs everything on the calling thread, in order. The readable specification of what other executors do.
struct host_executor {
  static constexpr memory_space space = memory_space::host;  ///< of what it allocates

  /// Memory aligned to 64 bytes, uninitialised, in large pages where the system has some. Throws:
  /// std::bad_alloc.
  void* allocate(std::size_t bytes) const { return allocate_host(bytes); }
  /// What gives back memory of `allocate`, now.
  deallocator deallocation() const noexcept { return {release, nullptr, nullptr}; }
  /// Does nothing: a call returns when its work is done.
  void sync() const noexcept {}

 private:
  static void release(void* data, std::size_t bytes, void*, void*) noexcept { free_host(data, bytes); }
};

/// How the tiles of a sweep follow each other.
enum class sweep_order : std::uint8_t {
  automatic,
  levels,    ///< a launch a level
  dataflow,  ///< one launch; a warp waits for the values that it needs
};

}  // namespace gsta
