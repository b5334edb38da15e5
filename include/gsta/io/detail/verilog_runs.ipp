#pragma once

#include <algorithm>

#include "gsta/core/macros.hpp"
#include "gsta/io/detail/verilog_run_reader.ipp"
#include "gsta/io/detail/verilog_runs.hpp"

namespace gsta::io::detail {

GSTA_INLINE verilog_runs::verilog_runs(host_threads const& threads, source const& file, verilog_names& names)
    : threads_(threads), text_(file.text()) {
  auto const bytes =
      std::clamp(text_.size() / (8 * threads.count()), std::size_t{1} << 9U, std::size_t{1} << 17U);
  std::vector<std::size_t> starts{0};
  while (starts.back() < text_.size())
    starts.push_back(
        std::max(verilog_run_reader::next_start(text_, std::min(starts.back() + bytes, text_.size())),
                 starts.back() + 1));
  pieces_.resize(starts.size() - 1);
  threads_.for_each_piece(pieces_.size(), [&](std::size_t i) {
    verilog_run_reader(text_, pieces_[i]).read(starts[i], starts[i + 1]);
  });
  std::size_t count = 0;
  for (auto const& piece : pieces_)
    count += piece.wires.size() + piece.instances.size() + std::min<std::size_t>(piece.words.size(), 64);
  names.begin_sharing(count + 4096, pieces_.size());
  threads_.for_each_piece(pieces_.size(), [&](std::size_t i) { number(pieces_[i], names); });
  names.end_sharing();
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    for (auto& run : pieces_[i].runs) {
      run.piece = static_cast<std::uint32_t>(i);
      runs_.push_back(run);
    }
  }
}

/// Gives the names of a piece their numbers.
GSTA_INLINE void verilog_runs::number(verilog_piece& piece, verilog_names& names) const {
  std::vector<verilog_word*> words;
  words.reserve(piece.words.size() + piece.wires.size() + piece.instances.size() + piece.connections.size());
  for (auto& word : piece.words) words.push_back(&word);
  for (auto& wire : piece.wires) words.push_back(&wire.name);
  for (auto& instance : piece.instances) words.push_back(&instance.name);
  using enum verilog_piece::value;
  for (auto& one : piece.connections)
    if (one.is == net || one.is == bit) words.push_back(&one.net);
  bool has_all = true;
  names.number_shared(
      words.size(), [&](std::size_t i) { return text_.substr(words[i]->offset, words[i]->name); },
      [&](std::size_t i, verilog_name number) {
        words[i]->name = number;
        has_all = has_all && number != verilog_names::missing;
      });
  for (auto& run : piece.runs) {
    run.is_usable = has_all;
    auto const* pins = piece.connections.data() + run.connections.first;
    for (auto i = run.instances.first; i < run.instances.last; ++i) {
      auto const* const end = pins + piece.instances[i].connections;
      for (auto const* a = pins; a != end; ++a)
        for (auto const* b = pins; b != a; ++b)
          if (piece.words[a->pin].name == piece.words[b->pin].name) run.is_usable = false;
      pins = end;
    }
  }
}

}  // namespace gsta::io::detail
