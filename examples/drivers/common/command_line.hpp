#pragma once

#include <functional>
#include <stdexcept>
#include <string>

#include "gsta/core/host_threads.hpp"
#include "gsta/core/with_executor.hpp"
#include "gsta/io/source.hpp"

namespace CLI {
class App;
}

/// What gsta's command-line tools share.
namespace drivers {

/// Exit codes, a contract with scripts.
enum exit_code : int { done = 0, bad_input = 1, bad_usage = 2, no_backend = 3 };

/// A command line that can be parsed but not be obeyed: exit 2.
struct usage_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct device_options {
  gsta::backend where = gsta::backend::automatic;
  unsigned threads = 0;  ///< of the host; 0: all
};

/// Calls `work` with the threads of the host that --threads names, for readers and `flatten`, which work
/// there whatever device times.
template <class F>
auto on_host_threads(unsigned threads, F const& work) {
  return gsta::with_executor(gsta::backend::host, threads,
                             [&](auto const& exec) { return work(gsta::host_threads(exec)); });
}

/// Adds --device and --threads.
void add_device_options(CLI::App& app, device_options& options);

/// Adds --max-bytes.
void add_load_options(CLI::App& app, gsta::io::load_options& options);

/// Adds --version, parses the command line, runs `work` and turns whatever it throws into one line on stderr
/// and an exit code. `input` is the file to name where an error knows none.
int run_program(CLI::App& app, int argc, char** argv, std::string const& input,
                std::function<void()> const& work);

/// Ends the process without destructors and what else runs at exit, once all output is written and its files
/// are closed: the system takes a device's memory and mapped files back faster than they are taken apart.
[[noreturn]] void leave(exit_code code) noexcept;

}  // namespace drivers
