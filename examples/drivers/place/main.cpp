// place: a small analytical global placer that hears from timing in every iteration. It shows three ways to
// place a design, and what each costs in wirelength and gains in slack.
#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>
#include <string>

#include "common/command_line.hpp"
#include "common/output.hpp"
#include "gsta/core/error.hpp"
#include "place/page.hpp"
#include "place/periods.hpp"
#include "place/print.hpp"
#include "place/run.hpp"

namespace {

using place::mode;

void add_design_options(CLI::App& app, place::options& o) {
  app.add_option("--preset", o.preset,
                 "A generated design: tiny (the default), small, pins37k, superblue18, ...")
      ->type_name("NAME");
  app.add_option("--cells", o.cells, "So many cells instead of the preset's")
      ->check(CLI::Range(200U, 5000000U))
      ->type_name("N");
  app.add_option("--seed", o.seed, "Of the generated design and of the first places")->type_name("N");
  app.add_option("--bundled", o.bundled, "The folder of the bundled design, designs/riscling, instead")
      ->type_name("FOLDER");
  app.add_option("--load", o.load, "A snapshot that sta --save wrote of a design without wires, instead")
      ->excludes("--bundled")
      ->type_name("SNAPSHOT");
  app.add_option("--period", o.period, "Of the clock, ps; else it is chosen by --miss")
      ->check(CLI::Range(1.0f, 1e9f))
      ->type_name("PS");
  app.add_option("--miss", o.miss,
                 "The period is that which wirelength alone misses by this share of it (0.2)")
      ->check(CLI::Range(0.0f, 10.0f))
      ->type_name("SHARE");
}

void add_placer_options(CLI::App& app, place::options& o) {
  static std::map<std::string, std::vector<mode>> const modes{
      {"all", {mode::wirelength, mode::weights, mode::gradient}},
      {"wirelength", {mode::wirelength}},
      {"weights", {mode::wirelength, mode::weights}},
      {"gradient", {mode::wirelength, mode::gradient}}};
  app.add_option_function<std::string>(
         "--mode", [&o](std::string const& name) { o.modes = modes.at(name); },
         "wirelength; weights or gradient, beside wirelength; all (the default)")
      ->check(CLI::IsMember({"all", "wirelength", "weights", "gradient"}))
      ->type_name("MODE");
  app.add_option("--iterations", o.iterations, "At most so many")
      ->check(CLI::Range(1, 100000))
      ->type_name("N");
  app.add_option("--overflow", o.overflow, "Done when no more of the cells' area lies too dense (0.08)")
      ->check(CLI::Range(0.0f, 1.0f))
      ->type_name("SHARE");
  app.add_option("--bins", o.bins, "Of the density's grid along each side")
      ->check(CLI::IsMember({16, 32, 64, 128, 256, 512, 1024}))
      ->type_name("N");
  app.add_option("--net-strength", o.net_strength, "weights: what the worst net weighs beside 1")
      ->check(CLI::Range(0.0f, 1e6f));
  app.add_option("--pair-strength", o.pair_strength, "weights: what the worst pair of driver and sink weighs")
      ->check(CLI::Range(0.0f, 1e6f));
  app.add_option("--degree-limit", o.degree_limit, "weights: nets of more pins are left alone; 0: none is")
      ->check(CLI::Range(0, 1 << 30));
  app.add_option("--momentum", o.momentum, "weights: of a net's criticality")
      ->check(CLI::Range(0.0f, 0.999f));
  app.add_option("--worth", o.worth, "gradient: per cents of wirelength for a per cent of smooth TNS")
      ->check(CLI::Range(0.0f, 100.0f));
  app.add_option("--gamma", o.gamma,
                 "gradient: temperature of smooth timing, ps; else a hundredth of a period")
      ->check(CLI::Range(0.01f, 1e6f))
      ->type_name("PS");
}

void add_search_options(CLI::App& app, place::options& o) {
  app.add_flag("--shortest-period", o.shortest_period,
               "Look for the shortest period that each mode meets, from the same first places")
      ->excludes("--period")
      ->excludes("--miss");
  app.add_option("--precision", o.precision, "--shortest-period: found to this share of it (0.005)")
      ->check(CLI::Range(1e-5, 0.5))
      ->type_name("SHARE");
  app.add_option("--seeds", o.seeds, "--shortest-period: by so many seeds, from --seed on (3)")
      ->check(CLI::Range(1, 100))
      ->type_name("N");
}

void add_output_options(CLI::App& app, place::options& o) {
  app.add_option("--time", o.timed_iterations, "Also measure so many iterations of each mode")
      ->excludes("--shortest-period")
      ->check(CLI::Range(1, 1000000))
      ->type_name("N");
  app.add_flag("--json", o.json, "One JSON object, not a table");
  drivers::add_output_option(app, "--output", o.output, "Write the summary there, not to standard output");
  drivers::add_output_option(app, "--html", o.html,
                             "Also write a page: placements coloured by slack, and how they came about");
  app.add_flag("--quiet", o.quiet, "No progress bar");
}

void write(std::string const& file, std::string const& text) {
  drivers::output out(file);
  out.write(text);
  out.finish();
}

void run(place::options const& o) {
  drivers::check_outputs({o.output, o.html}, {o.load});
  drivers::progress_bar progress({.quiet = o.quiet});
  if (o.shortest_period) {
    auto const found = place::find_periods(o, progress);
    progress.finish();
    write(o.output, o.json ? json_of(found) : text_of(found));
    if (!o.html.empty()) write(o.html, place::page_of(found));
    return;
  }
  place::problem design = place::load(o, progress);
  auto const result = place::run(design, o, progress);
  progress.finish();
  write(o.output, o.json ? json_of(design, o, result) : text_of(design, o, result));
  if (!o.html.empty()) write(o.html, place::page_of(design, result));
}

}  // namespace

int main(int argc, char** argv) {
  place::options o;
  CLI::App app{"Places a design by wirelength alone, by weights from slack, and by gradients of timing.",
               "place"};
  add_design_options(app, o);
  add_placer_options(app, o);
  add_search_options(app, o);
  add_output_options(app, o);
  drivers::add_load_options(app, o.files);
  drivers::add_device_options(app, o.device);
  std::string input;  // known once the command line is parsed
  return drivers::run_program(app, argc, argv, input, [&] {
    input = !o.load.empty() ? o.load : o.bundled.empty() ? o.preset : o.bundled;
    run(o);
  });
}
