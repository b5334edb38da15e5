#pragma once

#include <algorithm>

#include "gsta/io/detail/sdc_location.ipp"

namespace gsta::io::detail {

GSTA_INLINE void sdc_tcl::fail_running() {
  std::string text = Tcl_GetStringResult(interp_);
  // Tcl says so once, maybe to the code that looks for places.
  if (text.empty() && Tcl_LimitExceeded(interp_) != 0)
    text = Tcl_LimitTypeExceeded(interp_, TCL_LIMIT_TIME) != 0 ? "time limit exceeded"
                                                               : "command count limit exceeded";
  auto const& refused = bindings_->error_text;
  auto const location = !refused.empty() && text == refused ? bindings_->error_location : location_of_error();
  auto sentence = reader_.shown(text.substr(0, text.find('\n')));
  constexpr std::size_t longest = 300;
  if (sentence.size() > longest) sentence = sentence.substr(0, longest) + "...";
  for (char& c : sentence) {
    if (static_cast<unsigned char>(c) < ' ' || c == 127) c = '?';
  }
  if (sentence.empty()) sentence = "the script failed";
  throw input_error(location.file, location.at.line, location.at.column, sentence);
}

GSTA_INLINE int sdc_tcl::evaluate(char const* command, int size, int flags) {
  struct nested {
    bool const before = sdc_runs;
    nested() { sdc_runs = true; }
    ~nested() { sdc_runs = before; }
  } const now;
  try {
    return Tcl_EvalEx(interp_, command, size, flags);
  } catch (sdc_panic const&) {
    if (running_.size() > 1) throw;  // through the outer file's evaluation, too
    broken_ = true;
    auto const at = running_.back().command_at;
    throw input_error(running_.back().file->name(), at.line, at.column, "a Tcl value is too large");
  }
}

/// Runs the next command of the file and moves `at` behind it; false where the file returns.
GSTA_INLINE bool sdc_tcl::run_command(source const& file, char const*& at, char const* end, int flags) {
  Tcl_Parse parse;
  if (Tcl_ParseCommand(interp_, at, static_cast<int>(end - at), 0, &parse) != TCL_OK) {
    char const* const term = parse.term != nullptr ? parse.term : at;
    fail(file, static_cast<std::size_t>(std::min(term, end) - file.text().data()),
         Tcl_GetStringResult(interp_));
  }
  char const* const start = parse.commandStart;
  int const size = parse.commandSize;
  bool const is_empty = parse.numWords == 0;
  note_procedure(file, parse);
  Tcl_FreeParse(&parse);
  at = start + size;
  if (is_empty) return true;
  auto& now = running_.back();
  now.command_offset = static_cast<std::size_t>(start - file.text().data());
  now.command_size = static_cast<std::size_t>(size);
  now.command_at = now.cursor.locate(now.command_offset);
  auto const command_at = now.command_at;
  if (on_command_) on_command_(file.name(), command_at);
  switch (evaluate(start, size, flags)) {
    case TCL_OK:
      // Tcl looks at the time between commands: the last one may have taken any.
      if (sdc_processor_time() > ends_)
        throw input_error(file.name(), command_at.line, command_at.column, "time limit exceeded");
      return true;
    case TCL_RETURN:
      return false;
    case TCL_ERROR:
      fail_running();
    default:
      throw input_error(file.name(), command_at.line, command_at.column,
                        "break or continue outside of a loop");
  }
}

/// Deep nesting would end Tcl's own stack, so it is refused before.
GSTA_INLINE void check_sdc_text(source const& file) {
  check_text(file);
  auto const text = file.text();
  constexpr int deepest = 500;
  if (text.size() > largest_sdc_file) throw input_error(file.name(), 0, 0, "the file is larger than 1 GiB");
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

/// One file, or one that it sources: that one runs where `source` stands, which `flags` says.
GSTA_INLINE void sdc_tcl::run_file(source const& file, int flags) {
  check_sdc_text(file);
  struct on_stack {
    std::vector<running_file>& stack;
    ~on_stack() { stack.pop_back(); }
  };
  running_.push_back({&file, line_cursor(file.text())});
  on_stack const now{running_};
  Tcl_ResetResult(interp_);
  char const* at = file.text().data();
  char const* const end = at + file.text().size();
  while (at < end && run_command(file, at, end, flags)) {
  }
}

GSTA_INLINE void sdc_tcl::run(source const& file) {
  bindings_->error_text.clear();
  line_starts_.clear();
  lines_counted_ = 0;
  run_file(file, TCL_EVAL_GLOBAL);
}

}  // namespace gsta::io::detail
