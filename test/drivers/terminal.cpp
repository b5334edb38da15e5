#include "test/drivers/terminal.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>

#include "test/support/catch.hpp"
#include "test/support/skip.hpp"

namespace gsta_test {

namespace {

using steady = std::chrono::steady_clock;
constexpr auto patience = std::chrono::seconds(30);  // of a busy machine, sanitizers included

[[noreturn]] void become(std::string const& path, std::vector<std::string> const& arguments, char const* line,
                         std::string const& kind) {
  std::vector<char*> words{const_cast<char*>(path.c_str())};
  for (auto const& word : arguments) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  setsid();
  int const end = open(line, O_RDWR);
  if (end < 0 || ioctl(end, TIOCSCTTY, 0) != 0) _exit(126);
  for (int const standard : {0, 1, 2}) dup2(end, standard);
  setenv("TERM", kind.c_str(), 1);
  signal(SIGINT, SIG_DFL);
  alarm(600);
  execv(path.c_str(), words.data());
  _exit(127);
}

}  // namespace

terminal::terminal(std::string const& program, std::vector<std::string> const& arguments,
                   std::string const& kind) {
  char const* const folder = std::getenv("GSTA_BIN");
  std::string const path = std::string(folder == nullptr ? "." : folder) + "/" + program;
  if (!std::filesystem::is_regular_file(path)) skip("the driver " + program + " was not built");
  keys_ = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (keys_ < 0 || grantpt(keys_) != 0 || unlockpt(keys_) != 0) skip("this machine has no terminals");
  std::string const line = ptsname(keys_);
  child_ = fork();
  REQUIRE(child_ >= 0);
  if (child_ == 0) become(path, arguments, line.c_str(), kind);
}

terminal::~terminal() {
  int status = 0;
  if (child_ > 0 && waitpid(child_, &status, WNOHANG) == 0) {
    kill(child_, SIGKILL);
    waitpid(child_, &status, 0);
  }
  close(keys_);
}

void terminal::type(std::string const& keys) {
  REQUIRE(write(keys_, keys.data(), keys.size()) == static_cast<ssize_t>(keys.size()));
}

bool terminal::read_more(int milliseconds) {
  pollfd wait{keys_, POLLIN, 0};
  if (poll(&wait, 1, milliseconds) <= 0) return false;
  char part[4096];
  auto const got = read(keys_, part, sizeof part);
  if (got <= 0) return false;
  shown_.append(part, static_cast<std::size_t>(got));
  return true;
}

bool terminal::shows(std::string const& text) {
  auto const last = steady::now() + patience;
  for (;;) {
    if (auto const at = shown_.find(text, seen_); at != shown_.npos) {
      seen_ = at + text.size();
      return true;
    }
    if (steady::now() > last) return false;
    int status = 0;
    if (!read_more(100) && child_ > 0 && waitpid(child_, &status, WNOHANG) == child_) {
      child_ = -1;
      while (read_more(100)) {
      }
      if (shown_.find(text, seen_) == shown_.npos) return false;
    }
  }
}

int terminal::end() {
  int status = 0;
  for (auto const last = steady::now() + patience; child_ > 0 && steady::now() < last;) {
    read_more(50);
    if (waitpid(child_, &status, WNOHANG) != child_) continue;
    child_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  return -1;
}

}  // namespace gsta_test
