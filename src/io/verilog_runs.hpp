#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "gsta/core/host_threads.hpp"
#include "gsta/io/source.hpp"
#include "src/io/reader_memory.hpp"
#include "src/io/verilog_module.hpp"
#include "src/io/verilog_names.hpp"
#include "src/io/verilog_words.hpp"

namespace gsta::io::detail {

/// A list that is filled again and again; what is added is its size and one look at its room.
template <class T>
class verilog_list {
 public:
  void add(T const& item) {
    if (size_ == room_.size()) [[unlikely]]
      grow();
    room_[size_++] = item;
  }
  void shrink(std::uint32_t size) noexcept { size_ = size; }
  std::uint32_t size() const noexcept { return size_; }
  T& operator[](std::size_t i) noexcept { return room_[i]; }
  std::span<T> all() noexcept { return {room_.data(), size_}; }

 private:
  [[gnu::noinline]] void grow() { room_.resize(std::max<std::size_t>(1024, 2 * room_.size())); }

  large_vector<T> room_;
  std::uint32_t size_ = 0;
};

/// How much there is of each kind of record.
struct verilog_sizes {
  std::uint32_t wires = 0, instances = 0, connections = 0, terms = 0, nets = 0;

  verilog_sizes operator-(verilog_sizes const& first) const noexcept {
    return {wires - first.wires, instances - first.instances, connections - first.connections,
            terms - first.terms, nets - first.nets};
  }
};

/// Statements one behind the other that are read beforehand, as their forms are those of nearly all:
/// `wire a, b;`, then `CELL name (.pin(net), .pin(bus[3]), .pin(1'b0), .pin());`.
struct verilog_run {
  std::uint32_t begin = 0, end = 0;  ///< offsets, of the first statement and of what follows the last one
  std::uint32_t line = 0;            ///< that `end` is on
  std::uint32_t line_begin = 0;      ///< its offset
  verilog_sizes first{}, size{};     ///< where its records begin in the arrays of its piece, and how many
  std::uint32_t piece = 0;
  bool is_usable = true;  ///< all names have numbers for records, and no instance has a pin twice
};

/// What a piece of the text held, read by one thread. Until names have numbers, cells, pins and the buses of
/// terms are places in `words`, and a net is the length of its name. Lines count from the piece's first one.
struct verilog_piece {
  struct wire {
    verilog_word name;
    verilog_location at;
  };
  struct instance {
    verilog_word name;
    verilog_name cell = 0;
    std::uint32_t connections = 0;
    std::uint32_t letters = 0;  ///< as `verilog_instance` has them
    verilog_location at, name_at;
    bool is_escaped = false, is_plain = true;
  };

  /// What grows while the piece is read; kept from piece to piece.
  struct lists {
    verilog_list<verilog_run> runs;
    verilog_list<wire> wires;
    verilog_list<instance> instances;
    verilog_list<verilog_connection> connections;
    verilog_list<verilog_term> terms;
    verilog_list<verilog_word> words;  ///< of what stands there again and again
    verilog_list<std::uint32_t> nets;  ///< the connections with a net that has no number yet

    verilog_sizes sizes() const noexcept {
      return {wires.size(), instances.size(), connections.size(), terms.size(), nets.size()};
    }
    void shrink(verilog_sizes const& to) noexcept {
      wires.shrink(to.wires);
      instances.shrink(to.instances);
      connections.shrink(to.connections);
      terms.shrink(to.terms);
      nets.shrink(to.nets);
    }
    void clear() noexcept {
      shrink({});
      runs.shrink(0);
      words.shrink(0);
    }
  };

  std::span<verilog_run> runs;
  std::span<wire> wires;
  std::span<instance> instances;
  std::span<verilog_connection> connections;  ///< which instances of modules have from here
  std::span<verilog_term> terms;              ///< bits of buses and constants
  std::size_t begin = 0, end = 0;             ///< in the text
  std::size_t names = 0;    ///< 0: the piece is read; else it is to be, and so many names find no room, or 1
  std::uint32_t lines = 0;  ///< how many end in the piece
  std::uint32_t line = 0;   ///< its first one
};

/// Finds the runs of a text on several threads. Where a run begins is a guess, behind a `;` and blanks: it
/// counts only where the reader of the file comes to that place and would begin a statement there.
class verilog_runs {
 public:
  /// Runs of `text`, their names numbered.
  verilog_runs(host_threads const& threads, source const& file, verilog_names& names);

  /// Whether the text has the sign that directives begin with.
  bool has_directive_sign() const noexcept { return has_directive_sign_; }
  std::vector<verilog_run> const& all() const noexcept { return runs_; }
  verilog_piece const& piece_of(verilog_run const& run) const noexcept { return pieces_[run.piece]; }

 private:
  static constexpr std::size_t calls_a_piece = 4;  // of verilog_names::number_shared

  void cut();
  verilog_names::guess guess_names();
  void read_pieces(verilog_names& names);
  bool number(verilog_piece::lists& piece, verilog_names& names) const;

  host_threads const& threads_;
  std::string_view text_;
  reader_memories memories_;
  pooled_objects<verilog_piece::lists> lists_;
  std::vector<verilog_piece> pieces_;
  std::vector<verilog_run> runs_;
  std::atomic<bool> has_directive_sign_{false};
};

}  // namespace gsta::io::detail
