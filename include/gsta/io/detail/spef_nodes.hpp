#pragma once

#include <cstdint>
#include <memory_resource>
#include <string>
#include <string_view>
#include <vector>

#include "gsta/core/name_hash.hpp"
#include "gsta/io/detail/spef_names.hpp"
#include "gsta/model/name.hpp"

namespace gsta::io::detail {

/// The names of one net's nodes, each kept once, by what the file calls them.
class spef_nodes {
 public:
  /// Names of nodes in `text`, of which most have no escapes at all.
  spef_nodes(spef_names const& names, std::string_view text)
      : names_(names), has_escapes_(text.find('\\') != text.npos), slots_(64) {}

  void begin_net() noexcept {
    ++net_;
    count_ = 0;
  }

  /// A node as `model::name::store` keeps it.
  struct node {
    void const* name;
    std::size_t mapped_bytes;  ///< of it that are the name map's
  };
  /// Null where the name map lacks the reference.
  node const* find(std::string_view reference, std::pmr::memory_resource& memory) {
    std::uint64_t const hash = hash_of_name(reference);
    for (std::size_t i = hash;; ++i) {
      slot& at = slots_[i & (slots_.size() - 1)];
      if (at.net != net_) return add(at, reference, hash, memory);
      if (at.hash == hash && is_same_name(at.reference, reference)) return &at.found;
    }
  }

 private:
  struct slot {
    std::uint64_t net = 0, hash = 0;
    std::string_view reference;
    node found{};
  };

  node const* add(slot& at, std::string_view reference, std::uint64_t hash,
                  std::pmr::memory_resource& memory) {
    node made{nullptr, 0};
    bool const is_escaped = has_escapes_ && reference.find('\\') != reference.npos;
    if (!is_escaped && names_.is_plain(reference)) {
      made.name = model::name::store(reference, memory);
    } else {
      scratch_.clear();
      if (!names_.append_known(reference, scratch_, made.mapped_bytes)) return nullptr;
      made.name = model::name::store(scratch_, memory);
    }
    at = {net_, hash, reference, made};
    if (++count_ * 2 <= slots_.size()) return &at.found;
    grow();
    return find(reference, memory);
  }

  void grow() {
    std::vector<slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (slot const& one : old) {
      if (one.net != net_) continue;
      std::size_t i = one.hash;
      while (slots_[i & (slots_.size() - 1)].net == net_) ++i;
      slots_[i & (slots_.size() - 1)] = one;
    }
  }

  spef_names const& names_;
  bool has_escapes_;
  std::vector<slot> slots_;  // a power of two
  std::string scratch_;
  std::uint64_t net_ = 0;
  std::size_t count_ = 0;
};

}  // namespace gsta::io::detail
