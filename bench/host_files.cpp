// From files to slacks on the host, stage by stage: bench_host_files FOLDER [THREADS] [ceff]. FOLDER has what
// bench_generate writes; or it is a snapshot, written by sta --save. A line a stage: wall seconds, processor
// seconds (user and system), the bytes or pins a second, and the most memory that the process had so far. The
// last line is sha1sum of the same files.
#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <optional>
#include <string>

#include "gsta/core/with_executor.hpp"
#include "gsta/flat/flatten.hpp"
#include "gsta/io/liberty.hpp"
#include "gsta/io/sdc.hpp"
#include "gsta/io/snapshot.hpp"
#include "gsta/io/spef.hpp"
#include "gsta/io/verilog.hpp"
#include "gsta/sta/timer.hpp"

namespace {

using clock_type = std::chrono::steady_clock;

rusage used_so_far(int who = RUSAGE_SELF) {
  rusage used{};
  getrusage(who, &used);
  return used;
}
double seconds(timeval const& of) {
  return static_cast<double>(of.tv_sec) + 1e-6 * static_cast<double>(of.tv_usec);
}

/// Measures one stage after the other and prints a line for each.
class stage_table {
 public:
  stage_table() { std::puts("stage            wall s   user s    sys s      rate   peak MB"); }

  template <class F>
  decltype(auto) measure(char const* name, double amount, F&& work) {
    struct line {
      stage_table& table;
      char const* name;
      double amount;
      clock_type::time_point start = clock_type::now();
      rusage before = used_so_far();
      ~line() { table.print(name, amount, start, before); }
    } const at_end{*this, name, amount};
    return work();
  }
  void total() { print("all", 0, start_, {}); }

 private:
  static void print(char const* name, double amount, clock_type::time_point start, rusage const& before) {
    double const wall = std::chrono::duration<double>(clock_type::now() - start).count();
    rusage const after = used_so_far();
    std::printf("%-15s %7.3f  %7.3f  %7.3f  %8.1f  %8ld\n", name, wall,
                seconds(after.ru_utime) - seconds(before.ru_utime),
                seconds(after.ru_stime) - seconds(before.ru_stime), amount / wall / 1e6,
                after.ru_maxrss / 1024);
    std::fflush(stdout);
  }

  clock_type::time_point start_ = clock_type::now();
};

struct request {
  std::filesystem::path folder;
  bool effective = false;

  std::string file(char const* name) const { return (folder / name).string(); }
  double size(char const* name) const {
    return static_cast<double>(std::filesystem::file_size(folder / name));
  }
};

template <gsta::executor E>
void time_design(E const& exec, gsta::flat_design const& design, bool effective, stage_table& table) {
  gsta::timer_options settings;
  settings.a_tree_at_a_time = true;
  settings.delays.tables = gsta::negative_slew::clip;
  settings.delays.unreached = gsta::unreached_sink::no_delay;
  if (effective) settings.delays.model = gsta::cell_model::effective;
  auto const pins = static_cast<double>(design.pin_load.size());
  std::optional<gsta::timer<E>> timer;
  table.measure("timer", pins, [&] { timer.emplace(exec, design, settings); });
  table.measure("first update", pins, [&] { timer->update(exec); });
  double const setup = timer->summary(exec, gsta::split::late).tns;
  table.total();
  table.measure("second update", pins, [&] { timer->update(exec); });
  std::printf("late tns %.17g\n", setup);
}

template <gsta::executor E>
void run(E const& exec, request const& asked) {
  namespace io = gsta::io;
  gsta::model::diagnostics notes;
  stage_table table;
  auto const library = [&](char const* name) {
    return table.measure(name, asked.size(name),
                         [&] { return io::read_liberty(io::load(asked.file(name)), notes); });
  };
  auto const early = library("early.lib"), late = library("late.lib");
  auto const netlist = table.measure("verilog", asked.size("generated.v"), [&] {
    return io::read_verilog(exec, io::load(asked.file("generated.v")), notes);
  });
  auto wires = table.measure("spef", asked.size("generated.spef"), [&] {
    return io::read_spef(exec, io::load(asked.file("generated.spef")), notes);
  });
  auto const constraints = table.measure("sdc", asked.size("generated.sdc"), [&] {
    return io::read_sdc(io::load(asked.file("generated.sdc")), netlist, early, notes);
  });
  double pins = 0;
  for (auto const& instance : netlist.instances) pins += static_cast<double>(instance.connections.size());
  auto const design = table.measure("flatten", pins, [&] {
    return gsta::flatten(exec, {early, late, netlist, wires, constraints}, {}, notes);
  });
  table.measure("free records", 0, [&] { wires = {}; });
  time_design(exec, design, asked.effective, table);
  for (auto const& note : notes.entries())
    std::printf("%zu x %s, first %s\n", note.count, note.kind.c_str(), note.first.c_str());
}

template <gsta::executor E>
void run_snapshot(E const& exec, request const& asked) {
  stage_table table;
  auto const saved = table.measure("snapshot", static_cast<double>(std::filesystem::file_size(asked.folder)),
                                   [&] { return gsta::io::load_snapshot(exec, asked.folder.string()); });
  time_design(exec, saved.design, asked.effective, table);
}

void hash_files(request const& asked) {
  std::string command = "sha1sum";
  for (char const* name : {"early.lib", "late.lib", "generated.v", "generated.spef", "generated.sdc"})
    command += " '" + asked.file(name) + "'";
  auto const start = clock_type::now();
  if (std::system((command + " > /dev/null").c_str()) != 0) std::puts("sha1sum failed");
  rusage const used = used_so_far(RUSAGE_CHILDREN);
  std::printf("%-15s %7.3f  %7.3f  %7.3f\n", "sha1sum",
              std::chrono::duration<double>(clock_type::now() - start).count(), seconds(used.ru_utime),
              seconds(used.ru_stime));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fputs("usage: bench_host_files FOLDER [THREADS] [ceff]\n", stderr);
    return 2;
  }
  try {
    request const asked{argv[1], argc > 3 && std::string(argv[3]) == "ceff"};
    auto const threads = static_cast<unsigned>(argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 1);
    bool const is_snapshot = !std::filesystem::is_directory(asked.folder);
    gsta::with_executor(gsta::backend::host, threads, [&](auto const& exec) {
      is_snapshot ? run_snapshot(exec, asked) : run(exec, asked);
    });
    if (!is_snapshot) hash_files(asked);
  } catch (std::exception const& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
  }
  return 0;
}
