// Needs: gsta::io
// Prints: saved: WNS  -53.07 ps
// Prints: again: WNS  -53.07 ps
// A design is read once: what it was flattened to goes into one file, and so does its library. Whoever times
// it again loads the file, which is checked as if it came from anywhere.
#include <cstdio>
#include <filesystem>
#include <gsta/flat/flatten.hpp>
#include <gsta/gsta.hpp>
#include <gsta/io/library_snapshot.hpp>
#include <gsta/io/sdc.hpp>
#include <gsta/io/snapshot.hpp>
#include <gsta/io/spef.hpp>
#include <gsta/io/verilog.hpp>
#include <gsta/sta/signoff.hpp>
#include <gsta/sta/timer.hpp>
#include <string>

namespace {

namespace io = gsta::io;

io::saved_design read_files(std::string const& library_file) {
  io::saved_design saved;
  auto const library = io::load_library(library_file, saved.notes);  // Liberty text or a snapshot
  auto const netlist = io::read_verilog(io::load("designs/riscling/riscling.v.gz"), saved.notes);
  auto const wires = io::read_spef(io::load("designs/riscling/riscling.spef.gz"), saved.notes);
  auto const constraints =
      io::read_sdc(io::load("designs/riscling/riscling.sdc"), netlist, library, saved.notes);
  auto const by = gsta::signoff_options(gsta::wire_model::elmore).flatten;
  saved.design = gsta::flatten({library, library, netlist, wires, constraints}, by, saved.notes);
  saved.name = netlist.name;
  saved.how = "elmore";  // what it is to be timed by, in words of one's own
  return saved;
}

void time_it(char const* name, io::saved_design const& saved) {
  gsta::host_executor const exec;
  gsta::timer timer(exec, saved.design, gsta::signoff_options(gsta::wire_model::elmore).timer);
  timer.update(exec);
  std::printf("%s: WNS %7.2f ps\n", name, timer.summary(exec, gsta::split::late).wns);
}

}  // namespace

int main() try {
  auto const folder = std::filesystem::temp_directory_path();
  auto const library = (folder / "gsta-example.library").string();
  auto const design = (folder / "gsta-example.snapshot").string();
  gsta::model::diagnostics notes;
  io::save_library(library, io::load_library("designs/riscling/plain45.lib", notes), notes);
  gsta::host_executor const exec;  // or a tbb_executor: checks and copies are on its threads
  io::save_snapshot(exec, design, read_files(library));
  time_it("saved", read_files(library));
  time_it("again", io::load_snapshot(exec, design));
  std::filesystem::remove(library);
  std::filesystem::remove(design);
} catch (gsta::error const& e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 1;
}
