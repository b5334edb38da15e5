#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>

#include "gsta/core/span.hpp"

namespace gsta {

/// How a buffer gives its memory back: kept beside the memory, so that an owner outlives its executor object.
struct deallocator {
  void (*release)(void* data, std::size_t bytes, void* memory, void* stream) noexcept = nullptr;
  void* memory = nullptr;
  void* stream = nullptr;
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

/// The view that executor `E` works on; a parameter of this type is not deduced, so owners' views convert.
template <executor E, class T>
using view_for = std::type_identity_t<span<T, E::space>>;

}  // namespace gsta
