#pragma once

#include <algorithm>
#include <array>
#include <utility>

#include "gsta/core/macros.hpp"
#include "gsta/core/name_hash.hpp"
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
  verilog_run_reader(std::string_view text, verilog_piece::lists& into)
      : begin_(text.data()), end_(begin_ + text.size()), at_(begin_), line_begin_(begin_), to_(into) {
    cached_.fill(none_cached);
  }

  /// Where a statement may begin at or behind an offset: behind `;` and blanks.
  static std::size_t next_start(std::string_view text, std::size_t from) noexcept {
    for (auto at = text.find(';', from); at != text.npos; at = text.find(';', at + 1)) {
      if (at + 1 == text.size() || !is_blank(text[at + 1])) continue;
      while (++at < text.size() && is_blank(text[at])) {
      }
      return at;
    }
    return text.size();
  }

  /// Runs that begin in [from, to); the last one may end behind.
  void read(std::size_t from, std::size_t to) {
    auto const* const stop = begin_ + to;
    std::string_view const text(begin_, static_cast<std::size_t>(end_ - begin_));
    for (at_ = begin_ + from; at_ < stop;) {
      if (read_run(stop)) continue;
      auto const* const next = begin_ + next_start(text, offset(at_));
      line_ += static_cast<std::uint32_t>(std::count(at_, next, '\n'));
      at_ = next;
    }
  }

 private:
  static constexpr std::uint32_t none_cached = ~std::uint32_t{0};
  static constexpr std::size_t most_connections = 256;
  static constexpr auto name_chars = [] {
    std::array<bool, 256> result{};
    for (int c = 0; c < 256; ++c)
      result[static_cast<std::size_t>(c)] =
          c == '_' || c == '$' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return result;
  }();

  std::uint32_t offset(char const* at) const noexcept { return static_cast<std::uint32_t>(at - begin_); }
  verilog_location place_of(verilog_word word) const noexcept {
    return {line_, word.offset - offset(line_begin_) + 1};
  }
  std::string_view text_of(verilog_word word) const noexcept { return {begin_ + word.offset, word.name}; }

  /// False where not even one statement is known.
  bool read_run(char const* stop) {
    for (line_begin_ = at_; line_begin_ != begin_ && line_begin_[-1] != '\n';) --line_begin_;
    verilog_run run;
    run.begin = offset(at_);
    run.wires.first = size_of(to_.wires);
    run.instances.first = size_of(to_.instances);
    run.connections.first = size_of(to_.connections);
    run.terms.first = size_of(to_.terms);
    while (at_ < stop) {
      auto const start = this_place();
      auto const wires = to_.wires.size(), connections = to_.connections.size(), terms = to_.terms.size(),
                 instances = to_.instances.size();
      if (read_statement(instances == run.instances.first)) continue;
      at_ = start.at;
      line_begin_ = start.line_begin;
      line_ = start.line;
      to_.wires.resize(wires);
      to_.connections.resize(connections);
      to_.terms.resize(terms);
      to_.instances.resize(instances);
      break;
    }
    run.end = offset(at_);
    run.line = line_;
    run.line_begin = offset(line_begin_);
    run.wires.last = size_of(to_.wires);
    run.instances.last = size_of(to_.instances);
    run.connections.last = size_of(to_.connections);
    run.terms.last = size_of(to_.terms);
    if (run.end == run.begin) return false;
    to_.runs.push_back(run);
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
      made.at = place_of(made.name);
      to_.wires.push_back(made);
      skip_blanks();
      if (take(';')) break;
      if (!take(',')) return false;
    }
    skip_blanks();
    return true;
  }

  bool read_instance(verilog_word cell, bool cell_is_escaped) {
    verilog_piece::instance made;
    made.cell = number_of_word(cell, !cell_is_escaped);
    if (made.cell == none_cached) return false;
    made.at = place_of(cell);
    skip_blanks();
    if (!read_name(made.name, made.is_escaped)) return false;
    made.name_at = place_of(made.name);
    skip_blanks();
    if (!take_open()) return false;
    auto const first = to_.connections.size();
    skip_blanks();
    if (!take(')')) {
      do {
        skip_blanks();
        if (!read_connection()) return false;
      } while (take(','));
      if (!take(')')) return false;
    }
    if (to_.connections.size() - first > most_connections) return false;
    made.connections = static_cast<std::uint32_t>(to_.connections.size() - first);
    skip_blanks();
    if (!take(';')) return false;
    skip_blanks();
    to_.instances.push_back(made);
    return true;
  }

  bool read_connection() {
    if (!take('.')) return false;
    skip_blanks();
    verilog_connection made;
    verilog_word pin;
    bool is_escaped = false;
    if (!read_name(pin, is_escaped)) return false;
    made.at = place_of(pin);
    made.pin = number_of_word(pin, false);
    skip_blanks();
    if (!take_open()) return false;
    skip_blanks();
    if (!read_value(made.value)) return false;
    skip_blanks();
    if (!take(')')) return false;
    skip_blanks();
    to_.connections.push_back(made);
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
    into = added({verilog_term_kind::bit, number_of_word(net, false), net.offset, bit, bit, 0});
    skip_blanks();
    return take(']');
  }

  /// 1'b0 and 1'b1.
  bool read_level(verilog_expression& into) {
    if (end_ - at_ < 5 || at_[1] != '\'' || at_[2] != 'b' || (at_[3] != '0' && at_[3] != '1')) return false;
    if (name_chars[static_cast<unsigned char>(at_[4])] || at_[4] == '?') return false;
    into = added({verilog_term_kind::constant, 4, offset(at_), 0, 0, 0});
    at_ += 4;
    return true;
  }

  verilog_expression added(verilog_term const& term) {
    to_.terms.push_back(term);
    return {size_of(to_.terms) - 1, size_of(to_.terms)};
  }

  bool read_name(verilog_word& word, bool& is_escaped) noexcept {
    if (at_ == end_) return false;
    is_escaped = *at_ == '\\';
    auto const* const begin = is_escaped ? ++at_ : at_;
    if (is_escaped) {
      while (at_ != end_ && !is_blank(*at_)) ++at_;
    } else {
      if (is_digit(*at_) || *at_ == '$') return false;
      while (at_ != end_ && name_chars[static_cast<unsigned char>(*at_)]) ++at_;
    }
    word = {offset(begin), static_cast<std::uint32_t>(at_ - begin)};
    return at_ != begin;
  }

  /// The word's place in `words`; none where it may be no keyword and is one.
  std::uint32_t number_of_word(verilog_word word, bool no_keyword) {
    auto const text = text_of(word);
    auto& known =
        cached_[(hash_of_name(text) & (cached_.size() / 2 - 1)) + (no_keyword ? cached_.size() / 2 : 0)];
    if (known != none_cached && is_same_name(text_of(to_.words[known]), text)) return known;
    if (no_keyword && begins_other_statement(text)) return none_cached;
    known = size_of(to_.words);
    to_.words.push_back(word);
    return known;
  }

  void skip_blanks() noexcept {
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

  template <class T>
  static std::uint32_t size_of(std::vector<T> const& of) noexcept {
    return static_cast<std::uint32_t>(of.size());
  }
  struct place {
    char const *at, *line_begin;
    std::uint32_t line;
  };
  place this_place() const noexcept { return {at_, line_begin_, line_}; }

  char const *begin_, *end_, *at_, *line_begin_;
  std::uint32_t line_ = 0;
  verilog_piece::lists& to_;
  std::array<std::uint32_t, 512> cached_;
};

}  // namespace gsta::io::detail
