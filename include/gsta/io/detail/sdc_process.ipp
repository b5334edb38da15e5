#pragma once

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <memory>
#include <new>
#include <optional>
#include <utility>

#include "gsta/io/detail/sdc_bytes.hpp"
#include "gsta/io/detail/sdc_run.ipp"

namespace gsta::io::detail {

/// What read_sdc is to do.
struct sdc_job {
  std::vector<source> const& files;
  model::netlist const& netlist;
  model::library const& library;
  sdc_options const& options;
};

using sdc_progress = std::function<void(std::string const&, model::location)>;

GSTA_INLINE model::constraints read_sdc_here(sdc_job const& job, model::diagnostics& seen,
                                             sdc_progress const& on_command) {
  sdc_reader reader(job.netlist, job.library, seen, job.options);
  sdc_tcl tcl(reader, job.options, on_command);
  for (auto const& file : job.files) tcl.run(file);
  auto result = reader.finish();
  if (!job.files.empty()) result.file = job.files.front().name();
  return result;
}

/// Where the child is, for the parent to read after the child's end.
struct sdc_shared_location {
  char file[4096];
  std::size_t line, column;
  void set(std::string const& name, model::location at) noexcept {
    if (std::strncmp(file, name.c_str(), sizeof file - 1) != 0) {
      std::strncpy(file, name.c_str(), sizeof file - 1);
    }
    line = at.line;
    column = at.column;
  }
};

/// What the child sends: what it made or an error, and what was counted.
template <class Made>
struct sdc_message {
  bool failed = false;
  std::string file, sentence;
  std::size_t line = 0, column = 0;
  model::diagnostics seen;
  Made made;
  std::uint32_t end_mark = 0x53444321;
};
template <class A, class Made>
void pass(A& a, sdc_message<Made>& m) {
  pass_all(a, m.failed, m.file, m.sentence, m.line, m.column);
  pass(a, m.seen);
  pass(a, m.made);
  a(m.end_mark);
}

/// Runs scripts, counts what it saw, and says where it is.
template <class Made>
using sdc_work = std::function<Made(model::diagnostics&, sdc_progress const&)>;

/// Files and memory that are given back however a function is left.
class sdc_channel {
 public:
  int ends[2] = {-1, -1};
  sdc_shared_location* location = nullptr;

  sdc_channel() {
    if (pipe2(ends, O_CLOEXEC) != 0) ends[0] = ends[1] = -1;
    void* const memory =
        mmap(nullptr, sizeof(sdc_shared_location), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory != MAP_FAILED) location = new (memory) sdc_shared_location{};
  }
  ~sdc_channel() {
    close_end(0);
    close_end(1);
    if (location != nullptr) munmap(location, sizeof(sdc_shared_location));
  }
  sdc_channel(sdc_channel const&) = delete;
  sdc_channel& operator=(sdc_channel const&) = delete;
  bool is_open() const noexcept { return ends[0] >= 0 && location != nullptr; }
  void close_end(int i) noexcept {
    if (ends[i] >= 0) close(ends[i]);
    ends[i] = -1;
  }
};

/// Limits the child's address space to what it has and `more` bytes. Signals have their plain meaning in it,
/// and it leaves no core file.
GSTA_INLINE void limit_child(std::size_t more) noexcept {
  for (int const signal_number : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGPIPE, SIGTERM, SIGINT})
    signal(signal_number, SIG_DFL);
  rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  long pages = 0;
  if (auto* const file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%ld", &pages) != 1) pages = 0;
    std::fclose(file);
  }
  rlimit space{};
  if (pages <= 0 || getrlimit(RLIMIT_AS, &space) != 0) return;
  auto const wanted = static_cast<rlim_t>(pages) * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + more;
  space.rlim_cur = std::min(wanted, space.rlim_max);
  setrlimit(RLIMIT_AS, &space);
}

GSTA_INLINE void write_all(int to, std::string const& bytes) noexcept {
  for (std::size_t at = 0; at < bytes.size();) {
    auto const got = write(to, bytes.data() + at, bytes.size() - at);
    if (got < 0 && errno != EINTR) return;
    if (got > 0) at += static_cast<std::size_t>(got);
  }
}

/// Runs in the child, and never returns: nothing of the parent's may be tidied up here.
template <class Made>
[[noreturn]] void run_sdc_child(sdc_options const& options, sdc_work<Made> const& work,
                                sdc_channel& channel) noexcept {
  channel.close_end(0);
  limit_child(options.max_memory);
  try {
    sdc_message<Made> message;
    auto const on_command = [&](std::string const& file, model::location at) {
      channel.location->set(file, at);
    };
    try {
      message.made = work(message.seen, on_command);
    } catch (input_error const& e) {
      std::string const text = e.what();
      constexpr std::string_view mark = ": error: ";
      message.failed = true;
      message.file = e.file;
      message.line = e.line;
      message.column = e.column;
      message.sentence = text.substr(text.find(mark, e.file.size()) + mark.size());
    }
    byte_writer out;
    pass(out, message);
    write_all(channel.ends[1], out.bytes);
  } catch (...) {
    _exit(1);  // no memory is left to say more
  }
  _exit(0);
}

/// How long a child has computed, in seconds; nothing where that is not known.
GSTA_INLINE double processor_time_of(pid_t child) noexcept {
  clockid_t clock{};
  timespec used{};
  if (clock_getcpuclockid(child, &clock) != 0 || clock_gettime(clock, &used) != 0) return 0;
  return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

/// How a child came to its end.
enum class sdc_end { written, out_of_time, stuck };

/// Waits for all that the child writes before it ends, and says how that came. It is out of time when it has
/// computed for its time, and when it took very much longer, as one that waits would. One that computes
/// nothing at all for a while is stuck, where that is looked for.
GSTA_INLINE sdc_end read_from_child(int from, pid_t child, int seconds, bool look_for_stuck,
                                    std::string& bytes) {
  using clock = std::chrono::steady_clock;
  constexpr int most_waiting = 30, look_every_ms = 200;
  constexpr auto stuck_after = std::chrono::seconds(2);
  auto const last = clock::now() + std::chrono::seconds(seconds) * most_waiting;
  auto computed_at = clock::now();
  double computed = 0;
  std::vector<char> part(std::size_t{1} << 16U);
  for (;;) {
    pollfd wait{from, POLLIN, 0};
    // Once it writes the script has ended.
    int const ready = poll(&wait, 1, bytes.empty() ? look_every_ms : -1);
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0) {
      auto const now = clock::now();
      auto const used = processor_time_of(child);
      if (used >= seconds || now >= last) return sdc_end::out_of_time;
      if (used != computed) computed_at = now;
      computed = used;
      if (look_for_stuck && now - computed_at > stuck_after) return sdc_end::stuck;
      continue;
    }
    auto const got = ready < 0 ? -1 : read(from, part.data(), part.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return sdc_end::written;
    bytes.append(part.data(), static_cast<std::size_t>(got));
  }
}

/// One child's whole life: what it wrote, and how it ended; nothing where none can be made.
template <class Made>
std::optional<sdc_end> run_one_sdc_child(sdc_options const& options, sdc_work<Made> const& work,
                                         sdc_channel& channel, bool look_for_stuck, std::string& bytes) {
  pid_t const child = fork();
  if (child < 0) return std::nullopt;
  if (child == 0) run_sdc_child<Made>(options, work, channel);
  channel.close_end(1);
  // The interpreter ends most loops itself, with a better place: it gets a second more.
  auto const end = read_from_child(channel.ends[0], child, options.max_seconds + 1, look_for_stuck, bytes);
  if (end != sdc_end::written) kill(child, SIGKILL);
  while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
  return end;
}

/// Works on these files in a child of this process; nothing where none can be made. A child has the locks of
/// all threads as they stood, and nobody to open them: where the process's allocator does not take care of
/// that (glibc's does, those of the sanitizers do not), it can wait for ever for one. It is ended then, and
/// the next child begins anew.
template <class Made>
std::optional<Made> run_sdc_apart(std::vector<source> const& files, sdc_options const& options,
                                  model::diagnostics& seen, sdc_work<Made> const& work) {
  constexpr int most_tries = 5;
  std::unique_ptr<sdc_channel> channel;
  std::string bytes;
  auto end = sdc_end::stuck;
  for (int i = 1; end == sdc_end::stuck; ++i) {
    channel = std::make_unique<sdc_channel>();
    if (!channel->is_open()) return std::nullopt;
    channel->location->set(files.front().name(), {});
    bytes.clear();
    auto const ended = run_one_sdc_child<Made>(options, work, *channel, i < most_tries, bytes);
    if (!ended) return std::nullopt;
    end = *ended;
  }
  sdc_message<Made> message;
  byte_reader in{bytes};
  pass(in, message);
  if (!in.ok || in.at != bytes.size()) {
    throw input_error(channel->location->file, channel->location->line, channel->location->column,
                      end == sdc_end::out_of_time
                          ? "time limit exceeded"
                          : "the script needs more memory, or nests deeper, than is allowed");
  }
  seen.merge(message.seen);
  if (message.failed) throw input_error(message.file, message.line, message.column, message.sentence);
  return std::move(message.made);
}

/// Reads in a child of this process; nothing where none can be made.
GSTA_INLINE std::optional<model::constraints> read_sdc_apart(sdc_job const& job, model::diagnostics& seen) {
  return run_sdc_apart<model::constraints>(job.files, job.options, seen,
                                           [&](model::diagnostics& counted, sdc_progress const& on_command) {
                                             return read_sdc_here(job, counted, on_command);
                                           });
}

}  // namespace gsta::io::detail
