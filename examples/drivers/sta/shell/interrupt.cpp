#include "sta/shell/interrupt.hpp"

#include <time.h>

#include <cerrno>
#include <csignal>

#include "sta/shell/limits.hpp"

namespace sta::shell {

namespace {

// A handler of a signal has no other way to know them.
Tcl_AsyncHandler handler = nullptr;
Tcl_Interp* interrupted = nullptr;
bool is_running = false;
timer_t nudges;
bool nudges_exist = false;
std::sig_atomic_t volatile happened = 0;

/// Tcl calls it between commands, and where it waits.
int on_safe_point(ClientData, Tcl_Interp* interp, int code) {
  if (!is_running || happened == 0) return code;
  happened = 0;
  stop_evaluation(interrupted, "interrupted");
  if (interp == nullptr) return code;
  Tcl_SetObjResult(interp, Tcl_NewStringObj("interrupted", -1));
  return TCL_ERROR;
}

void set_nudges(long nanoseconds) noexcept {
  itimerspec when{};
  when.it_value.tv_nsec = when.it_interval.tv_nsec = nanoseconds;
  if (nudges_exist) timer_settime(nudges, 0, &when, nullptr);
}

/// A line may be waited for only just behind this: further signals end that wait.
void on_signal(int) {
  constexpr long wait = 20'000'000;
  int const error = errno;
  happened = 1;
  Tcl_AsyncMark(handler);
  if (!is_running) set_nudges(wait);
  errno = error;
}

void on_nudge(int) {}

/// Tcl ends the stop of what it evaluates behind the next substitution of a command.
void forget_stop(Tcl_Interp* interp) {
  constexpr int most = 5;
  for (int i = 0; i < most && Tcl_EvalEx(interp, "::list [::list]", -1, TCL_EVAL_GLOBAL) != TCL_OK; ++i) {
  }
  Tcl_ResetResult(interp);
}

}  // namespace

interrupt::interrupt(Tcl_Interp* interp) {
  interrupted = interp;
  handler = Tcl_AsyncCreate(on_safe_point, nullptr);
  struct sigaction act{};
  act.sa_handler = on_signal;
  sigemptyset(&act.sa_mask);
  sigaction(SIGINT, &act, &before_);
  act.sa_handler = on_nudge;
  sigaction(SIGRTMIN, &act, &nudged_before_);
  sigevent by{};
  by.sigev_notify = SIGEV_SIGNAL;
  by.sigev_signo = SIGRTMIN;
  nudges_exist = timer_create(CLOCK_MONOTONIC, &by, &nudges) == 0;
}

interrupt::~interrupt() {
  sigaction(SIGINT, &before_, nullptr);
  if (nudges_exist) timer_delete(nudges);
  nudges_exist = false;
  sigaction(SIGRTMIN, &nudged_before_, nullptr);
  Tcl_AsyncDelete(handler);
}

void interrupt::set_running(bool yes) noexcept {
  is_running = yes;
  if (!yes) forget_stop(interrupted);
}

bool interrupt::take() noexcept {
  if (Tcl_AsyncReady() != 0) Tcl_AsyncInvoke(nullptr, TCL_OK);
  bool const was = happened != 0;
  set_nudges(0);
  happened = 0;
  return was;
}

}  // namespace sta::shell
