#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "gsta/flat/detail/name_table.hpp"
#include "gsta/model/name.hpp"

namespace gsta::detail {

/// What is known of a node's name while its net is gathered.
struct wire_name {
  std::string_view text;
  id pin = none;   ///< that it names
  id node = none;  ///< that stands for it in the draft
  bool is_resolved = false, is_known = false;
};

/// The names of one net's nodes: equal ones are found by where their letters lie, or by the letters.
class wire_names {
 public:
  wire_names() : by_place_(64), by_text_(64) {}

  void begin_net() noexcept {
    ++net_;
    all_.clear();
    places_ = 0;
  }

  /// The number of a name's entry, a new one where it was not met in this net.
  std::uint32_t of(model::name const& name) {
    auto const place = reinterpret_cast<std::uintptr_t>(name.place());
    slot& at = free_or(by_place_, mixed(place), [&](slot const& one) { return one.key == place; });
    if (at.net == net_) return at.index;
    auto const index = index_of(name.view());
    at = {net_, place, index};
    if (2 * ++places_ > by_place_.size()) grow(by_place_);
    return index;
  }
  wire_name& operator[](std::uint32_t index) noexcept { return all_[index]; }

 private:
  struct slot {
    std::uint64_t net = 0;
    std::uint64_t key = 0;  ///< the place, or the text's hash
    std::uint32_t index = 0;
  };

  static std::uint64_t mixed(std::uint64_t key) noexcept {
    key *= 0x9E3779B97F4A7C15U;
    return key ^ (key >> 32U);
  }

  template <class IsSame>
  slot& free_or(std::vector<slot>& table, std::uint64_t hash, IsSame const& is_same) noexcept {
    auto const mask = table.size() - 1;
    for (std::size_t i = hash & mask;; i = (i + 1) & mask) {
      if (table[i].net != net_ || is_same(table[i])) return table[i];
    }
  }

  std::uint32_t index_of(std::string_view text) {
    auto const hash = hash_of_name(text);
    slot& at = free_or(by_text_, mixed(hash),
                       [&](slot const& one) { return one.key == hash && all_[one.index].text == text; });
    if (at.net == net_) return at.index;
    auto const index = static_cast<std::uint32_t>(all_.size());
    at = {net_, hash, index};
    all_.push_back({text});
    if (2 * all_.size() > by_text_.size()) grow(by_text_);
    return index;
  }

  void grow(std::vector<slot>& table) {
    std::vector<slot> old(2 * table.size());
    old.swap(table);
    for (slot const& one : old) {
      if (one.net == net_) free_or(table, mixed(one.key), [](slot const&) { return false; }) = one;
    }
  }

  std::vector<slot> by_place_, by_text_;  // powers of two
  std::vector<wire_name> all_;
  std::uint64_t net_ = 0;
  std::size_t places_ = 0;
};

}  // namespace gsta::detail
