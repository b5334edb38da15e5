#pragma once

#include <signal.h>
#include <tcl.h>

#include <cstddef>
#include <string_view>

namespace sta::shell {

/// Ends what an interpreter runs: no `catch` holds it up.
void stop_evaluation(Tcl_Interp* interp, char const* sentence);

/// As long as it lives, a script that takes too much memory or stack ends with a sentence. While memory is
/// left, that ends what runs and not the program; else the program prints the sentence and ends with exit 1.
class script_limits {
 public:
  explicit script_limits(Tcl_Interp* interp);
  ~script_limits();
  script_limits(script_limits const&) = delete;
  script_limits& operator=(script_limits const&) = delete;

  /// Whether so little stack is left that no command may call another.
  static bool stack_is_short() noexcept;
  /// Whether brackets of a text are nested deeper than the interpreter's stack allows.
  static bool is_too_deep(std::string_view text) noexcept;

 private:
  static void on_commands(ClientData self, Tcl_Interp* interp);
  void count_on();
  bool memory_is_short() const noexcept;

  Tcl_Interp* interp_;
  Tcl_CmdInfo count_{};            ///< Tcl's command that says how many commands ran
  int ahead_ = 0;                  ///< the limit of commands that is this class's own
  int used_memory_;                ///< where the system says what this process uses
  std::size_t most_mapped_ = 0;    ///< pages of address space
  std::size_t most_resident_ = 0;  ///< pages in memory
  struct sigaction before_{};
};

}  // namespace sta::shell
