#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "bench/generate_options.hpp"
#include "bench/generate_random.hpp"

namespace gsta_bench::detail {

/// The buffers of a clock tree, level by level from the root, and within a level in the order of places. A
/// register's buffer is a leaf, which drives registers alone; others drive buffers of the next level alone.
struct clock_tree_shape {
  static constexpr std::uint32_t port = 0xffffffffu;  ///< in place of a buffer

  std::vector<std::size_t> buffers_at;       ///< [clock depth], root first
  std::vector<std::uint32_t> driver_of;      ///< [buffers] buffer of the level above, or `port`
  std::vector<std::uint32_t> register_leaf;  ///< [registers] buffer
};

/// Plans from the leaves upwards. Registers are cut into groups of neighbours, one a leaf; each level takes
/// equal parts of the next.
class clock_tree_planner {
 public:
  clock_tree_planner(generate_options const& options, std::size_t registers)
      : options_(options), registers_(registers), levels_(static_cast<std::size_t>(options.clock_depth)) {
    gsta::require(options.clock_fanout >= 0, "a leaf of a generated clock tree drives registers");
    gsta::require(
        options.clock_depth > 1 || options.clock_fanout == 0 ||
            static_cast<std::size_t>(options.clock_fanout) >= registers,
        "a generated clock tree of one buffer has all registers at it: clock_fanout asks for fewer");
    gsta::require(options.clock_depth_spread >= 0 && 2 * options.clock_depth_spread <= options.clock_depth,
                  "the leaves of a generated clock tree lie at half its depth and deeper");
  }

  clock_tree_shape make() {
    place_leaves();
    for (std::size_t level = levels_.size() - 1; level > 0; --level) add_parents(level);
    return number();
  }

 private:
  static constexpr std::uint32_t no_leaf = 0xffffffffu;
  static constexpr int usual_fanout = 24;
  static constexpr std::uint64_t one = 1024;  // factors below 2 are multiples of 1 / one

  struct buffer {
    std::uint32_t place = 0;  ///< a leaf's own, else that of the first leaf below
    std::uint32_t leaf = no_leaf;
    std::uint32_t parent = 0;  ///< within the level above
  };

  /// At depths drawn at random, where they are to differ; one is at the greatest depth, as the others lie.
  void place_leaves() {
    auto const fanout =
        static_cast<std::size_t>(options_.clock_fanout == 0 ? usual_fanout : options_.clock_fanout);
    leaves_ = levels_.size() == 1 ? 1 : (registers_ + fanout - 1) / fanout;
    auto const depths = static_cast<std::uint64_t>(options_.clock_depth_spread) + 1;
    generator_random random(options_.seed ^ 0x636c6f636bu);
    for (std::size_t leaf = 0; leaf < leaves_; ++leaf) {
      bool const deepest = depths == 1 || leaf + 1 == leaves_;
      std::size_t const above = deepest ? 0 : random.below(depths);
      auto const place = static_cast<std::uint32_t>(leaf);
      levels_[levels_.size() - 1 - above].push_back({place, place});
    }
  }

  /// Parents of all that lies at a level join the leaves of the level above.
  void add_parents(std::size_t level) {
    auto& below = levels_[level];
    auto& above = levels_[level - 1];
    std::size_t const count = below.size(), parents = parents_of(count, level);
    for (std::size_t i = 0, last = parents; i < count; ++i) {
      std::size_t const parent = i * parents / count;
      if (parent != last) above.push_back({below[i].place});
      last = parent;
    }
    // No two share a place: a leaf lies below one buffer of a level.
    std::sort(above.begin(), above.end(), [](buffer const& a, buffer const& b) { return a.place < b.place; });
    std::vector<std::uint32_t> at;  // [parents] within the level
    for (std::size_t i = 0; i < above.size(); ++i)
      if (above[i].leaf == no_leaf) at.push_back(static_cast<std::uint32_t>(i));
    for (std::size_t i = 0; i < count; ++i) below[i].parent = at[i * parents / count];
  }

  /// The smallest factor that reaches one root in the levels left. Where doubling reaches it early, the
  /// factor is a fraction below 2, so that all levels branch somewhere instead of none at the top.
  static std::size_t parents_of(std::size_t count, std::size_t level) {
    if (level == 1) return 1;
    std::uint64_t factor = 2 * one;
    if (reach(factor, level) >= 2 * count) {
      factor = one + 1;
      while (reach(factor, level) < count) ++factor;
    } else {
      while (reach(factor, level) < count) factor += one;
    }
    return (count * one + factor - 1) / factor;
  }
  static std::size_t reach(std::uint64_t factor, std::size_t levels) {
    std::uint64_t result = one;
    for (std::size_t i = 0; i < levels && result < std::uint64_t{1} << 40; ++i)
      result = result * factor / one;
    return result / one;
  }

  clock_tree_shape number() const {
    clock_tree_shape made;
    std::vector<std::uint32_t> buffer_of(leaves_);
    std::uint32_t above = clock_tree_shape::port, first = 0;
    for (auto const& level : levels_) {
      for (std::size_t i = 0; i < level.size(); ++i) {
        made.driver_of.push_back(first == 0 ? clock_tree_shape::port : above + level[i].parent);
        if (level[i].leaf != no_leaf) buffer_of[level[i].leaf] = first + static_cast<std::uint32_t>(i);
      }
      made.buffers_at.push_back(level.size());
      above = first;
      first += static_cast<std::uint32_t>(level.size());
    }
    for (std::size_t i = 0; i < registers_; ++i)
      made.register_leaf.push_back(buffer_of[i * leaves_ / registers_]);
    return made;
  }

  generate_options const& options_;
  std::size_t registers_, leaves_ = 0;
  std::vector<std::vector<buffer>> levels_;  // [clock depth] root first, by place
};

}  // namespace gsta_bench::detail
