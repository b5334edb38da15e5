#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace gsta_test {

/// A driver that runs at a terminal of its own, whose keys the test presses.
class terminal {
 public:
  /// Starts GSTA_BIN/<program>; skips the case where it was not built, or the machine has no terminals.
  /// `kind` is TERM.
  terminal(std::string const& program, std::vector<std::string> const& arguments, std::string const& kind);
  ~terminal();
  terminal(terminal const&) = delete;
  terminal& operator=(terminal const&) = delete;

  void type(std::string const& keys);
  /// Waits until it shows this behind what was awaited last; false where that does not come.
  bool shows(std::string const& text);
  /// All that it showed.
  std::string const& shown() const noexcept { return shown_; }
  /// Its exit status, once it ends; -1 where a signal ended it, or nothing did.
  int end();

 private:
  bool read_more(int milliseconds);

  int keys_ = -1;
  pid_t child_ = -1;
  std::string shown_;
  std::size_t seen_ = 0;
};

}  // namespace gsta_test
