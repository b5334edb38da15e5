// Files of SDC as they are run, and where their commands stand.

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "gsta/io/source.hpp"
#include "src/io/sdc_command.hpp"
#include "src/io/sdc_tcl.hpp"
#include "src/io/text.hpp"

namespace gsta::io::detail {

/// The first word of a line, which counts from 1; of the last line where there are fewer. Each command of a
/// long body asks: where every 64th line starts is kept.
sdc_location sdc_tcl::at_line(source const& file, std::size_t line) {
  constexpr std::size_t kept_every = 64;
  auto const text = file.text();
  auto const next_line = [&](std::size_t& start) {
    auto const newline = text.find('\n', start);
    if (newline != text.npos) start = newline + 1;
    return newline != text.npos;
  };
  auto& starts = line_starts_[&file];
  if (starts.empty()) {
    std::size_t start = 0, count = 0;
    do {
      if (count++ % kept_every == 0) starts.push_back(start);
    } while (next_line(start));
  }
  auto const kept = std::min((std::max<std::size_t>(line, 1) - 1) / kept_every, starts.size() - 1);
  auto start = starts[kept], at = kept * kept_every + 1;
  while (at < line && next_line(start)) ++at;
  auto const word = std::min(text.find_first_not_of(" \t", start), text.size());
  return {file.name(), {at, word - start + 1}};
}

/// The place `further` lines below the outermost command of the file being read.
sdc_location sdc_tcl::below_command(std::size_t further) {
  if (running_.empty()) return {};
  auto const& now = running_.back();
  if (further == 0) return {now.file->name(), now.command_at};
  return at_line(*now.file, now.command_at.line + further);
}

sdc_tcl::procedure const* sdc_tcl::find_procedure(std::string_view name) const {
  while (name.starts_with(':')) name.remove_prefix(1);
  auto const found = procedures_.find(std::string(name));
  return found == procedures_.end() ? nullptr : &found->second;
}

/// Remembers where the body of `proc NAME ARGUMENTS {BODY}` stands, because Tcl counts its lines from there.
void sdc_tcl::note_procedure(source const& file, Tcl_Parse const& parse) {
  if (parse.numWords != 4) return;
  std::string_view words[4];
  Tcl_Token const* token = parse.tokenPtr;
  for (auto& word : words) {
    if (token->type != TCL_TOKEN_SIMPLE_WORD) return;
    word = {token->start, static_cast<std::size_t>(token->size)};
    token += token->numComponents + 1;
  }
  if (words[0] != "proc") return;
  auto name = words[1];
  while (name.starts_with(':')) name.remove_prefix(1);
  auto const offset = static_cast<std::size_t>(words[3].data() - file.text().data());
  procedures_[std::string(name)] = {&file, offset, words[3].size(),
                                    running_.back().cursor.locate(offset).line};
}

/// What `info frame LEVEL` says; nothing where there is no such level.
sdc_tcl::frame sdc_tcl::frame_at(int level) {
  Tcl_Obj* words[] = {Tcl_NewStringObj("::info", -1), Tcl_NewStringObj("frame", -1), Tcl_NewIntObj(level)};
  for (auto* const word : words) Tcl_IncrRefCount(word);
  bool const ok = Tcl_EvalObjv(interp_, 3, words, 0) == TCL_OK;
  for (auto* const word : words) Tcl_DecrRefCount(word);
  if (!ok) return {};
  auto const value = [&](char const* name) -> std::string {
    Tcl_Obj* const key = Tcl_NewStringObj(name, -1);
    Tcl_IncrRefCount(key);
    Tcl_Obj* found = nullptr;
    Tcl_DictObjGet(nullptr, Tcl_GetObjResult(interp_), key, &found);
    Tcl_DecrRefCount(key);
    return found == nullptr ? std::string() : Tcl_GetString(found);
  };
  return {value("type"), value("proc"), std::strtoul(value("line").c_str(), nullptr, 10)};
}

/// Where the running command stands. Tcl knows the line in the text of the outermost command, and in a
/// procedure's body; for a text made up while running it is the place of what runs it.
sdc_location sdc_tcl::find_here() {
  if (running_.empty()) return {};
  Tcl_InterpState const state = Tcl_SaveInterpState(interp_, TCL_OK);
  sdc_location result = below_command(0);
  for (int level = 0; level > -100; --level) {
    auto const frame = frame_at(level);
    if (frame.type.empty()) break;
    auto const* const known = frame.type == "proc" ? find_procedure(frame.procedure) : nullptr;
    if (frame.type != "eval" && known == nullptr) continue;
    lines_counted_ += frame.line;
    auto const further = frame.line > 0 ? frame.line - 1 : 0;
    result = known != nullptr ? at_line(*known->file, known->body_line + further) : below_command(further);
    break;
  }
  Tcl_RestoreInterpState(interp_, state);
  return result;
}

/// The same, asked once a command. Tcl counts all commands in front of this one to find its line: when it has
/// done so for long, in a body of many thousand lines, it is the place of the whole body from then on.
sdc_location sdc_tcl::here() {
  constexpr std::size_t most_counted = 300'000'000;
  if (!here_) here_ = lines_counted_ < most_counted ? find_here() : below_command(0);
  return *here_;
}

/// Tcl's trace of the last error, innermost first.
std::string sdc_tcl::error_trace() {
  Tcl_Obj* const options = Tcl_GetReturnOptions(interp_, TCL_ERROR);
  Tcl_Obj* const key = Tcl_NewStringObj("-errorinfo", -1);
  Tcl_IncrRefCount(options);
  Tcl_IncrRefCount(key);
  Tcl_Obj* trace = nullptr;
  bool const found = Tcl_DictObjGet(nullptr, options, key, &trace) == TCL_OK && trace != nullptr;
  std::string const text = found ? Tcl_GetString(trace) : "";
  Tcl_DecrRefCount(key);
  Tcl_DecrRefCount(options);
  return text;
}

namespace {

/// The first line of the innermost command of a trace, which Tcl may have cut.
std::string_view failing_command(std::string_view trace) noexcept {
  constexpr std::string_view executing = "\n    while executing\n\"",
                             within = "\n    invoked from within\n\"";
  auto const first = trace.find(executing), second = trace.find(within);
  if (first == trace.npos && second == trace.npos) return {};
  auto const rest = trace.substr(first < second ? first + executing.size() : second + within.size());
  auto line = rest.substr(0, rest.find('\n'));
  if (line.ends_with("...\"")) line.remove_suffix(4);
  if (line.ends_with('"')) line.remove_suffix(1);
  return line;
}

/// Where `command` stands in a part of a text; npos unless at one place.
std::size_t only_location_of(std::string_view command, std::string_view text, std::size_t from,
                             std::size_t size) noexcept {
  if (command.empty()) return text.npos;
  auto const part = text.substr(from, size);
  auto const first = part.find(command);
  bool const alone = first != part.npos && part.find(command, first + 1) == part.npos;
  return alone ? from + first : text.npos;
}

}  // namespace

/// The place of an error that Tcl itself found. Its trace gives the command, which often stands at one place
/// only, and says `("foreach" body line 3)` for some levels, counted from each body's first line.
sdc_location sdc_tcl::location_of_error() {
  if (running_.empty()) return {};
  auto const text = error_trace();
  std::string_view const trace(text);
  auto const command = failing_command(trace);
  constexpr std::string_view of_procedure = "(procedure \"";
  std::size_t further = 0;
  for (std::size_t at = trace.find("\n    ("); at != trace.npos; at = trace.find("\n    (", at + 1)) {
    auto const line = trace.substr(at + 1, trace.find('\n', at + 1) - at - 1);
    auto const number = line.rfind(" line ");
    if (line.back() != ')' || number == line.npos) continue;
    std::size_t inside = 0;
    std::from_chars(line.data() + number + 6, line.data() + line.size(), inside);
    if (inside > 0) further += inside - 1;
    auto const start = line.find(of_procedure);
    if (start == line.npos) continue;
    auto const name = line.substr(start + of_procedure.size());
    auto const* const body = find_procedure(name.substr(0, name.find('"')));
    if (body != nullptr) {
      auto const location = only_location_of(command, body->file->text(), body->body_offset, body->body_size);
      if (location != trace.npos) return {body->file->name(), body->file->locate(location)};
      return at_line(*body->file, body->body_line + further);
    }
    further = 0;  // where its body stands is not known: the call is the place
  }
  auto const& now = running_.back();
  auto const location = only_location_of(command, now.file->text(), now.command_offset, now.command_size);
  if (location != trace.npos) return {now.file->name(), now.file->locate(location)};
  return below_command(further);
}

void sdc_tcl::fail_running() {
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

int sdc_tcl::evaluate(char const* command, int size, int flags) {
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
bool sdc_tcl::run_command(source const& file, char const*& at, char const* end, int flags) {
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

namespace {

/// Deep nesting would end Tcl's own stack, so it is refused before.
void check_sdc_text(source const& file) {
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

}  // namespace

/// One file, or one that it sources: that one runs where `source` stands, which `flags` says.
void sdc_tcl::run_file(source const& file, int flags) {
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

void sdc_tcl::run(source const& file) {
  bindings_->error_text.clear();
  line_starts_.clear();
  lines_counted_ = 0;
  run_file(file, TCL_EVAL_GLOBAL);
}

}  // namespace gsta::io::detail
