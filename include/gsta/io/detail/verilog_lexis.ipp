#pragma once

#include <algorithm>
#include <iterator>

#include "gsta/io/detail/pegtl.ipp"
#include "gsta/io/detail/verilog_words.hpp"

/// Verilog's words, blanks, and the stretches of text that are passed over.
namespace gsta::io::detail::verilog_grammar {

/// Directives that change nothing in a structural netlist. Sorted.
GSTA_INLINE bool is_harmless_directive(std::string_view name) noexcept {
  static constexpr std::string_view names[] = {"begin_keywords",
                                               "celldefine",
                                               "default_decay_time",
                                               "default_nettype",
                                               "default_trireg_strength",
                                               "delay_mode_distributed",
                                               "delay_mode_path",
                                               "delay_mode_unit",
                                               "delay_mode_zero",
                                               "disable_portfaults",
                                               "enable_portfaults",
                                               "end_keywords",
                                               "endcelldefine",
                                               "line",
                                               "nosuppress_faults",
                                               "nounconnected_drive",
                                               "pragma",
                                               "resetall",
                                               "suppress_faults",
                                               "timescale",
                                               "unconnected_drive"};
  static_assert(std::is_sorted(std::begin(names), std::end(names)));
  return std::binary_search(std::begin(names), std::end(names), name);
}

/// Skips a quoted string from its opening quote; an open one ends with its line.
GSTA_INLINE char const* skip_string(char const* at, char const* end) noexcept {
  for (++at; at != end && *at != '\n'; ++at) {
    if (*at == '"') return at + 1;
    if (*at == '\\' && at + 1 != end) ++at;
  }
  return at;
}

/// Blanks, comments, attributes (* ... *) and directives.
struct blanks : by_hand<blanks> {
  static char const* skip_attribute(source const& file, char const* at, char const* end) {
    for (auto const* next = at + 2; next != end;) {
      if (*next == '"') {
        next = skip_string(next, end);
      } else if (*next == '*' && next + 1 != end && next[1] == ')') {
        return next + 2;
      } else {
        ++next;
      }
    }
    fail(file, offset_of(file, {at, 1}), "the attribute (* is not closed");
  }
  template <class State>
  static char const* skip_directive(State& state, char const* at, char const* end) {
    if (auto const* const behind = state.conditions.behind(at)) return behind;
    auto const* stop = at + 1;
    while (stop != end && is_name_char(*stop)) ++stop;
    std::string_view const word(at, static_cast<std::size_t>(stop - at)), name = word.substr(1);
    if (!is_harmless_directive(name)) {
      auto const* const what = state.is_defined(name) ? "the macro " : "the directive ";
      fail(state.file, offset_of(state.file, word), what + in_quotes(word) + " is not supported yet");
    }
    return skip_line(stop, end);
  }
  template <class State>
  static char const* skip(State& state, char const* at, char const* end) {
    while (at != end) {
      char const next = at + 1 != end ? at[1] : '\0';
      if (is_blank(*at)) {
        ++at;
      } else if (*at == '/' && next == '/') {
        at = skip_line(at, end);
      } else if (*at == '/' && next == '*') {
        at = skip_block_comment(state.file, at, end);
      } else if (*at == '(' && next == '*') {
        at = skip_attribute(state.file, at, end);
      } else if (*at == '`') {
        at = skip_directive(state, at, end);
      } else {
        break;
      }
    }
    return at;
  }
};

/// A letter or '_' and what belongs to its word, or a backslash and anything up to a blank.
struct any_name : by_hand<any_name> {
  template <class State>
  static char const* skip(State&, char const* at, char const* end) noexcept {
    if (at == end) return nullptr;
    if (*at == '\\') {
      auto const* const name = ++at;
      while (at != end && !is_blank(*at)) ++at;
      return at == name ? nullptr : at;
    }
    if (!is_name_char(*at) || is_digit(*at) || *at == '$') return nullptr;
    while (at != end && is_name_char(*at)) ++at;
    return at;
  }
};

struct name_char : pegtl::sor<pegtl::identifier_other, pegtl::one<'$'>> {};
template <char C>
struct sign : pegtl::seq<pegtl::one<C>, blanks> {};
template <class String>
struct keyword : pegtl::seq<String, pegtl::not_at<name_char>, blanks> {};
/// A name with an action of its own, then blanks.
template <class Name>
struct named : pegtl::seq<Name, blanks> {
  static constexpr auto expected = Name::expected;
};
/// At least one entry; an entry that is missing is an error.
template <class Entry>
struct list_of : pegtl::seq<pegtl::must<Entry>, pegtl::star<sign<','>, pegtl::must<Entry>>> {};
/// Behind what a synthesis tool turns into cells, and did not.
inline constexpr char const* unmapped_hint = " has to be a cell, as in a netlist that is mapped to a library";

/// The operator of an expression that begins there, as it is written.
GSTA_INLINE std::string_view operator_at(char const* at, char const* end) noexcept {
  static constexpr std::string_view known[] = {"<<<", ">>>", "===", "!==", "&&", "||", "==", "!=", "<=",
                                               ">=",  "<<",  ">>",  "~^",  "^~", "~&", "~|", "**"};
  std::string_view const text(at, static_cast<std::size_t>(end - at));
  auto const* const found = std::find_if(std::begin(known), std::end(known),
                                         [&](std::string_view one) { return text.starts_with(one); });
  return text.substr(0, found == std::end(known) ? 1 : found->size());
}

/// Where one of the signs comes next, the text is refused.
template <class Refusal, char... Cs>
struct refuse : pegtl::sor<pegtl::if_must<pegtl::at<pegtl::one<Cs...>>, Refusal>, pegtl::success> {};

/// Goes past strings, comments and escaped names, in which no sign means what it looks like; one byte
/// elsewhere.
GSTA_INLINE char const* skip_opaque(source const& file, char const* at, char const* end) {
  char const next = at + 1 != end ? at[1] : '\0';
  if (*at == '"') return skip_string(at, end);
  if (*at == '/' && next == '/') return skip_line(at, end);
  if (*at == '/' && next == '*') return skip_block_comment(file, at, end);
  if (*at != '\\') return at + 1;
  while (at != end && !is_blank(*at)) ++at;
  return at;
}

/// 7   -1   2*(8-1): up to what can be no part of it.
struct number_expression : by_hand<number_expression> {
  static bool is_part(char c) noexcept {
    return is_digit(c) || is_blank(c) || std::string_view("_+-*/%<>()").find(c) != std::string_view::npos;
  }
  template <class State>
  static char const* skip(State&, char const* at, char const* end) noexcept {
    if (at == end || !(is_digit(*at) || *at == '-' || *at == '+' || *at == '(')) return nullptr;
    for (++at; at != end && is_part(*at); ++at) {
      bool const is_comment = *at == '/' && at + 1 != end && (at[1] == '/' || at[1] == '*');
      if (is_comment) break;
    }
    while (is_blank(at[-1])) --at;
    return at;
  }
};

/// Up to the ';' of a statement, or to the end of the file.
struct to_semicolon : by_hand<to_semicolon> {
  template <class State>
  static char const* skip(State& state, char const* at, char const* end) {
    while (at != end && *at != ';') at = skip_opaque(state.file, at, end);
    return at;
  }
};

/// '#' and a number, or '#' and all within its parentheses: delays or parameters.
struct delay_or_parameters : by_hand<delay_or_parameters> {
  template <class State>
  static char const* skip(State& state, char const* at, char const* end) {
    if (at == end || *at != '#') return nullptr;
    auto const start = offset_of(state.file, {at, 1});
    at = blanks::skip(state, at + 1, end);
    if (at == end || *at != '(') return skip_number(state.file, start, at, end);
    std::size_t open = 0;
    do {
      if (*at == '(') ++open;
      if (*at == ')') --open;
      at = skip_opaque(state.file, at, end);
    } while (open != 0 && at != end);
    if (open != 0) fail(state.file, start, "the parentheses after '#' are not closed");
    return at;
  }
  static char const* skip_number(source const& file, std::size_t start, char const* at, char const* end) {
    auto const* const number = at;
    while (at != end && (is_name_char(*at) || *at == '.')) ++at;
    if (at == number) fail(file, start, "expected a number or '(' after '#'");
    return at;
  }
};

/// From behind the word `specify` past `endspecify`.
struct to_end_of_specify : by_hand<to_end_of_specify> {
  template <class State>
  static char const* skip(State& state, char const* at, char const* end) {
    auto const start = offset_of(state.file, {at, 1});
    while (at != end) {
      if (!is_name_char(*at)) {
        at = skip_opaque(state.file, at, end);
        continue;
      }
      auto const* const word = at;
      while (at != end && is_name_char(*at)) ++at;
      if (std::string_view(word, static_cast<std::size_t>(at - word)) == "endspecify") return at;
    }
    fail(state.file, start, "the specify block is not closed");
  }
};

}  // namespace gsta::io::detail::verilog_grammar
