// Verilog's words, and its conditional text.

#include "src/io/verilog_lexis.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "gsta/io/source.hpp"
#include "src/io/text.hpp"
#include "src/io/verilog_conditions.hpp"
#include "src/io/verilog_words.hpp"

namespace gsta::io::detail {

bool is_harmless_directive(std::string_view name) {
  static constexpr std::string_view names =
      " begin_keywords celldefine default_decay_time default_nettype default_trireg_strength"
      " delay_mode_distributed delay_mode_path delay_mode_unit delay_mode_zero disable_portfaults"
      " enable_portfaults end_keywords endcelldefine line nosuppress_faults nounconnected_drive pragma"
      " resetall suppress_faults timescale unconnected_drive ";
  return names.find(' ' + std::string(name) + ' ') != names.npos;
}

bool is_reserved(std::string_view word) noexcept {
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

bool is_gate_primitive(std::string_view word) noexcept {
  static constexpr std::string_view words[] = {
      "and",    "buf",      "bufif0",   "bufif1", "cmos",     "nand",    "nmos",  "nor",   "not",
      "notif0", "notif1",   "or",       "pmos",   "pulldown", "pullup",  "rcmos", "rnmos", "rpmos",
      "rtran",  "rtranif0", "rtranif1", "tran",   "tranif0",  "tranif1", "xnor",  "xor"};
  static_assert(std::is_sorted(std::begin(words), std::end(words)));
  return std::binary_search(std::begin(words), std::end(words), word);
}

bool begins_other_statement(std::string_view word) noexcept {
  static constexpr std::string_view words[] = {"assign",     "defparam", "endmodule", "inout",   "input",
                                               "localparam", "output",   "parameter", "specify", "supply0",
                                               "supply1",    "tri",      "tri0",      "tri1",    "triand",
                                               "trior",      "wand",     "wire",      "wor"};
  static_assert(std::is_sorted(std::begin(words), std::end(words)));
  return std::binary_search(std::begin(words), std::end(words), word) || is_reserved(word);
}

std::string_view operator_at(char const* at, char const* end) noexcept {
  static constexpr std::string_view known[] = {"<<<", ">>>", "===", "!==", "&&", "||", "==", "!=", "<=",
                                               ">=",  "<<",  ">>",  "~^",  "^~", "~&", "~|", "**"};
  std::string_view const text(at, static_cast<std::size_t>(end - at));
  auto const* const found = std::find_if(std::begin(known), std::end(known),
                                         [&](std::string_view one) { return text.starts_with(one); });
  return text.substr(0, found == std::end(known) ? 1 : found->size());
}

char const* skip_string(char const* at, char const* end) noexcept {
  for (++at; at != end && *at != '\n'; ++at) {
    if (*at == '"') return at + 1;
    if (*at == '\\' && at + 1 != end) ++at;
  }
  return at;
}

char const* skip_attribute(source const& file, char const* at, char const* end) {
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

char const* skip_opaque(source const& file, char const* at, char const* end) {
  char const next = at + 1 != end ? at[1] : '\0';
  if (*at == '"') return skip_string(at, end);
  if (*at == '/' && next == '/') return skip_line(at, end);
  if (*at == '/' && next == '*') return skip_block_comment(file, at, end);
  if (*at != '\\') return at + 1;
  while (at != end && !is_blank(*at)) ++at;
  return at;
}

char const* end_of_number(char const* at, char const* end) noexcept {
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

char const* end_of_constant(char const* at, char const* end) noexcept {
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

char const* skip_parentheses(source const& file, std::string_view sign, char const* at, char const* end) {
  std::size_t open = 0;
  do {
    if (*at == '(') ++open;
    if (*at == ')') --open;
    at = skip_opaque(file, at, end);
  } while (open != 0 && at != end);
  if (open != 0) fail(file, offset_of(file, sign), "the parentheses after '#' are not closed");
  return at;
}

char const* skip_delay(source const& file, std::string_view sign, char const* at, char const* end) {
  auto const* const number = at;
  while (at != end && (is_name_char(*at) || *at == '.')) ++at;
  if (at == number) fail(file, offset_of(file, sign), "expected a number or '(' after '#'");
  return at;
}

char const* skip_specify_block(source const& file, char const* at, char const* end) {
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

void verilog_conditions::scan() {
  auto const text = file_.text();
  char const* const end = text.data() + text.size();
  for (auto const* at = text.data(); at != end;) {
    at = *at == '`' ? read_directive(at, end) : skip_opaque(file_, at, end);
  }
  if (!open_.empty()) {
    fail(file_, offset_of(file_, open_.back().word), in_quotes(open_.back().word) + " is not closed");
  }
}

namespace {

/// Behind a macro's name to the end of its lines; a backslash at the end of one continues it.
char const* skip_macro(char const* at, char const* end) noexcept {
  for (at = skip_line(at, end); at != end && at[-1] == '\\'; at = skip_line(at, end)) ++at;
  return at;
}

}  // namespace

/// Returns where the directive ends.
char const* verilog_conditions::read_directive(char const* at, char const* end) {
  auto const word_at = [&](char const* from) {
    auto const* to = from;
    while (to != end && is_name_char(*to)) ++to;
    return std::string_view(from, static_cast<std::size_t>(to - from));
  };
  auto const directive = word_at(at + 1);
  std::string_view const word(at, directive.size() + 1);
  auto const* behind = word.data() + word.size();
  bool const is_condition = directive == "ifdef" || directive == "ifndef" || directive == "elsif" ||
                            directive == "else" || directive == "endif";
  if (!is_condition && directive != "define" && directive != "undef") return behind;
  std::string_view name;
  if (directive != "else" && directive != "endif") {
    while (behind != end && (*behind == ' ' || *behind == '\t')) ++behind;
    name = word_at(behind);
    if (name.empty()) fail(file_, offset_of(file_, word), "expected a name after " + in_quotes(word));
    behind = name.data() + name.size();
  }
  if (!is_condition) {
    if (directive == "define") behind = skip_macro(behind, end);
    if (out_since_ != nullptr) return behind;
    define(directive, name);
    jumps_.emplace_back(at, behind);
    return behind;
  }
  bool const was_out = out_since_ != nullptr;
  bool const is_read = judge(word, name);
  if (is_read) {
    jumps_.emplace_back(was_out ? std::exchange(out_since_, nullptr) : at, behind);
  } else if (!was_out) {
    out_since_ = at;
    out_depth_ = open_.size();
    left_out_.push_back(word);
  }
  return behind;
}

void verilog_conditions::define(std::string_view word, std::string_view name) {
  if (word == "define") {
    defined_.insert(name);
  } else {
    defined_.erase(name);
  }
}

/// True if what stands behind a conditional directive is read.
bool verilog_conditions::judge(std::string_view word, std::string_view name) {
  bool const is_out = out_since_ != nullptr;
  bool const holds = defined_.contains(name) == (word != "`ifndef");
  if (word == "`ifdef" || word == "`ifndef") {
    open_.push_back({word, is_out || holds});
    return !is_out && holds;
  }
  if (open_.empty()) fail(file_, offset_of(file_, word), in_quotes(word) + " has no `ifdef before it");
  if (word == "`endif") {
    bool const ends_it = !is_out || open_.size() == out_depth_;
    open_.pop_back();
    return ends_it;
  }
  auto& innermost = open_.back();
  if (innermost.had_else) fail(file_, offset_of(file_, word), in_quotes(word) + " stands behind an `else");
  innermost.had_else = word == "`else";
  if (innermost.was_true || !(word == "`else" || holds)) return false;
  innermost.was_true = true;
  return true;
}

}  // namespace gsta::io::detail
