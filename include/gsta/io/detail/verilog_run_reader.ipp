#pragma once

#include <algorithm>
#include <utility>

#include "gsta/core/macros.hpp"
#include "gsta/io/detail/text.hpp"
#include "gsta/io/detail/verilog_runs.hpp"
#include "gsta/io/detail/verilog_state.ipp"

namespace gsta::io::detail {

/// Words that begin another statement than an instance.
GSTA_INLINE bool begins_other_statement(std::string_view word) noexcept {
  static constexpr std::string_view words[] = {"assign",     "defparam", "endmodule", "inout",   "input",
                                               "localparam", "output",   "parameter", "specify", "supply0",
                                               "supply1",    "tri",      "tri0",      "tri1",    "triand",
                                               "trior",      "wand",     "wire",      "wor"};
  static_assert(std::is_sorted(std::begin(words), std::end(words)));
  return std::binary_search(std::begin(words), std::end(words), word) || is_reserved(word);
}

/// Reads the runs of one piece. Whatever it does not know, wrong or not, ends a run in front of its
/// statement.
class verilog_run_reader {
 public:
  /// Nets whose names have numbers in `names`, which others may add to, get them at once where that is easy.
  verilog_run_reader(std::string_view text, verilog_piece::lists& into, verilog_names const* names = nullptr)
      : begin_(text.data()),
        end_(begin_ + text.size()),
        at_(begin_),
        line_begin_(begin_),
        to_(into),
        names_(names) {}

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
    std::string_view const text(begin_, static_cast<std::size_t>(end_ - begin_));
    for (at_ = begin_ + from; at_ < stop;) {
      if (read_run(stop)) continue;
      auto const* const next = begin_ + next_start(text, offset(at_), text.size());
      line_ += lines_in(at_, next);
      at_ = next;
    }
    return line_ - lines_in(stop, at_);
  }

 private:
  static constexpr std::size_t most_connections = 256;
  std::uint32_t offset(char const* at) const noexcept { return static_cast<std::uint32_t>(at - begin_); }
  verilog_location location_of(verilog_word word) const noexcept {
    return {line_, word.offset - offset(line_begin_) + 1};
  }
  static std::uint32_t lines_in(char const* from, char const* to) noexcept {
    return static_cast<std::uint32_t>(count_lines({from, static_cast<std::size_t>(to - from)}));
  }
  std::string_view text_of(verilog_word word) const noexcept { return {begin_ + word.offset, word.name}; }

  /// False where not even one statement is known.
  bool read_run(char const* stop) {
    for (line_begin_ = at_; line_begin_ != begin_ && line_begin_[-1] != '\n';) --line_begin_;
    verilog_run run;
    run.begin = offset(at_);
    run.wires.first = to_.wires.size();
    run.instances.first = to_.instances.size();
    run.connections.first = to_.connections.size();
    run.terms.first = to_.terms.size();
    while (at_ < stop) {
      auto const start = this_place();
      auto const wires = to_.wires.size(), connections = to_.connections.size(), terms = to_.terms.size(),
                 instances = to_.instances.size(), nets = to_.nets.size();
      if (read_statement(instances == run.instances.first)) continue;
      at_ = start.at;
      line_begin_ = start.line_begin;
      line_ = start.line;
      to_.wires.shrink(wires);
      to_.connections.shrink(connections);
      to_.terms.shrink(terms);
      to_.instances.shrink(instances);
      to_.nets.shrink(nets);
      break;
    }
    run.end = offset(at_);
    run.line = line_;
    run.line_begin = offset(line_begin_);
    run.wires.last = to_.wires.size();
    run.instances.last = to_.instances.size();
    run.connections.last = to_.connections.size();
    run.terms.last = to_.terms.size();
    if (run.end == run.begin) return false;
    to_.runs.add(run);
    return true;
  }

  bool read_statement(bool may_be_wire) {
    verilog_word word;
    bool is_escaped = false;
    if (!read_name(word, is_escaped)) return false;
    if (!is_escaped && text_of(word) == "wire") return may_be_wire && read_wires();
    return read_instance(word, is_escaped);
  }

  bool read_wires() {
    for (bool is_first = true;; is_first = false) {
      skip_blanks();
      verilog_piece::wire made;
      bool is_escaped = false;
      if (!read_name(made.name, is_escaped)) return false;
      auto const name = text_of(made.name);
      if (is_first && (name == "signed" || name == "vectored" || name == "scalared")) return false;
      made.at = location_of(made.name);
      to_.wires.add(made);
      skip_blanks();
      if (take(';')) break;
      if (!take(',')) return false;
    }
    skip_blanks();
    return true;
  }

  bool read_instance(verilog_word cell, bool cell_is_escaped) {
    verilog_piece::instance made;
    made.cell = cell_is_escaped ? place_of_pin(cell) : place_of_cell(cell);
    if (made.cell == verilog_known_words::none) return false;
    made.at = location_of(cell);
    skip_blanks();
    if (!read_name(made.name, made.is_escaped)) return false;
    made.name_at = location_of(made.name);
    skip_blanks();
    if (!take_open()) return false;
    auto const first = to_.connections.size(), terms = to_.terms.size();
    pin_letters_ = 0;
    skip_blanks();
    if (!take(')')) {
      do {
        skip_blanks();
        if (!read_short_connections() && !read_connection()) return false;
      } while (take(','));
      if (!take(')')) return false;
    }
    made.connections = to_.connections.size() - first;
    if (made.connections > most_connections) return false;
    auto const letters = std::uint64_t{pin_letters_} + cell.name + made.name.name + 8 * made.connections;
    made.letters = static_cast<std::uint32_t>(letters);
    made.is_plain = to_.terms.size() == terms && letters == made.letters;
    skip_blanks();
    if (!take(';')) return false;
    skip_blanks();
    to_.instances.add(made);
    return true;
  }

  /// `.pin(net), .pin(net)`, pins of up to 7 and nets of up to 16 letters, as nearly all are. False, and
  /// nothing is read, where the first is another one.
  bool read_short_connections() {
    constexpr std::ptrdiff_t longest = 40;  // that is looked at
    auto const* const first = at_;
    for (auto const* at = at_; end_ - at >= longest && *at == '.'; at = at_ + (at_[1] == ' ' ? 2 : 1)) {
      auto const* const pin = at + 1;
      auto const letters = eight_bytes_at(pin);
      auto const pin_size = count_name_chars(letters);
      auto const* const net = pin + pin_size + 1;
      if (pin_size == 8 || net[-1] != '(' || !begins_name(*pin) || !begins_name(*net)) break;
      auto const net_letters = eight_bytes_at(net);
      auto net_size = count_name_chars(net_letters);
      if (net_size == 8) net_size += count_name_chars(eight_bytes_at(net + 8));
      if (net[net_size] != ')') break;
      verilog_word const word{offset(pin), pin_size};
      verilog_connection made;
      made.at = location_of(word);
      made.pin = pins_.find(
          verilog_known_words::key_of(letters, pin_size), pin_size, [](std::uint32_t) { return true; },
          [&] { return added(word); });
      auto const number =
          names_ != nullptr ? names_->find_counted(net_letters, net_size) : verilog_names::missing;
      bool const is_known = number < verilog_expression::one_net;
      made.value = verilog_expression::of_net(is_known ? number : net_size, offset(net));
      if (!is_known) to_.nets.add(to_.connections.size());
      pin_letters_ += pin_size;
      to_.connections.add(made);
      at_ = net + net_size + 1;
      if (*at_ != ',') break;
    }
    skip_blanks();
    return at_ != first;
  }

  bool read_connection() {
    if (!take('.')) return false;
    skip_blanks();
    verilog_connection made;
    verilog_word pin;
    bool is_escaped = false;
    if (!read_name(pin, is_escaped)) return false;
    made.at = location_of(pin);
    made.pin = place_of_pin(pin);
    pin_letters_ += pin.name;
    skip_blanks();
    if (!take_open()) return false;
    skip_blanks();
    if (!read_value(made.value)) return false;
    skip_blanks();
    if (!take(')')) return false;
    skip_blanks();
    if (made.value.is_net()) to_.nets.add(to_.connections.size());
    to_.connections.add(made);
    return true;
  }

  bool read_value(verilog_expression& into) {
    if (at_ != end_ && *at_ == ')') return true;
    if (at_ != end_ && *at_ == '1') return read_level(into);
    verilog_word net;
    bool is_escaped = false;
    if (!read_name(net, is_escaped) || net.name >= verilog_expression::one_net) return false;
    into = verilog_expression::of_net(net.name, net.offset);
    skip_blanks();
    if (!take('[')) return true;
    skip_blanks();
    auto const* const digits = at_;
    constexpr std::ptrdiff_t most = 6;  // digits; more are for the grammar
    std::int32_t bit = 0;
    while (at_ != end_ && at_ - digits <= most && is_digit(*at_)) bit = 10 * bit + (*at_++ - '0');
    if (at_ == digits || at_ - digits > most) return false;
    into = added({verilog_term_kind::bit, place_of_pin(net), net.offset, bit, bit, 0});
    skip_blanks();
    return take(']');
  }

  /// 1'b0 and 1'b1.
  bool read_level(verilog_expression& into) {
    if (end_ - at_ < 5 || at_[1] != '\'' || at_[2] != 'b' || (at_[3] != '0' && at_[3] != '1')) return false;
    if (is_name_char(at_[4]) || at_[4] == '?') return false;
    into = added({verilog_term_kind::constant, 4, offset(at_), 0, 0, 0});
    at_ += 4;
    return true;
  }

  verilog_expression added(verilog_term const& term) {
    to_.terms.add(term);
    return {to_.terms.size() - 1, to_.terms.size()};
  }

  bool read_name(verilog_word& word, bool& is_escaped) noexcept {
    if (at_ == end_) return false;
    is_escaped = *at_ == '\\';
    auto const* const begin = is_escaped ? ++at_ : at_;
    if (is_escaped) {
      for (; at_ != end_ && !is_blank(*at_); ++at_) has_slash_ = has_slash_ || *at_ == '/';
      has_bracket_ = has_bracket_ || at_[-1] == ']';
    } else {
      if (is_digit(*at_) || *at_ == '$') return false;
      skip_name();
    }
    word = {offset(begin), static_cast<std::uint32_t>(at_ - begin)};
    return at_ != begin;
  }

  void skip_name() noexcept {
    while (end_ - at_ >= 8) {
      auto const count = count_name_chars(eight_bytes_at(at_));
      at_ += count;
      if (count < 8) return;
    }
    while (at_ != end_ && is_name_char(*at_)) ++at_;
  }

  /// The word's place in `words`; none where it is a keyword.
  std::uint32_t place_of_cell(verilog_word word) {
    return place_of(word, cells_, [&] {
      return begins_other_statement(text_of(word)) ? verilog_known_words::none : added(word);
    });
  }
  /// Of a word that may be one, too.
  std::uint32_t place_of_pin(verilog_word word) {
    return place_of(word, pins_, [&] { return added(word); });
  }
  template <class Added>
  std::uint32_t place_of(verilog_word word, verilog_known_words& known, Added const& added) {
    auto const text = text_of(word);
    return known.find(
        verilog_known_words::key_of(text), word.name,
        [&](std::uint32_t place) { return is_same_name(text_of(to_.words[place]), text); }, added);
  }
  std::uint32_t added(verilog_word word) {
    to_.words.add(word);
    return to_.words.size() - 1;
  }

  void skip_blanks() noexcept {
    if (at_ == end_ || *at_ > ' ') return;
    for (; at_ != end_ && is_blank(*at_); ++at_) {
      if (*at_ != '\n') continue;
      ++line_;
      line_begin_ = at_ + 1;
    }
  }
  bool take(char c) noexcept {
    if (at_ == end_ || *at_ != c) return false;
    ++at_;
    return true;
  }
  /// `(*` begins an attribute.
  bool take_open() noexcept { return take('(') && (at_ == end_ || *at_ != '*'); }

  struct place {
    char const *at, *line_begin;
    std::uint32_t line;
  };
  place this_place() const noexcept { return {at_, line_begin_, line_}; }

  char const *begin_, *end_, *at_, *line_begin_;
  std::uint32_t line_ = 0;
  std::uint32_t pin_letters_ = 0;  // of the pins of an instance
  verilog_piece::lists& to_;
  verilog_names const* names_;
  bool has_slash_ = false, has_bracket_ = false;
  verilog_known_words cells_, pins_;
};

}  // namespace gsta::io::detail
