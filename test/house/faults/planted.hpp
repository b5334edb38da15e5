#pragma once

// What a planted fault becomes in a copy of the library: each function gives what the source says, unless its
// fault is the one that the environment variable GSTA_PLANTED_FAULT chooses. Included by force in front of
// every unit.

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <type_traits>

namespace gsta_faults {

inline constexpr std::size_t most = 4096;

/// A byte for each fault: 'r' once the program came by it. In the file that GSTA_FAULTS_SEEN names, so that
/// what a forked child comes by counts too.
inline std::atomic<char>* const seen = [] {
  static std::atomic<char> own[most];
  char const* const path = std::getenv("GSTA_FAULTS_SEEN");
  int const file = path == nullptr ? -1 : open(path, O_RDWR);
  if (file < 0) return own;
  void* const shared = mmap(nullptr, most, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  return shared == MAP_FAILED ? own : static_cast<std::atomic<char>*>(shared);
}();

inline int const chosen = [] {
  char const* const text = std::getenv("GSTA_PLANTED_FAULT");
  return text == nullptr ? 0 : std::atoi(text);
}();

/// Whether fault `fault` is the one. What the compiler works out stays as it is.
constexpr bool planted(int fault) noexcept {
  if (std::is_constant_evaluated()) return false;
  seen[fault].store('r', std::memory_order_relaxed);
  return fault == chosen;
}

/// Says that fault `fault` means nothing for the types that it met: there is none.
constexpr void unfit(int fault) noexcept {
  if (std::is_constant_evaluated()) return;
  char none = 0;
  seen[fault].compare_exchange_strong(none, 'u', std::memory_order_relaxed);
}

constexpr bool flipped(int fault, bool value) noexcept { return planted(fault) != value; }

/// `right`, or `wrong` of the same type.
template <class T>
constexpr T& either(int fault, T& right, T& wrong) noexcept {
  return planted(fault) ? wrong : right;
}
template <class T, class U>
constexpr T& either(int fault, T& right, U&) noexcept {
  unfit(fault);
  return right;
}

/// Another number: one more, or one less where `step` says so.
template <class T>
constexpr T number(int fault, T value, int step) noexcept {
  return planted(fault) ? static_cast<T>(value + static_cast<T>(step)) : value;
}

#define GSTA_FAULTS_BINARY(name, right, wrong)                                                             \
  template <class A, class B>                                                                              \
  constexpr auto name(int fault, A const& a, B const& b) {                                                 \
    using type = std::remove_cvref_t<decltype(a right b)>;                                                 \
    if constexpr (requires { requires std::is_same_v<type, std::remove_cvref_t<decltype(a wrong b)>>; }) { \
      if (planted(fault)) return a wrong b;                                                                \
    } else if constexpr (std::is_same_v<type, A>) {                                                        \
      if (planted(fault)) return a;                                                                        \
    } else if constexpr (std::is_same_v<type, B>) {                                                        \
      if (planted(fault)) return b;                                                                        \
    } else {                                                                                               \
      unfit(fault);                                                                                        \
    }                                                                                                      \
    return a right b;                                                                                      \
  }

GSTA_FAULTS_BINARY(less, <, <=)
GSTA_FAULTS_BINARY(less_equal, <=, <)
GSTA_FAULTS_BINARY(greater, >, >=)
GSTA_FAULTS_BINARY(greater_equal, >=, >)
GSTA_FAULTS_BINARY(equal, ==, !=)
GSTA_FAULTS_BINARY(not_equal, !=, ==)
GSTA_FAULTS_BINARY(plus, +, -)
GSTA_FAULTS_BINARY(minus, -, +)
GSTA_FAULTS_BINARY(times, *, +)
GSTA_FAULTS_BINARY(divided, /, *)
GSTA_FAULTS_BINARY(modulo, %, /)
#undef GSTA_FAULTS_BINARY

/// The result of one function or of another that takes the same.
template <class Right, class Wrong, class... Args>
constexpr decltype(auto) call(int fault, Right const& right, Wrong const& wrong, Args&&... args) {
  if (planted(fault)) return wrong(args...);
  return right(args...);
}

}  // namespace gsta_faults
