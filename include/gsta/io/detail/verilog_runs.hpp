#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "gsta/core/host_threads.hpp"
#include "gsta/io/detail/verilog_module.hpp"
#include "gsta/io/source.hpp"

namespace gsta::io::detail {

/// A name where it stands in the text, without a backslash: its length at first, then its number.
struct verilog_word {
  std::uint32_t offset = 0;
  std::uint32_t name = 0;
};

/// Statements one behind the other that are read without the grammar, as their forms are those of nearly all:
/// `wire a, b;`, then `CELL name (.pin(net), .pin(bus[3]), .pin(1'b0), .pin());`. Lines count from that of
/// the first one.
struct verilog_run {
  struct part {
    std::uint32_t first = 0, last = 0;  ///< in the arrays of the run's piece
    std::uint32_t size() const noexcept { return last - first; }
  };
  std::uint32_t begin = 0, end = 0;  ///< offsets, of the first statement and of what follows the last one
  std::uint32_t lines = 0;           ///< from `begin` to `end`
  std::uint32_t line_begin = 0;      ///< the offset of the line that `end` is on
  part wires{}, instances{}, connections{};
  std::uint32_t terms = 0;  ///< connections that are not open
  std::uint32_t piece = 0;  ///< whose arrays have the parts
  bool is_usable = true;    ///< all names have numbers, and no instance has a pin twice
};

/// A piece of the text, read by one thread.
struct verilog_piece {
  struct wire {
    verilog_word name;
    verilog_location at;
  };
  struct instance {
    verilog_word name;
    std::uint32_t cell = 0;  ///< of `words`
    std::uint32_t connections = 0;
    verilog_location at, name_at;
    bool is_escaped = false;
  };
  enum class value : std::uint8_t { open, net, bit, constant };
  struct connection {
    std::uint32_t pin = 0;  ///< of `words`
    value is = value::open;
    verilog_word net;  ///< of a constant the text
    std::int32_t bit = 0;
    verilog_location at;
  };

  std::vector<verilog_run> runs;
  std::vector<wire> wires;
  std::vector<instance> instances;
  std::vector<connection> connections;
  std::vector<verilog_word> words;  ///< of cells and pins, which stand there again and again
};

/// Finds the runs of a text on several threads. Where a run begins is a guess, behind a `;` and blanks: it
/// counts only where the grammar comes to that place and would begin a statement there.
class verilog_runs {
 public:
  /// Runs of `text`, their names numbered.
  verilog_runs(host_threads const& threads, source const& file, verilog_names& names);

  std::vector<verilog_run> const& all() const noexcept { return runs_; }
  verilog_piece const& piece_of(verilog_run const& run) const noexcept { return pieces_[run.piece]; }
  host_threads const& threads() const noexcept { return threads_; }

 private:
  void number(verilog_piece& piece, verilog_names& names) const;

  host_threads const& threads_;
  std::string_view text_;
  std::vector<verilog_piece> pieces_;
  std::vector<verilog_run> runs_;
};

}  // namespace gsta::io::detail
