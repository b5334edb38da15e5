#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <string>
#include <string_view>
#include <vector>

#include "gsta/core/name_hash.hpp"
#include "gsta/model/name.hpp"
#include "gsta/model/wires.hpp"
#include "src/io/spef_names.hpp"

namespace gsta::io::detail {

/// The nodes of one net's wire: points by their numbers, other names kept once each, by what the file calls
/// them.
class spef_nodes {
 public:
  /// Names of nodes in `text`, of which most have no escapes at all.
  spef_nodes(spef_names const& names, std::string_view text)
      : names_(names), has_escapes_(text.find('\\') != text.npos), slots_(64) {}

  /// Of a net that the file calls so, and whose name that is.
  void begin_net(std::string_view reference, std::string_view name) {
    ++net_;
    count_ = 0;
    stored_.clear();
    net_ref_ = reference;
    net_name_.assign(name);
  }

  /// None where the name map lacks the reference. Adds the bytes that are the name map's to `mapped_bytes`.
  model::wire_node find(std::string_view reference, std::pmr::memory_resource& memory,
                        std::size_t& mapped_bytes) {
    // However the net is called, what stands behind its name stands behind that of the point too.
    auto const point = model::point_of(net_ref_, names_.written_delimiter(), reference);
    if (!point.is_none()) return point;
    std::uint64_t const hash = hash_of_name(reference);
    for (std::size_t i = hash;; ++i) {
      slot const& at = slots_[i & (slots_.size() - 1)];
      if (at.net != net_) return add(reference, hash, memory, mapped_bytes);
      if (at.hash == hash && !at.is_name && is_same_name(at.text, reference)) {
        mapped_bytes += at.mapped_bytes;
        return at.node;
      }
    }
  }

  /// Nodes that are no points, in the order of their places, as `model::name::store` keeps them.
  std::vector<void const*> const& stored() const noexcept { return stored_; }

 private:
  struct slot {
    std::uint64_t net = 0, hash = 0;
    std::string_view text;
    model::wire_node node;
    std::uint32_t mapped_bytes = 0;  ///< of the name that are the name map's
    bool is_name = false;            ///< `text` is a name, not what the file calls it
  };

  model::wire_node add(std::string_view reference, std::uint64_t hash, std::pmr::memory_resource& memory,
                       std::size_t& mapped_bytes) {
    slot made{net_, hash, reference, {}, 0, false};
    if (names_.calls_each_by_one() && !has_escapes_ && names_.is_plain(reference)) {
      made.node = store(reference, memory);
    } else {
      std::size_t mapped = 0;
      scratch_.clear();
      if (!names_.append_known(reference, scratch_, mapped)) return {};
      made.mapped_bytes = static_cast<std::uint32_t>(mapped);
      made.node = node_of_name(scratch_, memory);
    }
    mapped_bytes += made.mapped_bytes;
    keep(made);
    return made.node;
  }

  /// Where a file may call one node by several names, these are compared too.
  model::wire_node node_of_name(std::string_view name, std::pmr::memory_resource& memory) {
    auto const point = model::point_of(net_name_, names_.pin_delimiter(), name);
    if (!point.is_none()) return point;
    std::uint64_t const hash = hash_of_name(name);
    for (std::size_t i = hash;; ++i) {
      slot const& at = slots_[i & (slots_.size() - 1)];
      if (at.net != net_) break;
      if (at.hash == hash && at.is_name && is_same_name(at.text, name)) return at.node;
    }
    auto const made = store(name, memory);
    keep({net_, hash, model::name::shared(stored_.back()).view(), made, 0, true});
    return made;
  }

  model::wire_node store(std::string_view name, std::pmr::memory_resource& memory) {
    stored_.push_back(model::name::store(name, memory));
    return model::wire_node::named(stored_.size() - 1);
  }

  void keep(slot const& made) {
    if (2 * ++count_ > slots_.size()) grow();
    place(made);
  }
  void place(slot const& made) {
    std::size_t i = made.hash;
    while (slots_[i & (slots_.size() - 1)].net == net_) ++i;
    slots_[i & (slots_.size() - 1)] = made;
  }

  void grow() {
    std::vector<slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (slot const& one : old)
      if (one.net == net_) place(one);
  }

  spef_names const& names_;
  bool has_escapes_;
  std::vector<slot> slots_;  // a power of two
  std::vector<void const*> stored_;
  std::string scratch_, net_name_;
  std::string_view net_ref_;
  std::uint64_t net_ = 0;
  std::size_t count_ = 0;
};

}  // namespace gsta::io::detail
