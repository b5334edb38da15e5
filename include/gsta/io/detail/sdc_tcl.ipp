#pragma once

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <mutex>

#include "gsta/io/detail/sdc_bindings.ipp"
#include "gsta/io/detail/sdc_tcl.hpp"

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

GSTA_INLINE sdc_tcl::sdc_tcl(sdc_reader& reader, sdc_options const& options,
                             std::function<void(std::string const&, model::location)> on_command)
    : interp_(nullptr), reader_(reader), options_(options), on_command_(std::move(on_command)) {
  static std::once_flag once;
  std::call_once(once, [] {
    Tcl_SetPanicProc(on_tcl_panic);
    Tcl_FindExecutable(nullptr);
  });
  interp_ = Tcl_CreateInterp();
  strip();
  bindings_.emplace(interp_);
  bindings_->reader = &reader_;
  bindings_->on_turn = [this] { here_.reset(); };
  bindings_->locate_error = [this] { return find_here(); };
  bindings_->add_all([](std::string const&) { return true; });
  for (auto const& bound : bindings_->all()) forbidden_.erase(bound.name);
  std::pair<char const*, Tcl_ObjCmdProc*> const own[] = {{"source", call_source},
                                                         {"read_sdc", call_source},
                                                         {"file", call_file},
                                                         {"unknown", call_unknown},
                                                         {"::tcl::info::script", call_script}};
  for (auto const& [name, work] : own) {
    forbidden_.erase(name);
    Tcl_CreateObjCommand(interp_, name, work, this, nullptr);
  }
  preset(options.variables);
  reader_.tcl.split = split_tcl_list;
  reader_.tcl.regular = tcl_expression;
  reader_.tcl.locate = [this] { return here(); };
  limit(options);
}

/// What no command has the name of: an index such as the [0] of data[0], a part of Tcl that is not allowed,
/// the start of a command's name, or a command that gsta does not know.
GSTA_INLINE int sdc_tcl::call_unknown(ClientData data, Tcl_Interp* interp, int count,
                                      Tcl_Obj* const words[]) {
  auto& self = *static_cast<sdc_tcl*>(data);
  std::string const name = count > 1 ? Tcl_GetString(words[1]) : "";
  if (count == 2 && name.find_first_not_of("0123456789:*?") == name.npos) {
    Tcl_SetObjResult(interp, sdc_text_object("[" + name + "]"));
    return TCL_OK;
  }
  sdc_bindings::binding* whole = nullptr;
  int const code = self.bindings_->answer([&]() -> sdc_reply {
    auto const start = name.find_first_not_of(':');
    auto const plain = name.substr(start == name.npos ? 0 : start);
    if (self.forbidden_.contains(plain))
      throw sdc_error("the Tcl command " + in_quotes(plain) + " is not allowed in SDC");
    whole = self.bindings_->completed(plain);
    return whole != nullptr ? self.reader_.complete(name, whole->name) : self.reader_.refuse_unknown(name);
  });
  return whole != nullptr ? sdc_bindings::call(whole, interp, count - 1, words + 1) : code;
}

}  // namespace gsta::io::detail
