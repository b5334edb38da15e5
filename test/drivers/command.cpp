#include "test/drivers/command.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <regex>

#include "test/support/catch.hpp"
#include "test/support/skip.hpp"

namespace gsta_test {

namespace {

// Seconds, sanitizers and a busy machine included; the second where the processor's time is limited.
constexpr unsigned too_long = 60, much_too_long = 600;

using file_handle = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

std::string all_of(std::FILE* file) {
  std::rewind(file);
  std::string text;
  for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) text += static_cast<char>(c);
  return text;
}

#ifndef __has_feature
#define __has_feature(feature) 0  // g++ says it by macros
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || __has_feature(address_sanitizer) || \
    __has_feature(thread_sanitizer)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif

void set_limits(process_limits limits) {
  if (limits.seconds > 0) {
    rlimit const time{limits.seconds, limits.seconds};
    setrlimit(RLIMIT_CPU, &time);
  }
  if (limits.bytes > 0 && !sanitized) {
    rlimit const memory{limits.bytes, limits.bytes};
    setrlimit(RLIMIT_AS, &memory);
  }
}

[[noreturn]] void become(std::string const& program, std::vector<std::string> const& arguments,
                         unsigned seconds, int in, int out, int err) {
  std::vector<char*> words{const_cast<char*>(program.c_str())};
  for (auto const& word : arguments) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  dup2(in, 0);
  dup2(out, 1);
  dup2(err, 2);
  alarm(seconds);  // outlives exec
  execv(program.c_str(), words.data());
  _exit(127);
}

}  // namespace

namespace {

outcome run_program(std::string const& path, std::vector<std::string> const& arguments, process_limits limits,
                    std::string const& input) {
  file_handle const in(std::tmpfile(), std::fclose), out(std::tmpfile(), std::fclose),
      err(std::tmpfile(), std::fclose);
  REQUIRE((in && out && err));
  REQUIRE(std::fwrite(input.data(), 1, input.size(), in.get()) == input.size());
  std::rewind(in.get());
  auto const start = std::chrono::steady_clock::now();
  pid_t const child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    set_limits(limits);
    become(path, arguments, limits.seconds > 0 ? much_too_long : too_long, fileno(in.get()),
           fileno(out.get()), fileno(err.get()));
  }
  int status = 0;
  waitpid(child, &status, 0);
  std::chrono::duration<double> const took = std::chrono::steady_clock::now() - start;
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, all_of(out.get()), all_of(err.get()), took.count()};
}

}  // namespace

bool memory_is_limited() noexcept { return !sanitized; }

outcome run_driver(std::string const& program, std::vector<std::string> const& arguments,
                   process_limits limits, std::string const& input) {
  char const* const folder = std::getenv("GSTA_BIN");
  std::string const path = std::string(folder == nullptr ? "." : folder) + "/" + program;
  if (!std::filesystem::is_regular_file(path)) skip("the driver " + program + " was not built");
  return run_program(path, arguments, limits, input);
}

outcome run_shell(std::string const& command, process_limits limits) {
  if (std::getenv("GSTA_BIN") == nullptr) skip("GSTA_BIN does not say where the drivers are");
  return run_program("/bin/sh", {"-c", command}, limits, {});
}

error_line read_error(outcome const& seen) {
  static std::regex const form("([^\n]+?):([0-9]+):([0-9]+): error: ([^\n]+)\n");
  std::smatch parts;
  CAPTURE(seen.err);
  bool const is_one_error_line = std::regex_match(seen.err, parts, form);
  CHECK(is_one_error_line);
  if (!is_one_error_line) return {};
  return {parts[1], parts[4], std::stoul(parts[2]), std::stoul(parts[3])};
}

}  // namespace gsta_test
