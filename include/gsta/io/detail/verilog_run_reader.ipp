#pragma once

#include <algorithm>
#include <utility>

#include "gsta/core/macros.hpp"
#include "gsta/io/detail/text.hpp"
#include "gsta/io/detail/verilog_reader.ipp"
#include "gsta/io/detail/verilog_runs.hpp"

namespace gsta::io::detail {

/// Reads the runs of one piece. A statement that the reader leaves, or that no run has, ends a run in front
/// of it.
class verilog_run_reader {
 public:
  /// Nets whose names have numbers in `names`, which others may add to, get them at once where that is easy.
  verilog_run_reader(std::string_view text, verilog_piece::lists& into, verilog_names const* names = nullptr)
      : text_(text),
        begin_(text.data()),
        line_begin_(begin_),
        to_(into),
        names_(names),
        reader_(text, *this) {}

  /// Where a statement may begin behind a `;` in [from, to): behind blanks that follow it; the text's end
  /// where there is none.
  static std::size_t next_start(std::string_view text, std::size_t from, std::size_t to) noexcept {
    auto const searched = text.substr(0, to);
    for (auto at = searched.find(';', from); at != text.npos; at = searched.find(';', at + 1)) {
      if (at + 1 == text.size() || !is_blank(text[at + 1])) continue;
      while (++at < text.size() && is_blank(text[at])) {
      }
      return at;
    }
    return text.size();
  }

  /// Whether a name had a `/`.
  bool has_slash() const noexcept { return has_slash_; }
  /// Whether one ended in `]`.
  bool has_bracket() const noexcept { return has_bracket_; }

  /// Runs that begin in [from, to); the last one may end behind. Returns how many lines end there.
  std::uint32_t read(std::size_t from, std::size_t to) {
    auto const* const stop = begin_ + to;
    for (reader_.move_to(begin_ + from); reader_.at() < stop;) {
      if (read_run(stop)) continue;
      auto const* const next = begin_ + next_start(text_, offset(reader_.at()), text_.size());
      line_ += lines_in(reader_.at(), next);
      reader_.move_to(next);
    }
    return line_ - lines_in(stop, reader_.at());
  }

  // What `verilog_reader` tells.
  static constexpr bool is_whole = false;
  void begin_line(char const* at) noexcept {
    ++line_;
    line_begin_ = at;
  }
  void note_escaped(std::string_view name) noexcept {
    has_slash_ = has_slash_ || name.find('/') != name.npos;
    has_bracket_ = has_bracket_ || name.back() == ']';
  }
  void declare_wire(std::string_view name) { to_.wires.add({word_of(name), place_of(name)}); }
  void begin_cell(verilog_identifier const& cell) {
    cell_ = cell.is_escaped ? place_of_pin(cell.name) : place_of_cell(cell.name);
    cell_at_ = place_of(cell.name);
    cell_letters_ = cell.name.size();
    is_usual_ = is_usual_ && cell_ != verilog_known_words::none;
  }
  void begin_instance(verilog_identifier const& instance) {
    made_ = {};
    made_.name = word_of(instance.name);
    made_.is_escaped = instance.is_escaped;
    made_.name_at = place_of(instance.name);
    first_connection_ = to_.connections.size();
    first_term_ = to_.terms.size();
    pin_letters_ = 0;
  }
  void connect_pin(std::string_view pin) {
    connection_ = {};
    connection_.at = place_of(pin);
    connection_.pin = place_of_pin(pin);
    pin_letters_ += pin.size();
  }
  void add_net(std::string_view net) {
    is_usual_ = is_usual_ && net.size() < verilog_expression::one_net;
    connection_.value = verilog_expression::of_net(word_of(net).name, word_of(net).offset);
  }
  void select_bit(std::string_view number) {
    constexpr std::size_t most = 6;  // digits
    is_usual_ = is_usual_ && number.size() <= most && std::all_of(number.begin(), number.end(), is_digit);
    std::int32_t bit = 0;
    for (char const c : number.substr(0, most)) bit = 10 * bit + (c - '0');
    auto const bus = text_.substr(connection_.value.net_offset(), connection_.value.net());
    connection_.value = added({verilog_term_kind::bit, place_of_pin(bus), word_of(bus).offset, bit, bit, 0});
  }
  void select_part(std::string_view) noexcept { is_usual_ = false; }
  void add_constant(std::string_view text) {
    is_usual_ = is_usual_ && (text == "1'b0" || text == "1'b1");
    connection_.value =
        added({verilog_term_kind::constant, word_of(text).name, word_of(text).offset, 0, 0, 0});
  }
  void end_connection() {
    if (connection_.value.is_net()) to_.nets.add(to_.connections.size());
    to_.connections.add(connection_);
  }
  char const* add_short_connections(char const* at, char const* end);
  void end_instance();

 private:
  static constexpr std::size_t most_connections = 256;
  std::uint32_t offset(char const* at) const noexcept { return static_cast<std::uint32_t>(at - begin_); }
  verilog_word word_of(std::string_view text) const noexcept {
    return {offset(text.data()), static_cast<std::uint32_t>(text.size())};
  }
  verilog_location place_of(std::string_view text) const noexcept {
    return {line_, static_cast<std::uint32_t>(text.data() - line_begin_) + 1};
  }
  std::string_view text_of(verilog_word word) const noexcept { return text_.substr(word.offset, word.name); }
  static std::uint32_t lines_in(char const* from, char const* to) noexcept {
    return static_cast<std::uint32_t>(count_lines({from, static_cast<std::size_t>(to - from)}));
  }

  bool read_run(char const* stop);
  bool read_statement(bool may_be_wire);

  verilog_expression added(verilog_term const& term) {
    to_.terms.add(term);
    return {to_.terms.size() - 1, to_.terms.size()};
  }
  /// The word's place in `words`; none where it is a keyword.
  std::uint32_t place_of_cell(std::string_view word) {
    return place_of(word, cells_, [&] {
      return begins_other_statement(word) ? verilog_known_words::none : added(word_of(word));
    });
  }
  /// Of a word that may be one, too.
  std::uint32_t place_of_pin(std::string_view word) {
    return place_of(word, pins_, [&] { return added(word_of(word)); });
  }
  template <class Added>
  std::uint32_t place_of(std::string_view word, verilog_known_words& known, Added const& added) {
    return known.find(
        verilog_known_words::key_of(word), word_of(word).name,
        [&](std::uint32_t place) { return is_same_name(text_of(to_.words[place]), word); }, added);
  }
  std::uint32_t added(verilog_word word) {
    to_.words.add(word);
    return to_.words.size() - 1;
  }

  std::string_view text_;
  char const *begin_, *line_begin_;
  std::uint32_t line_ = 0;
  verilog_piece::lists& to_;
  verilog_names const* names_;
  verilog_reader<verilog_run_reader> reader_;
  bool has_slash_ = false, has_bracket_ = false;
  verilog_known_words cells_, pins_;

  bool is_usual_ = true;  ///< no part of the statement is one that runs do not have
  std::uint32_t cell_ = 0;
  verilog_location cell_at_{};
  std::size_t cell_letters_ = 0, pin_letters_ = 0;  ///< of the instance's names
  verilog_piece::instance made_{};
  std::uint32_t first_connection_ = 0, first_term_ = 0;  ///< of the instance
  verilog_connection connection_{};
};

/// False where not even one statement is known.
GSTA_INLINE bool verilog_run_reader::read_run(char const* stop) {
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
GSTA_INLINE bool verilog_run_reader::read_statement(bool may_be_wire) {
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
GSTA_INLINE char const* verilog_run_reader::add_short_connections(char const* at, char const* end) {
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

GSTA_INLINE void verilog_run_reader::end_instance() {
  made_.cell = cell_;
  made_.at = cell_at_;
  made_.connections = to_.connections.size() - first_connection_;
  is_usual_ = is_usual_ && made_.connections <= most_connections;
  auto const letters = pin_letters_ + cell_letters_ + made_.name.name + 8 * std::size_t{made_.connections};
  made_.letters = static_cast<std::uint32_t>(letters);
  made_.is_plain = to_.terms.size() == first_term_ && letters == made_.letters;
  to_.instances.add(made_);
}

}  // namespace gsta::io::detail
