// The progress bar of the drivers, on a pseudo-terminal.
#include "examples/drivers/common/progress.cpp"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <thread>

#include "test/support/catch.hpp"

using drivers::progress_bar;
using namespace std::chrono_literals;
using gsta_test::contains;

namespace {

/// Two ends of a pseudo-terminal: a program writes to `slave`, a person sees what `master` gives.
struct terminal {
  int master = -1, slave = -1;

  explicit terminal(unsigned short columns = 80) {
    winsize const size{24, columns, 0, 0};
    if (openpty(&master, &slave, nullptr, nullptr, &size) != 0) throw std::runtime_error("no terminal");
  }
  ~terminal() {
    close(master);
    close(slave);
  }
  terminal(terminal const&) = delete;
  terminal& operator=(terminal const&) = delete;

  /// All that was written so far, or is in the next instant: a terminal takes a moment, a bar never ends.
  std::string seen() const {
    std::string text;
    pollfd waiting{master, POLLIN, 0};
    char piece[4096];
    auto const end = std::chrono::steady_clock::now() + 60ms;
    while (std::chrono::steady_clock::now() < end && poll(&waiting, 1, 40) > 0) {
      auto const got = read(master, piece, sizeof piece);
      if (got <= 0) break;
      text.append(piece, static_cast<std::size_t>(got));
    }
    return text;
  }

  /// All that is written until `text` is among it; at most a few seconds' worth.
  std::string seen_until(std::string const& text) const {
    std::string all;
    for (int i = 0; i < 100 && all.find(text) == all.npos; ++i) all += seen();
    return all;
  }
};

/// What is left on the line when all of `text` was shown; it is never as wide as `columns`.
std::string left_on_line(std::string const& text, std::size_t columns) {
  std::string line;
  std::size_t at = 0;
  for (char const c : text) {
    if (c == '\r') {
      at = 0;
      continue;
    }
    if (at >= line.size()) line.resize(at + 1, ' ');
    line[at++] = c;
    if (at >= columns) return "wrapped: " + line;
  }
  return line.find_last_not_of(' ') == line.npos ? "" : line;
}

std::size_t threads_now() {
  std::size_t count = 0;
  for ([[maybe_unused]] auto const& entry : std::filesystem::directory_iterator("/proc/self/task")) ++count;
  return count;
}

}  // namespace

TEST_CASE("progress: stages, spinner and percentage, then a clean line", "[driver]") {
  terminal const screen;
  std::thread([] {}).join();  // a sanitizer's own thread starts with the first one
  auto const threads = threads_now();
  {
    progress_bar bar({.descriptor = screen.slave, .after = 0.01, .every = 0.01});
    bar.stage("reading cells.lib");
    auto const first =
        screen.seen_until("| reading cells.lib  ") + screen.seen_until("/ reading cells.lib  ");
    CHECK_THAT(first, contains("| reading cells.lib  "));
    CHECK_THAT(first, contains("/ reading cells.lib  "));
    CHECK_THAT(first, !contains("%"));
    CHECK_THAT(left_on_line(first, 80), contains("reading cells.lib"));
    CHECK(threads_now() == threads + 1);
    bar.stage("paths", 200);
    bar.advance_to(50);
    std::string const quarter = " paths [#####...............]  25 %  ",
                      whole = "[####################] 100 %";
    CHECK_THAT(screen.seen_until(quarter), contains(quarter));
    bar.advance_to(1000);
    CHECK_THAT(screen.seen_until(whole), contains(whole));
  }
  CHECK(threads_now() == threads);
  auto const last = screen.seen();
  CHECK(last.ends_with("\r"));
  CHECK(left_on_line(last, 80).empty());
}

TEST_CASE("progress: a file has a rate, the process its memory", "[driver]") {
  terminal const screen;
  {
    progress_bar bar({.descriptor = screen.slave, .after = 0.01, .every = 0.01});
    auto* const done = bar.reading("wires.spef", 4000000);
    REQUIRE(done != nullptr);
    auto const before = screen.seen_until("reading wires.spef  ");
    CHECK_THAT(before, contains("reading wires.spef  "));  // what is not counted has neither share nor rate
    CHECK_THAT(before, contains(" MB"));
    CHECK_THAT(before, !contains("MB/s"));
    done->fetch_add(1000000);
    CHECK_THAT(screen.seen_until(" MB/s  "), contains("[#####...............]  25 %"));
    done->fetch_add(3000000);
    CHECK_THAT(screen.seen_until("100 %"), contains("100 %"));
    bar.stage("flattening");
    CHECK_THAT(screen.seen_until("flattening"), contains("flattening"));
  }
  progress_bar quiet({.quiet = true, .descriptor = screen.slave});
  CHECK(quiet.reading("wires.spef", 5) == nullptr);
}

TEST_CASE("progress: a shorter line leaves nothing of a longer one", "[driver]") {
  terminal const screen;
  std::string all;
  {
    progress_bar bar({.descriptor = screen.slave, .after = 0.01, .every = 0.01});
    bar.stage("a stage with a long name", 10);
    all = screen.seen_until("name [");
    bar.stage("short");
    all += screen.seen_until("short");
    all += screen.seen();
    auto const line = left_on_line(all, 80);
    CHECK_THAT(line, contains("short"));
    CHECK_THAT(line, !contains("name"));
    CHECK_THAT(line, !contains("%"));
  }
  CHECK(left_on_line(all + screen.seen(), 80).empty());
}

TEST_CASE("progress: narrow terminals and odd names", "[driver]") {
  terminal const screen(20);
  std::string text;
  {
    progress_bar bar({.descriptor = screen.slave, .after = 0.01, .every = 0.01});
    bar.stage(std::string("x\n\033[2J") + std::string(200, 'y'), 3);
    text = screen.seen_until("x??[2Jyyy");
  }
  text += screen.seen();
  CHECK_THAT(text, contains("x??[2Jyyy"));
  CHECK(text.find('\n') == text.npos);
  CHECK(text.find('\033') == text.npos);
  CHECK(left_on_line(text, 20).empty());
}

TEST_CASE("progress: silent when quick, when quiet, and without a terminal", "[driver]") {
  terminal const screen;
  {
    progress_bar bar({.descriptor = screen.slave});  // half a second, as the drivers have it
    bar.stage("reading");
    std::this_thread::sleep_for(100ms);
  }
  CHECK(screen.seen().empty());
  {
    auto const threads = threads_now();
    progress_bar bar({.quiet = true, .descriptor = screen.slave, .after = 0.0, .every = 0.01});
    bar.stage("reading", 5);
    bar.advance_to(3);
    std::this_thread::sleep_for(50ms);
    CHECK(threads_now() == threads);
  }
  CHECK(screen.seen().empty());

  int ends[2];
  REQUIRE(pipe2(ends, O_NONBLOCK) == 0);
  {
    progress_bar bar({.descriptor = ends[1], .after = 0.0, .every = 0.01});
    bar.stage("reading");
    std::this_thread::sleep_for(50ms);
  }
  char byte = 0;
  CHECK(read(ends[0], &byte, 1) == -1);
  close(ends[0]);
  close(ends[1]);
}

TEST_CASE("progress: the line is gone before an error is printed", "[driver]") {
  terminal const screen;
  std::string text;
  try {
    progress_bar bar({.descriptor = screen.slave, .after = 0.01, .every = 0.01});
    bar.stage("reading");
    text = screen.seen_until("reading");
    throw std::runtime_error("x.lib:1:2: error: bad");
  } catch (std::runtime_error const& error) {
    std::string const line = error.what();
    REQUIRE(write(screen.slave, line.data(), line.size()) == static_cast<ssize_t>(line.size()));
  }
  text += screen.seen();
  CHECK_THAT(text, contains("reading"));
  CHECK(left_on_line(text, 80).substr(0, 21) == "x.lib:1:2: error: bad");
  CHECK_THAT(left_on_line(text, 80), !contains("reading"));
}

TEST_CASE("progress: finished twice, and nothing after it", "[driver]") {
  terminal const screen;
  progress_bar bar({.descriptor = screen.slave, .after = 0.01, .every = 0.01});
  CHECK_THAT(screen.seen_until("working"), contains("working"));
  bar.finish();
  CHECK(screen.seen().ends_with("\r"));
  bar.stage("more", 1);
  bar.advance_to(1);
  bar.finish();
  CHECK(screen.seen().empty());
}
