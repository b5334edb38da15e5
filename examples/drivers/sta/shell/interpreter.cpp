#include "sta/shell/interpreter.hpp"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <new>
#include <utility>

#include "common/command_line.hpp"
#include "gsta/core/error.hpp"
#include "gsta/io/closest_name.hpp"

namespace sta::shell {

namespace {

Tcl_Obj* text_object(std::string_view text) {
  return Tcl_NewStringObj(text.data(), static_cast<int>(text.size()));
}

/// The sentence of an input_error, without its place.
std::string sentence_of(gsta::input_error const& e) {
  std::string const text = e.what();
  constexpr std::string_view mark = ": error: ";
  return text.substr(text.find(mark, e.file.size()) + mark.size());
}

}  // namespace

interpreter::interpreter() {
  Tcl_FindExecutable(nullptr);
  interp_ = Tcl_CreateInterp();
  if (Tcl_Init(interp_) != TCL_OK) Tcl_ResetResult(interp_);  // without Tcl's library: the language is there
  Tcl_CreateObjCommand(interp_, "unknown", call_unknown, this, nullptr);
  Tcl_CreateObjCommand(interp_, "exit", call_exit, this, nullptr);
  limits_.emplace(interp_);
}

interpreter::~interpreter() {
  limits_.reset();
  Tcl_DeleteInterp(interp_);
}

void interpreter::add(std::string name, std::string usage, work run) {
  commands_.push_back({std::move(name), std::move(usage), std::move(run), this});
  Tcl_CreateObjCommand(interp_, commands_.back().name.c_str(), call, &commands_.back(), nullptr);
}

int interpreter::call(ClientData data, Tcl_Interp*, int count, Tcl_Obj* const given[]) {
  auto const& called = *static_cast<command*>(data);
  words all;
  for (int i = 1; i < count; ++i) all.emplace_back(Tcl_GetString(given[i]));
  return called.self->answer([&] { return called.run(all); });
}

/// Runs C++ on behalf of Tcl: no exception may pass through its frames. An error's place is its errorCode.
int interpreter::answer(std::function<std::string()> const& run) {
  std::string sentence;
  gsta::io::sdc_place at;
  try {
    if (script_limits::stack_is_short()) throw refusal("commands call each other too deeply");
    auto const result = run();
    Tcl_SetObjResult(interp_, text_object(result));
    return TCL_OK;
  } catch (gsta::input_error const& e) {
    sentence = sentence_of(e);
    at = {e.file, {e.line, e.column}};
  } catch (std::bad_alloc const&) {
    sentence = "there is not enough memory";
  } catch (std::exception const& e) {
    sentence = e.what();
  }
  if (at.file.empty()) at = here();
  Tcl_ResetResult(interp_);
  Tcl_SetObjResult(interp_, text_object(sentence));
  Tcl_SetErrorCode(interp_, "GSTA", at.file.c_str(), std::to_string(at.at.line).c_str(),
                   std::to_string(at.at.column).c_str(), static_cast<char*>(nullptr));
  return TCL_ERROR;
}

int interpreter::call_unknown(ClientData data, Tcl_Interp*, int count, Tcl_Obj* const given[]) {
  words all;
  for (int i = 1; i < count; ++i) all.emplace_back(Tcl_GetString(given[i]));
  return static_cast<interpreter*>(data)->unknown(all);
}

/// As Tcl's own, but what was printed and cannot be written is said, and exit 1.
int interpreter::call_exit(ClientData data, Tcl_Interp* interp, int count, Tcl_Obj* const given[]) {
  int status = 0;
  if (count > 2) {
    Tcl_WrongNumArgs(interp, 1, given, "?returnCode?");
    return TCL_ERROR;
  }
  if (count == 2 && Tcl_GetIntFromObj(interp, given[1], &status) != TCL_OK) return TCL_ERROR;
  try {
    static_cast<interpreter*>(data)->flush();
  } catch (gsta::input_error const& problem) {
    std::fprintf(stderr, "%s\n", problem.what());
    status = drivers::bad_input;
  }
  Tcl_Exit(status);
  return TCL_OK;
}

/// Evaluates a command of Tcl itself; where it is gone that is an error like any other.
int interpreter::ask(words const& command) {
  struct restore {
    bool &now, before;
    ~restore() { now = before; }
  } const outer{asking_, std::exchange(asking_, true)};
  return Tcl_Eval(interp_, list_of(command).c_str());
}

/// What no command has the name of: an index such as the [0] of data[0], a procedure of Tcl's library, or a
/// command's name written short.
int interpreter::unknown(words const& given) {
  if (asking_) return TCL_ERROR;
  std::string const name = given.empty() ? "" : given[0];
  if (given.size() == 1 && name.find_first_not_of("0123456789:*?") == name.npos) {
    Tcl_SetObjResult(interp_, text_object("[" + name + "]"));
    return TCL_OK;
  }
  auto call = given;
  Tcl_CmdInfo info{};
  bool const is_library =
      ask({"auto_load", name}) == TCL_OK && Tcl_GetCommandInfo(interp_, name.c_str(), &info) != 0;
  Tcl_ResetResult(interp_);
  int const code = is_library ? TCL_OK : answer([&]() -> std::string {
    if (auto const missing = missing_.find(name); missing != missing_.end())
      throw refusal("the command " + in_quotes(name) + " is not supported: " + missing->second);
    constexpr std::size_t shortest = 3;
    auto const found = name.size() < shortest ? words{} : command_names(name);
    if (found.empty())
      throw refusal("unknown command " + in_quotes(name) + gsta::io::did_you_mean(name, command_names("")));
    if (found.size() > 1)
      throw refusal("unknown command " + in_quotes(name) + ": is it " + found[0] + " or " + found[1] +
                    (found.size() > 2 ? " or another one?" : "?"));
    call[0] = found[0];
    return {};
  });
  if (code != TCL_OK) return code;
  return Tcl_EvalEx(interp_, list_of(call).c_str(), -1, 0);
}

std::string interpreter::run_text(std::string const& text, std::string const& file, std::size_t line) {
  struct on_stack {
    std::vector<text_position>& stack;
    ~on_stack() { stack.pop_back(); }
  };
  if (script_limits::is_too_deep(text)) throw script_error(file, line, 1, too_deep);
  texts_.push_back({file, line, frame_depth()});
  on_stack const now{texts_};
  int const code = Tcl_EvalEx(interp_, text.data(), static_cast<int>(text.size()), TCL_EVAL_GLOBAL);
  if (code == TCL_ERROR) fail();
  return Tcl_GetStringResult(interp_);
}

/// Returns the one before.
std::string interpreter::set_script_name(std::string const& name) {
  Tcl_InterpState const state = Tcl_SaveInterpState(interp_, TCL_OK);
  std::string before;
  if (ask({"::info", "script"}) == TCL_OK) before = Tcl_GetStringResult(interp_);
  ask({"::info", "script", name});
  Tcl_RestoreInterpState(interp_, state);
  return before;
}

void interpreter::print(std::string_view text) {
  if (sink_) return sink_(text);
  Tcl_Channel const out = Tcl_GetStdChannel(TCL_STDOUT);
  if (out == nullptr || Tcl_WriteChars(out, text.data(), static_cast<int>(text.size())) >= 0) return;
  throw refusal("cannot write standard output: " + std::string(Tcl_ErrnoMsg(Tcl_GetErrno())));
}

void interpreter::flush() {
  Tcl_Channel const out = Tcl_GetStdChannel(TCL_STDOUT);
  if (out == nullptr || Tcl_Flush(out) == TCL_OK) return;
  throw gsta::input_error("standard output", 0, 0,
                          "cannot write: " + std::string(Tcl_ErrnoMsg(Tcl_GetErrno())));
}

void interpreter::redirect(std::function<void(std::string_view)> sink, std::function<void()> const& body) {
  struct restore {
    std::function<void(std::string_view)>&now, before;
    ~restore() { now = std::move(before); }
  } const outer{sink_, std::exchange(sink_, std::move(sink))};
  body();
}

words interpreter::command_names(std::string const& start) {
  // No pattern may be hidden in it.
  if (start.find_first_of("*?[]\\") != start.npos) return {};
  Tcl_InterpState const state = Tcl_SaveInterpState(interp_, TCL_OK);
  words result;
  if (ask({"::info", "commands", start + "*"}) == TCL_OK) result = split(Tcl_GetStringResult(interp_));
  std::sort(result.begin(), result.end());
  Tcl_RestoreInterpState(interp_, state);
  return result;
}

std::string interpreter::list_of(words const& elements) {
  std::vector<char const*> pointers;
  for (auto const& element : elements) pointers.push_back(element.c_str());
  std::unique_ptr<char, void (*)(char*)> const list(
      Tcl_Merge(static_cast<int>(pointers.size()), pointers.data()), [](char* text) { Tcl_Free(text); });
  return list.get();
}

words interpreter::split(std::string const& list) {
  int count = 0;
  char const** elements = nullptr;
  if (Tcl_SplitList(nullptr, list.c_str(), &count, &elements) != TCL_OK)
    throw refusal("expected a list, found " + in_quotes(list));
  std::unique_ptr<char const*, void (*)(char const**)> const owner(
      elements, [](char const** memory) { Tcl_Free(reinterpret_cast<char*>(memory)); });
  return {elements, elements + count};
}

std::string interpreter::variable(char const* name) {
  char const* const value = Tcl_GetVar(interp_, name, TCL_GLOBAL_ONLY);
  return value == nullptr ? "" : value;
}

}  // namespace sta::shell
