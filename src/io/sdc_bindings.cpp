// SDC's commands as commands of Tcl.

#include "src/io/sdc_bindings.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/io/sdc_arguments.hpp"
#include "src/io/sdc_command.hpp"
#include "src/io/sdc_reader.hpp"
#include "src/io/text.hpp"

namespace gsta::io::detail {

Tcl_Obj* sdc_text_object(std::string const& text) {
  return Tcl_NewStringObj(text.data(), static_cast<int>(text.size()));
}

sdc_list split_tcl_list(std::string const& list) {
  int count = 0;
  char const** elements = nullptr;
  if (Tcl_SplitList(nullptr, list.c_str(), &count, &elements) != TCL_OK) {
    throw sdc_error("expected a list, found " + in_quotes(list));
  }
  std::unique_ptr<char const*, void (*)(char const**)> const owner(
      elements, [](char const** memory) { Tcl_Free(reinterpret_cast<char*>(memory)); });
  return sdc_list(elements, elements + count);
}

sdc_reader::matcher tcl_expression(std::string const& pattern, bool ignore_case) {
  constexpr std::size_t longest = 1000;  // the compiler of regular expressions takes its time
  if (pattern.size() > longest) throw sdc_error("the regular expression is too long");
  auto const release = [](Tcl_Obj* object) { Tcl_DecrRefCount(object); };
  Tcl_Obj* const made = sdc_text_object("^(?:" + pattern + ")$");
  Tcl_IncrRefCount(made);
  std::shared_ptr<Tcl_Obj> const expression(made, release);
  int const flags = TCL_REG_ADVANCED | TCL_REG_NOSUB | (ignore_case ? TCL_REG_NOCASE : 0);
  if (Tcl_GetRegExpFromObj(nullptr, made, flags) == nullptr)
    throw sdc_error("expected a regular expression, found " + in_quotes(pattern));
  return [expression, flags, release](std::string_view text) {
    Tcl_Obj* const name = sdc_text_object(std::string(text));
    Tcl_IncrRefCount(name);
    auto const compiled = Tcl_GetRegExpFromObj(nullptr, expression.get(), flags);
    bool const found = compiled != nullptr && Tcl_RegExpExecObj(nullptr, compiled, name, 0, 0, 0) == 1;
    release(name);
    return found;
  };
}

namespace {

/// Variables by which OpenSTA is told to do otherwise, and what they are there when nobody sets them.
constexpr std::pair<char const*, bool> sdc_switches[] = {
    {"sta_bidirect_instance_paths_enabled", false},
    {"sta_bidirect_net_paths_enabled", false},
    {"sta_clock_through_tristate_enabled", false},
    {"sta_cond_default_arcs_enabled", true},
    {"sta_crpr_enabled", true},
    {"sta_crpr_mode", true},
    {"sta_dynamic_loop_breaking", false},
    {"sta_gated_clock_checks_enabled", true},
    {"sta_input_port_default_clock", false},
    {"sta_internal_bidirect_instance_paths_enabled", false},
    {"sta_pocv_enabled", false},
    {"sta_preset_clear_arcs_enabled", false},
    {"sta_propagate_all_clocks", false},
    {"sta_propagate_gated_clock_enable", true},
    {"sta_recovery_removal_checks_enabled", true},
    {"sta_use_default_arrival_clock", false}};

}  // namespace

char* sdc_bindings::on_variable(ClientData data, Tcl_Interp*, char const* name, char const*, int flags) {
  auto* const self = static_cast<sdc_bindings*>(data);
  if ((flags & TCL_INTERP_DESTROYED) != 0) return nullptr;
  if ((flags & TCL_TRACE_DESTROYED) != 0) self->watch_variable(name);  // it may be set again
  if (self->reader == nullptr) return nullptr;
  self->heed_variable(name);
  ++self->changes;
  return nullptr;
}

/// Setting such a variable to what it is anyway changes nothing.
void sdc_bindings::heed_variable(char const* name) {
  std::string_view plain(name);
  while (plain.starts_with(':')) plain.remove_prefix(1);
  Tcl_Obj* const value = Tcl_GetVar2Ex(interp_, name, nullptr, TCL_GLOBAL_ONLY);
  int given = 0;
  bool const is_switch = value != nullptr && Tcl_GetBooleanFromObj(nullptr, value, &given) == TCL_OK;
  if (plain == "sta_crpr_enabled" && (is_switch || value == nullptr)) {
    reader->keep_credits(given != 0 || value == nullptr);
    return;
  }
  if (plain == "sta_preset_clear_arcs_enabled" && (is_switch || value == nullptr)) {
    reader->trace_preset_and_clear(given != 0);
    return;
  }
  if (value == nullptr) return;
  if (plain == "sta_crpr_mode" && std::string_view(Tcl_GetString(value)) == "same_pin") return;
  for (auto const& [known, usual] : sdc_switches) {
    if (known == plain && !(is_switch && (given != 0) == usual)) reader->note_variable(known);
  }
}

void sdc_bindings::begin(sdc_reader& to) {
  reader = &to;
  for (auto const& [name, usual] : sdc_switches) {
    if (Tcl_GetVar2Ex(interp_, name, nullptr, TCL_GLOBAL_ONLY) != nullptr) heed_variable(name);
  }
}

namespace {

constexpr int sdc_watched = TCL_TRACE_WRITES | TCL_TRACE_UNSETS | TCL_GLOBAL_ONLY;

}  // namespace

void sdc_bindings::watch_variable(char const* name) {
  Tcl_TraceVar2(interp_, name, nullptr, sdc_watched, on_variable, this);
}

void sdc_bindings::watch_variables(bool watch) {
  for (auto const& [name, usual] : sdc_switches) {
    if (watch) {
      watch_variable(name);
    } else {
      Tcl_UntraceVar2(interp_, name, nullptr, sdc_watched, on_variable, this);
    }
  }
}

namespace {

/// Commands that are Tcl themselves.
constexpr char const* sdc_procedures = R"(
proc foreach_in_collection {variable objects body} {
  uplevel 1 [list foreach $variable $objects $body]
}
proc append_to_collection {args} {
  set unique [lsearch -all -inline $args -uni*]
  lassign [lsearch -all -inline -not $args -uni*] variable objects
  upvar 1 $variable collection
  if {![info exists collection]} { set collection {} }
  set collection [add_to_collection {*}[lrange $unique 0 0] $collection $objects]
}
)";

}  // namespace

void sdc_bindings::add(sdc_command const* command, char const* name) {
  bindings_.push_back({this, command, name});
  Tcl_CreateObjCommand(interp_, name, call, &bindings_.back(), nullptr);
}

void sdc_bindings::add_all(std::function<bool(std::string const&)> const& wanted) {
  for (auto const& command : sdc_reader::commands()) {
    if (wanted(command.name)) add(&command, command.name);
  }
  for (auto const* const name : sdc_not_used) {
    if (wanted(name)) add(nullptr, name);
  }
  Tcl_EvalEx(interp_, sdc_procedures, -1, TCL_EVAL_GLOBAL);
  Tcl_ResetResult(interp_);
  watch_variables(true);
}

void sdc_bindings::remove_all() {
  watch_variables(false);
  for (auto const& bound : bindings_) {
    Tcl_CmdInfo now{};
    bool const is_ours =
        Tcl_GetCommandInfo(interp_, bound.name.c_str(), &now) != 0 && now.objClientData == &bound;
    if (is_ours) Tcl_DeleteCommand(interp_, bound.name.c_str());
  }
}

int sdc_bindings::answer(std::function<sdc_reply()> const& work) {
  struct turn {
    std::function<void()> const& heard;
    explicit turn(std::function<void()> const& by) : heard(by) {
      if (heard) heard();
    }
    ~turn() {
      if (heard) heard();
    }
  } const now(on_turn);
  try {
    auto const result = work();
    if (result.is_text && result.list.size() == 1) {
      Tcl_SetObjResult(interp_, sdc_text_object(result.list[0]));
      return TCL_OK;
    }
    Tcl_Obj* const list = Tcl_NewListObj(0, nullptr);
    for (auto const& word : result.list) Tcl_ListObjAppendElement(nullptr, list, sdc_text_object(word));
    Tcl_SetObjResult(interp_, list);
    return TCL_OK;
  } catch (input_error const& inner) {
    std::string const text = inner.what();
    std::string const mark = ": error: ";
    error_text = text.substr(text.find(mark, inner.file.size()) + mark.size());
    error_location = {inner.file, {inner.line, inner.column}};
  } catch (std::exception const& problem) {
    error_text = problem.what();
    error_location = locate_error        ? locate_error()
                     : reader != nullptr ? reader->tcl.locate()
                                         : sdc_location{};
  }
  if (on_error) on_error();
  Tcl_SetObjResult(interp_, sdc_text_object(error_text));
  return TCL_ERROR;
}

int sdc_bindings::call(ClientData data, Tcl_Interp*, int count, Tcl_Obj* const words[]) {
  auto const& bound = *static_cast<binding*>(data);
  return bound.self->answer([&]() -> sdc_reply {
    auto* const reader = bound.self->reader;
    if (reader == nullptr) throw sdc_error("no design is linked yet: link_design comes first");
    if (bound.command == nullptr) return reader->skip(bound.name);
    std::vector<std::string> arguments;
    for (int i = 1; i < count; ++i) arguments.emplace_back(Tcl_GetString(words[i]));
    if (!bound.command->asks) ++bound.self->changes;
    return reader->run(*bound.command, std::move(arguments));
  });
}

sdc_bindings::binding* sdc_bindings::completed(std::string const& name) {
  constexpr std::size_t shortest = 5;  // `set_x`
  std::vector<binding*> found;
  for (auto& bound : bindings_) {
    if (name.size() >= shortest && bound.name.starts_with(name)) found.push_back(&bound);
  }
  if (found.size() < 2) return found.empty() ? nullptr : found[0];
  throw sdc_error("unknown command " + in_quotes(name) + ": is it " + found[0]->name + " or " +
                  found[1]->name + (found.size() > 2 ? " or another one?" : "?"));
}

}  // namespace gsta::io::detail
