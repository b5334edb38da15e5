#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/io/text.hpp"
#include "src/io/verilog_lexis.hpp"
#include "src/io/verilog_module.hpp"
#include "src/io/verilog_names.hpp"
#include "src/io/verilog_reader.hpp"
#include "src/io/verilog_runs.hpp"
#include "src/io/verilog_words.hpp"

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

}  // namespace gsta::io::detail
