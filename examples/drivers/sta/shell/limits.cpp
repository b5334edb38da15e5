#include "sta/shell/limits.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <string>
#include <utility>

namespace sta::shell {

namespace {

constexpr int commands_at_once = 200;             // run before memory is looked at again
constexpr std::size_t stack_reserve = 1U << 20U;  // bytes

/// The stack of the thread that makes the limits, which is the one that runs scripts.
struct {
  std::uintptr_t high = 0;
  std::size_t bytes = 0;
} stack;

alignas(16) char signal_stack[1U << 16U];

void end_with(char const* sentence) noexcept {
  static char const text[] = "script:0:0: error: ";
  (void)!write(STDERR_FILENO, text, sizeof text - 1);
  (void)!write(STDERR_FILENO, sentence, std::char_traits<char>::length(sentence));
  (void)!write(STDERR_FILENO, "\n", 1);
  _exit(1);
}

/// Tcl calls it where it gets no memory, and wants no return.
[[noreturn]] void on_panic(char const* form, ...) {
  static bool again = false;
  if (!std::exchange(again, true)) {
    if (Tcl_Channel const out = Tcl_GetStdChannel(TCL_STDOUT)) Tcl_Flush(out);
  }
  char what[200], sentence[300];
  va_list values;
  va_start(values, form);
  std::vsnprintf(what, sizeof what, form, values);
  va_end(values);
  std::snprintf(sentence, sizeof sentence, "the script needs too much memory: %s", what);
  end_with(sentence);
  std::abort();
}

/// A fault just beyond the stack is a stack that overflows.
void on_fault(int signal, siginfo_t* info, void*) {
  auto const at = reinterpret_cast<std::uintptr_t>(info->si_addr);
  auto const low = stack.high - stack.bytes;
  constexpr std::size_t near = 4U << 20U;
  if (at >= low - near && at < low + near)
    end_with("the script needs too much stack: it calls itself, or is nested, too deeply");
  ::signal(signal, SIG_DFL);  // which happens again behind this
}

void find_stack() noexcept {
  int here = 0;
  rlimit most{};
  stack.high = reinterpret_cast<std::uintptr_t>(&here);
  bool const known = getrlimit(RLIMIT_STACK, &most) == 0 && most.rlim_cur != RLIM_INFINITY;
  stack.bytes = known ? static_cast<std::size_t>(most.rlim_cur) : 0;
}

/// Of a control group, in bytes.
std::size_t memory_of_group() {
  std::ifstream file("/sys/fs/cgroup/memory.max");
  std::size_t bytes = 0;
  return file >> bytes ? bytes : std::numeric_limits<std::size_t>::max();
}

}  // namespace

void stop_evaluation(Tcl_Interp* interp, char const* sentence) {
  Tcl_CancelEval(interp, Tcl_NewStringObj(sentence, -1), nullptr, TCL_CANCEL_UNWIND);
}

script_limits::script_limits(Tcl_Interp* interp)
    : interp_(interp), used_memory_(open("/proc/self/statm", O_RDONLY | O_CLOEXEC)) {
  auto const page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  auto const share = [](std::size_t all) { return all / 10 * 9; };
  rlimit most{};
  bool const limited = getrlimit(RLIMIT_AS, &most) == 0 && most.rlim_cur != RLIM_INFINITY;
  most_mapped_ = limited ? share(static_cast<std::size_t>(most.rlim_cur) / page)
                         : std::numeric_limits<std::size_t>::max();
  most_resident_ =
      share(std::min(static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)), memory_of_group() / page));
  find_stack();
  Tcl_SetPanicProc(on_panic);
  bool const counts =
      Tcl_GetCommandInfo(interp_, "::tcl::info::cmdcount", &count_) != 0 && count_.objProc != nullptr;
  if (used_memory_ >= 0 && counts) {
    Tcl_LimitAddHandler(interp_, TCL_LIMIT_COMMANDS, on_commands, this, nullptr);
    count_on();
    Tcl_LimitTypeSet(interp_, TCL_LIMIT_COMMANDS);
  }
  stack_t own{};
  own.ss_sp = signal_stack;
  own.ss_size = sizeof signal_stack;
  struct sigaction act{};
  act.sa_sigaction = on_fault;
  act.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&act.sa_mask);
  sigaction(SIGSEGV, nullptr, &before_);
  bool const is_free = (before_.sa_flags & SA_SIGINFO) == 0 && before_.sa_handler == SIG_DFL;
  if (stack.bytes > 0 && is_free && sigaltstack(&own, nullptr) == 0) sigaction(SIGSEGV, &act, nullptr);
}

script_limits::~script_limits() {
  sigaction(SIGSEGV, &before_, nullptr);
  if (used_memory_ < 0) return;
  Tcl_LimitTypeReset(interp_, TCL_LIMIT_COMMANDS);
  Tcl_LimitRemoveHandler(interp_, TCL_LIMIT_COMMANDS, on_commands, this);
  close(used_memory_);
}

bool script_limits::stack_is_short() noexcept {
  int here = 0;
  auto const used = stack.high - reinterpret_cast<std::uintptr_t>(&here);
  return stack.bytes > 0 && used < stack.bytes * 2 &&
         used + std::min(stack.bytes / 2, stack_reserve) > stack.bytes;
}

bool script_limits::is_too_deep(std::string_view text) noexcept {
  constexpr std::size_t deepest = 5000;
  std::size_t depth = 0;
  for (std::size_t i = 0; i < text.size() && depth <= deepest; ++i) {
    if (text[i] == '\\')
      ++i;  // and what stands behind it
    else if (text[i] == '[')
      ++depth;
    else if (text[i] == ']' && depth > 0)
      --depth;
  }
  return depth > deepest;
}

/// Tcl counts commands and hears of a limit of them: there is always another one ahead. The count is asked
/// for without evaluating anything, which the limit would end.
void script_limits::count_on() {
  Tcl_InterpState const state = Tcl_SaveInterpState(interp_, TCL_OK);
  Tcl_Obj* const name = Tcl_NewStringObj("cmdcount", -1);
  Tcl_IncrRefCount(name);
  int count = 0;
  bool const known = count_.objProc(count_.objClientData, interp_, 1, &name) == TCL_OK &&
                     Tcl_GetIntFromObj(nullptr, Tcl_GetObjResult(interp_), &count) == TCL_OK &&
                     count < std::numeric_limits<int>::max() - commands_at_once;
  Tcl_DecrRefCount(name);
  Tcl_RestoreInterpState(interp_, state);
  if (!known) return Tcl_LimitTypeReset(interp_, TCL_LIMIT_COMMANDS);
  ahead_ = count + commands_at_once;
  Tcl_LimitSetCommands(interp_, ahead_);
}

void script_limits::on_commands(ClientData self, Tcl_Interp* interp) {
  auto* const limits = static_cast<script_limits*>(self);
  if (Tcl_LimitGetCommands(interp) != limits->ahead_) return;  // a script has one of its own
  limits->count_on();
  if (limits->memory_is_short()) stop_evaluation(interp, "the script needs too much memory");
}

bool script_limits::memory_is_short() const noexcept {
  char text[100];
  auto const got = pread(used_memory_, text, sizeof text - 1, 0);
  if (got <= 0) return false;
  text[got] = '\0';
  char* next = nullptr;
  auto const mapped = std::strtoul(text, &next, 10), resident = std::strtoul(next, nullptr, 10);
  return mapped > most_mapped_ || resident > most_resident_;
}

}  // namespace sta::shell
