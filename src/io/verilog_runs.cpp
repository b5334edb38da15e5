// Statements that are read beforehand, on several threads.

#include "src/io/verilog_runs.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#include "gsta/io/source.hpp"
#include "src/io/verilog_conditions.hpp"
#include "src/io/verilog_counted_names.hpp"
#include "src/io/verilog_module.hpp"
#include "src/io/verilog_names.hpp"
#include "src/io/verilog_run_reader.hpp"
#include "src/io/verilog_words.hpp"

namespace gsta::io::detail {

/// False where not even one statement is known.
bool verilog_run_reader::read_run(char const* stop) {
  for (line_begin_ = reader_.at(); line_begin_ != begin_ && line_begin_[-1] != '\n';) --line_begin_;
  verilog_run run;
  run.begin = offset(reader_.at());
  run.first = to_.sizes();
  while (reader_.at() < stop && read_statement(to_.instances.size() == run.first.instances)) {
  }
  run.end = offset(reader_.at());
  run.line = line_;
  run.line_begin = offset(line_begin_);
  run.size = to_.sizes() - run.first;
  if (run.end == run.begin) return false;
  to_.runs.add(run);
  return true;
}

/// False, and nothing is read, where it is none that runs have.
bool verilog_run_reader::read_statement(bool may_be_wire) {
  auto const* const at = reader_.at();
  auto const* const line_begin = line_begin_;
  auto const line = line_;
  auto const before = to_.sizes();
  is_usual_ = true;
  if (reader_.read_usual_statement(may_be_wire) && is_usual_) return true;
  reader_.move_to(at);
  line_begin_ = line_begin;
  line_ = line;
  to_.shrink(before);
  return false;
}

/// `.pin(net), .pin(net)`, pins of up to 7 and nets of up to 16 letters, as nearly all are. Returns where
/// they end: `at` where the first is another one.
char const* verilog_run_reader::add_short_connections(char const* at, char const* end) {
  constexpr std::ptrdiff_t longest = 40;  // that is looked at
  auto line = line_;
  auto const* line_begin = line_begin_;
  auto const behind_comma = [&](char const* blanks) {
    if (*blanks == '\n') {
      ++line;
      line_begin = ++blanks;
    }
    return blanks + count_spaces(eight_bytes_at(blanks));
  };
  for (auto const* next = at; end - next >= longest && *next == '.'; next = behind_comma(at + 1)) {
    auto const* const pin = next + 1;
    auto const letters = eight_bytes_at(pin);
    auto const pin_size = count_name_chars(letters);
    auto const* const net = pin + pin_size + 1;
    if (pin_size == 8 || net[-1] != '(' || !begins_name(*pin) || !begins_name(*net)) break;
    auto const net_letters = eight_bytes_at(net);
    auto net_size = count_name_chars(net_letters);
    if (net_size == 8) net_size += count_name_chars(eight_bytes_at(net + 8));
    if (net[net_size] != ')') break;
    std::string_view const word(pin, pin_size);
    line_ = line;
    line_begin_ = line_begin;
    verilog_connection made;
    made.at = place_of(word);
    made.pin = pins_.find(
        verilog_known_words::key_of(letters, pin_size), pin_size, [](std::uint32_t) { return true; },
        [&] { return added(word_of(word)); });
    auto const number =
        names_ != nullptr ? names_->find_counted(net_letters, net_size) : verilog_names::missing;
    bool const is_known = number < verilog_expression::one_net;
    made.value = verilog_expression::of_net(is_known ? number : net_size, offset(net));
    if (!is_known) to_.nets.add(to_.connections.size());
    pin_letters_ += pin_size;
    to_.connections.add(made);
    at = net + net_size + 1;
    if (*at != ',') break;
  }
  return at;
}

void verilog_run_reader::end_instance() {
  made_.cell = cell_;
  made_.at = cell_at_;
  made_.connections = to_.connections.size() - first_connection_;
  is_usual_ = is_usual_ && made_.connections <= most_connections;
  auto const letters = pin_letters_ + cell_letters_ + made_.name.name + 8 * std::size_t{made_.connections};
  made_.letters = static_cast<std::uint32_t>(letters);
  made_.is_plain = to_.terms.size() == first_term_ && letters == made_.letters;
  to_.instances.add(made_);
}

/// Names get their numbers piece by piece, when all that is known of the piece is at hand. How much room they
/// take is a guess: pieces that found none are read again, when it is known how many names they have.
verilog_runs::verilog_runs(host_threads const& threads, source const& file, verilog_names& names)
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
void verilog_runs::cut() {
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
verilog_names::guess verilog_runs::guess_names() {
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
void verilog_runs::read_pieces(verilog_names& names) {
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
bool verilog_runs::number(verilog_piece::lists& piece, verilog_names& names) const {
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
