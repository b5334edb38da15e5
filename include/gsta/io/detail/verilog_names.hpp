#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

namespace gsta::io::detail {

/// Numbers for the names of a netlist, so that each is hashed once a use and compared as a number from then
/// on. Names are views into the texts, without the backslash of escaped ones.
class verilog_names {
 public:
  using number = std::uint32_t;
  static constexpr number missing = ~number{0};

  number number_of(std::string_view name) {
    if (2 * (names_.size() + 1) > slots_.size()) grow();
    auto const hash = hash_of(name);
    auto& slot = slots_[find_slot(name, hash)];
    if (slot.name == missing) {
      slot = {hash, static_cast<number>(names_.size())};
      names_.push_back(name);
    }
    return slot.name;
  }

  /// The number of a name that was met before, else `missing`.
  number find(std::string_view name) const noexcept {
    return slots_.empty() ? missing : slots_[find_slot(name, hash_of(name))].name;
  }

  std::string_view operator[](number n) const noexcept { return names_[n]; }
  std::size_t size() const noexcept { return names_.size(); }

 private:
  struct slot_type {
    std::uint32_t hash = 0;
    number name = missing;
  };

  static std::uint32_t hash_of(std::string_view name) noexcept {
    return static_cast<std::uint32_t>(std::hash<std::string_view>{}(name));
  }

  std::size_t find_slot(std::string_view name, std::uint32_t hash) const noexcept {
    auto const mask = slots_.size() - 1;
    auto i = hash & mask;
    while (slots_[i].name != missing && (slots_[i].hash != hash || names_[slots_[i].name] != name))
      i = (i + 1) & mask;
    return i;
  }

  void grow() {
    std::vector<slot_type> old(slots_.empty() ? 1024 : 2 * slots_.size());
    std::swap(old, slots_);
    auto const mask = slots_.size() - 1;
    for (auto const& slot : old) {
      if (slot.name == missing) continue;
      auto i = slot.hash & mask;
      while (slots_[i].name != missing) i = (i + 1) & mask;
      slots_[i] = slot;
    }
  }

  std::vector<slot_type> slots_;
  std::vector<std::string_view> names_;
};

}  // namespace gsta::io::detail
