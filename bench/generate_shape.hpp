#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "bench/generate_clock_tree.hpp"
#include "bench/generate_options.hpp"
#include "bench/generate_random.hpp"

namespace gsta_bench::detail {

/// How many inputs each cell has and how many sinks each driver, before anything is connected. Cells are
/// numbered registers, combinational cells in level order, clock buffers; drivers of data are those cells but
/// for the buffers, then the primary inputs.
struct design_shape {
  std::size_t registers = 0, combinational = 0, buffers = 0, inputs = 0, outputs = 0;
  clock_tree_shape clock_tree;
  std::vector<std::uint8_t> data_inputs;  ///< [registers + combinational]
  std::vector<std::uint32_t> fanout;      ///< [cells + inputs], 0 for clock buffers
  std::vector<std::uint32_t> cells_at;    ///< [stages] combinational

  std::size_t cells() const { return registers + combinational + buffers; }
};

class shape_maker {
 public:
  explicit shape_maker(generate_options const& options) : options_(options), random_(options.seed) {
    gsta::require(options.clock_depth >= 1 && options.stages() >= 1,
                  "a generated design needs more levels than its clock tree has");
    gsta::require(options.cells >= 200 && options.cells < 50000000,
                  "a generated design has 200 to 50 million cells");
    gsta::require(options.pins * 10 >= options.cells * 26 && options.pins * 10 <= options.cells * 35,
                  "a generated design has 2.6 to 3.5 pins a cell");
    for (auto const sinks : options.large_nets) {
      gsta::require(sinks > 1000, "a large net of a generated design has more than 1,000 sinks");
      large_sinks_ += sinks;
    }
    gsta::require(2 * large_sinks_ <= static_cast<std::int64_t>(options.cells) &&
                      options.large_nets.size() < options.registers(),
                  "the large nets of a generated design have no more sinks than half its cells");
  }

  design_shape make() {
    plan_clock_tree();
    plan_inputs();
    plan_fanouts();
    plan_levels();
    return std::move(shape_);
  }

 private:
  static constexpr std::int64_t one = 1 << 20;  // shares are fractions of this

  void plan_clock_tree() {
    shape_.registers = options_.registers();
    shape_.inputs = options_.inputs();
    shape_.outputs = options_.outputs();
    shape_.clock_tree = clock_tree_planner(options_, shape_.registers).make();
    shape_.buffers = shape_.clock_tree.driver_of.size();
    gsta::require(4 * shape_.buffers <= options_.cells,
                  "the clock tree of a generated design has more buffers than a quarter of its cells");
    shape_.combinational = options_.cells - shape_.registers - shape_.buffers;
  }

  /// A mix of the two ends of what real netlists have; scan registers where that is still too few pins.
  void plan_inputs() {
    static constexpr int few[6] = {680, 200, 70, 40, 7, 3}, many[6] = {410, 260, 160, 120, 40, 10};
    static constexpr std::int64_t few_mean = 1503, many_mean = 2150;  // thousandths
    auto const cells = static_cast<std::int64_t>(shape_.combinational);
    auto const fixed = static_cast<std::int64_t>(options_.cells + shape_.registers + shape_.buffers +
                                                 shape_.inputs + 1 + shape_.outputs);
    std::int64_t const data = static_cast<std::int64_t>(options_.pins) - fixed;
    std::int64_t left = data - static_cast<std::int64_t>(shape_.registers);
    std::int64_t const usual = cells * (few_mean + (many_mean - few_mean) * 4 / 5) / 1000;
    auto const scan =
        std::clamp<std::int64_t>((left - usual) / 2, 0, static_cast<std::int64_t>(shape_.registers));
    left -= 2 * scan;
    std::int64_t const share = (left * 1000 / cells - few_mean) * one / (many_mean - few_mean);
    for (std::size_t i = 0; i < shape_.registers; ++i) {
      // evenly spread, and exactly `scan` of them
      auto const before = i * static_cast<std::size_t>(scan) / shape_.registers;
      shape_.data_inputs.push_back((i + 1) * static_cast<std::size_t>(scan) / shape_.registers > before ? 3
                                                                                                        : 1);
    }
    for (std::int64_t i = 0; i < cells; ++i) {
      int const inputs = 1 + random_.pick(random_.chance(share) ? many : few, 1000);
      shape_.data_inputs.push_back(static_cast<std::uint8_t>(inputs));
      left -= inputs;
    }
    adjust(shape_.data_inputs, shape_.registers, shape_.data_inputs.size(), left, 1, 4);
    sinks_ = data + static_cast<std::int64_t>(shape_.outputs);
  }

  /// 60/19/10/10/0.7/0.04 % have 1/2/3/4-8/9-32/more sinks; where the mean must be another, the nets with
  /// several sinks grow or shrink in number together.
  void plan_fanouts() {
    static constexpr std::int64_t bins[5] = {190000, 100000, 100000, 7000, 400};  // of a million
    static constexpr std::int64_t base_excess = 972;  // thousandths of a sink above 1, a net
    auto const large = options_.large_nets.size();
    auto const sources =
        static_cast<std::int64_t>(shape_.registers + shape_.combinational + shape_.inputs - large);
    std::int64_t const excess = (sinks_ - large_sinks_ - sources) * 1000 / sources;
    shape_.fanout.assign(options_.cells + shape_.inputs, 0);
    std::int64_t left = sinks_, several = 0;
    for (std::int64_t const bin : bins) several += bin;
    std::int64_t const share = several * excess / base_excess * one / 1000000;
    for (std::size_t i = 0; i < shape_.fanout.size(); ++i) {
      if (!drives_data(i)) continue;
      shape_.fanout[i] = random_.chance(share) ? several_sinks(random_.pick(bins, several)) : 1;
      left -= shape_.fanout[i];
    }
    for (std::size_t i = 0; i < large; ++i) {
      auto& sinks = shape_.fanout[(i + 1) * shape_.registers / (large + 1)];
      left += sinks;
      left -= sinks = options_.large_nets[i];
    }
    adjust(shape_.fanout, 0, shape_.fanout.size(), left, 4, 8);
    adjust(shape_.fanout, 0, shape_.fanout.size(), rest_, 1, 3);  // where the former did not suffice
  }
  bool drives_data(std::size_t driver) const {
    return driver < shape_.registers + shape_.combinational || driver >= options_.cells;
  }
  std::uint32_t several_sinks(int bin) {
    static constexpr int within[5] = {40, 25, 15, 12, 8};
    if (bin < 2) return static_cast<std::uint32_t>(2 + bin);
    if (bin == 2) return static_cast<std::uint32_t>(4 + random_.pick(within, 100));
    if (bin == 3) return 9 + std::min(random_.below(24), random_.below(24));
    auto const most = std::min<std::size_t>(400, options_.cells / 50);
    return 33 + std::min({random_.below(most), random_.below(most), random_.below(most)});
  }

  /// Adds `left` to the sum of values by single steps of random ones that stay in [low, high].
  template <class T>
  void adjust(std::vector<T>& values, std::size_t begin, std::size_t end, std::int64_t left, int low,
              int high) {
    std::size_t const tries = 20 * (end - begin);
    for (std::size_t i = 0; i < tries && left != 0; ++i) {
      T& value = values[begin + random_.below(end - begin)];
      int const step = left > 0 ? 1 : -1, next = static_cast<int>(value) + step;
      if (static_cast<int>(value) < low || static_cast<int>(value) > high || next < low || next > high)
        continue;
      value = static_cast<T>(next);
      left -= step;
    }
    rest_ = left;
  }

  /// Falls in a straight line from the first stage to the last, which keeps a tenth.
  void plan_levels() {
    auto const stages = static_cast<std::size_t>(options_.stages());
    std::size_t total = 0, weight = 0, done = 0, placed = 0;
    for (std::size_t i = 0; i < stages; ++i) total += 10 * (stages - i) + stages;
    for (std::size_t i = 0; i < stages; ++i) {
      weight += 10 * (stages - i) + stages;
      done = shape_.combinational * weight / total;
      shape_.cells_at.push_back(static_cast<std::uint32_t>(done - placed));
      placed = done;
    }
  }

  generate_options const& options_;
  generator_random random_;
  design_shape shape_;
  std::int64_t sinks_ = 0, large_sinks_ = 0, rest_ = 0;
};

}  // namespace gsta_bench::detail
