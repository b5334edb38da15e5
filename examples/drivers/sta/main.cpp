// sta: times a design from Liberty, Verilog, SPEF and SDC files, on the host or on a GPU, and reports.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>
#include <string_view>
#include <utility>

#include "common/command_line.hpp"
#include "gsta/core/error.hpp"
#include "gsta/report/report.hpp"
#include "sta/load.hpp"
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
  app.add_flag("--lenient", o.lenient, "Count unknown commands and options in constraints, go on");
}

void add_shell_options(CLI::App& app, sta::options& o) {
  app.add_option("script", o.script, "Commands of Tcl: times designs step by step")->type_name("SCRIPT.tcl");
  app.add_flag("--shell", o.shell, "Read commands from standard input, behind those of a script");
  app.add_flag_function("--exit", [](auto) {}, "End behind the script, as it does without this");
}

void add_report_options(CLI::App& app, sta::options& o, std::string& report) {
  app.add_option("--paths", o.paths, "Worst paths of each path group")
      ->check(CLI::Range(0U, 1U << 30U))
      ->type_name("K");
  app.add_option("--paths-per-endpoint", o.paths_per_endpoint, "Of these, at most so many to one endpoint")
      ->check(CLI::Range(1U, 1U << 30U))
      ->type_name("N");
  app.add_option_function<std::string>(
         "--delay",
         [&o](std::string const& side) {
           o.max_paths = side != "min";
           o.min_paths = side != "max";
         },
         "Paths of late checks (max, the default), early checks (min) or both")
      ->check(CLI::IsMember({"max", "min", "both"}));
  app.add_option_function<std::string>(
         "--format", [&o](std::string const& format) { o.json = format == "json"; },
         "text (the default) or json")
      ->check(CLI::IsMember({"text", "json"}));
  app.add_option("--report", report, "Parts of the report, between commas: summary,paths,endpoints,pins")
      ->type_name("PARTS");
  app.add_option("--html", o.html, "Also write a page: histogram, endpoints, worst paths")->type_name("FILE");
  app.add_option("--output", o.output, "Write the report there, not to standard output")->type_name("FILE");
  app.add_flag("--quiet", o.quiet, "Leave out notes on stderr");
}

void add_timing_options(CLI::App& app, sta::options& o) {
  static std::map<std::string, sta::wire_model> const wires{{"ideal", sta::wire_model::ideal},
                                                            {"elmore", sta::wire_model::elmore},
                                                            {"elmore-slew", sta::wire_model::elmore_slew}};
  app.add_option_function<std::string>(
         "--wire", [&o](std::string const& name) { o.wires = wires.at(name); },
         "ideal: no wires; elmore: their delay; elmore-slew (the default): also what they do to slews")
      ->check(CLI::IsMember({"ideal", "elmore", "elmore-slew"}));
  app.add_flag("--no-cppr", o.no_cppr, "Leave common path pessimism in");
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
gsta::path_query query_of(CLI::App const& app) {
  gsta::path_query query;
  std::map<CLI::Option const*, std::size_t> taken;
  for (CLI::Option const* const option : app.parse_order()) {
    std::string const name = option->get_name();
    bool const rise = name.starts_with("--rise-"), fall = name.starts_with("--fall-");
    std::string const kind = name.substr(rise || fall ? 7 : 2);
    if (kind != "from" && kind != "through" && kind != "to") continue;
    auto& points = kind == "from" ? query.from : kind == "to" ? query.to : query.through;
    auto const names = CLI::detail::split(option->results().at(taken[option]++), ',');
    points.push_back({names, !fall, !rise});
  }
  return query;
}

gsta::report_parts parts_of(std::string const& list, bool paths_asked) {
  gsta::report_parts parts;
  if (list.empty()) return parts;
  parts = {false, false, paths_asked, false};
  for (auto const& name : CLI::detail::split(list, ',')) {
    if (name == "summary") {
      parts.summary = true;
    } else if (name == "paths") {
      parts.paths = true;
    } else if (name == "endpoints") {
      parts.endpoints = true;
    } else if (name == "pins") {
      parts.pins = true;
    } else {
      throw usage_error("--report: expected summary, paths, endpoints or pins, found \"" + name + "\"");
    }
  }
  return parts;
}

void check(sta::options const& o) {
  bool const both = !o.liberty_early.empty() && !o.liberty_late.empty();
  bool const split = !o.liberty_early.empty() || !o.liberty_late.empty();
  if (!o.liberty.empty() && split)
    throw usage_error("--liberty stands alone: leave out --liberty-early and -late");
  if (o.liberty.empty() && !both)
    throw usage_error("--liberty, or --liberty-early and --liberty-late, is required");
  if (o.verilog.empty()) throw usage_error("--verilog is required");
}

/// A file to write, or standard output where there is no path. Throws: input_error.
class output_file {
 public:
  explicit output_file(std::string const& path) : path_(path), file_(stdout) {
    if (!path.empty()) file_ = std::fopen(path.c_str(), "wb");
    if (file_ == nullptr) fail();
  }
  output_file(output_file const&) = delete;
  output_file& operator=(output_file const&) = delete;
  ~output_file() {
    if (file_ != nullptr && file_ != stdout) std::fclose(file_);
  }

  void write(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) fail();
  }
  /// Nothing may fail behind this.
  void finish() {
    std::FILE* const file = std::exchange(file_, nullptr);
    if ((file == stdout ? std::fflush(file) : std::fclose(file)) != 0) fail();
  }

 private:
  [[noreturn]] void fail() const {
    throw gsta::input_error(path_.empty() ? "standard output" : path_, 0, 0,
                            std::string("cannot write: ") + std::strerror(errno));
  }
  std::string path_;
  std::FILE* file_;
};

/// A loop, with its pins by name.
[[noreturn]] void fail_loop(gsta::graph_error const& loop, sta::loaded_design const& all) {
  constexpr std::size_t most = 20;
  std::string pins;
  for (std::size_t i = 0; i < std::min(loop.pins.size(), most); ++i)
    pins += " " + all.design.pin_name[loop.pins[i]];
  if (loop.pins.size() > most) pins += " ...";
  throw gsta::input_error(all.netlist.file, 0, 0, "the netlist has a combinational loop:" + pins);
}

void report(sta::options const& o, gsta::report_input const& input) {
  if (!o.html.empty()) {
    output_file page(o.html);
    page.write(gsta::report_html(input));
    page.finish();
  }
  output_file file(o.output);
  auto const sink = [&](std::string_view text) { file.write(text); };
  if (o.json) {
    gsta::report_json(input, o.parts, sink);
  } else {
    gsta::report_text(input, o.parts, sink);
  }
  file.finish();
}

void print_notes(sta::options const& o, gsta::model::diagnostics const& notes) {
  if (o.quiet) return;
  if (!o.no_cppr)
    std::fputs("sta: note: common path pessimism is not removed yet: results are as with --no-cppr\n",
               stderr);
  for (auto const& note : notes.entries()) {
    std::fprintf(stderr, "sta: note: %s (%zu times, first at %s)\n", note.kind.c_str(), note.count,
                 note.first.c_str());
  }
}

void run(sta::options const& o) {
  if (o.shell || !o.script.empty()) return sta::shell::run(o);
  check(o);
  drivers::progress_bar progress({.quiet = o.quiet});
  auto const all = sta::load(o, progress);
  sta::timing_result result;
  try {
    result = sta::time_design(all.design, o, o.parts.paths || !o.html.empty(), progress);
  } catch (gsta::graph_error const& loop) {
    fail_loop(loop, all);
  }
  gsta::report_input input{all.design, result.timing, all.netlist.name, result.device};
  input.diagnostics = all.notes.entries();
  input.not_applied = all.notes.not_applied();
  input.unmatched = all.notes.unmatched();
  input.cell_of = [&](gsta::id pin) { return all.cell_of(pin); };
  input.paths = std::move(result.paths);
  progress.finish();
  report(o, input);
  print_notes(o, all.notes);
}

}  // namespace

int main(int argc, char** argv) {
  sta::options o;
  std::string report;
  CLI::App app{"Static timing analysis of a gate-level design.", "sta"};
  add_input_options(app, o);
  drivers::add_device_options(app, o.device);
  add_timing_options(app, o);
  add_report_options(app, o, report);
  add_path_options(app);
  add_shell_options(app, o);
  static char exit_option[] = "--exit";
  for (int i = 1; i < argc; ++i) {  // as users of OpenSTA write it
    if (std::string_view(argv[i]) == "-exit") argv[i] = exit_option;
  }
  return drivers::run_program(app, argc, argv, "sta", [&] {
    o.parts = parts_of(report, app.count("--paths") > 0);
    o.query = query_of(app);
    run(o);
  });
}
