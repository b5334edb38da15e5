// Pi models and Elmore's delays of extracted nets against what OpenSTA reduces the same nets to.

#include <cmath>

#include "gsta/rc/elmore.hpp"
#include "gsta/rc/flatten_rc.hpp"
#include "test/golden/open_designs.hpp"

using namespace gsta_test;

namespace {

struct reduced_wires {
  std::vector<gsta::wire_answer> sink;
  std::vector<gsta::corner_values> load;
  std::vector<gsta::pi_load> pi;
};

reduced_wires reduce_wires(gsta::flat_design const& design) {
  gsta::host_executor const exec;
  gsta::wire_options const options{gsta::wire_slew::reduce, gsta::unreached_sink::no_delay};
  auto const view = design.view();
  auto const rc = flatten_rc(exec, view);
  auto trees = make_rc_state(exec, view);
  auto wires = make_wire_state(exec, view, options.slew);
  update_wires(exec, view, rc.forest.view, trees, wires, options);
  return {to_vector(exec, wires.sink.view()), to_vector(exec, wires.load.view()),
          to_vector(exec, wires.pi.view())};
}

/// One driver's arc under one condition, as the tool wrote it, in fF and kOhm; Elmore's delays in ps by sink.
struct golden_stage {
  std::string driver;
  int condition;
  double near, resistance, far;
  std::map<std::string, double> elmore;
};

/// Names without what escapes their brackets.
std::string plain(std::string name) {
  std::erase(name, '\\');
  return name;
}

std::vector<golden_stage> read_stages(std::filesystem::path const& file) {
  std::ifstream stream(file);
  INFO("file " << file.string());
  REQUIRE(stream.good());
  std::vector<golden_stage> stages;
  for (std::string line; std::getline(stream, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::vector<std::string> field;
    std::istringstream fields(line);
    for (std::string one; std::getline(fields, one, '\t');) field.push_back(one);
    if (field.size() < 18 || field[9] == "-" || field[11] == "-") continue;  // without a pi model
    int const condition = (field[7] == "late" ? 2 : 0) + (field[6] == "v" ? 1 : 0);
    golden_stage stage{plain(field[0]),
                       condition,
                       std::stod(field[9]) * 1e15,
                       std::stod(field[10]) * 1e-3,
                       std::stod(field[11]) * 1e15,
                       {}};
    for (std::size_t k = 18; k < field.size(); ++k) {
      std::istringstream sink(field[k]);
      std::string name;
      double elmore = 0;
      if (sink >> name >> elmore && elmore >= 0) stage.elmore[plain(name)] = elmore * 1e12;
    }
    stages.push_back(stage);
  }
  return stages;
}

bool near_to(double ours, double golden, double scale) { return std::abs(ours - golden) <= 2e-5 * scale; }

/// The figures are printed with 7 digits or more. A near capacitance is a difference.
void compare(gsta::flat_design const& design, std::vector<golden_stage> const& stages, std::size_t at_least) {
  auto const wires = reduce_wires(design);
  std::map<std::string, std::size_t> net_of;
  for (std::size_t net = 0; net < design.net_driver.size(); ++net)
    net_of[plain(design.pin_name[static_cast<std::size_t>(design.net_driver[net])])] = net;
  verdict models, sinks;
  for (auto const& stage : stages) {
    auto const found = net_of.find(stage.driver);
    if (found == net_of.end()) {
      ++models.missing;
      models.say("missing " + stage.driver);
      continue;
    }
    std::size_t const net = found->second;
    int const c = stage.condition;
    auto const load = static_cast<double>(wires.load[static_cast<std::size_t>(design.net_driver[net])][c]);
    auto const far = static_cast<double>(wires.pi[net].far[c]);
    auto const resistance = static_cast<double>(wires.pi[net].resistance[c]);
    bool const lump = stage.resistance == 0;
    ++models.compared;
    if (!near_to(load, stage.near + stage.far, load) || !near_to(resistance, stage.resistance, resistance) ||
        !near_to(far, lump ? 0 : stage.far, far)) {
      ++models.different;
      models.say(stage.driver + ": " + std::to_string(load) + " " + std::to_string(resistance) + " " +
                 std::to_string(far) + " are not " + std::to_string(stage.near + stage.far) + " " +
                 std::to_string(stage.resistance) + " " + std::to_string(stage.far));
    }
    for (gsta::id a = design.net_begin[net]; a < design.net_begin[net + 1]; ++a) {
      auto const arc = static_cast<std::size_t>(a);
      auto const sink =
          stage.elmore.find(plain(design.pin_name[static_cast<std::size_t>(design.net_sink[arc])]));
      if (sink == stage.elmore.end()) continue;
      ++sinks.compared;
      double const ours = wires.sink[arc].delay[c];
      if (near_to(ours, sink->second, sink->second)) continue;
      ++sinks.different;
      sinks.say(stage.driver + " to " + sink->first + ": " + std::to_string(ours) + " is not " +
                std::to_string(sink->second));
    }
  }
  INFO(models.compared << " pi models, " << sinks.compared << " sinks\n" << models.first << sinks.first);
  CHECK(models.missing == 0);
  CHECK(models.different == 0);
  CHECK(sinks.different == 0);
  CHECK(models.compared >= at_least);
  CHECK(sinks.compared >= at_least);
}

std::filesystem::path ceff_goldens() {
  char const* const folder = std::getenv("GSTA_CEFF_GOLDENS");
  if (folder != nullptr && std::filesystem::is_directory(folder)) return folder;
  char const* const required = std::getenv("GSTA_REQUIRE_GOLDENS");
  if (required != nullptr && std::string(required) == "1")
    FAIL("GSTA_REQUIRE_GOLDENS=1, and GSTA_CEFF_GOLDENS has no goldens");
  skip("no reference results: set GSTA_CEFF_GOLDENS");
  return {};
}

}  // namespace

TEST_CASE("extracted nets reduce to OpenSTA's pi models", "[golden]") {
  std::map<std::string, std::size_t> const at_least{
      {"example1_nangate45", 20}, {"gcd_sky130hd", 2000}, {"i2c_ihp", 8000}, {"aes_nangate45", 15000}};
  for (auto const& run : open_runs()) {
    if (!run.elmore) continue;
    DYNAMIC_SECTION(run.name()) {
      gsta::model::diagnostics notes;
      compare(load_open(run, notes),
              read_stages(ceff_goldens() / run.design / "golden" / (run.sdc + ".ceff") / "stages.tsv"),
              at_least.at(run.design));
    }
  }
}
