#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "gsta/core/name_hash.hpp"
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

/// The names of one net's nodes. Points inside of the net are their numbers and no more; other names that are
/// equal are found by where their letters lie, or by the letters.
class wire_names {
 public:
  wire_names() : by_place_(64), by_text_(64), by_number_(64) {}

  /// Where `points` is set, names of the net's name, the delimiter and a number are points inside of it.
  void begin_net(std::string_view net, char delimiter, bool points) noexcept {
    ++net_;
    all_.clear();
    places_ = texts_ = 0;
    net_name_ = net;
    delimiter_ = delimiter;
    has_points_ = points && !is_digit(delimiter);
  }

  static constexpr std::uint32_t no_point = ~std::uint32_t{0};

  /// The number of a point inside of the net where that alone tells it from all others, else `no_point`.
  std::uint32_t point_of(std::string_view text) const noexcept {
    constexpr std::size_t most_digits = 5;
    auto const size = net_name_.size();
    if (!has_points_ || text.size() < size + 2 || text.size() > size + 1 + most_digits) return no_point;
    if (text[size] != delimiter_ || !is_same_name(text.substr(0, size), net_name_)) return no_point;
    std::uint32_t number = 0;
    for (std::size_t i = size + 1; i < text.size(); ++i) {
      if (!is_digit(text[i])) return no_point;
      number = 10 * number + static_cast<std::uint32_t>(text[i] - '0');
    }
    bool const is_plain = text[size + 1] != '0' || text.size() == size + 2;
    return is_plain ? number : no_point;
  }
  /// The node that stands for a point in this draft, none where it has none yet.
  id& node_at(std::uint32_t point) {
    if (point >= by_number_.size()) by_number_.resize(2 * std::size_t{point});
    numbered& at = by_number_[point];
    if (at.draft != draft_) at = {draft_, none};
    return at.node;
  }

  /// The number of a name's entry, a new one where it was not met in this net. Of names that are no points.
  std::uint32_t of(model::name const& name) {
    auto const place = reinterpret_cast<std::uintptr_t>(name.place());
    slot& at = free_or(by_place_, place, [&](slot const& one) { return one.key == place; });
    if (at.net == net_) return at.index;
    auto const index = index_of(name.view());
    at = {net_, index, place};
    if (2 * ++places_ > by_place_.size()) grow(by_place_);
    return index;
  }
  wire_name& operator[](std::uint32_t index) noexcept { return all_[index]; }

  /// A new draft of the net: its names have no nodes yet.
  void begin_nodes() noexcept { ++draft_; }
  /// The node that `keep_node` kept of a name, or none where that has to be asked for.
  id node_of(model::name const& name) const noexcept {
    kept_node const& at = nodes_[kept_at(name.place())];
    return at.draft == draft_ && at.place == name.place() ? at.node : none;
  }
  void keep_node(model::name const& name, id node) noexcept {
    nodes_[kept_at(name.place())] = {name.place(), draft_, node};
  }

 private:
  struct kept_node {
    void const* place = nullptr;
    std::uint32_t draft = 0;
    id node = none;
  };
  static constexpr std::size_t most_kept = 128;
  static std::size_t kept_at(void const* place) noexcept {
    return (reinterpret_cast<std::uintptr_t>(place) >> 2U) % most_kept;
  }
  struct slot {
    std::uint32_t net = 0;
    std::uint32_t index = 0;
    std::uint64_t key = 0;  ///< the place, or the text's hash
  };
  struct numbered {
    std::uint32_t draft = 0;
    id node = none;
  };

  static bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

  template <class IsSame>
  slot& free_or(std::vector<slot>& table, std::uint64_t key, IsSame const& is_same) noexcept {
    auto const mask = table.size() - 1;
    for (std::size_t i = (key >> 2U) & mask;; i = (i + 1) & mask) {
      if (table[i].net != net_ || is_same(table[i])) return table[i];
    }
  }

  std::uint32_t index_of(std::string_view text) {
    auto const hash = hash_of_name(text);
    slot& at = free_or(by_text_, hash,
                       [&](slot const& one) { return one.key == hash && all_[one.index].text == text; });
    if (at.net == net_) return at.index;
    auto const index = static_cast<std::uint32_t>(all_.size());
    at = {net_, index, hash};
    all_.push_back({text});
    if (2 * ++texts_ > by_text_.size()) grow(by_text_);
    return index;
  }

  void grow(std::vector<slot>& table) {
    std::vector<slot> old(2 * table.size());
    old.swap(table);
    for (slot const& one : old) {
      if (one.net == net_) free_or(table, one.key, [](slot const&) { return false; }) = one;
    }
  }

  std::array<kept_node, most_kept> nodes_{};
  std::uint32_t draft_ = 0;
  std::vector<slot> by_place_, by_text_;  // powers of two
  std::vector<numbered> by_number_;
  std::vector<wire_name> all_;
  std::uint32_t net_ = 0;
  std::size_t places_ = 0, texts_ = 0;
  std::string_view net_name_{};
  char delimiter_ = ':';
  bool has_points_ = false;
};

}  // namespace gsta::detail
