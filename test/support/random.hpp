#pragma once

#include <cstdint>
#include <vector>

namespace gsta_test {

/// splitmix64: the same numbers on every platform, unlike the distributions of <random>.
class prng {
 public:
  // Mixed: otherwise the numbers of seed + 1 would be those of seed, from the second on.
  explicit prng(std::uint64_t seed) : state_(mixed(seed + 1)) {}

  std::uint64_t next() { return mixed(state_ += 0x9e3779b97f4a7c15u); }
  /// In [0, n).
  int below(int n) { return static_cast<int>(next() % static_cast<std::uint64_t>(n)); }
  /// In [low, high].
  int between(int low, int high) { return low + below(high - low + 1); }
  bool chance(int percent) { return below(100) < percent; }
  /// In [low, high), on a grid of 2^24 steps.
  float real(double low, double high) {
    double const unit = static_cast<double>(next() >> 40) / 16777216.0;
    return static_cast<float>(low + (high - low) * unit);
  }
  template <class T>
  T const& pick(std::vector<T> const& from) {
    return from[static_cast<std::size_t>(below(static_cast<int>(from.size())))];
  }
  template <class T>
  void shuffle(std::vector<T>& v) {
    for (std::size_t i = v.size(); i > 1; --i) {
      std::size_t const other = static_cast<std::size_t>(next() % i);
      T const kept = v[i - 1];
      v[i - 1] = v[other];
      v[other] = kept;
    }
  }

 private:
  static std::uint64_t mixed(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

}  // namespace gsta_test
