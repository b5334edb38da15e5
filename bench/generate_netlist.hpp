#pragma once

#include <utility>
#include <vector>

#include "bench/generate_shape.hpp"
#include "gsta/core/span.hpp"

namespace gsta_bench::detail {

/// Who drives what. A place is a fraction of 2^32 along the curve that the design is laid out on. Sinks are
/// the data inputs of registers and combinational cells, cell by cell, then the outputs.
struct connections {
  std::vector<std::uint32_t> place;      ///< [cells + inputs]
  std::vector<std::size_t> input_begin;  ///< [registers + combinational + 1] into driver_of
  std::vector<gsta::id> driver_of;       ///< [data inputs + outputs] cell, or cells + input
};

/// Connects level by level. A stub is a sink that a driver still lacks: each stands as often as it must be
/// taken. A cell's first input takes a stub of the level before, so that levels are what was asked for; the
/// others take stubs of any level that lie near.
class connector {
 public:
  connector(design_shape const& shape, std::uint64_t seed)
      : shape_(shape),
        fanout_(shape.fanout),
        spare_(shape.registers + shape.combinational),
        random_(seed ^ 0x5bd1e995u),
        pool_(shape.cells() / 24 + 1) {}

  connections make() {
    place_starts();
    std::vector<gsta::id> level = stubs_of(0, shape_.registers);
    spread_large_nets();
    put(stubs_of(shape_.cells(), shape_.cells() + shape_.inputs));
    std::size_t next = shape_.registers, late = 0;
    for (std::size_t stage = 0; stage < shape_.cells_at.size(); ++stage) {
      // a level much wider than the one before it is spread over the next ones
      bool const last = stage + 1 == shape_.cells_at.size();
      std::size_t const wanted = shape_.cells_at[stage] + late;
      std::size_t const count =
          last ? wanted : std::max<std::size_t>(1, std::min(wanted, level.size() * 3 / 4));
      std::size_t const made = std::min(count, shape_.registers + shape_.combinational - next);
      connect_level(next, made, std::move(level));
      late = wanted - std::min(wanted, made);
      level = stubs_of(next, next + made);
      next += made;
    }
    put(level);
    connect_ends();
    return std::move(made_);
  }

 private:
  void place_starts() {
    made_.place.resize(shape_.cells() + shape_.inputs);
    auto const spread = [&](std::size_t begin, std::size_t count) {
      for (std::size_t i = 0; i < count; ++i) made_.place[begin + i] = spot(i, count);
    };
    spread(0, shape_.registers);
    spread(shape_.cells(), shape_.inputs);
    std::size_t buffer = shape_.registers + shape_.combinational;
    for (std::size_t const count : shape_.clock_tree.buffers_at) {
      spread(buffer, count);
      buffer += count;
    }
    made_.input_begin.push_back(0);
    for (auto const inputs : shape_.data_inputs)
      made_.input_begin.push_back(made_.input_begin.back() + inputs);
    made_.driver_of.assign(made_.input_begin.back() + shape_.outputs, gsta::none);
  }
  static std::uint32_t spot(std::size_t i, std::size_t count) {
    return static_cast<std::uint32_t>(((2 * i + 1) << 31) / count);
  }

  std::vector<gsta::id> stubs_of(std::size_t begin, std::size_t end) const {
    std::vector<gsta::id> stubs;
    for (std::size_t driver = begin; driver < end; ++driver)
      if (!is_large(driver)) stubs.insert(stubs.end(), fanout_[driver], static_cast<gsta::id>(driver));
    return stubs;
  }
  /// Such nets reach all over the design, and cells of all levels.
  bool is_large(std::size_t driver) const { return fanout_[driver] > 1000; }
  void spread_large_nets() {
    for (std::size_t driver = 0; driver < shape_.registers; ++driver) {
      std::uint32_t const sinks = is_large(driver) ? fanout_[driver] : 0;
      for (std::uint32_t i = 0; i < sinks; ++i)
        bucket_of(spot(i, sinks)).push_back(static_cast<gsta::id>(driver));
      in_pool_ += sinks;
    }
  }

  std::vector<gsta::id>& bucket_of(std::uint32_t place) { return pool_[(place * pool_.size()) >> 32]; }
  void put(std::vector<gsta::id> const& stubs) {
    for (gsta::id const stub : stubs) bucket_of(made_.place[stub]).push_back(stub);
    in_pool_ += stubs.size();
  }

  /// First inputs take an evenly drawn part of the stubs of the level before; the rest goes to the pool.
  void connect_level(std::size_t first, std::size_t count, std::vector<gsta::id> const& before) {
    level_begin_ = first;
    std::size_t cell = first, left = before.size();
    std::vector<gsta::id> rest;
    for (gsta::id const stub : before) {
      if (random_.below(left--) < first + count - cell) {
        made_.place[cell] = near(made_.place[stub]);
        made_.driver_of[made_.input_begin[cell++]] = stub;
      } else {
        rest.push_back(stub);
      }
    }
    put(rest);
    for (; cell < first + count; ++cell) {  // more cells than the level before can reach: a lower level
      made_.place[cell] = static_cast<std::uint32_t>(random_.next());
      made_.driver_of[made_.input_begin[cell]] = take(made_.place[cell], cell, 0);
    }
    for (cell = first; cell < first + count; ++cell) {
      for (std::size_t i = 1; i < shape_.data_inputs[cell]; ++i)
        made_.driver_of[made_.input_begin[cell] + i] = take(made_.place[cell], cell, i);
    }
  }
  std::uint32_t near(std::uint32_t place) {
    std::uint64_t const reach = (std::uint64_t{64} << 32) / shape_.cells();
    std::uint64_t const moved = place + random_.below(2 * reach);
    return moved < reach ? 0
                         : static_cast<std::uint32_t>(std::min<std::uint64_t>(moved - reach, 0xffffffffu));
  }

  bool drives_already(gsta::id stub, std::size_t cell, std::size_t inputs) const {
    for (std::size_t i = 0; i < inputs; ++i) {
      if (made_.driver_of[made_.input_begin[cell] + i] == stub) return true;
    }
    return false;
  }

  /// The first that fits of a few stubs around `place`, late levels before early ones.
  gsta::id take(std::uint32_t place, std::size_t cell, std::size_t inputs) {
    if (in_pool_ == 0) return move_stub();
    for (int attempt = 0;; ++attempt) {
      std::vector<gsta::id>& bucket =
          nonempty_near(attempt < 8 ? place : static_cast<std::uint32_t>(random_.next()));
      std::size_t const back = std::min(random_.below(bucket.size()), random_.below(bucket.size()));
      std::size_t const at = bucket.size() - 1 - back;
      gsta::id const stub = bucket[at];
      if (attempt < 16 && drives_already(stub, cell, inputs)) {
        place = near(place);
        continue;
      }
      bucket[at] = bucket.back();
      bucket.pop_back();
      --in_pool_;
      return stub;
    }
  }
  /// Where small designs run out of stubs for a while, a register takes over one of a cell whose
  /// stubs are not out yet.
  gsta::id move_stub() {
    while (spare_ > level_begin_ && fanout_[spare_ - 1] <= 1) --spare_;
    gsta::require(
        spare_ > level_begin_,
        "a generated design has too few levels for its cells: nothing is left to drive their inputs");
    --fanout_[spare_ - 1];
    auto const driver = random_.below(shape_.registers);
    ++fanout_[driver];
    return static_cast<gsta::id>(driver);
  }
  std::vector<gsta::id>& nonempty_near(std::uint32_t place) {
    std::size_t const middle = (place * pool_.size()) >> 32;
    for (std::size_t away = 0;; ++away) {
      if (middle + away < pool_.size() && !pool_[middle + away].empty()) return pool_[middle + away];
      if (away <= middle && !pool_[middle - away].empty()) return pool_[middle - away];
    }
  }

  /// What is left goes to registers and outputs, in the order of places.
  void connect_ends() {
    std::vector<gsta::id> stubs;
    for (auto const& bucket : pool_) stubs.insert(stubs.end(), bucket.begin(), bucket.end());
    std::size_t const register_inputs = made_.input_begin[shape_.registers];
    gsta::require(
        stubs.size() == register_inputs + shape_.outputs,
        "a generated design's nets and sinks do not agree: other numbers of pins a cell are needed");
    std::size_t output = 0, input = 0;
    for (std::size_t i = 0; i < stubs.size(); ++i) {
      bool const to_output = input == register_inputs ||
                             (output < shape_.outputs && output * register_inputs < input * shape_.outputs);
      made_.driver_of[to_output ? made_.input_begin.back() + output++ : input++] = stubs[i];
    }
  }

  design_shape const& shape_;
  std::vector<std::uint32_t> fanout_;  // as the shape has it, but for stubs that moved
  std::size_t spare_;                  // cells from here on have no stub to move
  std::size_t level_begin_ = 0;        // the first cell that is being connected
  generator_random random_;
  std::vector<std::vector<gsta::id>> pool_;  // [buckets by place] stubs
  std::size_t in_pool_ = 0;
  connections made_;
};

}  // namespace gsta_bench::detail
