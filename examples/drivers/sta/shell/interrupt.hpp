#pragma once

#include <signal.h>
#include <tcl.h>

namespace sta::shell {

/// As long as it lives, Ctrl-C ends what Tcl runs, whatever catches errors there, and not the program.
class interrupt {
 public:
  explicit interrupt(Tcl_Interp* interp);
  ~interrupt();
  interrupt(interrupt const&) = delete;
  interrupt& operator=(interrupt const&) = delete;

  /// Whether something runs that it ends; else it ends the wait for a line.
  void set_running(bool yes) noexcept;
  /// Whether it came since this was asked last, so that it ends no later command.
  bool take() noexcept;

 private:
  struct sigaction before_{}, nudged_before_{};
};

}  // namespace sta::shell
