#include "sta/shell/prompt.hpp"

#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string_view>
#include <utility>

#ifdef GSTA_HAS_LIBEDIT
#include <editline/readline.h>
#endif

namespace sta::shell {

namespace {

constexpr char const *primary = "sta> ", *secondary = "   > ";

#ifdef GSTA_HAS_LIBEDIT
// libedit's callbacks carry no data.
prompt::completer complete_word;
std::vector<std::string> found_words;

char* next_found(char const*, int state) {
  auto const at = static_cast<std::size_t>(state);
  return at < found_words.size() ? strdup(found_words[at].c_str()) : nullptr;
}

char** complete(char const* text, int start, int) {
  rl_attempted_completion_over = 1;
  if (!complete_word) return nullptr;
  try {
    found_words = complete_word(std::string(rl_line_buffer, static_cast<std::size_t>(start)), text);
  } catch (std::exception const&) {
    found_words.clear();
  }
  return rl_completion_matches(text, next_found);
}
#endif

/// As far as the terminal gives one whole; false at its end, and where a signal came.
bool read_line_of_terminal(std::string& line) {
  for (char c = 0;;) {
    auto const got = read(STDIN_FILENO, &c, 1);
    if (got <= 0) return got == 0 && !line.empty();
    if (c == '\n') return true;
    line += c;
  }
}

}  // namespace

prompt::prompt(completer complete_by) : is_terminal_(isatty(STDIN_FILENO) != 0) {
#ifdef GSTA_HAS_LIBEDIT
  char const* const kind = std::getenv("TERM");
  edits_ = is_terminal_ && kind != nullptr && std::string_view(kind) != "dumb";
  static char name[] = "sta";
  rl_readline_name = name;
  rl_attempted_completion_function = complete;
  rl_basic_word_break_characters = " \t\n\"'{}[];$";
  complete_word = std::move(complete_by);
  using_history();
#else
  (void)complete_by;
#endif
}

prompt::~prompt() {
#ifdef GSTA_HAS_LIBEDIT
  complete_word = nullptr;
#endif
}

std::optional<std::string> prompt::read_line(bool first) {
#ifdef GSTA_HAS_LIBEDIT
  if (edits_) {
    char* const line = readline(first ? primary : secondary);
    if (line == nullptr) return std::nullopt;
    std::string text(line);
    std::free(line);
    return text;
  }
#endif
  std::string text;
  if (is_terminal_) {
    std::cout << (first ? primary : secondary) << std::flush;
    return read_line_of_terminal(text) ? std::optional(text) : std::nullopt;
  }
  if (!std::getline(std::cin, text)) return std::nullopt;
  return text;
}

void prompt::remember(std::string const& command) {
#ifdef GSTA_HAS_LIBEDIT
  if (edits_ && !command.empty()) add_history(command.c_str());
#else
  (void)command;
#endif
}

}  // namespace sta::shell
