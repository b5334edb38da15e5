#pragma once

#include <charconv>
#include <cstdlib>

#include "gsta/io/detail/sdc_tcl.ipp"

namespace gsta::io::detail {

/// The place `further` lines below the outermost command: the first word of that line.
GSTA_INLINE model::location sdc_tcl::at_line(std::size_t further) const {
  if (further == 0 || file_ == nullptr) return command_at_;
  auto const text = file_->text();
  std::size_t at = command_offset_;
  for (std::size_t line = 0; line < further; ++line) {
    auto const newline = text.find('\n', at);
    if (newline == text.npos) return command_at_;
    at = newline + 1;
  }
  auto const word = std::min(text.find_first_not_of(" \t", at), text.size());
  return {command_at_.line + further, word - at + 1};
}

/// Where the running command stands: Tcl knows the line in the text of the outermost command, for what is not
/// inside a procedure or a text made up while running; else that of the call.
GSTA_INLINE model::location sdc_tcl::here() {
  if (file_ == nullptr) return command_at_;
  Tcl_InterpState const state = Tcl_SaveInterpState(interp_, TCL_OK);
  std::size_t line = 1;
  for (int level = -1; level > -100; --level) {
    auto const script = "::dict get [::info frame " + std::to_string(level) + "] ";
    if (Tcl_EvalEx(interp_, (script + "type").c_str(), -1, 0) != TCL_OK) break;
    if (std::string_view(Tcl_GetStringResult(interp_)) != "eval") continue;
    if (Tcl_EvalEx(interp_, (script + "line").c_str(), -1, 0) == TCL_OK) {
      line = std::strtoul(Tcl_GetStringResult(interp_), nullptr, 10);
    }
    break;
  }
  Tcl_RestoreInterpState(interp_, state);
  return at_line(line > 0 ? line - 1 : 0);
}

/// The line, below the outermost command's, of an error that Tcl itself found: its trace says `("foreach"
/// body line 3)` for every level, counted from each body's first line.
GSTA_INLINE std::size_t sdc_tcl::nested_line() const {
  char const* const info = Tcl_GetVar2(interp_, "::errorInfo", nullptr, TCL_GLOBAL_ONLY);
  if (info == nullptr) return 0;
  std::string_view const trace(info);
  std::size_t further = 0;
  for (std::size_t at = trace.find("\n    ("); at != trace.npos; at = trace.find("\n    (", at + 1)) {
    auto const line = trace.substr(at + 1, trace.find('\n', at + 1) - at - 1);
    auto const number = line.rfind(" line ");
    if (line.back() != ')' || number == line.npos) continue;
    std::size_t inside = 0;
    std::from_chars(line.data() + number + 6, line.data() + line.size(), inside);
    if (line.find("(procedure ") != line.npos) {
      further = 0;  // lines of a procedure count from where it was made: only the call's place is known
    } else if (inside > 0) {
      further += inside - 1;
    }
  }
  return further;
}

GSTA_INLINE void sdc_tcl::fail_running(source const& file) {
  std::string const text = Tcl_GetStringResult(interp_);
  auto const at = text == error_text_ ? error_at_ : at_line(nested_line());
  auto sentence = text.substr(0, text.find('\n'));
  constexpr std::size_t longest = 300;
  if (sentence.size() > longest) sentence = sentence.substr(0, longest) + "...";
  for (char& c : sentence) {
    if (static_cast<unsigned char>(c) < ' ' || c == 127) c = '?';
  }
  if (sentence.empty()) sentence = "the script failed";
  throw input_error(file.name(), at.line, at.column, sentence);
}

GSTA_INLINE int sdc_tcl::evaluate(source const& file, char const* command, int size) {
  struct running {
    running() { sdc_runs = true; }
    ~running() { sdc_runs = false; }
  } const now;
  try {
    return Tcl_EvalEx(interp_, command, size, TCL_EVAL_GLOBAL);
  } catch (sdc_panic const&) {
    broken_ = true;
    throw input_error(file.name(), command_at_.line, command_at_.column, "a Tcl value is too large");
  }
}

/// Runs the next command of the file and moves `at` behind it; false where the file returns.
GSTA_INLINE bool sdc_tcl::run_command(source const& file, char const*& at, char const* end) {
  Tcl_Parse parse;
  if (Tcl_ParseCommand(interp_, at, static_cast<int>(end - at), 0, &parse) != TCL_OK) {
    char const* const term = parse.term != nullptr ? parse.term : at;
    fail(file, static_cast<std::size_t>(std::min(term, end) - file.text().data()),
         Tcl_GetStringResult(interp_));
  }
  char const* const start = parse.commandStart;
  int const size = parse.commandSize;
  bool const is_empty = parse.numWords == 0;
  Tcl_FreeParse(&parse);
  at = start + size;
  if (is_empty) return true;
  command_offset_ = static_cast<std::size_t>(start - file.text().data());
  command_at_ = cursor_.locate(command_offset_);
  switch (evaluate(file, start, size)) {
    case TCL_OK:
      return true;
    case TCL_RETURN:
      return false;
    case TCL_ERROR:
      fail_running(file);
    default:
      throw input_error(file.name(), command_at_.line, command_at_.column,
                        "break or continue outside of a loop");
  }
}

/// Deep nesting would end Tcl's own stack, so it is refused before.
GSTA_INLINE void check_sdc_text(source const& file) {
  check_text(file);
  auto const text = file.text();
  constexpr std::size_t largest = 1U << 30U;
  constexpr int deepest = 500;
  if (text.size() > largest) throw input_error(file.name(), 0, 0, "the file is larger than 1 GiB");
  int brackets = 0, braces = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\')
      ++i;
    else if (text[i] == '[')
      ++brackets;
    else if (text[i] == '{')
      ++braces;
    else if (text[i] == ']' && brackets > 0)
      --brackets;
    else if (text[i] == '}' && braces > 0)
      --braces;
    if (brackets > deepest || braces > deepest) fail(file, i, "brackets or braces nested too deep");
  }
}

GSTA_INLINE void sdc_tcl::run(source const& file) {
  check_sdc_text(file);
  file_ = &file;
  cursor_ = line_cursor(file.text());
  reader_.file = file.name();
  error_text_.clear();
  char const* at = file.text().data();
  char const* const end = at + file.text().size();
  while (at < end && run_command(file, at, end)) {
  }
  file_ = nullptr;
}

}  // namespace gsta::io::detail
