#pragma once

#include <tcl.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <limits>
#include <memory>
#include <mutex>
#include <unordered_set>
#include <utility>

#include "gsta/core/error.hpp"
#include "gsta/io/detail/sdc_clocks.ipp"
#include "gsta/io/detail/sdc_ports.ipp"
#include "gsta/io/detail/sdc_queries.ipp"
#include "gsta/io/detail/sdc_table.ipp"

namespace gsta::io::detail {

/// Tcl gives up, as it does on a value beyond 2 GiB. It would end the process; thrown instead while gsta runs
/// a script.
struct sdc_panic {};
inline thread_local bool sdc_runs = false;

[[noreturn]] inline void on_tcl_panic(char const* format, ...) {
  if (sdc_runs) throw sdc_panic{};
  std::va_list values;
  va_start(values, format);
  std::vfprintf(stderr, format, values);
  va_end(values);
  std::abort();
}

/// A Tcl interpreter that knows the language and SDC, and nothing of the machine: every Tcl command that is
/// not listed as harmless is gone, and the number of commands and the time are limited.
class sdc_tcl {
 public:
  sdc_tcl(sdc_reader& reader, sdc_options const& options);
  ~sdc_tcl() {
    if (!broken_)
      Tcl_DeleteInterp(interp_);  // after a panic nothing in it can be trusted: it is left as it is
  }
  sdc_tcl(sdc_tcl const&) = delete;
  sdc_tcl& operator=(sdc_tcl const&) = delete;

  void run(source const& file);

 private:
  /// What one Tcl command calls: a command of the table, or a name that does nothing.
  struct binding {
    sdc_tcl* self;
    sdc_command const* command;
    std::string_view why;
    std::string name;
  };

  static int call(ClientData data, Tcl_Interp* interp, int count, Tcl_Obj* const words[]);
  static int call_unknown(ClientData data, Tcl_Interp* interp, int count, Tcl_Obj* const words[]);
  int answer(std::function<sdc_list()> const& work);
  void add(binding made);
  void strip();
  void limit(sdc_options const& options);
  model::location here();
  static sdc_list split(std::string const& list);
  int evaluate(source const& file, char const* command, int size);
  bool run_command(source const& file, char const*& at, char const* end);
  [[noreturn]] void fail_running(source const& file);
  std::size_t nested_line() const;
  model::location at_line(std::size_t further) const;

  Tcl_Interp* interp_;
  sdc_reader& reader_;
  std::deque<binding> bindings_;
  std::unordered_set<std::string> forbidden_;
  bool broken_ = false;
  source const* file_ = nullptr;
  line_cursor cursor_{{}};
  std::size_t command_offset_ = 0;  ///< the outermost command that runs
  model::location command_at_{};
  std::string error_text_;  ///< what an SDC command refused last, and where
  model::location error_at_{};
};

/// The part of Tcl that computes.
inline constexpr std::string_view sdc_harmless =
    " append apply array break case catch concat continue dict error eval expr for foreach format global if "
    "incr info "
    "join lappend lassign lindex linsert list llength lmap lrange lrepeat lreplace lreverse lsearch lset "
    "lsort "
    "namespace proc regexp regsub rename return scan set split string subst switch tailcall throw trace try "
    "unset "
    "uplevel upvar variable while ";

GSTA_INLINE sdc_tcl::sdc_tcl(sdc_reader& reader, sdc_options const& options)
    : interp_(nullptr), reader_(reader) {
  static std::once_flag once;
  std::call_once(once, [] {
    Tcl_SetPanicProc(on_tcl_panic);
    Tcl_FindExecutable(nullptr);
  });
  interp_ = Tcl_CreateInterp();
  strip();
  for (auto const& command : sdc_reader::commands()) add({this, &command, {}, command.name});
  for (auto const* const name : sdc_not_supported) add({this, nullptr, "not supported yet:", name});
  for (auto const* const name : sdc_not_used) add({this, nullptr, "no effect on timing:", name});
  Tcl_CreateObjCommand(interp_, "unknown", call_unknown, this, nullptr);
  Tcl_CreateAlias(interp_, "foreach_in_collection", interp_, "foreach", 0, nullptr);
  reader_.tcl.split = split;
  reader_.tcl.locate = [this] { return here(); };
  limit(options);
}

/// Remembers the names of all of Tcl's commands, then takes away those that are not harmless, with the
/// namespaces that hold their parts.
GSTA_INLINE void sdc_tcl::strip() {
  Tcl_EvalEx(interp_, "info commands", -1, 0);
  for (auto& name : split(Tcl_GetStringResult(interp_))) {
    if (sdc_harmless.find(" " + name + " ") == sdc_harmless.npos) forbidden_.insert(std::move(name));
  }
  Tcl_MakeSafe(interp_);
  for (auto const& name : forbidden_) Tcl_DeleteCommand(interp_, name.c_str());
  for (auto const* const name :
       {"::tcl::chan", "::tcl::file", "::tcl::clock", "::tcl::zlib", "::tcl::process", "::tcl::encoding",
        "::tcl::unsupported", "::oo", "::zlib"}) {
    auto const script = std::string("if {[namespace exists ") + name + "]} {namespace delete " + name + "}";
    Tcl_EvalEx(interp_, script.c_str(), -1, TCL_EVAL_GLOBAL);
  }
  for (auto const* const name : {"hostname", "nameofexecutable", "library", "loaded", "sharedlibextension"}) {
    Tcl_DeleteCommand(interp_, (std::string("::tcl::info::") + name).c_str());
  }
  Tcl_ResetResult(interp_);
}

GSTA_INLINE void sdc_tcl::limit(sdc_options const& options) {
  Tcl_Time until{};
  Tcl_GetTime(&until);
  until.sec += options.max_seconds;
  Tcl_LimitSetTime(interp_, &until);
  Tcl_LimitTypeSet(interp_, TCL_LIMIT_TIME);
  auto const most = static_cast<std::size_t>(std::numeric_limits<int>::max() / 2);
  Tcl_LimitSetCommands(interp_, static_cast<int>(std::min(options.max_commands, most)));
  Tcl_LimitTypeSet(interp_, TCL_LIMIT_COMMANDS);
}

GSTA_INLINE void sdc_tcl::add(binding made) {
  forbidden_.erase(made.name);
  bindings_.push_back(std::move(made));
  Tcl_CreateObjCommand(interp_, bindings_.back().name.c_str(), call, &bindings_.back(), nullptr);
}

GSTA_INLINE sdc_list sdc_tcl::split(std::string const& list) {
  int count = 0;
  char const** elements = nullptr;
  if (Tcl_SplitList(nullptr, list.c_str(), &count, &elements) != TCL_OK) {
    throw sdc_error("expected a list, found " + in_quotes(list));
  }
  std::unique_ptr<char const*, void (*)(char const**)> const owner(
      elements, [](char const** memory) { Tcl_Free(reinterpret_cast<char*>(memory)); });
  return sdc_list(elements, elements + count);
}

/// Runs C++ on behalf of Tcl: no exception may pass through its frames.
GSTA_INLINE int sdc_tcl::answer(std::function<sdc_list()> const& work) {
  std::string text;
  try {
    auto const result = work();
    Tcl_Obj* const list = Tcl_NewListObj(0, nullptr);
    for (auto const& name : result) {
      Tcl_ListObjAppendElement(nullptr, list, Tcl_NewStringObj(name.data(), static_cast<int>(name.size())));
    }
    Tcl_SetObjResult(interp_, list);
    return TCL_OK;
  } catch (std::exception const& problem) {
    text = problem.what();
  }
  error_at_ = here();
  error_text_ = text;
  Tcl_SetObjResult(interp_, Tcl_NewStringObj(text.data(), static_cast<int>(text.size())));
  return TCL_ERROR;
}

GSTA_INLINE int sdc_tcl::call(ClientData data, Tcl_Interp*, int count, Tcl_Obj* const words[]) {
  auto const& bound = *static_cast<binding*>(data);
  return bound.self->answer([&] {
    if (bound.command == nullptr) return bound.self->reader_.skip(bound.why, bound.name);
    std::vector<std::string> arguments;
    for (int i = 1; i < count; ++i) arguments.emplace_back(Tcl_GetString(words[i]));
    return bound.self->reader_.run(*bound.command, std::move(arguments));
  });
}

/// What no command has the name of: an index such as the [0] of data[0], a part of Tcl that is not allowed,
/// or a command that gsta does not know.
GSTA_INLINE int sdc_tcl::call_unknown(ClientData data, Tcl_Interp* interp, int count,
                                      Tcl_Obj* const words[]) {
  auto& self = *static_cast<sdc_tcl*>(data);
  std::string const name = count > 1 ? Tcl_GetString(words[1]) : "";
  if (count == 2 && name.find_first_not_of("0123456789:*?") == name.npos) {
    auto const index = "[" + name + "]";
    Tcl_SetObjResult(interp, Tcl_NewStringObj(index.data(), static_cast<int>(index.size())));
    return TCL_OK;
  }
  return self.answer([&]() -> sdc_list {
    auto const plain =
        name.substr(name.find_first_not_of(':') == name.npos ? 0 : name.find_first_not_of(':'));
    if (self.forbidden_.contains(plain))
      throw sdc_error("the Tcl command " + in_quotes(plain) + " is not allowed in SDC");
    return self.reader_.skip("unknown command:", in_quotes(name));
  });
}

}  // namespace gsta::io::detail
