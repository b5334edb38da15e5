#pragma once

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

#include "gsta/core/macros.hpp"
#include "gsta/io/detail/text.hpp"
#include "gsta/io/detail/verilog_words.hpp"

/// Verilog's words, and where pieces of its text end.
namespace gsta::io::detail {

/// Directives that change nothing in a structural netlist.
GSTA_INLINE bool is_harmless_directive(std::string_view name) {
  static constexpr std::string_view names =
      " begin_keywords celldefine default_decay_time default_nettype default_trireg_strength"
      " delay_mode_distributed delay_mode_path delay_mode_unit delay_mode_zero disable_portfaults"
      " enable_portfaults end_keywords endcelldefine line nosuppress_faults nounconnected_drive pragma"
      " resetall suppress_faults timescale unconnected_drive ";
  return names.find(' ' + std::string(name) + ' ') != names.npos;
}

/// Words that start a construct which is not read, where a cell's name would stand.
GSTA_INLINE bool is_reserved(std::string_view word) noexcept {
  static constexpr std::string_view words[] = {
      "always",   "and",       "begin",       "buf",         "bufif0",       "bufif1",     "case",
      "casex",    "casez",     "cmos",        "config",      "deassign",     "else",       "end",
      "endcase",  "endconfig", "endfunction", "endgenerate", "endprimitive", "endspecify", "endtable",
      "endtask",  "event",     "for",         "force",       "forever",      "fork",       "function",
      "generate", "genvar",    "if",          "initial",     "integer",      "join",       "macromodule",
      "module",   "nand",      "nmos",        "nor",         "not",          "notif0",     "notif1",
      "or",       "pmos",      "primitive",   "pulldown",    "pullup",       "rcmos",      "real",
      "realtime", "reg",       "release",     "repeat",      "rnmos",        "rpmos",      "rtran",
      "rtranif0", "rtranif1",  "specparam",   "table",       "task",         "time",       "tran",
      "tranif0",  "tranif1",   "trireg",      "wait",        "while",        "xnor",       "xor"};
  static_assert(std::is_sorted(std::begin(words), std::end(words)));
  return std::binary_search(std::begin(words), std::end(words), word);
}

/// Gates and switches that Verilog has itself.
GSTA_INLINE bool is_gate_primitive(std::string_view word) noexcept {
  static constexpr std::string_view words[] = {
      "and",    "buf",      "bufif0",   "bufif1", "cmos",     "nand",    "nmos",  "nor",   "not",
      "notif0", "notif1",   "or",       "pmos",   "pulldown", "pullup",  "rcmos", "rnmos", "rpmos",
      "rtran",  "rtranif0", "rtranif1", "tran",   "tranif0",  "tranif1", "xnor",  "xor"};
  static_assert(std::is_sorted(std::begin(words), std::end(words)));
  return std::binary_search(std::begin(words), std::end(words), word);
}

/// Words that begin another statement than an instance.
GSTA_INLINE bool begins_other_statement(std::string_view word) noexcept {
  static constexpr std::string_view words[] = {"assign",     "defparam", "endmodule", "inout",   "input",
                                               "localparam", "output",   "parameter", "specify", "supply0",
                                               "supply1",    "tri",      "tri0",      "tri1",    "triand",
                                               "trior",      "wand",     "wire",      "wor"};
  static_assert(std::is_sorted(std::begin(words), std::end(words)));
  return std::binary_search(std::begin(words), std::end(words), word) || is_reserved(word);
}

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

/// Skips a quoted string from its opening quote; an open one ends with its line.
GSTA_INLINE char const* skip_string(char const* at, char const* end) noexcept {
  for (++at; at != end && *at != '\n'; ++at) {
    if (*at == '"') return at + 1;
    if (*at == '\\' && at + 1 != end) ++at;
  }
  return at;
}

/// Skips an attribute from its opening `(*`.
GSTA_INLINE char const* skip_attribute(source const& file, char const* at, char const* end) {
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

/// Where a number such as 7, -1 or 2*(8-1) ends: in front of what can be no part of it. nullptr where there
/// is none.
GSTA_INLINE char const* end_of_number(char const* at, char const* end) noexcept {
  auto const is_part = [](char c) {
    return is_digit(c) || is_blank(c) || std::string_view("_+-*/%<>()").find(c) != std::string_view::npos;
  };
  if (at == end || !(is_digit(*at) || *at == '-' || *at == '+' || *at == '(')) return nullptr;
  for (++at; at != end && *at != ']' && is_part(*at); ++at) {
    char const next = at + 1 != end ? at[1] : '\0';
    bool const is_comment = (*at == '/' && (next == '/' || next == '*')) || (*at == '(' && next == '*');
    if (is_comment) break;  // or an attribute
  }
  while (is_blank(at[-1])) --at;
  return at;
}

/// Where a constant such as 12, 4'b01xz, 'h3, 8'sd5 or -1'b1 ends; nullptr where there is none.
GSTA_INLINE char const* end_of_constant(char const* at, char const* end) noexcept {
  auto const skip_blanks = [end](char const* from) {
    while (from != end && (*from == ' ' || *from == '\t')) ++from;
    return from;
  };
  auto const skip_digits = [end](char const* from) {
    while (from != end && (is_name_char(*from) || *from == '?')) ++from;
    return from;
  };
  if (at != end && (*at == '-' || *at == '+')) at = skip_blanks(at + 1);
  auto const* const size = at;
  while (at != end && (is_digit(*at) || *at == '_')) ++at;
  auto const* const quote = skip_blanks(at);
  if (quote == end || *quote != '\'') return at == size ? nullptr : at;
  auto const* const base = quote + 1;
  auto const* const digits = skip_digits(base);
  bool const is_base_alone = digits - base == 1 || (digits - base == 2 && (*base == 's' || *base == 'S'));
  return is_base_alone ? skip_digits(skip_blanks(digits)) : digits;
}

/// From the parenthesis behind a '#' past the one that closes it.
GSTA_INLINE char const* skip_parentheses(source const& file, std::string_view sign, char const* at,
                                         char const* end) {
  std::size_t open = 0;
  do {
    if (*at == '(') ++open;
    if (*at == ')') --open;
    at = skip_opaque(file, at, end);
  } while (open != 0 && at != end);
  if (open != 0) fail(file, offset_of(file, sign), "the parentheses after '#' are not closed");
  return at;
}

/// Past the number behind a '#'.
GSTA_INLINE char const* skip_delay(source const& file, std::string_view sign, char const* at,
                                   char const* end) {
  auto const* const number = at;
  while (at != end && (is_name_char(*at) || *at == '.')) ++at;
  if (at == number) fail(file, offset_of(file, sign), "expected a number or '(' after '#'");
  return at;
}

/// From behind the word `specify` past `endspecify`.
GSTA_INLINE char const* skip_specify_block(source const& file, char const* at, char const* end) {
  auto const start = offset_of(file, {at, 1});
  while (at != end) {
    if (!is_name_char(*at)) {
      at = skip_opaque(file, at, end);
      continue;
    }
    auto const* const word = at;
    while (at != end && is_name_char(*at)) ++at;
    if (std::string_view(word, static_cast<std::size_t>(at - word)) == "endspecify") return at;
  }
  fail(file, start, "the specify block is not closed");
}

}  // namespace gsta::io::detail
