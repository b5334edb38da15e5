#pragma once

#include <cstdint>

namespace gsta_bench {

/// SplitMix64. Written out, and used with integers alone, so that one seed makes the same bytes on every
/// platform; the distributions of <random> do not.
class generator_random {
 public:
  explicit generator_random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  /// In [0, bound), for bounds below 2^32.
  std::uint32_t below(std::uint64_t bound) {
    return static_cast<std::uint32_t>(((next() >> 32) * bound) >> 32);
  }
  /// True in `share` of 2^20 cases.
  bool chance(std::int64_t share) { return static_cast<std::int64_t>(next() >> 44) < share; }

  /// An index drawn by weights that sum to `total`.
  template <class Weights>
  int pick(Weights const& weights, std::uint64_t total) {
    std::uint64_t left = below(total);
    int i = 0;
    while (left >= static_cast<std::uint64_t>(weights[i])) left -= static_cast<std::uint64_t>(weights[i++]);
    return i;
  }

 private:
  std::uint64_t state_;
};

}  // namespace gsta_bench
