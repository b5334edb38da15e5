// tau15 DESIGN.tau2015 DESIGN.timing DESIGN.ops OUTPUT: the TAU 2015 contest's timer, on gsta.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>
#include <utility>

#include "common/command_line.hpp"
#include "common/output.hpp"
#include "tau15/print.hpp"
#include "tau15/session.hpp"

namespace {

struct arguments {
  std::string design, timing, ops, output, pins, save, load;
  tau15::run_options run;
};

tau15::session open(arguments const& args) {
  if (args.load.empty()) return {args.design, args.timing, args.run};
  return {args.load, args.run};
}

/// Of a snapshot the words are OPS and OUTPUT.
void place_words(arguments& args) {
  if (args.load.empty() && args.output.empty())
    throw drivers::usage_error("expected DESIGN.tau2015 DESIGN.timing DESIGN.ops OUTPUT");
  if (args.load.empty()) return;
  if (!args.ops.empty() || !args.save.empty())
    throw drivers::usage_error(
        "--load stands in the place of DESIGN.tau2015 and DESIGN.timing, without --save");
  args.ops = std::exchange(args.design, args.load);
  args.output = std::exchange(args.timing, {});
}

void run(arguments const& args) {
  tau15::session session = open(args);
  auto inputs = session.inputs();
  inputs.push_back(args.ops);
  drivers::check_outputs({args.output, args.pins, args.save}, inputs);
  if (!args.save.empty()) session.save(args.save);
  if (!args.pins.empty()) session.write_pins(args.pins);
  gsta::io::output_file output(args.output);
  session.run_commands(args.ops, output.stream());
  output.finish();
  for (auto const& note : session.notes().entries()) {
    std::fprintf(stderr, "tau15: %s (%zu times, first at %s)\n", note.kind.c_str(), note.count,
                 note.first.c_str());
  }
}

}  // namespace

int main(int argc, char** argv) {
  arguments args;
  CLI::App app{"Times a design of the TAU 2015 contest: runs the edits and reports of an .ops file.",
               "tau15"};
  app.add_option("design", args.design, "DESIGN.tau2015: names libraries, SPEF and Verilog")->required();
  app.add_option("timing", args.timing, "DESIGN.timing: constraints")->required();
  app.add_option("ops", args.ops, "DESIGN.ops: edits and reports");
  drivers::add_output_option(app, "output", args.output, "where reports go");
  drivers::device_options device;
  drivers::add_device_options(app, device);
  drivers::add_load_options(app, args.run.files);
  app.add_flag("--no-cppr", args.run.no_cppr, "leave common path pessimism in");
  app.add_flag("--rebuild", args.run.rebuild,
               "time the whole design after each edit; without it, on the host, only what edits change");
  drivers::add_output_option(app, "--pins", args.pins,
                             "also write a table of all pins before the first edit");
  drivers::add_output_option(app, "--save", args.save,
                             "also write the design before the first edit as a snapshot");
  app.add_option("--load", args.load,
                 "read a snapshot: tau15 --load SNAPSHOT DESIGN.ops OUTPUT; it takes reports, and no edits");
  return drivers::run_program(app, argc, argv, args.design, [&] {
    place_words(args);
    args.run.where = device.where;
    args.run.threads = device.threads;
    run(args);
  });
}
