#include "sta/shell/interrupt.hpp"

#include <tcl.h>

#include <csignal>

namespace sta::shell {

namespace {

// A handler of a signal has no other way to know them.
Tcl_AsyncHandler running = nullptr;
std::sig_atomic_t volatile happened = 0;

/// Tcl calls it between commands.
int on_safe_point(ClientData, Tcl_Interp* interp, int code) {
  if (interp == nullptr) return code;
  happened = 0;
  Tcl_SetObjResult(interp, Tcl_NewStringObj("interrupted", -1));
  return TCL_ERROR;
}

void on_signal(int) {
  happened = 1;
  Tcl_AsyncMark(running);
}

}  // namespace

interrupt::interrupt() {
  running = Tcl_AsyncCreate(on_safe_point, nullptr);
  struct sigaction act{};
  act.sa_handler = on_signal;
  sigemptyset(&act.sa_mask);
  sigaction(SIGINT, &act, &before_);
}

interrupt::~interrupt() {
  sigaction(SIGINT, &before_, nullptr);
  Tcl_AsyncDelete(running);
}

bool interrupt::take() noexcept {
  if (Tcl_AsyncReady() != 0) Tcl_AsyncInvoke(nullptr, TCL_OK);
  bool const was = happened != 0;
  happened = 0;
  return was;
}

}  // namespace sta::shell
