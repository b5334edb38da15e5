#pragma once

#include <algorithm>
#include <memory>

#include "gsta/core/macros.hpp"
#include "gsta/io/detail/verilog_run_reader.ipp"
#include "gsta/io/detail/verilog_runs.hpp"

namespace gsta::io::detail {

GSTA_INLINE verilog_runs::verilog_runs(host_threads const& threads, source const& file, verilog_names& names)
    : threads_(threads), text_(file.text()), memories_(text_.size(), threads.count()) {
  auto const bytes =
      std::clamp(text_.size() / (8 * threads.count()), std::size_t{1} << 9U, std::size_t{1} << 17U);
  std::vector<std::size_t> starts{0};
  while (starts.back() < text_.size())
    starts.push_back(
        std::max(verilog_run_reader::next_start(text_, std::min(starts.back() + bytes, text_.size())),
                 starts.back() + 1));
  pieces_.resize(starts.size() - 1);
  threads_.for_each_piece(pieces_.size(), [&](std::size_t i) { read(starts[i], starts[i + 1], pieces_[i]); });
  std::size_t count = 0;
  std::vector<std::uint32_t> lines{1};
  for (auto const& piece : pieces_) {
    count += piece.wires.size() + piece.instances.size() + std::min<std::size_t>(piece.words.size(), 64);
    lines.push_back(lines.back() + piece.lines);
  }
  names.begin_sharing(threads_, count + 4096, pieces_.size());
  threads_.for_each_piece(pieces_.size(), [&](std::size_t i) { number(pieces_[i], lines[i], names); });
  names.end_sharing();
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    for (auto& run : pieces_[i].runs) {
      run.piece = static_cast<std::uint32_t>(i);
      runs_.push_back(run);
    }
  }
}

/// Reads a piece: into lists that are there, then to a place of its own.
GSTA_INLINE void verilog_runs::read(std::size_t begin, std::size_t end, verilog_piece& into) {
  auto lists = lists_.take([] { return std::make_shared<verilog_piece::lists>(); });
  verilog_run_reader(text_, *lists).read(begin, end);
  auto memory = memories_.take();
  into.runs = memory->keep(lists->runs);
  into.wires = memory->keep(lists->wires);
  into.instances = memory->keep(lists->instances);
  into.connections = memory->keep(lists->connections);
  into.terms = memory->keep(lists->terms);
  into.words = memory->keep(lists->words);
  into.lines = static_cast<std::uint32_t>(std::count(&text_[begin], &text_[begin] + (end - begin), '\n'));
  memories_.give_back(std::move(memory));
  lists->clear();
  lists_.give_back(std::move(lists));
}

/// Gives the names of a piece their numbers; its first line is the text's `line`.
GSTA_INLINE void verilog_runs::number(verilog_piece& piece, std::uint32_t line, verilog_names& names) {
  auto lists = lists_.take([] { return std::make_shared<verilog_piece::lists>(); });
  auto& words = lists->to_number;
  auto& nets = lists->nets_to_number;
  words.clear();
  nets.clear();
  for (auto& word : piece.words) words.push_back(&word);
  for (auto& wire : piece.wires) words.push_back(&wire.name);
  for (auto& instance : piece.instances) words.push_back(&instance.name);
  for (auto& one : piece.connections)
    if (one.value.is_net()) nets.push_back(&one.value);
  bool has_all = true;
  names.number_shared(
      words.size() + nets.size(),
      [&](std::size_t i) {
        if (i < words.size()) return text_.substr(words[i]->offset, words[i]->name);
        auto const& net = *nets[i - words.size()];
        return text_.substr(net.net_offset(), net.net());
      },
      [&](std::size_t i, verilog_name number) {
        has_all = has_all && number < verilog_expression::one_net;
        if (i < words.size()) {
          words[i]->name = number;
        } else {
          auto& net = *nets[i - words.size()];
          net = verilog_expression::of_net(number, net.net_offset());
        }
      });
  lists_.give_back(std::move(lists));
  for (auto& wire : piece.wires) wire.at.line += line;
  for (auto& term : piece.terms)
    if (term.kind == verilog_term_kind::bit) term.what = piece.words[term.what].name;
  for (auto& connection : piece.connections) {
    connection.pin = piece.words[connection.pin].name;
    connection.at.line += line;
  }
  for (auto& instance : piece.instances) {
    instance.cell = piece.words[instance.cell].name;
    instance.at.line += line;
    instance.name_at.line += line;
  }
  for (auto& run : piece.runs) {
    run.line += line;
    run.is_usable = has_all;
    auto const* pins = piece.connections.data() + run.connections.first;
    for (auto i = run.instances.first; i < run.instances.last; ++i) {
      auto const* const end = pins + piece.instances[i].connections;
      for (auto const* a = pins; a != end; ++a)
        for (auto const* b = pins; b != a; ++b)
          if (a->pin == b->pin) run.is_usable = false;
      pins = end;
    }
  }
}

}  // namespace gsta::io::detail
