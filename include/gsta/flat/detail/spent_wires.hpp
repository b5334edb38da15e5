#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <memory_resource>
#include <utility>
#include <vector>

#include "gsta/core/host_threads.hpp"
#include "gsta/model/wires.hpp"

namespace gsta::detail {

/// Gives the records of wires back as they are read, where nobody needs them any more: what is made of them
/// then takes the memory that they had, and the system need not find any. Memory goes when all wires in it
/// were read, but for a few: those move out.
class spent_wires {
 public:
  /// Wires that were read, by the memory that their lists lie in; wires behind each other mostly have the
  /// same.
  using counts = std::vector<std::pair<std::pmr::memory_resource const*, std::size_t>>;

  /// Null: all stay as they are.
  explicit spent_wires(model::parasitics* wires) : wires_(wires) {}

  bool is_used() const noexcept { return wires_ != nullptr; }

  /// Finds out which wires lie where.
  void begin(host_threads const& threads) {
    if (wires_ == nullptr) return;
    constexpr std::size_t at_once = std::size_t{1} << 15U;
    auto const& nets = wires_->nets;
    std::vector<std::vector<run>> parts((nets.size() + at_once - 1) / at_once);
    threads.for_each_piece(parts.size(), [&](std::size_t p) {
      auto& runs = parts[p];
      for (auto i = p * at_once; i < std::min(nets.size(), (p + 1) * at_once); ++i) {
        auto const* const memory = memory_of(nets[i]);
        if (runs.empty() || runs.back().memory != memory) runs.push_back({memory, i, i});
        runs.back().end = i + 1;
      }
    });
    for (auto const& runs : parts) {
      for (auto const& one : runs) {
        auto& use = use_of(one.memory);
        use.wires += one.end - one.begin;
        use.runs.push_back(one);
        may_drop_ = may_drop_ && one.memory != nullptr;
      }
    }
    for (auto& use : uses_) {
      use.left = use.wires;
      use.is_gone = !wires_->memory.keeps(use.memory);  // it is not these records' own
    }
  }

  /// A wire was looked at for the last time: it has no lists any more. Any thread, others with other wires.
  void end(model::wire_net const& wire, counts& ended) const {
    if (wires_ == nullptr) return;
    auto& own = wires_->nets[static_cast<std::size_t>(&wire - wires_->nets.data())];
    auto const* const memory = memory_of(own);
    if (ended.empty() || ended.back().first != memory) ended.push_back({memory, 0});
    ++ended.back().second;
    std::destroy_at(&own);  // an assignment would leave the lists in the memory where they are
    std::construct_at(&own);
  }

  /// Gives memory back. No thread may look at wires meanwhile.
  void take(counts& ended) {
    constexpr std::size_t few = 16;  // of so many wires one
    for (auto const& [memory, wires] : ended) {
      auto& use = use_of(memory);
      use.left -= std::min(use.left, wires);  // others are of those that moved out
      if (!may_drop_ || use.is_gone || use.left > use.wires / few) continue;
      for (auto const& one : use.runs)
        for (auto i = one.begin; i < one.end; ++i)
          if (auto& wire = wires_->nets[i]; memory_of(wire) == memory) move_out(wire);
      wires_->memory.drop(memory);
      use.is_gone = true;
    }
    ended.clear();
  }

  /// No wire is looked at any more.
  void end_all() {
    if (wires_ == nullptr) return;
    std::vector<model::wire_net>().swap(wires_->nets);
    wires_->net_index = {};
  }

 private:
  struct run {
    std::pmr::memory_resource const* memory;
    std::size_t begin, end;  // wires
  };
  struct memory_use {
    std::pmr::memory_resource const* memory;
    std::size_t wires = 0, left = 0;  // that were not looked at yet
    std::vector<run> runs{};
    bool is_gone = false;
  };

  /// Null where lists of one wire lie here and there.
  static std::pmr::memory_resource const* memory_of(model::wire_net const& wire) {
    auto const* const memory = wire.names.get_allocator().resource();
    for (auto const* const other :
         {wire.connections.get_allocator().resource(), wire.capacitors.get_allocator().resource(),
          wire.resistors.get_allocator().resource()})
      if (other != memory) return nullptr;
    return memory;
  }
  static void move_out(model::wire_net& wire) {
    model::wire_net copy = wire;  // its lists are in no such memory
    std::destroy_at(&wire);
    std::construct_at(&wire, std::move(copy));
  }
  memory_use& use_of(std::pmr::memory_resource const* memory) {
    for (auto& one : uses_)
      if (one.memory == memory) return one;
    return uses_.emplace_back(memory_use{memory});
  }

  model::parasitics* wires_;
  std::vector<memory_use> uses_;
  bool may_drop_ = true;  // each wire lies in one memory
};

}  // namespace gsta::detail
