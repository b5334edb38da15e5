// SDC, read in a process of its own.

#include "gsta/io/sdc.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gsta/io/source.hpp"
#include "src/io/sdc_command.hpp"
#include "src/io/sdc_process.hpp"
#include "src/io/sdc_reader.hpp"
#include "src/io/sdc_tcl.hpp"

namespace gsta::io::detail {
namespace {

/// What read_sdc is to do.
struct sdc_job {
  std::vector<source> const& files;
  model::netlist const& netlist;
  model::library const& library;
  sdc_options const& options;
};

model::constraints read_sdc_here(sdc_job const& job, model::diagnostics& seen,
                                 sdc_progress const& on_command) {
  sdc_reader reader(job.netlist, job.library, seen, job.options);
  sdc_tcl tcl(reader, job.options, on_command);
  for (auto const& file : job.files) tcl.run(file);
  auto result = reader.finish();
  if (!job.files.empty()) result.file = job.files.front().name();
  return result;
}

/// How long a child has computed, in seconds; nothing where that is not known.
double processor_time_of(pid_t child) noexcept {
  clockid_t clock{};
  timespec used{};
  if (clock_getcpuclockid(child, &clock) != 0 || clock_gettime(clock, &used) != 0) return 0;
  return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

/// Reads in a child of this process; nothing where none can be made.
std::optional<model::constraints> read_sdc_apart(sdc_job const& job, model::diagnostics& seen) {
  return run_sdc_apart<model::constraints>(job.files, job.options, seen,
                                           [&](model::diagnostics& counted, sdc_progress const& on_command) {
                                             return read_sdc_here(job, counted, on_command);
                                           });
}

}  // namespace

void limit_child(std::size_t more) noexcept {
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

void write_all(int to, std::string const& bytes) noexcept {
  for (std::size_t at = 0; at < bytes.size();) {
    auto const got = write(to, bytes.data() + at, bytes.size() - at);
    if (got < 0 && errno != EINTR) return;
    if (got > 0) at += static_cast<std::size_t>(got);
  }
}

sdc_end read_from_child(int from, pid_t child, int seconds, bool look_for_stuck, std::string& bytes) {
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

}  // namespace gsta::io::detail

namespace gsta::io {

model::constraints read_sdc(std::vector<source> const& files, model::netlist const& netlist,
                            model::library const& library, model::diagnostics& seen,
                            sdc_options const& options) {
  detail::sdc_job const job{files, netlist, library, options};
  if (options.own_process && !files.empty()) {
    if (auto result = detail::read_sdc_apart(job, seen)) return std::move(*result);
    seen.add("SDC read without a process of its own: none could be made", files.front().name() + ":0:0");
  }
  return detail::read_sdc_here(job, seen, {});
}

model::constraints read_sdc(source const& file, model::netlist const& netlist, model::library const& library,
                            model::diagnostics& seen, sdc_options const& options) {
  return read_sdc(std::vector<source>{file}, netlist, library, seen, options);
}

}  // namespace gsta::io
