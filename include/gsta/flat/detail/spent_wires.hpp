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
/// then takes the memory that they had, and the system need not find any.
class spent_wires {
 public:
  /// Wires by the memory that their lists lie in: runs of wires mostly have the same.
  using counts = std::vector<std::pair<std::pmr::memory_resource const*, std::size_t>>;

  /// Null: all stay as they are.
  explicit spent_wires(model::parasitics* wires) : wires_(wires) {}

  bool is_used() const noexcept { return wires_ != nullptr; }

  /// Counts which wires lie where.
  void begin(host_threads const& threads) {
    if (wires_ == nullptr) return;
    constexpr std::size_t at_once = std::size_t{1} << 15U;
    auto const& nets = wires_->nets;
    std::vector<counts> parts((nets.size() + at_once - 1) / at_once);
    threads.for_each_piece(parts.size(), [&](std::size_t p) {
      for (auto i = p * at_once; i < std::min(nets.size(), (p + 1) * at_once); ++i)
        add(parts[p], memory_of(nets[i]));
    });
    for (auto const& part : parts) {
      for (auto const& [memory, wires] : part) {
        left_of(memory) += wires;
        may_drop_ = may_drop_ && memory != nullptr;
      }
    }
  }

  /// A wire was looked at for the last time: it has no lists any more. Any thread, others with other wires.
  void end(model::wire_net const& wire, counts& ended) const {
    if (wires_ == nullptr) return;
    auto& own = wires_->nets[static_cast<std::size_t>(&wire - wires_->nets.data())];
    add(ended, memory_of(own));
    std::destroy_at(&own);  // an assignment would leave the lists' memory to them
    std::construct_at(&own);
  }

  /// Gives memory back that no wire is left in.
  void take(counts& ended) {
    for (auto const& [memory, wires] : ended)
      if ((left_of(memory) -= wires) == 0 && may_drop_) wires_->memory.drop(memory);
    ended.clear();
  }

  /// No wire is looked at any more.
  void end_all() {
    if (wires_ == nullptr) return;
    std::vector<model::wire_net>().swap(wires_->nets);
    wires_->net_index = {};
  }

 private:
  /// Null where lists of one wire lie here and there.
  static std::pmr::memory_resource const* memory_of(model::wire_net const& wire) {
    auto const* const memory = wire.names.get_allocator().resource();
    for (auto const* const other :
         {wire.connections.get_allocator().resource(), wire.capacitors.get_allocator().resource(),
          wire.resistors.get_allocator().resource()})
      if (other != memory) return nullptr;
    return memory;
  }
  static void add(counts& to, std::pmr::memory_resource const* memory) {
    if (to.empty() || to.back().first != memory) to.push_back({memory, 0});
    ++to.back().second;
  }
  std::size_t& left_of(std::pmr::memory_resource const* memory) {
    for (auto& [of, left] : left_)
      if (of == memory) return left;
    return left_.emplace_back(memory, 0).second;
  }

  model::parasitics* wires_;
  counts left_;           // wires that were not looked at yet
  bool may_drop_ = true;  // each wire lies in one memory
};

}  // namespace gsta::detail
