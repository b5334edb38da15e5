// From files to slacks on the host, stage by stage: bench_host_files FOLDER[,FOLDER]...
// [THREADS[,THREADS]...] [ceff]. FOLDER has what bench_generate writes; or it is a snapshot, written by sta
// --save. A line a stage: wall seconds, processor seconds (user and system), the bytes or pins a second, and
// the most memory that the process had so far. The last line is sha1sum of the same files. Of several folders
// and numbers of threads each pair is a process of its own, and tables of all follow: seconds by stage and
// threads; then, of several folders, how each stage grows beside the pins, and whether within 15 % of that.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/host_runs.hpp"
#include "gsta/core/with_executor.hpp"
#include "gsta/flat/flatten.hpp"
#include "gsta/io/liberty.hpp"
#include "gsta/io/sdc.hpp"
#include "gsta/io/snapshot.hpp"
#include "gsta/io/spef.hpp"
#include "gsta/io/verilog.hpp"
#include "gsta/sta/timer.hpp"

namespace {

using namespace gsta_bench;

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
  /// `to`: a file for the same figures, or empty.
  explicit stage_table(std::string const& to) {
    if (!to.empty()) record_.open(to, std::ios::app);
    std::puts("stage            wall s   user s    sys s      rate   peak MB");
  }

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
  void total() { print("all", pins_, start_, {}); }
  void count_pins(double pins) { pins_ = pins; }

 private:
  void print(char const* name, double amount, clock_type::time_point start, rusage const& before) {
    double const wall = std::chrono::duration<double>(clock_type::now() - start).count();
    rusage const after = used_so_far();
    std::printf("%-15s %7.3f  %7.3f  %7.3f  %8.1f  %8ld\n", name, wall,
                seconds(after.ru_utime) - seconds(before.ru_utime),
                seconds(after.ru_stime) - seconds(before.ru_stime), amount / wall / 1e6,
                after.ru_maxrss / 1024);
    std::fflush(stdout);
    if (record_.is_open())
      record_ << name << '\t' << wall << '\t'
              << seconds(after.ru_utime) + seconds(after.ru_stime) - seconds(before.ru_utime) -
                     seconds(before.ru_stime)
              << '\t' << after.ru_maxrss / 1024 << '\t' << amount << std::endl;
  }

  clock_type::time_point start_ = clock_type::now();
  std::ofstream record_;
  double pins_ = 0;
};

struct request {
  std::filesystem::path folder;
  bool effective = false;
  std::string record;  ///< a file that figures go to as well, or empty

  std::string file(char const* name) const { return (folder / name).string(); }
  double size(char const* name) const {
    return static_cast<double>(std::filesystem::file_size(folder / name));
  }
};

template <gsta::executor E>
void time_design(E const& exec, gsta::flat_design const& design, bool effective, stage_table& table) {
  gsta::timer_options settings;
  settings.a_tree_at_a_time = settings.for_one_update = true;
  settings.delays.tables = gsta::negative_slew::clip;
  settings.delays.unreached = gsta::unreached_sink::no_delay;
  if (effective) settings.delays.model = gsta::cell_model::effective;
  auto const pins = static_cast<double>(design.pin_load.size());
  table.count_pins(pins);
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
  stage_table table(asked.record);
  auto const library = [&](char const* name) {
    return table.measure(name, asked.size(name),
                         [&] { return io::read_liberty(io::load(asked.file(name)), notes); });
  };
  auto const early = library("early.lib"), late = library("late.lib");
  auto const netlist = table.measure("verilog", asked.size("generated.v"), [&] {
    return io::read_verilog(exec, io::load(exec, asked.file("generated.v")), notes);
  });
  auto wires = table.measure("spef", asked.size("generated.spef"), [&] {
    return io::read_spef(exec, io::load(exec, asked.file("generated.spef")), notes);
  });
  auto const constraints = table.measure("sdc", asked.size("generated.sdc"), [&] {
    return io::read_sdc(io::load(asked.file("generated.sdc")), netlist, early, notes);
  });
  double pins = 0;
  for (auto const& instance : netlist.instances) pins += static_cast<double>(instance.connections.size());
  auto const design = table.measure("flatten", pins, [&] {
    return gsta::flatten(exec, {early, late, netlist, wires, constraints, &wires}, {}, notes);
  });
  table.measure("free records", 0, [&] { wires = {}; });
  time_design(exec, design, asked.effective, table);
  for (auto const& note : notes.entries())
    std::printf("%zu x %s, first %s\n", note.count, note.kind.c_str(), note.first.c_str());
}

template <gsta::executor E>
void run_snapshot(E const& exec, request const& asked) {
  stage_table table(asked.record);
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

void run_once(request const& asked, unsigned threads) {
  bool const is_snapshot = !std::filesystem::is_directory(asked.folder);
  gsta::with_executor(gsta::backend::host, threads,
                      [&](auto const& exec) { is_snapshot ? run_snapshot(exec, asked) : run(exec, asked); });
  if (!is_snapshot && asked.record.empty()) hash_files(asked);
}

/// Runs in a process of its own, so that its memory is its own as well.
run_figures run_apart(request asked, unsigned threads) {
  run_figures result{asked.folder.filename().string(), threads, {}};
  asked.record =
      (std::filesystem::temp_directory_path() / "bench_host_files.").string() + std::to_string(getpid());
  std::filesystem::remove(asked.record);
  std::printf("\n%s, %u threads\n", result.folder.c_str(), threads);
  std::fflush(stdout);
  pid_t const child = fork();
  if (child < 0) throw std::runtime_error("there are no more processes");
  if (child == 0) {
    try {
      run_once(asked, threads);
      std::fflush(stdout);
      _exit(0);
    } catch (std::exception const& e) {
      std::fprintf(stderr, "%s\n", e.what());
      _exit(1);
    }
  }
  int status = 0;
  if (waitpid(child, &status, 0) != child || status != 0) throw std::runtime_error("a run failed");
  std::ifstream lines(asked.record);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line.substr(line.find('\t')));
    stage_figures one{line.substr(0, line.find('\t'))};
    fields >> one.wall >> one.processor >> one.peak >> one.amount;
    result.stages.push_back(one);
  }
  std::filesystem::remove(asked.record);
  return result;
}

void run_all(std::vector<std::string> const& folders, std::vector<std::string> const& threads,
             bool effective) {
  std::vector<run_figures> runs, growth;
  for (auto const& folder : folders) {
    for (auto const& count : threads) {
      runs.push_back(run_apart({folder, effective, {}},
                               static_cast<unsigned>(std::strtoul(count.c_str(), nullptr, 10))));
    }
    growth.push_back(runs.back());
  }
  print_columns("wall, s", runs, [](stage_figures const& of) { return of.wall; });
  print_columns("processor, s", runs, [](stage_figures const& of) { return of.processor; });
  print_columns("peak, MB", runs, [](stage_figures const& of) { return of.peak; });
  if (folders.size() > 1) print_growth(growth);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fputs("usage: bench_host_files FOLDER[,FOLDER]... [THREADS[,THREADS]...] [ceff]\n", stderr);
    return 2;
  }
  try {
    bool const effective = argc > 3 && std::string(argv[3]) == "ceff";
    auto const folders = parts_of(argv[1]), threads = parts_of(argc > 2 ? argv[2] : "1");
    if (folders.size() == 1 && threads.size() == 1) {
      run_once({folders[0], effective, {}},
               static_cast<unsigned>(std::strtoul(threads[0].c_str(), nullptr, 10)));
    } else {
      run_all(folders, threads, effective);
    }
  } catch (std::exception const& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
  }
  return 0;
}
