#pragma once

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gsta/io/sdc.hpp"
#include "gsta/io/source.hpp"
#include "src/io/sdc_bytes.hpp"

/// Scripts of SDC that run in a process of their own.
namespace gsta::io::detail {

using sdc_progress = std::function<void(std::string const&, model::location)>;

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
void limit_child(std::size_t more) noexcept;

void write_all(int to, std::string const& bytes) noexcept;

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

/// How a child came to its end.
enum class sdc_end { written, out_of_time, stuck };

/// Waits for all that the child writes before it ends, and says how that came. It is out of time when it has
/// computed for its time, and when it took very much longer, as one that waits would. One that computes
/// nothing at all for a while is stuck, where that is looked for.
sdc_end read_from_child(int from, pid_t child, int seconds, bool look_for_stuck, std::string& bytes);

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

}  // namespace gsta::io::detail
