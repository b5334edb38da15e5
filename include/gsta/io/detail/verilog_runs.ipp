#pragma once

#include <algorithm>
#include <atomic>
#include <memory>
#include <numeric>

#include "gsta/core/macros.hpp"
#include "gsta/io/detail/verilog_conditions.ipp"
#include "gsta/io/detail/verilog_run_reader.ipp"
#include "gsta/io/detail/verilog_runs.hpp"

namespace gsta::io::detail {

/// Names get their numbers piece by piece, when all that is known of the piece is at hand. How much room they
/// take is a guess: pieces that found none are read again, when it is known how many names they have.
GSTA_INLINE verilog_runs::verilog_runs(host_threads const& threads, source const& file, verilog_names& names)
    : threads_(threads), text_(file.text()), memories_(text_.size(), threads.count()) {
  cut();
  for (auto more = guess_names(); more.names > 0;) {
    names.begin_sharing(threads_, more, calls_a_piece * pieces_.size());
    read_pieces(names);
    names.end_sharing();
    auto const left = std::transform_reduce(pieces_.begin(), pieces_.end(), std::size_t{0}, std::plus<>(),
                                            [](verilog_piece const& piece) { return piece.names; });
    more = {left, 0, left};
  }
  std::uint32_t line = 1;
  for (auto& piece : pieces_) {
    piece.line = line;
    line += piece.lines;
    for (auto& run : piece.runs) {
      run.line += piece.line;
      run.piece = static_cast<std::uint32_t>(&piece - pieces_.data());
      runs_.push_back(run);
    }
  }
}

/// Cuts the text into pieces, where statements may begin: a part without such a place goes with the one in
/// front of it.
GSTA_INLINE void verilog_runs::cut() {
  auto const bytes =
      std::clamp(text_.size() / (8 * threads_.count()), std::size_t{1} << 9U, std::size_t{1} << 17U);
  std::vector<std::size_t> starts((text_.size() + bytes - 1) / bytes + 1);
  threads_.for_each_piece(starts.size(), [&](std::size_t i) {
    starts[i] = i == 0 ? 0 : verilog_run_reader::next_start(text_, i * bytes, (i + 1) * bytes);
  });
  for (std::size_t i = 0; i < starts.size(); ++i) {
    if (starts[i] == text_.size()) continue;
    if (!pieces_.empty()) pieces_.back().end = starts[i];
    auto& piece = pieces_.emplace_back();
    piece.begin = starts[i];
    piece.end = text_.size();
    piece.names = 1;
  }
}

/// How many names there are, by those of every 32nd piece that stand nowhere else. Counted ones mostly follow
/// each other, so another stem than that of the name in front is taken for a new one.
GSTA_INLINE verilog_names::guess verilog_runs::guess_names() {
  constexpr std::size_t step = 32, fewest_a_stem = 16;
  std::atomic<std::size_t> names{0}, stems{0}, others{0};
  threads_.for_each_piece((pieces_.size() + step - 1) / step, [&](std::size_t i) {
    auto lists = lists_.take([] { return std::make_shared<verilog_piece::lists>(); });
    verilog_run_reader(text_, *lists).read(pieces_[i * step].begin, pieces_[i * step].end);
    verilog_names::guess here;
    here.names = here.others = std::min(lists->words.size(), 64U);
    std::uint64_t last = 0;
    auto const add = [&](verilog_word name) {
      auto const stem = verilog_counted_names::split(text_.substr(name.offset, name.name)).stem;
      here.names += 1;
      here.others += stem == 0 ? 1 : 0;
      here.stems += stem != 0 && stem != last ? 1 : 0;
      last = stem;
    };
    for (auto const& wire : lists->wires.all()) add(wire.name);
    for (auto const& instance : lists->instances.all()) add(instance.name);
    names += here.names;
    stems += here.stems;
    others += here.others;
    lists->clear();
    lists_.give_back(std::move(lists));
  });
  verilog_names::guess all{step * names + 4096, step * stems + 64, step * others + 4096};
  if (all.stems > all.names / fewest_a_stem) all = {all.names, all.names / fewest_a_stem, all.names};
  return all;
}

/// Reads those that are to be read: into lists that are there, then to a place of their own.
GSTA_INLINE void verilog_runs::read_pieces(verilog_names& names) {
  threads_.for_each_piece(pieces_.size(), [&](std::size_t i) {
    auto& piece = pieces_[i];
    if (piece.names == 0) return;
    auto lists = lists_.take([] { return std::make_shared<verilog_piece::lists>(); });
    if (verilog_conditions::has_sign(text_.substr(piece.begin, piece.end - piece.begin)))
      has_directive_sign_ = true;
    verilog_run_reader reader(text_, *lists, &names);
    piece.lines = reader.read(piece.begin, piece.end);
    if (reader.has_slash()) names.note_slash();
    if (reader.has_bracket()) names.note_bracket();
    if (number(*lists, names)) {
      piece.names = 0;
      auto memory = memories_.take();
      piece.runs = memory->keep(lists->runs.all());
      piece.wires = memory->keep(lists->wires.all());
      piece.instances = memory->keep(lists->instances.all());
      piece.connections = memory->keep(lists->connections.all());
      piece.terms = memory->keep(lists->terms.all());
      memories_.give_back(std::move(memory));
    } else {
      piece.names = lists->wires.size() + lists->instances.size() + lists->words.size() + lists->nets.size();
    }
    lists->clear();
    lists_.give_back(std::move(lists));
  });
}

/// Gives the names of a piece their numbers; false where there is no room for them.
GSTA_INLINE bool verilog_runs::number(verilog_piece::lists& piece, verilog_names& names) const {
  bool has_all = true, are_usable = true;
  auto const number_words = [&](std::size_t count, auto const& word_at) {
    names.number_shared(
        count,
        [&](std::size_t i) {
          verilog_word const word = word_at(i);
          return text_.substr(word.offset, word.name);
        },
        [&](std::size_t i, verilog_name number) {
          has_all = has_all && number != verilog_names::missing;
          word_at(i).name = number;
        });
  };
  number_words(piece.words.size(), [&](std::size_t i) -> verilog_word& { return piece.words[i]; });
  number_words(piece.wires.size(), [&](std::size_t i) -> verilog_word& { return piece.wires[i].name; });
  number_words(piece.instances.size(),
               [&](std::size_t i) -> verilog_word& { return piece.instances[i].name; });
  for (auto& one : piece.connections.all()) one.pin = piece.words[one.pin].name;
  auto const value = [&](std::size_t i) -> verilog_expression& {
    return piece.connections[piece.nets[i]].value;
  };
  names.number_shared(
      piece.nets.size(), [&](std::size_t i) { return text_.substr(value(i).net_offset(), value(i).net()); },
      [&](std::size_t i, verilog_name number) {
        has_all = has_all && number != verilog_names::missing;
        are_usable = are_usable && number < verilog_expression::one_net;
        value(i) = verilog_expression::of_net(number, value(i).net_offset());
      });
  for (auto& term : piece.terms.all())
    if (term.kind == verilog_term_kind::bit) term.what = piece.words[term.what].name;
  for (auto& instance : piece.instances.all()) instance.cell = piece.words[instance.cell].name;
  for (auto& run : piece.runs.all()) {
    run.is_usable = are_usable;
    auto const* pins = piece.connections.all().data() + run.first.connections;
    for (auto const& instance : piece.instances.all().subspan(run.first.instances, run.size.instances)) {
      auto const* const end = pins + instance.connections;
      for (auto const* a = pins; a != end; ++a)
        for (auto const* b = pins; b != a; ++b)
          if (a->pin == b->pin) run.is_usable = false;
      pins = end;
    }
  }
  return has_all;
}

}  // namespace gsta::io::detail
