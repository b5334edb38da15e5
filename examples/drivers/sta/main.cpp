// sta: times a design from Liberty, Verilog, SPEF and SDC files, on the host or on a GPU, and reports.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <map>
#include <string>
#include <utility>

#include "common/command_line.hpp"
#include "common/output.hpp"
#include "gsta/core/error.hpp"
#include "sta/load.hpp"
#include "sta/loops.hpp"
#include "sta/printing.hpp"
#include "sta/run.hpp"
#include "sta/shell/shell.hpp"

namespace {

using drivers::usage_error;

void add_variables(std::vector<std::string> const& given, std::map<std::string, std::string>& into) {
  for (auto const& one : given) {
    auto const equals = one.find('=');
    if (equals == 0 || equals == one.npos)
      throw usage_error("--define: expected NAME=VALUE, found \"" + one + "\"");
    into[one.substr(0, equals)] = one.substr(equals + 1);
  }
}

void add_input_options(CLI::App& app, sta::options& o) {
  auto const files = [&](char const* name, std::vector<std::string>& into, char const* what) {
    // One value each: what stands behind it is another argument.
    return app.add_option(name, into, what)->allow_extra_args(false)->delimiter(',')->type_name("FILE");
  };
  files("--liberty", o.liberty, "Cell libraries (early and late)");
  files("--liberty-early", o.liberty_early, "Cell libraries for early arrivals");
  files("--liberty-late", o.liberty_late, "Cell libraries for late arrivals");
  files("--verilog", o.verilog, "The netlist, one or more files");
  files("--spef", o.spef, "Extracted wires; those of a block as INSTANCE=FILE");
  files("--sdc", o.sdc, "Constraints");
  app.add_option("--top", o.top, "The top module")->type_name("MODULE");
  app.add_option_function<std::vector<std::string>>(
         "--define", [&o](auto const& all) { add_variables(all, o.variables); },
         "What $::env(NAME) is in constraints, one for each --define")
      ->allow_extra_args(false)
      ->type_name("NAME=VALUE");
  drivers::add_output_option(app, "--save", o.save, "Write the flat design as a snapshot, for --load");
  app.add_option("--load", o.load, "Read a snapshot in the place of all other files")->type_name("SNAPSHOT");
  drivers::add_output_option(app, "--save-library", o.save_library,
                             "Write what --liberty names as one library that is read faster, and do no more");
  app.add_flag("--lenient", o.lenient, "Count unknown commands and options in constraints, go on");
  drivers::add_load_options(app, o.files);
}

void add_shell_options(CLI::App& app, sta::options& o) {
  app.add_option("script", o.script, "Commands of Tcl: times designs step by step")->type_name("SCRIPT.tcl");
  app.add_flag("--shell", o.shell, "Read commands from standard input, behind those of a script");
  app.add_flag_function("--exit", [](auto) {}, "End behind the script, as it does without this");
}

void add_timing_options(CLI::App& app, sta::options& o) {
  static std::map<std::string, sta::wire_model> const wires{{"ceff", sta::wire_model::ceff},
                                                            {"ideal", sta::wire_model::ideal},
                                                            {"elmore", sta::wire_model::elmore},
                                                            {"elmore-slew", sta::wire_model::elmore_slew}};
  app.add_option_function<std::string>(
         "--wire", [&o](std::string const& name) { o.wires = wires.at(name); },
         "ceff (the default with --spef): effective capacitance, OpenSTA's default; elmore: wires' delay; "
         "elmore-slew: also what they do to slews; ideal: no wires")
      ->check(CLI::IsMember({"ceff", "elmore", "elmore-slew", "ideal"}));
  app.add_flag("--no-cppr", o.no_cppr, "Leave common path pessimism in");
  app.add_option_function<std::string>(
         "--conventions", [&o](std::string const& name) { o.as_opensta = name == "opensta"; },
         "exact (the default), or opensta: what differs from it as OpenSTA has it")
      ->check(CLI::IsMember({"exact", "opensta"}));
  app.add_flag("--no-loops", o.no_loops, "A loop of cells is an error; without this it is cut and reported");
}

/// --from, --rise-from, --fall-from and so on. All of `from`, and all of `to`, are alternatives; throughs
/// follow each other as they stand on the command line, whatever their edges.
void add_path_options(CLI::App& app) {
  struct kind {
    char const *name, *what;
  };
  static constexpr kind kinds[] = {
      {"from", "Only paths from this clock, instance, port or pin (several: from any of them)"},
      {"through", "Only paths through this instance, port, pin or net (several: in this order)"},
      {"to", "Only paths to this clock, instance, port or pin (several: to any of them)"}};
  for (kind const& k : kinds) {
    for (std::string const edge : {"", "rise-", "fall-"}) {
      auto const what = edge.empty() ? k.what : "The same at one edge";
      app.add_option("--" + edge + k.name, what)
          ->expected(1)
          ->allow_extra_args(false)
          ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
          ->type_name("POINT[,POINT...]");
    }
  }
}

/// What stands on the command line, in its order.
sta::path_names points_of(CLI::App const& app) {
  sta::path_names all;
  std::map<CLI::Option const*, std::size_t> taken;
  for (CLI::Option const* const option : app.parse_order()) {
    std::string const name = option->get_name();
    bool const rise = name.starts_with("--rise-"), fall = name.starts_with("--fall-");
    std::string const kind = name.substr(rise || fall ? 7 : 2);
    if (kind != "from" && kind != "through" && kind != "to") continue;
    auto& points = kind == "from" ? all.from : kind == "to" ? all.to : all.through;
    auto const names = CLI::detail::split(option->results().at(taken[option]++), ',');
    points.push_back({names, !fall, !rise});
  }
  return all;
}

/// What was decided when a snapshot was saved is not decided again.
void check_load(sta::options const& o) {
  for (auto const* const files : {&o.liberty, &o.liberty_early, &o.liberty_late, &o.verilog, &o.spef, &o.sdc})
    if (!files->empty()) throw usage_error("--load stands in the place of all other files that are read");
  if (!o.top.empty() || o.lenient || !o.variables.empty() || o.as_opensta || o.no_loops)
    throw usage_error(
        "--top, --define, --lenient, --conventions and --no-loops are said where a snapshot is saved");
}

void check_save_library(sta::options const& o) {
  bool const others = !o.verilog.empty() || !o.spef.empty() || !o.sdc.empty() || !o.load.empty() ||
                      !o.save.empty() || !o.script.empty() || o.shell;
  if (o.liberty.empty() || !o.liberty_early.empty() || !o.liberty_late.empty() || others)
    throw usage_error("--save-library goes with --liberty and with no other file");
}

void check(sta::options const& o) {
  if (!o.load.empty()) return check_load(o);
  bool const both = !o.liberty_early.empty() && !o.liberty_late.empty();
  bool const split = !o.liberty_early.empty() || !o.liberty_late.empty();
  if (!o.liberty.empty() && split)
    throw usage_error("--liberty stands alone: leave out --liberty-early and -late");
  if (o.liberty.empty() && !both)
    throw usage_error("--liberty, or --liberty-early and --liberty-late, is required");
  if (o.verilog.empty()) throw usage_error("--verilog is required");
}

/// A stray word is seldom meant as a script.
void check_script(std::string const& script) {
  bool const is_script = script.empty() || script.ends_with(".tcl") || std::filesystem::exists(script);
  if (!is_script) throw usage_error("expected an option or the name of a script, found \"" + script + "\"");
}

void check_files(sta::options const& o) {
  std::vector<std::string> inputs{o.load, o.script};
  for (auto const* const files : {&o.liberty, &o.liberty_early, &o.liberty_late, &o.verilog, &o.sdc})
    inputs.insert(inputs.end(), files->begin(), files->end());
  for (auto const& argument : o.spef) inputs.push_back(sta::wires_of(argument).file);
  drivers::check_outputs({o.output, o.html, o.save, o.save_library}, inputs);
}

void run(sta::options const& o) {
  check_files(o);
  if (!o.save_library.empty()) {
    check_save_library(o);
    drivers::progress_bar progress({.quiet = o.quiet});
    sta::save_libraries(o, progress);
    return progress.finish();
  }
  check_script(o.script);
  if (o.shell || !o.script.empty()) {
    if (!o.load.empty() || !o.save.empty())
      throw usage_error("--load and --save go with neither --shell nor a script");
    return sta::shell::run(o);
  }
  check(o);
  drivers::progress_bar progress({.quiet = o.quiet});
  auto const awake = sta::wake_device(o);
  auto all = sta::load(o, progress);
  if (!o.save.empty()) sta::save(all, o, progress);
  sta::timing_result result;
  try {
    sta::options search = o;
    search.paths = o.paths_wanted();
    search.wires = all.wires;
    result = sta::time_design(all.design, search, search.paths > 0, progress);
  } catch (gsta::graph_error const& loop) {
    if (!o.load.empty()) throw gsta::input_error(o.load, 0, 0, loop.what());
    sta::fail_loop(loop, all.design, all.netlist);
  } catch (gsta::range_error const& beyond) {
    sta::fail_beyond(beyond, all.design, all.netlist);
  } catch (gsta::argument_error const&) {  // the timer is the first to look at all of a snapshot
    if (!o.load.empty()) sta::check_snapshot(all, o);
    throw;
  }
  gsta::report_input input{all.design, result.timing, all.name, result.device};
  input.rules = std::move(result.rules);
  input.stages = result.stages;
  all.check_units(result.timing);
  all.describe(input);
  progress.finish();
  sta::write_reports(o, std::move(input), result.paths);
  sta::print_notes(o, all.notes);
  if (result.device == "cuda") drivers::leave(drivers::done);
}

}  // namespace

int main(int argc, char** argv) {
  sta::options o;
  CLI::App app{"Static timing analysis of a gate-level design.", "sta"};
  add_input_options(app, o);
  drivers::add_device_options(app, o.device);
  add_timing_options(app, o);
  sta::add_report_options(app, o);
  add_path_options(app);
  add_shell_options(app, o);
  static char exit_option[] = "--exit";
  for (int i = 1; i < argc; ++i) {  // as users of OpenSTA write it
    if (std::string_view(argv[i]) == "-exit") argv[i] = exit_option;
  }
  return drivers::run_program(app, argc, argv, "sta", [&] {
    sta::finish_report_options(app, o);
    o.points = points_of(app);
    run(o);
  });
}
