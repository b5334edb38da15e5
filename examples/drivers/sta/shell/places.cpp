// Where a script's running command, and its errors, stand.
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "gsta/core/error.hpp"
#include "sta/shell/interpreter.hpp"

namespace sta::shell {

namespace {

/// Where the first word of each line stands, from 1.
std::vector<std::size_t> first_columns(std::string const& text) {
  std::vector<std::size_t> columns;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    auto const word = line.find_first_not_of(" \t");
    columns.push_back(word == line.npos ? 1 : word + 1);
  }
  return columns;
}

std::size_t number_in(std::string_view text) {
  std::size_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// An entry of a dictionary as text; empty where there is none.
std::string entry_of(Tcl_Obj* dictionary, char const* key) {
  Tcl_Obj* const name = Tcl_NewStringObj(key, -1);
  Tcl_IncrRefCount(name);
  Tcl_Obj* found = nullptr;
  bool const has = Tcl_DictObjGet(nullptr, dictionary, name, &found) == TCL_OK && found != nullptr;
  std::string text = has ? Tcl_GetString(found) : "";
  Tcl_DecrRefCount(name);
  return text;
}

}  // namespace

std::string interpreter::run_file(std::string const& file) {
  if (!std::filesystem::is_regular_file(file)) throw script_error(file, 0, 0, "there is no such file");
  Tcl_Obj* const path = Tcl_NewStringObj(file.data(), static_cast<int>(file.size()));
  Tcl_IncrRefCount(path);
  Tcl_Obj* const whole = Tcl_FSGetNormalizedPath(nullptr, path);
  add_read(file);
  std::string const text{std::istreambuf_iterator<char>(std::ifstream(file, std::ios::binary).rdbuf()), {}};
  if (script_limits::is_too_deep(text)) throw script_error(file, 1, 1, too_deep);
  auto columns = first_columns(text);
  scripts_[whole == nullptr ? file : Tcl_GetString(whole)] = {file, columns};
  scripts_[file] = {file, std::move(columns)};
  int const code = Tcl_FSEvalFileEx(interp_, path, nullptr);
  Tcl_DecrRefCount(path);
  if (code == TCL_ERROR) fail();
  return Tcl_GetStringResult(interp_);
}

/// What `info frame LEVEL` says; no type where there is no such level, and where a procedure of the user's
/// has that name and says something else.
interpreter::frame interpreter::frame_at(int level) {
  if (ask({"::info", "frame", std::to_string(level)}) != TCL_OK) return {};
  Tcl_Obj* const all = Tcl_GetObjResult(interp_);
  return {entry_of(all, "type"), entry_of(all, "file"), number_in(entry_of(all, "line"))};
}

/// Levels of Tcl's stack of commands, without the one that asks.
std::size_t interpreter::frame_depth() {
  Tcl_InterpState const state = Tcl_SaveInterpState(interp_, TCL_OK);
  bool const ok = ask({"::info", "frame"}) == TCL_OK;
  auto const all = ok ? number_in(Tcl_GetStringResult(interp_)) : 0;
  Tcl_RestoreInterpState(interp_, state);
  return all > 0 ? all - 1 : 0;
}

gsta::io::sdc_place interpreter::place_in(std::string const& path, std::size_t line) {
  auto const known = scripts_.find(path);
  if (known == scripts_.end()) return {path, {line, 1}};
  auto const& [shown, columns] = known->second;
  return {shown, {line, line > 0 && line <= columns.size() ? columns[line - 1] : 1}};
}

/// Tcl knows the lines of files, also in procedures; of a text made up while running it is the place of what
/// runs it.
gsta::io::sdc_place interpreter::here() {
  Tcl_InterpState const state = Tcl_SaveInterpState(interp_, TCL_OK);
  gsta::io::sdc_place result;
  std::size_t further = 0;
  auto const inside = frame_depth() - (texts_.empty() ? 0 : std::min(texts_.back().depth, frame_depth()));
  int const deepest = -static_cast<int>(std::min<std::size_t>(inside, 100));
  for (int level = -1; level >= deepest && result.file.empty(); --level) {
    auto const frame = frame_at(level);
    if (frame.type.empty()) break;
    if (!frame.file.empty()) result = place_in(frame.file, frame.line);
    if (frame.type == "eval" && further == 0) further = frame.line;
  }
  Tcl_RestoreInterpState(interp_, state);
  if (result.file.empty() && !texts_.empty())
    result = {texts_.back().file, {texts_.back().line + (further > 0 ? further - 1 : 0), 1}};
  return result;
}

/// An entry of what Tcl knows of the last error.
std::string interpreter::option_of_error(char const* key) {
  Tcl_Obj* const options = Tcl_GetReturnOptions(interp_, TCL_ERROR);
  Tcl_IncrRefCount(options);
  auto text = entry_of(options, key);
  Tcl_DecrRefCount(options);
  return text;
}

/// Errors of this program's commands carry their place. Of others the trace, innermost first, has lines such
/// as `(file "x.tcl" line 5)`.
gsta::io::sdc_place interpreter::place_of_error() {
  Tcl_InterpState const state = Tcl_SaveInterpState(interp_, TCL_ERROR);
  auto const code_text = option_of_error("-errorcode"), trace = option_of_error("-errorinfo");
  auto const line_text = option_of_error("-errorline");
  Tcl_RestoreInterpState(interp_, state);
  words code;
  try {
    code = split(code_text);
  } catch (refusal const&) {
  }
  if (code.size() == 4 && code[0] == "GSTA" && !code[1].empty())
    return {code[1], {number_in(code[2]), number_in(code[3])}};
  constexpr std::string_view of_file = "\n    (file \"";
  if (auto const at = trace.find(of_file); at != trace.npos) {
    auto const start = at + of_file.size(), stop = trace.find("\" line ", start);
    if (stop != trace.npos)
      return place_in(trace.substr(start, stop - start), number_in(trace.substr(stop + 7)));
  }
  if (texts_.empty()) return {};
  auto const line = number_in(line_text);
  return {texts_.back().file, {texts_.back().line + (line > 0 ? line - 1 : 0), 1}};
}

void interpreter::fail() {
  (void)Tcl_Canceled(interp_, TCL_LEAVE_ERR_MSG | TCL_CANCEL_UNWIND);  // what was stopped says why
  auto const at = place_of_error();
  std::string sentence = Tcl_GetStringResult(interp_);
  constexpr std::size_t longest = 500;
  sentence = sentence.substr(0, std::min(sentence.find('\n'), longest));
  for (char& c : sentence) {
    if (static_cast<unsigned char>(c) < ' ' || c == 127) c = '?';
  }
  throw script_error(at.file.empty() ? "script" : at.file, at.at.line, at.at.column,
                     sentence.empty() ? "the script failed" : sentence);
}

}  // namespace sta::shell
