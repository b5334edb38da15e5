#pragma once

#include <signal.h>

namespace sta::shell {

/// As long as it lives, Ctrl-C ends the running command of Tcl and not the program.
class interrupt {
 public:
  interrupt();
  ~interrupt();
  interrupt(interrupt const&) = delete;
  interrupt& operator=(interrupt const&) = delete;

  /// Whether it came since this was asked last, so that it ends no later command.
  bool take() noexcept;

 private:
  struct sigaction before_{};
};

}  // namespace sta::shell
