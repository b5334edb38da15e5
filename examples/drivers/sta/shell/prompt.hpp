#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace sta::shell {

/// Reads lines from standard input: with history and completion where it is a terminal that can show them and
/// the program was built with libedit, else as they come.
class prompt {
 public:
  /// What a word that was begun may become; the line up to it says what is expected there.
  using completer =
      std::function<std::vector<std::string>(std::string const& before, std::string const& word)>;

  explicit prompt(completer complete);
  ~prompt();
  prompt(prompt const&) = delete;
  prompt& operator=(prompt const&) = delete;

  bool is_terminal() const noexcept { return is_terminal_; }
  /// The next line, without its end; nothing behind the last, or where a signal came meanwhile. `first` is
  /// false within a command.
  std::optional<std::string> read_line(bool first);
  /// Remembers a whole command.
  void remember(std::string const& command);

 private:
  bool is_terminal_;
  [[maybe_unused]] bool edits_ = false;  ///< by libedit
};

}  // namespace sta::shell
