// Programs that time by `signoff_options` have the figures that `sta` prints.
#include "gsta/sta/signoff.hpp"

#include <nlohmann/json.hpp>
#include <string>

#include "gsta/flat/flatten.hpp"
#include "gsta/io/liberty.hpp"
#include "gsta/io/sdc.hpp"
#include "gsta/io/spef.hpp"
#include "gsta/io/verilog.hpp"
#include "gsta/sta/timer.hpp"
#include "test/drivers/workshop.hpp"

using namespace gsta_test;
namespace io = gsta::io;

namespace {

std::string const folder = "examples/designs/riscling/";

/// What names the files to the program, which runs in another folder.
std::string files() {
  auto const at = fs::absolute(folder).string();
  return "--liberty " + at + "plain45.lib --verilog " + at + "riscling.v.gz --spef " + at +
         "riscling.spef.gz --sdc " + at + "riscling.sdc --device host --format json --quiet ";
}

/// The figures of a program that uses the library, by the options for `wires`, or for what was read.
struct library_figures {
  explicit library_figures(std::optional<gsta::wire_model> asked) {
    gsta::model::diagnostics notes;
    auto const library = io::read_liberty(io::load(folder + "plain45.lib"), notes);
    auto const netlist = io::read_verilog(io::load(folder + "riscling.v.gz"), notes);
    auto wires = io::read_spef(io::load(folder + "riscling.spef.gz"), notes);
    auto const constraints = io::read_sdc(io::load(folder + "riscling.sdc"), netlist, library, notes);
    auto const by = asked ? gsta::signoff_options(*asked) : gsta::signoff_options(wires);
    if (asked == gsta::wire_model::ideal) wires = {};
    auto const design = gsta::flatten({library, library, netlist, wires, constraints}, by.flatten, notes);
    gsta::host_executor const exec;
    gsta::timer timer(exec, design, by.timer);
    timer.update(exec);
    setup = timer.summary(exec, gsta::split::late);
    hold = timer.summary(exec, gsta::split::early);
  }
  gsta::slack_summary setup, hold;
};

void check_side(nlohmann::json const& printed, gsta::slack_summary const& found) {
  CHECK(printed["wns"].get<float>() == found.wns);
  CHECK(printed["tns"].get<double>() == found.tns);
  CHECK(printed["worst_slack"].get<float>() == found.worst_slack);
  CHECK(printed["violations"].get<std::int64_t>() == found.violations);
  CHECK(printed["endpoints"].get<std::int64_t>() == found.endpoints);
}

void check_same(std::string const& option, std::optional<gsta::wire_model> wires) {
  CAPTURE(option);
  workshop const w;
  auto const printed = w.run(files() + option);
  REQUIRE(printed.code == 0);
  auto const summary = nlohmann::json::parse(printed.out)["summary"];
  library_figures const found(wires);
  CHECK(found.setup.endpoints > 1000);
  check_side(summary["setup"], found.setup);
  check_side(summary["hold"], found.hold);
}

}  // namespace

TEST_CASE("sta and programs that time by signoff_options have one answer", "[driver]") {
  check_same("", std::nullopt);
  check_same("--wire ceff", gsta::wire_model::ceff);
  check_same("--wire elmore", gsta::wire_model::elmore);
  check_same("--wire elmore-slew", gsta::wire_model::elmore_slew);
  check_same("--wire ideal", gsta::wire_model::ideal);
}
