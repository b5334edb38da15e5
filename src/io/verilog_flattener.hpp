#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "gsta/core/host_memory.hpp"
#include "gsta/core/host_threads.hpp"
#include "src/io/reader_memory.hpp"
#include "src/io/verilog_bits.hpp"
#include "src/io/verilog_link.hpp"
#include "src/io/verilog_module.hpp"

namespace gsta::io::detail {

/// Takes a linked design apart into one flat netlist.
///
/// Every bit of every instance of a module has a number; the bits of a module come before those of the
/// modules within it, and its ports before its other nets. Bits that are one net are joined, and the lowest
/// gives the net its name: so the top's names win over those below, a port's over a wire's, the first
/// declared over later ones.
///
/// Names are spelled without the backslash of escaped ones. Where two objects would be spelled alike, all is
/// written again and the escaped ones among them keep a backslash before each `/`, `[`, `]` and `\`.
class verilog_flattener {
 public:
  verilog_flattener(host_threads const& threads, verilog_design const& design, model::netlist& out)
      : threads_(threads), d_(design), out_(out) {}

  void flatten(verilog_extent const& extent) {
    memories_ = std::make_shared<reader_memories>(static_cast<std::size_t>(extent.bytes()), threads_.count());
    out_.memory.keep(memories_);
    reserve(extent);
    begin_copy(d_.top);
    join(0);
    for (auto& bit : joined_) bit = joined_[bit];  // its root, as those before have theirs
    nets_.resize(joined_.size());
    store_literals();
    write_all();
    // Backslashes before signs are enough but where names have backslashes too, and doubling those always is.
    while (find_ambiguous() && times_written_ < 2 * doubles_backslashes) {
      clear();
      write_all();
    }
  }

 private:
  /// One instance of a module, or the top itself.
  struct copy {
    verilog_index module = 0, first_bit = 0;
    verilog_index path = verilog_none;  ///< its name, among the flat netlist's modules; none: the top
  };
  using level_bits = std::uint8_t;  ///< 1: tied to 0, 2: tied to 1

  void reserve(verilog_extent const& extent);
  std::size_t begin_copy(verilog_index module);
  verilog_index find_root(verilog_index bit) noexcept;
  /// The same when all is joined.
  verilog_index root_of(verilog_index bit) const noexcept { return joined_[bit]; }
  void join_bits(verilog_index a, verilog_index b) noexcept;
  void tie(verilog_index bit, verilog_index level) noexcept {
    levels_[find_root(bit)] |= static_cast<level_bits>(level == bit_of_zero ? 1 : 2);
  }
  /// `bit`, a number of all, is what `other` is, a bit of the module whose bits begin at `first`.
  void equate(verilog_index bit, verilog_index other, verilog_index first) noexcept {
    if (is_net_bit(other)) {
      join_bits(bit, first + other);
    } else if (other != bit_of_nothing) {
      tie(bit, other);
    }
  }
  void join(std::size_t copy_index);
  void join_within(verilog_module const& m, verilog_index first);
  void join_instance(verilog_module const& m, verilog_instance const& instance, verilog_index first);

  void write_all();
  void clear();
  using strings = std::unordered_set<std::string>;
  bool find_ambiguous();
  bool add_ambiguous(strings& to, std::vector<std::string_view>& spellings) const;
  void append_pins_like_ports(std::vector<std::string_view>& spellings) const;
  void append_spelled(std::string& to, std::string_view name, std::string_view bit,
                      strings const& ambiguous) const;
  void append_instance(std::string& to, verilog_name name) const {
    append_spelled(to, d_.names[name], {}, ambiguous_cells_);
  }
  void append_name(std::string& to, verilog_module const& m, verilog_index bit) const;
  std::string own_name(verilog_module const& m, verilog_index bit) const;
  model::name net_name(verilog_index root) const noexcept { return model::name::shared(nets_[root].letters); }
  model::record_location location_of(verilog_module const& m, verilog_location at) const noexcept;
  void write_ports();
  void write_port(verilog_module const& m, verilog_port const& of);
  void write_port_bus(verilog_module const& m, verilog_port const& of);
  void write(std::size_t copy_index);
  void write_nets(verilog_module const& m, verilog_index first);
  void write_other_name(verilog_module const& m, verilog_index first, verilog_index bit);
  void write_level(verilog_module const& m, verilog_signal const& signal, level_bits level,
                   std::string_view name);
  void store_literals();
  void store_nets(verilog_module const& m, verilog_index first);
  void write_cells(verilog_module const& m, std::size_t begin, std::size_t end, verilog_index first);
  class cell_writer;
  void write_module_pins(verilog_module const& m, verilog_port const& of, verilog_index first);
  void write_module(verilog_instance const& instance);
  void write_literals();

  host_threads threads_;
  verilog_design const& d_;
  model::netlist& out_;
  std::vector<copy> copies_{};
  large_vector<verilog_index> joined_{};  ///< for each bit one that it is joined with, lower or itself
  std::vector<level_bits> levels_{};      ///< of each root
  /// The net of a root, once it is written.
  struct net_record {
    void const* letters = nullptr;  ///< of its name, as `model::name::store` keeps them
    std::uint32_t wire = 0;         ///< as `model::connection` says
  };
  large_vector<net_record> nets_{};  ///< of each bit, once its module is written
  net_record literals_[2] = {};      ///< the nets of 1'b0 and 1'b1
  std::shared_ptr<reader_memories> memories_;
  std::size_t next_copy_ = 0;
  std::string path_{};  ///< of the copy that is written, with its '/'
  std::vector<verilog_index> bits_{}, more_bits_{};
  bool has_literal_[2] = {false, false};
  std::vector<bool> is_port_{};                   ///< bits of the top that are ports of their own name
  strings ambiguous_cells_{}, ambiguous_nets_{};  ///< spellings that several objects would have
  static constexpr int doubles_backslashes = 3;
  int times_written_ = 0;
};

}  // namespace gsta::io::detail
