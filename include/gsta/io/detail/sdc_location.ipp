#pragma once

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "gsta/io/detail/sdc_files.ipp"

namespace gsta::io::detail {

/// The first word of a line, which counts from 1; of the last line where there are fewer. Each command of a
/// long body asks: where every 64th line starts is kept.
GSTA_INLINE sdc_location sdc_tcl::at_line(source const& file, std::size_t line) {
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
GSTA_INLINE sdc_location sdc_tcl::below_command(std::size_t further) {
  if (running_.empty()) return {};
  auto const& now = running_.back();
  if (further == 0) return {now.file->name(), now.command_at};
  return at_line(*now.file, now.command_at.line + further);
}

GSTA_INLINE sdc_tcl::procedure const* sdc_tcl::find_procedure(std::string_view name) const {
  while (name.starts_with(':')) name.remove_prefix(1);
  auto const found = procedures_.find(std::string(name));
  return found == procedures_.end() ? nullptr : &found->second;
}

/// Remembers where the body of `proc NAME ARGUMENTS {BODY}` stands, because Tcl counts its lines from there.
GSTA_INLINE void sdc_tcl::note_procedure(source const& file, Tcl_Parse const& parse) {
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
GSTA_INLINE sdc_tcl::frame sdc_tcl::frame_at(int level) {
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
GSTA_INLINE sdc_location sdc_tcl::find_here() {
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
GSTA_INLINE sdc_location sdc_tcl::here() {
  constexpr std::size_t most_counted = 300'000'000;
  if (!here_) here_ = lines_counted_ < most_counted ? find_here() : below_command(0);
  return *here_;
}

/// Tcl's trace of the last error, innermost first.
GSTA_INLINE std::string sdc_tcl::error_trace() {
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

/// The first line of the innermost command of a trace, which Tcl may have cut.
GSTA_INLINE std::string_view failing_command(std::string_view trace) noexcept {
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
GSTA_INLINE std::size_t only_location_of(std::string_view command, std::string_view text, std::size_t from,
                                         std::size_t size) noexcept {
  if (command.empty()) return text.npos;
  auto const part = text.substr(from, size);
  auto const first = part.find(command);
  bool const alone = first != part.npos && part.find(command, first + 1) == part.npos;
  return alone ? from + first : text.npos;
}

/// The place of an error that Tcl itself found. Its trace gives the command, which often stands at one place
/// only, and says `("foreach" body line 3)` for some levels, counted from each body's first line.
GSTA_INLINE sdc_location sdc_tcl::location_of_error() {
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

}  // namespace gsta::io::detail
