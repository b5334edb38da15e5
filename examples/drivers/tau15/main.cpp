// tau15 DESIGN.tau2015 DESIGN.timing DESIGN.ops OUTPUT: the TAU 2015 contest's timer, on gsta.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>

#include "common/command_line.hpp"
#include "tau15/print.hpp"
#include "tau15/session.hpp"

namespace {

struct arguments {
  std::string design, timing, ops, output, pins;
  tau15::run_options run;
};

void run(arguments const& args) {
  tau15::session session(args.design, args.timing, args.run);
  if (!args.pins.empty()) session.write_pins(args.pins);
  tau15::output_file output(args.output);
  session.run_commands(args.ops, output.get());
  output.close();
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
  app.add_option("ops", args.ops, "DESIGN.ops: edits and reports")->required();
  app.add_option("output", args.output, "where reports go")->required();
  drivers::device_options device;
  drivers::add_device_options(app, device);
  drivers::add_load_options(app, args.run.files);
  app.add_flag("--no-cppr", args.run.no_cppr, "leave common path pessimism in");
  app.add_flag("--rebuild", args.run.rebuild,
               "time the whole design after each edit; without it, on the host, only what edits change");
  app.add_option("--pins", args.pins, "also write a table of all pins before the first edit");
  return drivers::run_program(app, argc, argv, args.design, [&] {
    args.run.where = device.where;
    args.run.threads = device.threads;
    run(args);
  });
}
