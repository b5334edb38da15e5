// Pi models and Elmore's delays of extracted nets against what OpenSTA reduces the same nets to.

#include <cmath>

#include "gsta/rc/elmore.hpp"
#include "gsta/rc/flatten_rc.hpp"
#include "test/golden/ceff_stages.hpp"

using namespace gsta_test;

namespace {

struct reduced_wires {
  std::vector<gsta::wire_answer> sink;
  std::vector<gsta::per_condition<float>> load;
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

bool near_to(double ours, double golden, double scale) { return std::abs(ours - golden) <= 2e-5 * scale; }

/// The figures are printed with 7 digits or more. A near capacitance is a difference.
void compare(gsta::flat_design const& design, std::vector<golden_stage> const& stages, std::size_t at_least) {
  auto const wires = reduce_wires(design);
  std::map<std::string, std::size_t> net_of;
  for (std::size_t net = 0; net < design.net_driver.size(); ++net)
    net_of[plain_name(std::string(design.pin_name[static_cast<std::size_t>(design.net_driver[net])]))] = net;
  verdict models, sinks;
  for (auto const& stage : stages) {
    if (stage.way == "port" || stage.way == "lumped") continue;  // without a pi model
    auto const found = net_of.find(stage.driver);
    if (found == net_of.end()) {
      ++models.missing;
      models.say("missing " + stage.driver);
      continue;
    }
    std::size_t const net = found->second;
    int const c = stage.condition;
    auto const load = static_cast<double>(wires.load[static_cast<std::size_t>(design.net_driver[net])][c]);
    auto const far_end = static_cast<double>(wires.pi[net].far_end[c]);
    auto const resistance = static_cast<double>(wires.pi[net].resistance[c]);
    bool const lump = stage.resistance == 0;
    ++models.compared;
    if (!near_to(load, stage.near_end + stage.far_end, load) ||
        !near_to(resistance, stage.resistance, resistance) ||
        !near_to(far_end, lump ? 0 : stage.far_end, far_end)) {
      ++models.different;
      models.say(stage.driver + ": " + std::to_string(load) + " " + std::to_string(resistance) + " " +
                 std::to_string(far_end) + " are not " + std::to_string(stage.near_end + stage.far_end) +
                 " " + std::to_string(stage.resistance) + " " + std::to_string(stage.far_end));
    }
    for (gsta::id a = design.net_begin[net]; a < design.net_begin[net + 1]; ++a) {
      auto const arc = static_cast<std::size_t>(a);
      auto const name =
          plain_name(std::string(design.pin_name[static_cast<std::size_t>(design.net_sink[arc])]));
      auto const sink = std::find_if(stage.sinks.begin(), stage.sinks.end(),
                                     [&](auto const& each) { return each.name == name; });
      if (sink == stage.sinks.end() || !sink->elmore) continue;
      ++sinks.compared;
      double const ours = wires.sink[arc].delay[c];
      if (near_to(ours, *sink->elmore, *sink->elmore)) continue;
      ++sinks.different;
      sinks.say(stage.driver + " to " + sink->name + ": " + std::to_string(ours) + " is not " +
                std::to_string(*sink->elmore));
    }
  }
  INFO(models.compared << " pi models, " << sinks.compared << " sinks\n" << models.first << sinks.first);
  CHECK(models.missing == 0);
  CHECK(models.different == 0);
  CHECK(sinks.different == 0);
  CHECK(models.compared >= at_least);
  CHECK(sinks.compared >= at_least);
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
              read_ceff_stages(ceff_goldens() / run.design / "golden" / (run.sdc + ".ceff") / "stages.tsv"),
              at_least.at(run.design));
    }
  }
}
