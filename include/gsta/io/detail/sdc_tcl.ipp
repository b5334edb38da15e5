#pragma once

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>

#include "gsta/io/detail/sdc_table.ipp"
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

GSTA_INLINE Tcl_Obj* sdc_text_object(std::string const& text) {
  return Tcl_NewStringObj(text.data(), static_cast<int>(text.size()));
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
  for (auto const& command : sdc_reader::commands()) add({this, &command, command.name});
  for (auto const* const name : sdc_not_used) add({this, nullptr, name});
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
  watch_variables();
  reader_.tcl.split = split;
  reader_.tcl.regular = regular;
  reader_.tcl.locate = [this] { return here(); };
  limit(options);
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

GSTA_INLINE sdc_reader::matcher sdc_tcl::regular(std::string const& pattern, bool ignore_case) {
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

/// Runs C++ on behalf of Tcl: no exception may pass through its frames.
GSTA_INLINE int sdc_tcl::answer(std::function<sdc_reply()> const& work) {
  struct forget_place {
    std::optional<sdc_location>& here;
    explicit forget_place(std::optional<sdc_location>& of) : here(of) { here.reset(); }
    ~forget_place() { here.reset(); }
  } const now(here_);
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
    error_text_ = text.substr(text.find(mark, inner.file.size()) + mark.size());
    error_location_ = {inner.file, {inner.line, inner.column}};
  } catch (std::exception const& problem) {
    error_text_ = problem.what();
    error_location_ = find_here();
  }
  Tcl_SetObjResult(interp_, sdc_text_object(error_text_));
  return TCL_ERROR;
}

GSTA_INLINE int sdc_tcl::call(ClientData data, Tcl_Interp*, int count, Tcl_Obj* const words[]) {
  auto const& bound = *static_cast<binding*>(data);
  return bound.self->answer([&]() -> sdc_reply {
    auto& reader = bound.self->reader_;
    if (bound.command == nullptr) return reader.skip(bound.name);
    std::vector<std::string> arguments;
    for (int i = 1; i < count; ++i) arguments.emplace_back(Tcl_GetString(words[i]));
    return reader.run(*bound.command, std::move(arguments));
  });
}

/// The only command of SDC that starts so; nothing where there is none. Throws: sdc_error where there are
/// several.
GSTA_INLINE sdc_tcl::binding* sdc_tcl::completed(std::string const& name) {
  constexpr std::size_t shortest = 5;  // `set_x`
  std::vector<binding*> found;
  for (auto& bound : bindings_) {
    if (name.size() >= shortest && bound.name.starts_with(name)) found.push_back(&bound);
  }
  if (found.size() < 2) return found.empty() ? nullptr : found[0];
  throw sdc_error("unknown command " + in_quotes(name) + ": is it " + found[0]->name + " or " +
                  found[1]->name + (found.size() > 2 ? " or another one?" : "?"));
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
  binding* whole = nullptr;
  int const code = self.answer([&]() -> sdc_reply {
    auto const start = name.find_first_not_of(':');
    auto const plain = name.substr(start == name.npos ? 0 : start);
    if (self.forbidden_.contains(plain))
      throw sdc_error("the Tcl command " + in_quotes(plain) + " is not allowed in SDC");
    whole = self.completed(plain);
    return whole != nullptr ? self.reader_.complete(name, whole->name) : self.reader_.refuse_unknown(name);
  });
  return whole != nullptr ? call(whole, interp, count - 1, words + 1) : code;
}

}  // namespace gsta::io::detail
