#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

namespace gsta::io::detail {

/// A set of names that live in the text: open addressing, because the readers ask it once for every word and
/// the chains of std::unordered_set cost more than all the rest of the reading.
class name_set {
 public:
  /// True where the name is new.
  bool insert(std::string_view name) {
    if (2 * (count_ + 1) > slots_.size()) grow();
    auto const hash = std::hash<std::string_view>{}(name);
    auto& slot = slots_[find(name, hash)];
    if (slot.name.data() != nullptr) return false;
    slot = {name, hash};
    ++count_;
    return true;
  }

 private:
  struct slot_type {
    std::string_view name;  ///< data() is nullptr: free
    std::size_t hash = 0;
  };

  std::size_t find(std::string_view name, std::size_t hash) const noexcept {
    auto const mask = slots_.size() - 1;
    auto i = hash & mask;
    while (slots_[i].name.data() != nullptr && (slots_[i].hash != hash || slots_[i].name != name))
      i = (i + 1) & mask;
    return i;
  }

  void grow() {
    std::vector<slot_type> old(slots_.empty() ? 64 : 2 * slots_.size());
    std::swap(old, slots_);
    for (auto const& slot : old) {
      if (slot.name.data() != nullptr) slots_[find(slot.name, slot.hash)] = slot;
    }
  }

  std::vector<slot_type> slots_;
  std::size_t count_ = 0;
};

}  // namespace gsta::io::detail
