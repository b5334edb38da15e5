#include "progress.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

namespace drivers {

namespace {

using clock = std::chrono::steady_clock;

/// Nothing in a file's name moves the cursor.
std::string printable(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
  }
  return text;
}

std::size_t columns_of(int terminal) {
  winsize size{};
  bool const known = ioctl(terminal, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : 80;
}

/// What the process has in memory, as a few characters; empty where the system does not say.
std::string memory_now() {
  std::FILE* const file = std::fopen("/proc/self/statm", "r");
  if (file == nullptr) return {};
  unsigned long all = 0, resident = 0;
  int const read = std::fscanf(file, "%lu %lu", &all, &resident);
  std::fclose(file);
  if (read != 2) return {};
  char text[32];
  std::snprintf(text, sizeof text, "  %.0f MB",
                1e-6 * static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE)));
  return text;
}

std::string bar_of(std::uint64_t done, std::uint64_t total) {
  constexpr std::size_t width = 20;
  double const share = std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
  auto const full = static_cast<std::size_t>(share * width);
  char percent[16];
  std::snprintf(percent, sizeof percent, "] %3.0f %%", share * 100);
  return " [" + std::string(full, '#') + std::string(width - full, '.') + percent;
}

}  // namespace

/// Draws from a thread of its own, since the work does not come back in between.
class progress_bar::painter {
 public:
  explicit painter(progress_options const& options) : options_(options), thread_([this] { run(); }) {}
  ~painter() {
    {
      std::lock_guard const lock(mutex_);
      ended_ = true;
    }
    wake_.notify_one();
    thread_.join();
  }
  painter(painter const&) = delete;
  painter& operator=(painter const&) = delete;

  void stage(std::string name, std::uint64_t total, bool is_bytes) {
    std::lock_guard const lock(mutex_);
    name_ = std::move(name);
    total_ = total;
    is_bytes_ = is_bytes;
    stage_start_ = clock::now();
    done_ = 0;
  }
  void advance_to(std::size_t done) noexcept { done_.store(done, std::memory_order_relaxed); }
  std::atomic<std::uint64_t>* counter() noexcept { return &done_; }

 private:
  void run() {
    using seconds = std::chrono::duration<double>;
    std::unique_lock lock(mutex_);
    auto wait = seconds(options_.after);
    while (!wake_.wait_for(lock, wait, [this] { return ended_; })) {
      draw();
      wait = seconds(options_.every);
    }
    if (shown_ > 0) put("\r" + std::string(shown_, ' ') + "\r");
  }

  void draw() {
    std::chrono::duration<double> const so_far = clock::now() - start_;
    char time[32];
    std::snprintf(time, sizeof time, "  %.1f s", so_far.count());
    std::string line(1, "|/-\\"[turn_++ % 4]);
    line += " " + name_;
    auto const done = done_.load(std::memory_order_relaxed);
    if (total_ > 0 && (!is_bytes_ || done > 0)) line += bar_of(done, total_) + rate_of(done);
    line += time + memory_now();
    // A line as wide as the terminal would wrap, and then not go away.
    line.resize(std::min(line.size(), columns_of(options_.descriptor) - 1));
    std::size_t const width = line.size();
    if (width < shown_) line.append(shown_ - width, ' ');
    put("\r" + line);
    shown_ = width;
  }

  std::string rate_of(std::uint64_t done) const {
    std::chrono::duration<double> const in_stage = clock::now() - stage_start_;
    if (!is_bytes_ || in_stage.count() <= 0) return {};
    char text[32];
    std::snprintf(text, sizeof text, "  %.0f MB/s", 1e-6 * static_cast<double>(done) / in_stage.count());
    return text;
  }

  /// What a terminal does not take is left out: this is only decoration.
  void put(std::string const& text) const {
    if (write(options_.descriptor, text.data(), text.size()) < 0) return;
  }

  progress_options const options_;
  clock::time_point const start_ = clock::now();
  std::mutex mutex_;
  std::condition_variable wake_;
  bool ended_ = false;
  std::string name_ = "working";
  std::uint64_t total_ = 0;
  bool is_bytes_ = false;
  clock::time_point stage_start_ = clock::now();
  std::atomic<std::uint64_t> done_{0};
  std::size_t shown_ = 0;  // characters on the line
  unsigned turn_ = 0;
  std::thread thread_;  // last: it uses all of the above
};

progress_bar::progress_bar(progress_options const& options) {
  if (options.quiet || isatty(options.descriptor) != 1) return;
  auto const foreground = tcgetpgrp(options.descriptor);  // -1: not the terminal that started this program
  if (foreground >= 0 && foreground != getpgrp()) return;
  try {
    painter_ = std::make_unique<painter>(options);
  } catch (std::system_error const&) {  // no more threads: no bar either
  }
}

progress_bar::~progress_bar() = default;

void progress_bar::stage(std::string const& name, std::size_t total) {
  if (painter_) painter_->stage(printable(name), total, false);
}

std::atomic<std::uint64_t>* progress_bar::reading(std::string const& file, std::uint64_t bytes) {
  if (!painter_) return nullptr;
  painter_->stage(printable("reading " + file), bytes, true);
  return painter_->counter();
}

void progress_bar::advance_to(std::size_t done) noexcept {
  if (painter_) painter_->advance_to(done);
}

void progress_bar::finish() noexcept { painter_.reset(); }

}  // namespace drivers
