// The interpreter of SDC: what a script may do in it, and which files it may read.

#include "src/io/sdc_tcl.hpp"

#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "gsta/io/sdc.hpp"
#include "gsta/io/source.hpp"
#include "src/io/sdc_arguments.hpp"
#include "src/io/sdc_bindings.hpp"
#include "src/io/sdc_command.hpp"
#include "src/io/sdc_reader.hpp"
#include "src/io/text.hpp"

namespace gsta::io::detail {
namespace {

[[noreturn]] void on_tcl_panic(char const* format, ...) {
  if (sdc_runs) throw sdc_panic{};
  std::va_list values;
  va_start(values, format);
  std::vfprintf(stderr, format, values);
  va_end(values);
  std::abort();
}

}  // namespace

sdc_tcl::sdc_tcl(sdc_reader& reader, sdc_options const& options,
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
int sdc_tcl::call_unknown(ClientData data, Tcl_Interp* interp, int count, Tcl_Obj* const words[]) {
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

namespace {

/// The part of Tcl that computes.
constexpr std::string_view sdc_harmless =
    " append apply array break case catch concat continue dict error eval expr for foreach format global if "
    "incr info join lappend lassign lindex linsert list llength lmap lrange lrepeat lreplace lreverse "
    "lsearch "
    "lset lsort namespace proc regexp regsub rename return scan set split string subst switch tailcall throw "
    "trace try unset uplevel upvar variable while ";

}  // namespace

/// Remembers the names of all of Tcl's commands, then takes away those that are not harmless, with the
/// namespaces that hold their parts.
void sdc_tcl::strip() {
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

double sdc_processor_time() noexcept {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Tcl looks at the time of day, and what counts is the processor's: a script on a busy machine gets more.
void sdc_tcl::allow_time() {
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

void sdc_tcl::on_time_limit(ClientData data, Tcl_Interp*) {
  auto& self = *static_cast<sdc_tcl*>(data);
  if (sdc_processor_time() < self.ends_) self.allow_time();
}

void sdc_tcl::limit(sdc_options const& options) {
  ends_ = sdc_processor_time() + options.max_seconds;
  allow_time();
  Tcl_LimitAddHandler(interp_, TCL_LIMIT_TIME, on_time_limit, this, nullptr);
  Tcl_LimitTypeSet(interp_, TCL_LIMIT_TIME);
  auto const most = static_cast<std::size_t>(std::numeric_limits<int>::max() / 2);
  Tcl_LimitSetCommands(interp_, static_cast<int>(std::min(options.max_commands, most)));
  Tcl_LimitTypeSet(interp_, TCL_LIMIT_COMMANDS);
}

/// Reading an entry of ::env that was not passed says so.
char* sdc_tcl::on_environment(ClientData data, Tcl_Interp* interp, char const* array, char const* element,
                              int flags) {
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
void sdc_tcl::preset(std::map<std::string, std::string> const& variables) {
  Tcl_UnsetVar(interp_, "::env", TCL_GLOBAL_ONLY);
  Tcl_EvalEx(interp_, "array set ::env {}", -1, TCL_EVAL_GLOBAL);
  for (auto const& [name, value] : variables) {
    Tcl_SetVar2(interp_, "::env", name.c_str(), value.c_str(), TCL_GLOBAL_ONLY);
  }
  Tcl_TraceVar2(interp_, "::env", nullptr, TCL_TRACE_READS | TCL_GLOBAL_ONLY, on_environment,
                const_cast<std::map<std::string, std::string>*>(&variables));
  Tcl_ResetResult(interp_);
}

namespace {

sdc_list sdc_words(int count, Tcl_Obj* const words[]) {
  sdc_list result;
  for (int i = 1; i < count; ++i) result.emplace_back(Tcl_GetString(words[i]));
  return result;
}

}  // namespace

/// Where `source NAME` leads, links followed: a file below the folder of the outermost file. A relative name
/// is looked for there first, then where the process runs.
std::string sdc_tcl::allowed_path(std::string const& name) const {
  namespace fs = std::filesystem;
  std::error_code ignored;
  auto folder = fs::path(running_.front().file->name()).parent_path();
  auto const root =
      fs::weakly_canonical(fs::absolute(folder.empty() ? fs::path(".") : folder, ignored), ignored);
  auto const inside = [&](fs::path const& path) {
    auto const relative = path.lexically_relative(root);
    return !relative.empty() && *relative.begin() != ".." && relative != ".";
  };
  fs::path const wanted(name);
  for (auto const& candidate :
       {wanted.is_absolute() ? wanted : root / wanted, fs::absolute(wanted, ignored)}) {
    auto const path = fs::weakly_canonical(candidate, ignored);
    if (path.empty() || !inside(path)) continue;
    if (fs::is_regular_file(path, ignored)) return path.string();
  }
  auto const first = fs::weakly_canonical(wanted.is_absolute() ? wanted : root / wanted, ignored);
  if (!inside(first))
    throw sdc_error("the file " + in_quotes(name) +
                    " is not below the folder of the SDC file; reading it is not allowed in SDC");
  throw sdc_error("there is no file " + in_quotes(name) + " below the folder of the SDC file");
}

sdc_reply sdc_tcl::run_source(sdc_list const& words) {
  sdc_arguments const in("echo~ verbose~ quiet~ encoding:~", words);
  in.expect_words(1, 1);
  constexpr std::size_t deepest = 20, most = 1000;
  if (running_.size() > deepest) throw sdc_error("files that source each other are nested too deep");
  auto const path = allowed_path(in.words[0]);
  auto found = sourced_.find(path);
  if (found == sourced_.end()) {
    if (sourced_.size() >= most) throw sdc_error("too many files are sourced");
    auto const folder = std::filesystem::path(running_.front().file->name()).parent_path();
    auto shown = std::filesystem::path(in.words[0]).is_absolute() ? path : (folder / in.words[0]).string();
    auto limits = options_.sourced;
    limits.max_bytes = std::min<std::uint64_t>(limits.max_bytes, largest_sdc_file);
    auto const loaded = load(path, limits);
    found = sourced_.emplace(path, source::from_text(std::move(shown), std::string(loaded.text()))).first;
  }
  run_file(found->second, 0);
  return {{Tcl_GetStringResult(interp_)}, true};
}

int sdc_tcl::call_source(ClientData data, Tcl_Interp*, int count, Tcl_Obj* const words[]) {
  auto& self = *static_cast<sdc_tcl*>(data);
  return self.bindings_->answer([&] { return self.run_source(sdc_words(count, words)); });
}

/// The part of `file` that only looks at names.
int sdc_tcl::call_file(ClientData data, Tcl_Interp*, int count, Tcl_Obj* const words[]) {
  return static_cast<sdc_tcl*>(data)->bindings_->answer([&]() -> sdc_reply {
    using path = std::filesystem::path;
    auto const in = sdc_words(count, words);
    if (in.size() < 2) throw sdc_error("the Tcl command \"file\" needs a subcommand and a name");
    path const name(in[1]);
    auto const text = [](path const& p) { return sdc_reply{{p.string()}, true}; };
    if (in[0] == "dirname") return text(name.has_parent_path() ? name.parent_path() : path("."));
    if (in[0] == "tail") return text(name.filename());
    if (in[0] == "extension") return text(name.extension());
    if (in[0] == "rootname")
      return text(name.has_parent_path() ? name.parent_path() / name.stem() : name.stem());
    if (in[0] == "normalize") return text(name.lexically_normal());
    if (in[0] == "join") {
      path all;
      for (std::size_t i = 1; i < in.size(); ++i) all /= in[i];
      return text(all);
    }
    throw sdc_error("the Tcl command " + in_quotes("file " + in[0]) + " is not allowed in SDC");
  });
}

/// `info script`: the file being read.
int sdc_tcl::call_script(ClientData data, Tcl_Interp*, int, Tcl_Obj* const[]) {
  auto& self = *static_cast<sdc_tcl*>(data);
  return self.bindings_->answer([&]() -> sdc_reply {
    return {{self.running_.empty() ? std::string() : self.running_.back().file->name()}, true};
  });
}

}  // namespace gsta::io::detail
