#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>

#include "bench/designs.hpp"
#include "bench/generate_files.hpp"
#include "gsta/core/executor.hpp"
#include "gsta/sta/timer.hpp"
#include "test/support/catch.hpp"

namespace {

namespace io = gsta::io;

/// A folder of its own that goes when it is done with.
class temporary_folder {
 public:
  explicit temporary_folder(std::string const& name)
      : path_(std::filesystem::temp_directory_path() /
              (name + std::to_string(getpid()) + "_" +
               std::to_string(reinterpret_cast<std::uintptr_t>(this)))) {}
  ~temporary_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  temporary_folder(temporary_folder const&) = delete;
  temporary_folder& operator=(temporary_folder const&) = delete;
  std::filesystem::path const& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

gsta::flat_design read_with_sdc(std::filesystem::path const& folder, gsta::model::diagnostics& notes) {
  auto const file = [&](char const* name) { return io::load((folder / name).string()); };
  auto const early = io::read_liberty(file("early.lib"), notes),
             late = io::read_liberty(file("late.lib"), notes);
  auto const netlist = io::read_verilog(file("generated.v"), notes);
  auto const wires = io::read_spef(file("generated.spef"), notes);
  auto const constraints = io::read_sdc(file("generated.sdc"), netlist, early, notes);
  return gsta::flatten({early, late, netlist, wires, constraints}, {.pin_separator = ':'}, notes);
}

/// Slacks of checks by the name of the data pin: the worst of each edge and side.
std::map<std::string, gsta::per_condition<float>> endpoint_slacks(gsta::flat_design const& design,
                                                                  gsta::timer_options const& options) {
  gsta::host_executor const exec;
  gsta::timer timer(exec, design, options);
  timer.update(exec);
  std::map<std::string, gsta::per_condition<float>> result;
  auto const& checks = timer.view().checks;
  for (std::size_t i = 0; i < checks.check.size(); ++i) {
    auto const& check = checks.check[i];
    auto [at, fresh] =
        result.try_emplace(std::string(design.pin_name[static_cast<std::size_t>(check.data_pin)]),
                           gsta::same_value(gsta::math::infinity));
    for (int e = 0; e < 2; ++e) {
      float& worst = at->second[(gsta::is_late(check.kind) ? 2 : 0) + e];
      worst = std::min(worst, timer.view().check_slack[i][e]);
    }
  }
  return result;
}

void name_pins(gsta_bench::generated_netlist& made) {
  gsta_bench::detail::design_names const names(made);
  auto& design = made.placed.design;
  for (std::size_t pin = 0; pin < design.pin_load.size(); ++pin)
    design.pin_name.push_back(names.pin(static_cast<gsta::id>(pin), ':'));
}

/// Bit for bit: numbers are written with as many digits as that takes.
void compare(std::map<std::string, gsta::per_condition<float>> const& ours,
             std::map<std::string, gsta::per_condition<float>> const& read) {
  REQUIRE(ours.size() == read.size());
  std::size_t far = 0, finite = 0;  // the first that differ are shown
  for (auto const& [name, slack] : ours) {
    auto const other = read.find(name);
    REQUIRE(other != read.end());
    for (int c = 0; c < gsta::conditions; ++c) {
      finite += gsta::math::is_defined(slack[c]);
      if (slack[c] == other->second[c] || far++ >= 5) continue;
      CAPTURE(name, c);
      CHECK(slack[c] == other->second[c]);
    }
  }
  CHECK(far == 0);
  CHECK(finite > 2 * ours.size());
}

}  // namespace

TEST_CASE("a generated design written as files has the timing of its arrays", "[io][generated]") {
  auto options = gsta_bench::preset("tiny");
  options.wires = GENERATE(gsta_bench::generated_wires::star, gsta_bench::generated_wires::tree);
  options.conditional = GENERATE(false, true);
  CAPTURE(options.conditional, options.wires == gsta_bench::generated_wires::tree);
  temporary_folder const folder("gsta_generated_");
  gsta_bench::write_files(options, folder.path());
  auto made = gsta_bench::generate_netlist(options);
  name_pins(made);
  auto const ours = endpoint_slacks(made.placed.design, gsta_bench::contest_rules());
  SECTION("with the contest's constraints") {
    compare(ours, endpoint_slacks(gsta_bench::load(folder.path(), "generated"), gsta_bench::contest_rules()));
  }
  SECTION("with SDC") {
    gsta::model::diagnostics notes;
    auto const read = read_with_sdc(folder.path(), notes);
    CHECK(read.pin_load.size() == options.pins);
    CHECK(read.arc_from.size() == made.placed.design.arc_from.size());
    for (auto const& note : notes.entries()) UNSCOPED_INFO(note.kind << " " << note.first);
    CHECK(notes.entries().empty());
    compare(ours, endpoint_slacks(read, {}));
  }
}

TEST_CASE("derates of a generated design are in its SDC", "[io][generated]") {
  auto options = gsta_bench::preset("tiny");
  options.clock_depth = 5;
  options.clock_fanout = 4;
  options.clock_depth_spread = 2;
  options.clock_derate_early = 947;
  options.clock_derate_late = 1053;
  options.data_derate_early = GENERATE(1000, 981);
  options.data_derate_late = options.data_derate_early == 1000 ? 1000 : 1019;
  temporary_folder const folder("gsta_generated_");
  gsta_bench::write_files(options, folder.path());
  CHECK_FALSE(std::filesystem::exists(folder.path() / "generated.timing"));
  CHECK_FALSE(std::filesystem::exists(folder.path() / "generated.tau2015"));
  auto made = gsta_bench::generate_netlist(options);
  name_pins(made);
  gsta::model::diagnostics notes;
  auto const read = read_with_sdc(folder.path(), notes);
  CHECK(notes.entries().empty());
  CHECK(read.derates.size() == made.placed.design.derates.size());
  compare(endpoint_slacks(made.placed.design, gsta_bench::contest_rules()), endpoint_slacks(read, {}));
}

TEST_CASE("inputs without arrival stay so in the contest's files", "[io][generated]") {
  auto options = gsta_bench::preset("tiny");
  options.undefined_inputs = 6;
  temporary_folder const folder("gsta_generated_");
  gsta_bench::write_files(options, folder.path());
  auto made = gsta_bench::generate_netlist(options);
  name_pins(made);
  compare(endpoint_slacks(made.placed.design, gsta_bench::contest_rules()),
          endpoint_slacks(gsta_bench::load(folder.path(), "generated"), gsta_bench::contest_rules()));
}

TEST_CASE("what files cannot hold is not written", "[io][generated]") {
  auto options = gsta_bench::preset("tiny");
  options.tags = 2;
  CHECK_THROWS_AS(gsta_bench::write_files(options, "never_made"), gsta::argument_error);
  options = gsta_bench::preset("tiny");
  options.wires = gsta_bench::generated_wires::placed;
  CHECK_THROWS_AS(gsta_bench::write_files(options, "never_made"), gsta::argument_error);
  CHECK_FALSE(std::filesystem::exists("never_made"));
  temporary_folder const folder("gsta_generated_");
  std::filesystem::create_directories(folder.path() / "late.lib");  // a folder where the file should be
  CHECK_THROWS_AS(gsta_bench::write_files(gsta_bench::preset("tiny"), folder.path()), gsta::input_error);
}
