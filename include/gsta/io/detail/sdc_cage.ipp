#pragma once

#include <time.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "gsta/io/detail/sdc_tcl.ipp"

namespace gsta::io::detail {

/// The part of Tcl that computes.
inline constexpr std::string_view sdc_harmless =
    " append apply array break case catch concat continue dict error eval expr for foreach format global if "
    "incr info join lappend lassign lindex linsert list llength lmap lrange lrepeat lreplace lreverse "
    "lsearch "
    "lset lsort namespace proc regexp regsub rename return scan set split string subst switch tailcall throw "
    "trace try unset uplevel upvar variable while ";

/// Remembers the names of all of Tcl's commands, then takes away those that are not harmless, with the
/// namespaces that hold their parts.
GSTA_INLINE void sdc_tcl::strip() {
  Tcl_EvalEx(interp_, "info commands", -1, 0);
  for (auto& name : split_tcl_list(Tcl_GetStringResult(interp_))) {
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

/// How long this thread has computed, in seconds.
GSTA_INLINE double sdc_processor_time() noexcept {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Tcl looks at the time of day, and what counts is the processor's: a script on a busy machine gets more.
GSTA_INLINE void sdc_tcl::allow_time() {
  constexpr double least = 0.05, longest = 3600;
  auto const left = std::clamp(ends_ - sdc_processor_time(), least, longest);
  Tcl_Time until{};
  Tcl_GetTime(&until);
  until.sec += static_cast<long>(left);
  until.usec += static_cast<long>(1e6 * (left - std::floor(left)));
  if (until.usec >= 1'000'000) {
    until.usec -= 1'000'000;
    ++until.sec;
  }
  Tcl_LimitSetTime(interp_, &until);
}

GSTA_INLINE void sdc_tcl::on_time_limit(ClientData data, Tcl_Interp*) {
  auto& self = *static_cast<sdc_tcl*>(data);
  if (sdc_processor_time() < self.ends_) self.allow_time();
}

GSTA_INLINE void sdc_tcl::limit(sdc_options const& options) {
  ends_ = sdc_processor_time() + options.max_seconds;
  allow_time();
  Tcl_LimitAddHandler(interp_, TCL_LIMIT_TIME, on_time_limit, this, nullptr);
  Tcl_LimitTypeSet(interp_, TCL_LIMIT_TIME);
  auto const most = static_cast<std::size_t>(std::numeric_limits<int>::max() / 2);
  Tcl_LimitSetCommands(interp_, static_cast<int>(std::min(options.max_commands, most)));
  Tcl_LimitTypeSet(interp_, TCL_LIMIT_COMMANDS);
}

/// Reading an entry of ::env that was not passed says so.
GSTA_INLINE char* sdc_tcl::on_environment(ClientData data, Tcl_Interp* interp, char const* array,
                                          char const* element, int flags) {
  auto const* const passed = static_cast<std::map<std::string, std::string> const*>(data);
  if ((flags & TCL_TRACE_READS) == 0 || element == nullptr || passed->contains(element)) return nullptr;
  if (Tcl_GetVar2(interp, array, element, TCL_GLOBAL_ONLY) != nullptr) return nullptr;  // the script set it
  // A trace's text lives until the next one.
  static thread_local std::string text;
  text = "the variable was not passed; give its value by --define " + std::string(element) +
         "=VALUE (sdc_options::variables)";
  return text.data();
}

/// The variables that the caller passes as the environment.
GSTA_INLINE void sdc_tcl::preset(std::map<std::string, std::string> const& variables) {
  Tcl_UnsetVar(interp_, "::env", TCL_GLOBAL_ONLY);
  Tcl_EvalEx(interp_, "array set ::env {}", -1, TCL_EVAL_GLOBAL);
  for (auto const& [name, value] : variables) {
    Tcl_SetVar2(interp_, "::env", name.c_str(), value.c_str(), TCL_GLOBAL_ONLY);
  }
  Tcl_TraceVar2(interp_, "::env", nullptr, TCL_TRACE_READS | TCL_GLOBAL_ONLY, on_environment,
                const_cast<std::map<std::string, std::string>*>(&variables));
  Tcl_ResetResult(interp_);
}

}  // namespace gsta::io::detail
