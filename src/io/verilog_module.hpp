#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "gsta/io/source.hpp"
#include "gsta/model/diagnostics.hpp"
#include "gsta/model/library.hpp"
#include "gsta/model/netlist.hpp"
#include "src/io/reader_memory.hpp"
#include "src/io/verilog_names.hpp"

/// Modules as their text has them, before any is put into another. Small records: a netlist has one
/// connection for each pin.
namespace gsta::io::detail {

using verilog_name = verilog_names::number;
/// A position in one of a module's arrays, or a bit of it.
using verilog_index = std::uint32_t;
inline constexpr verilog_index verilog_none = ~verilog_index{0};

struct verilog_location {
  std::uint32_t line = 0, column = 0;

  /// The same place of a text that begins so many lines down.
  verilog_location below(std::uint32_t lines) const noexcept { return {line + lines, column}; }
};

/// [from:to] of a vector; ascending or descending.
struct verilog_range {
  std::int32_t from = 0, to = 0;

  std::uint32_t width() const noexcept {
    return static_cast<std::uint32_t>(from < to ? to - from : from - to) + 1;
  }
  bool contains(std::int64_t bit) const noexcept {
    return std::min(from, to) <= bit && bit <= std::max(from, to);
  }
  /// Bits are counted from the left one, `from`.
  std::uint32_t position_of(std::int32_t bit) const noexcept {
    return static_cast<std::uint32_t>(from < to ? bit - from : from - bit);
  }
  std::int32_t bit_at(std::uint32_t position) const noexcept {
    auto const step = static_cast<std::int32_t>(position);
    return from < to ? from + step : from - step;
  }
  bool operator==(verilog_range const&) const = default;
};

enum class verilog_level : std::uint8_t { none, zero, one };

/// A port or a net, scalar or vector.
struct verilog_signal {
  verilog_name name = 0;
  verilog_index first_bit = 0;  ///< its left bit among the module's bits
  verilog_range range;          ///< as declared
  verilog_range stored;         ///< and with the bits that selects name outside of it
  verilog_location at;
  model::direction direction = model::direction::unknown;
  bool is_bus = false, is_port = false, is_declared = false;
  bool is_too_wide = false;                  ///< may stand there, but not be used
  verilog_level tied = verilog_level::none;  ///< supply0, supply1

  std::uint32_t width() const noexcept { return is_bus ? range.width() : 1; }
  std::uint32_t stored_width() const noexcept { return is_bus ? stored.width() : 1; }
  std::uint32_t position_of(std::int32_t bit) const noexcept { return stored.position_of(bit); }
};

enum class verilog_term_kind : std::uint32_t { net, bit, part, constant, repeat };

/// One piece of an expression. A concatenation is a row of terms; a replication is a term `repeat` before
/// those that it repeats.
struct verilog_term {
  verilog_term_kind kind = verilog_term_kind::net;
  std::uint32_t what = 0;    ///< the signal; repeat: how often; constant: the length of its text
  std::uint32_t offset = 0;  ///< where it stands in the file
  std::int32_t from = 0;     ///< bit, part
  std::int32_t to = 0;       ///< part
  verilog_index end = 0;     ///< repeat: behind the last term that it repeats
};

/// The terms [first, last) of a module; or one whole net, as nearly all are, which needs no term.
struct verilog_expression {
  static constexpr verilog_index one_net = verilog_index{1} << 31U;
  verilog_index first = 0, last = 0;

  /// The net's signal, and where its name stands in the file.
  static verilog_expression of_net(verilog_index signal, std::uint32_t offset) noexcept {
    return {signal | one_net, offset};
  }
  bool is_net() const noexcept { return (first & one_net) != 0; }
  bool is_empty() const noexcept { return first == last && !is_net(); }
  verilog_index net() const noexcept { return first & ~one_net; }
  std::uint32_t net_offset() const noexcept { return last; }
};

/// A port as instances see it: mostly a signal of its own name.
struct verilog_port {
  verilog_name name = verilog_names::missing;  ///< missing: connected by position only
  verilog_expression value;                    ///< what it is inside
  bool is_named_outside = false;               ///< .name(value)
};

struct verilog_connection {
  verilog_name pin = verilog_names::missing;  ///< missing: positional
  verilog_index port = verilog_none;          ///< the port of the instance's module, once that is known
  verilog_expression value;
  verilog_location at;
};

struct verilog_instance {
  verilog_name cell = 0, name = 0;
  verilog_connection* first_connection = nullptr;
  std::uint32_t connection_count = 0;
  verilog_index module = verilog_none;  ///< the module of the files that it is an instance of
  std::uint32_t letters = 0;  ///< of a plain one: of its name, its cell's and its pins', and 8 for each pin
  bool is_plain = false;  ///< each pin has a name, and is on one net or on none, in a module without vectors
  bool is_leaf = true;    ///< not taken apart: a library's cell or a black box
  verilog_location at, name_at;

  std::span<verilog_connection> connections() const noexcept { return {first_connection, connection_count}; }
};

struct verilog_assign {
  verilog_expression target, value;
  verilog_location at;
};

struct verilog_module {
  source const* file = nullptr;
  verilog_name name = 0;
  verilog_location at;
  verilog_index port_count = 0;  ///< the signals that the header names are the first ones, in its order
  verilog_index bit_count = 0;
  bool has_vectors = false;  ///< else a signal's bit has the number of the signal
  std::string unusable;      ///< why there may be no instance of it; empty: there may
  verilog_location unusable_at;
  std::vector<verilog_port> ports;
  large_vector<verilog_signal> signals;
  large_vector<verilog_term> terms;
  large_vector<verilog_instance> instances;
  std::vector<verilog_index> inner;  ///< of `instances` those that are taken apart, once that is known
  std::vector<verilog_assign> assigns;
  std::vector<std::pair<verilog_name, verilog_index>> port_index;  ///< of `ports`, by name, sorted
  large_vector<verilog_index> signal_of_bit;                       ///< of vectors and what stands beside them
  std::vector<verilog_index> tied;                                 ///< signals that are 0 or 1
  double letters = 0;                                              ///< of the names of all bits

  verilog_signal const& signal_of(verilog_index bit) const noexcept {
    return signals[has_vectors ? signal_of_bit[bit] : bit];
  }

  /// Declares ports and does nothing: the stub of a black box.
  bool is_stub() const noexcept { return instances.empty() && assigns.empty(); }

  verilog_index find_port(verilog_name port) const noexcept {
    auto const found =
        std::lower_bound(port_index.begin(), port_index.end(), std::pair{port, verilog_index{0}});
    return found != port_index.end() && found->first == port ? found->second : verilog_none;
  }
};

/// The nets that literals connect to. No signal may have their names.
inline constexpr verilog_name name_of_zero = 0, name_of_one = 1;
inline constexpr std::uint64_t most_bits = std::uint64_t{1} << 31U;

/// All modules of all files.
struct verilog_design {
  verilog_design(model::diagnostics& notes, model::library const* library) : seen(notes), cells(library) {
    names.number_of("1'b0");
    names.number_of("1'b1");
  }

  model::diagnostics& seen;
  model::library const* cells = nullptr;
  source const* first_file = nullptr;
  verilog_names names{};
  reader_memory memory{std::size_t{1} << 16U};     ///< of connections that no piece has
  std::deque<std::string> made_names{};            ///< those that no text has
  std::unordered_set<std::string_view> defined{};  ///< by `define, from the file before too
  bool has_bit_names = false;  ///< an escaped name is spelled like a bit of a bus beside it
  std::vector<verilog_module> modules{};
  std::unordered_map<verilog_name, verilog_index> module_of{};
  verilog_index top = verilog_none;
};

}  // namespace gsta::io::detail
