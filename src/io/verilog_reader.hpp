#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "src/io/text.hpp"
#include "src/io/verilog_lexis.hpp"
#include "src/io/verilog_words.hpp"

namespace gsta::io::detail {

/// Reads statements of structural Verilog, and tells `To` what stands there, in the order of the text.
///
/// Where `To::is_whole`, it throws input_error where a text is no such netlist: with the construct's name
/// where that is recognised only to be refused. Else it knows those statements that nearly all are, without
/// comments and directives, and leaves others, wrong or not: then `read_...` returns false.
template <class To>
class verilog_reader {
 public:
  verilog_reader(std::string_view text, To& to)
      : end_(text.data() + text.size()), at_(text.data()), to_(to) {}

  char const* at() const noexcept { return at_; }
  void move_to(char const* at) noexcept { at_ = at; }

  /// An instance, or `wire a, b;` where that may be; with the blanks behind it.
  bool read_usual_statement(bool may_be_wire) {
    if (take_word("wire")) return may_be_wire && read_nets();
    return read_instances();
  }

 protected:
  // What stands next. Blanks are skipped behind each word and sign.
  bool is_at(char c) const noexcept { return at_ != end_ && *at_ == c; }
  bool begins_net() const noexcept {
    return at_ != end_ && (begins_name(*at_) || (*at_ == '\\' && end_ - at_ > 1 && !is_blank(at_[1])));
  }
  bool begins_expression() const noexcept {
    constexpr std::string_view signs = "'{-+~&|^!(";
    return begins_net() || (at_ != end_ && (is_digit(*at_) || signs.find(*at_) != signs.npos));
  }
  std::string_view from(char const* begin) const noexcept {
    return {begin, static_cast<std::size_t>(at_ - begin)};
  }
  /// Letters, digits, '_' and '$' from here on.
  std::string_view next_word() const noexcept {
    auto const* to = at_;
    while (end_ - to >= 8) {
      auto const count = count_name_chars(eight_bytes_at(to));
      to += count;
      if (count < 8) return {at_, static_cast<std::size_t>(to - at_)};
    }
    while (to != end_ && is_name_char(*to)) ++to;
    return {at_, static_cast<std::size_t>(to - at_)};
  }
  bool take(char sign) {
    if (!is_at(sign)) return false;
    ++at_;
    skip_blanks();
    return true;
  }
  /// The parenthesis that opens a list: none that begins an attribute.
  bool take_open() { return !(is_at('(') && end_ - at_ > 1 && at_[1] == '*') && take('('); }
  bool take_word(std::string_view word) {
    if (!is_at(word.front()) || static_cast<std::size_t>(end_ - at_) < word.size()) return false;
    auto const* const behind = at_ + word.size();
    if (std::string_view(at_, word.size()) != word || (behind != end_ && is_name_char(*behind))) return false;
    at_ = behind;
    skip_blanks();
    return true;
  }
  void skip_qualifiers() {
    while (take_word("signed") || take_word("vectored") || take_word("scalared")) {
    }
  }
  bool read_name(verilog_identifier& found) {
    if (at_ == end_ || !begins_name(*at_)) return read_escaped_name(found);
    found = {next_word(), false};
    at_ += found.name.size();
    return true;
  }
  /// A backslash and anything up to a blank.
  bool read_escaped_name(verilog_identifier& found) {
    if (!begins_net()) return false;
    auto const* const name = at_ + 1;
    for (at_ = name; at_ != end_ && (*at_ > ' ' || !is_blank(*at_));) ++at_;
    found = {from(name), true};
    to_.note_escaped(found.name);
    return true;
  }
  bool read_number(std::string_view& found) noexcept {
    auto const* const number = at_;
    auto const* const end = end_of_number(at_, end_);
    if (end == nullptr) return false;
    at_ = end;
    found = from(number);
    return true;
  }

  void skip_blanks() {
    if (at_ == end_) return;
    bool const may_be_more = To::is_whole && (*at_ == '/' || *at_ == '(' || *at_ == '`');
    if (*at_ <= ' ' || may_be_more) skip_all_blanks();
  }
  /// Where `To::is_whole` comments, attributes (* ... *) and directives, too.
  void skip_all_blanks() {
    if constexpr (To::is_whole) {
      while (at_ != end_) {
        char const next = at_ + 1 != end_ ? at_[1] : '\0';
        if (is_blank(*at_)) {
          ++at_;
        } else if (*at_ == '/' && next == '/') {
          at_ = skip_line(at_, end_);
        } else if (*at_ == '/' && next == '*') {
          at_ = skip_block_comment(to_.file, at_, end_);
        } else if (*at_ == '(' && next == '*') {
          at_ = skip_attribute(to_.file, at_, end_);
        } else if (*at_ == '`') {
          at_ = to_.conditions.skip_directive(at_, end_);
        } else {
          break;
        }
      }
    } else {
      auto const* at = at_;
      while (at != end_ && is_blank(*at)) {
        if (*at == '\n') to_.begin_line(at + 1);
        ++at;
        if (end_ - at >= 8) at += count_spaces(eight_bytes_at(at));
      }
      at_ = at;
    }
  }

  // Errors, or statements that are left.
  bool expected(std::string_view what) const {
    if constexpr (To::is_whole) fail_expected(to_.file, offset_of(to_.file, {at_, 0}), what);
    return false;
  }
  bool unsupported(std::string_view what) const {
    if constexpr (To::is_whole)
      fail(to_.file, offset_of(to_.file, {at_, 0}), std::string(what) + " not supported yet");
    return false;
  }
  bool unsupported_operator() const {
    if constexpr (To::is_whole)
      fail(to_.file, offset_of(to_.file, {at_, 0}),
           "an operator is not supported yet: " + in_quotes(operator_at(at_, end_)) + unmapped_hint);
    return false;
  }
  void need(char sign, std::string_view what) {
    if (!take(sign)) expected(what);
  }

  /// wire [3:0] c, d = a[0];   behind the word that says what kind of nets they are.
  bool read_nets() {
    skip_qualifiers();
    if (is_at('[') && !read_range()) return false;
    if (is_at('#')) return unsupported("'#' (a delay) in a declaration is");
    do {
      verilog_identifier net;
      if (!read_name(net)) return expected("the name of a net");
      to_.declare_wire(net.name);
      skip_blanks();
      if (is_at('[')) return unsupported("an array of nets is");
      if (is_at('=') && !read_initial_value()) return false;
    } while (take(','));
    return take(';') || expected("',' or ';'");
  }
  bool read_initial_value() {
    if constexpr (To::is_whole) {
      std::string_view const sign(at_, 1);
      take('=');
      to_.assign_to_wire(sign);
      read_assigned();
    }
    return To::is_whole;
  }
  /// Behind the sign of an assignment.
  void read_assigned() {
    auto const target_end = to_.term_count();
    read_expression();
    to_.end_assign(target_end);
  }
  /// [7:0]
  bool read_range() {
    if constexpr (To::is_whole) {
      std::string_view number;
      take('[');
      if (!read_number(number)) expected("a number, the range's left bit");
      double const left = to_.value_of(number);
      skip_blanks();
      need(':', "':' in the range");
      if (!read_number(number)) expected("a number, the range's right bit");
      to_.set_range(left, to_.value_of(number));
      skip_blanks();
      need(']', "']'");
    }
    return To::is_whole;
  }

  /// a   a[3]   a[7:4]   4'hf   { a, 2{ b[0] } }
  bool read_expression() {
    if (!begins_expression()) return expected("a net, a constant or a concatenation");
    bool const is_read = begins_net() ? read_net() : is_at('{') ? read_concatenation() : read_constant();
    constexpr std::string_view operators = "&|^~?+-*/<>=!%(";
    if (To::is_whole && at_ != end_ && operators.find(*at_) != operators.npos) unsupported_operator();
    return is_read;
  }
  bool read_net() {
    verilog_identifier net;
    if (!read_name(net)) return false;
    to_.add_net(net.name);
    skip_blanks();
    return !is_at('[') || read_select();
  }
  bool read_select() {
    take('[');
    std::string_view number;
    if (!read_number(number)) return expected("the number of a bit");
    to_.select_bit(number);
    skip_blanks();
    if (take(':')) {
      if (!read_number(number)) return expected("the number of a bit");
      to_.select_part(number);
      skip_blanks();
    }
    if (!take(']')) return expected("':' or ']'");
    return !is_at('[') || unsupported("a select of a select is");
  }
  bool read_constant() {
    auto const* const end = end_of_constant(at_, end_);
    if (end == nullptr) return unsupported_operator();
    to_.add_constant({at_, static_cast<std::size_t>(end - at_)});
    at_ = end;
    skip_blanks();
    return true;
  }
  /// { a, b }   { 2{ a, b } }
  bool read_concatenation() {
    if constexpr (To::is_whole) {
      open_brace();
      auto const* const digits = at_;
      while (at_ != end_ && is_digit(*at_)) ++at_;
      auto const count = from(digits);
      if (!count.empty()) skip_blanks();
      if (!count.empty() && is_at('{')) {
        auto const repeat = to_.begin_repeated(count);
        open_brace();
        read_concatenated();
        to_.end_repeated(repeat);
        need('}', "',' or '}'");
        --depth_;
      } else {
        at_ = digits;  // a constant begins with some, too
        read_concatenated();
      }
    }
    return To::is_whole;
  }
  void open_brace() {
    std::string_view const brace(at_, 1);
    take('{');
    if (++depth_ > 256)
      fail(to_.file, offset_of(to_.file, brace), "concatenations are nested more than 256 deep");
  }
  void read_concatenated() {
    do read_expression();
    while (take(','));
    need('}', "',' or '}'");
    --depth_;
  }

  /// CELL #(...) name ( .pin(net), ... ), name2 ( net, ... );
  bool read_instances() {
    verilog_identifier cell;
    if (!read_name(cell)) return false;
    to_.begin_cell(cell);
    skip_blanks();
    if (is_at('#') && !pass_parameters("parameters or delay of an instance (not used)")) return false;
    do {
      if (!read_instance()) return false;
    } while (take(','));
    return take(';') || expected("',' or ';'");
  }
  bool read_instance() {
    verilog_identifier instance;
    if (!read_name(instance)) return expected("the instance's name");
    to_.begin_instance(instance);
    skip_blanks();
    if (is_at('[')) return unsupported("an array of instances is");
    if (!take_open()) return expected("'(' after the instance's name");
    if (!is_at(')') && !(is_at('.') ? read_connections() : read_positions())) return false;
    if (!take(')')) return expected("',' or ')'");
    to_.end_instance();
    return true;
  }
  bool read_connections() {
    do {
      if constexpr (!To::is_whole) {
        auto const* const first = at_;
        at_ = to_.add_short_connections(at_, end_);
        skip_blanks();
        if (at_ != first) continue;
      }
      if (!read_connection()) return false;
    } while (take(','));
    return true;
  }
  bool read_connection() {
    verilog_identifier pin;
    if (!take('.')) return expected("a connection .pin(net)");
    if (!read_name(pin)) return expected("the name of a pin");
    to_.connect_pin(pin.name);
    skip_blanks();
    if (!take_open()) return expected("'(' after the pin");
    if (begins_expression() && !read_expression()) return false;
    if (!take(')')) return expected("a net's name and ')'");
    to_.end_connection();
    return true;
  }
  bool read_positions() {
    if constexpr (To::is_whole) {
      do {
        auto const* const begin = at_;
        if (begins_expression()) read_expression();
        to_.add_positional(from(begin));
      } while (take(','));
    }
    return To::is_whole;
  }
  /// Goes past '#' and a number, or '#' and all within its parentheses: delays or parameters.
  bool pass_parameters(char const* kind) {
    if constexpr (To::is_whole) {
      std::string_view const sign(at_, 1);
      take('#');
      at_ = is_at('(') ? skip_parentheses(to_.file, sign, at_, end_) : skip_delay(to_.file, sign, at_, end_);
      to_.count(kind, sign);
      skip_blanks();
    }
    return To::is_whole;
  }

  char const *end_, *at_;
  To& to_;
  int depth_ = 0;  ///< of braces
};

}  // namespace gsta::io::detail
