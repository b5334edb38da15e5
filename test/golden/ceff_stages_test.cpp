// Single stages with effective capacitances, from the input slews that OpenSTA had, against what its exact
// form makes of them.

#include "test/golden/ceff_stages.hpp"

using namespace gsta_test;

namespace {

enum { gate_delay, driver_slew, wire_delay, sink_slew };

/// How far values of a stage may be off: a part of what they are (of 1 ps at least, for wires), and where the
/// tool stops at 1 % of times a part of when its waveforms cross.
struct stage_bars {
  double relative = 2e-4, of_time = 0;
  double allowed(int what, double golden, double time) const {
    double const scale = what == wire_delay ? std::max(1.0, std::abs(golden)) : std::abs(golden);
    return relative * scale + (what == gate_delay ? 0 : of_time * time);
  }
};

struct stage_verdict {
  std::size_t stages = 0, sinks = 0, ports = 0, missing = 0, different = 0, fell_back = 0, no_ramp = 0;
  std::vector<double> off[4]{};  ///< in proportion
  std::string first{};

  void compare(int what, double ours, double golden, double allowed, std::string const& at) {
    double const by = std::abs(ours - golden);
    off[what].push_back(by / std::max(what == wire_delay ? 1.0 : 1e-6, std::abs(golden)));
    if (by <= allowed) return;
    static char const* const names[] = {": delay ", ": slew ", ": wire's delay ", ": slew at the sink "};
    if (++different <= 10)
      first += at + names[what] + std::to_string(ours) + " is not " + std::to_string(golden) + "\n";
  }
  double quantile(int what, double part) {
    auto& all = off[what];
    std::sort(all.begin(), all.end());
    return all.empty() ? 0 : all[static_cast<std::size_t>(part * static_cast<double>(all.size() - 1))];
  }
};

/// What a sink measures at other thresholds than its driver.
gsta::wire_response response_of(gsta::flat_design const& design, std::size_t arc) {
  bool const plain = design.rc_response.empty() || design.rc_response[arc] == gsta::none;
  return plain ? gsta::wire_response{}
               : design.wire_responses[static_cast<std::size_t>(design.rc_response[arc])];
}

std::string name_of(golden_stage const& stage) {
  return stage.driver + " from " + stage.from + " " + std::to_string(stage.group) + " under " +
         std::to_string(stage.condition);
}

/// What a design has of its wires, by names.
struct named_wires {
  gsta::flat_design const& design;
  gsta::timing_snapshot const& state;
  std::map<std::string, std::size_t> net_of{};                          ///< by driver
  std::map<std::pair<std::string, std::string>, std::size_t> arc_of{};  ///< by driver and sink
  std::map<std::string, std::size_t> arc_to{};                          ///< by sink

  explicit named_wires(gsta::flat_design const& of, gsta::timing_snapshot const& timed)
      : design(of), state(timed) {
    for (std::size_t net = 0; net < design.net_driver.size(); ++net) {
      auto const driver = name(design.net_driver[net]);
      net_of[driver] = net;
      for (gsta::id a = design.net_begin[net]; a < design.net_begin[net + 1]; ++a) {
        auto const arc = static_cast<std::size_t>(a);
        arc_of[{driver, name(design.net_sink[arc])}] = arc_to[name(design.net_sink[arc])] = arc;
      }
    }
  }
  std::string name(gsta::id pin) const {
    return plain_name(std::string(design.pin_name[static_cast<std::size_t>(pin)]));
  }
};

/// An input port's wire, as the timer has it without derates.
void compare_port(named_wires const& wires, golden_stage const& stage, stage_verdict& v,
                  stage_bars const& bars) {
  golden_sink const& sink = stage.sinks.at(0);
  auto const found = wires.arc_to.find(sink.name);
  if (found == wires.arc_to.end()) {
    ++v.missing;
    return;
  }
  auto const& design = wires.design;
  int const c = stage.condition;
  std::size_t const arc = found->second, pin = static_cast<std::size_t>(design.net_sink[arc]);
  bool const derated = !design.arc_derate.empty() && design.arc_derate[arc] != gsta::none;
  double const factor = derated ? design.derates[static_cast<std::size_t>(design.arc_derate[arc])][c] : 1;
  auto const at = "port to " + sink.name;
  v.compare(wire_delay, wires.state.arc_delay[arc][c] / factor, sink.delay,
            bars.allowed(wire_delay, sink.delay, 0), at);
  v.compare(sink_slew, wires.state.slew[pin][c], sink.slew, bars.allowed(sink_slew, sink.slew, 0), at);
}

/// A stage with the loads and Elmore's delays that the file has. Where the tool fell back, or we do, what we
/// make of it is a number.
template <class R>
void compare_stage(stage_bench const& bench, host_measures<R> const& measures, gsta::id type,
                   named_wires const& wires, golden_stage const& stage, stage_verdict& v,
                   stage_bars const& bars) {
  std::vector<double> elmore;
  for (auto const& sink : stage.sinks) elmore.push_back(sink.elmore.value_or(0));
  auto const ours = solve_stage(bench.tables(), measures, type, stage, elmore);
  bool const fell_back = std::any_of(stage.sinks.begin(), stage.sinks.end(),
                                     [](auto const& sink) { return sink.branch == "invalid"; });
  v.fell_back += fell_back ? 1 : 0;
  v.no_ramp += ours.no_ramp ? 1 : 0;
  if (fell_back || ours.no_ramp) {
    REQUIRE((std::isfinite(ours.delay) && ours.slew >= 0));
    for (auto const& [delay, slew] : ours.sinks) REQUIRE((std::isfinite(delay) && slew >= 0));
    return;
  }
  int const e = gsta::edge_of(stage.condition);
  double const time = (std::abs(stage.delay) + stage.slew) / bench.derate_of(type);
  auto const name = name_of(stage);
  v.compare(gate_delay, ours.delay, stage.delay, bars.allowed(gate_delay, stage.delay, time), name);
  v.compare(driver_slew, ours.slew, stage.slew, bars.allowed(driver_slew, stage.slew, time), name);
  for (std::size_t k = 0; k < stage.sinks.size(); ++k) {
    golden_sink const& sink = stage.sinks[k];
    auto const arc = wires.arc_of.find({stage.driver, sink.name});
    if (arc == wires.arc_of.end()) {
      ++v.missing;
      continue;
    }
    ++v.sinks;
    auto const response = response_of(wires.design, arc->second);
    auto const [delay, slew] = ours.sinks[k];
    double const later = elmore[k] + time;
    v.compare(wire_delay, delay + static_cast<double>(response.shift[e]) * slew, sink.delay,
              bars.allowed(wire_delay, sink.delay, later), name + " to " + sink.name);
    v.compare(sink_slew, slew * static_cast<double>(response.scale[e]), sink.slew,
              bars.allowed(sink_slew, sink.slew, later), name + " to " + sink.name);
  }
}

/// All stages of a file, in numbers R; ports where the design's wires are the file's.
template <class R>
stage_verdict compare_stages(std::vector<golden_stage> const& stages, stage_bench& bench,
                             named_wires const& wires, stage_bars const& bars, bool with_ports) {
  stage_verdict v;
  std::vector<gsta::id> types;
  for (auto const& stage : stages) types.push_back(stage.way == "port" ? gsta::none : bench.type_of(stage));
  gsta::host_executor const exec;
  auto state =
      make_effective_state(exec, bench.tables().view(), {.precision = gsta::ceff_precision::in_double});
  auto const measures = measures_of<R>(view_of(state));
  for (std::size_t i = 0; i < stages.size(); ++i) {
    if (stages[i].way == "port") {
      ++v.ports;
      if (with_ports) compare_port(wires, stages[i], v, bars);
    } else if (types[i] == gsta::none) {
      ++v.missing;
      v.first += "no tables for " + name_of(stages[i]) + "\n";
    } else {
      ++v.stages;
      compare_stage(bench, measures, types[i], wires, stages[i], v, bars);
    }
  }
  return v;
}

/// How many there are, by file.
struct stage_counts {
  std::size_t stages, sinks, ports, fell_back = 0, no_ramp = 0;
};

void check(stage_verdict v, stage_counts const& counts, std::string const& name) {
  std::ostringstream figures;
  for (int what = 0; what < 4; ++what)
    figures << " " << v.quantile(what, 0.5) << " " << v.quantile(what, 0.99) << " " << v.quantile(what, 1)
            << ";";
  INFO(name << ": off by (half, 99 %, all) of delay, slew, wire's delay, slew at the sink:" << figures.str()
            << "\n"
            << v.first);
  CHECK(v.missing == 0);
  CHECK(v.different == 0);
  CHECK(v.stages == counts.stages);
  CHECK(v.sinks == counts.sinks);
  CHECK(v.ports == counts.ports);
  CHECK(v.fell_back == counts.fell_back);
  CHECK(v.no_ramp == counts.no_ramp);
}

}  // namespace

TEST_CASE("single stages of open designs are OpenSTA's", "[golden][slow]") {
  std::map<std::string, stage_counts> const counts{{"example1_nangate45 design.ceffx", {36, 24, 20}},
                                                   {"example1_nangate45 design.ceff", {36, 24, 20}},
                                                   {"gcd_sky130hd design.ceffx", {432, 684, 20}},
                                                   {"gcd_sky130hd design.ceff", {2608, 5200, 156}},
                                                   {"gcd_sky130hd rich.ceffx", {2748, 5352, 4}},
                                                   {"gcd_sky130hd rich.ceff", {2748, 5352, 4}},
                                                   {"i2c_ihp design.ceffx", {3256, 4776, 60}},
                                                   {"i2c_ihp design.ceff", {10'068, 14'812, 500}},
                                                   {"aes_nangate45 design.ceffx", {6812, 10'340, 60}},
                                                   {"aes_nangate45 design.ceff", {20'048, 30'852, 200}}};
  for (auto const& run : ceff_runs()) {
    DYNAMIC_SECTION(run.name()) {
      gsta::model::diagnostics notes;
      auto const library = read_open_libraries(run.of, notes);
      auto const design = load_ceff(run);
      auto const state = time_ceff(design);
      named_wires const wires(design, state);
      stage_bench bench(library);
      auto const stages = read_ceff_stages(run.golden() / "stages.tsv");
      stage_bars const bars = run.exact ? stage_bars{} : stage_bars{.relative = 5e-3, .of_time = 0.02};
      auto const single = compare_stages<float>(stages, bench, wires, bars, true);
      auto const in_double = compare_stages<double>(stages, bench, wires, bars, true);
      check(single, counts.at(run.name()), run.name() + ", float");
      check(in_double, counts.at(run.name()), run.name() + ", double");
    }
  }
}

// What the tool ships made these, so its stops at 1 % are in them. What its solver does not solve stays out.
TEST_CASE("stages under stress are OpenSTA's, but where it falls back", "[golden]") {
  struct stress {
    char const* name;
    gsta::slew_measure measure;
    stage_counts counts;
  };
  std::vector<stress> const all{
      {"c001", {}, {400, 752, 4}},
      {"c50", {}, {400, 752, 4, 6, 12}},
      {"d05.r300", {.derate = 0.5f}, {400, 720, 4, 29}},
      {"d05", {.derate = 0.5f}, {400, 764, 4}},
      {"r300", {}, {400, 764, 4}},
      {"t595", {.lower = {0.05f, 0.05f}, .upper = {0.95f, 0.95f}}, {400, 164, 4, 238}},
      {"v40", {.threshold = {0.4f, 0.4f}, .derate = 1.5f}, {400, 764, 4}}};
  for (auto const& run : ceff_runs()) {
    if (!run.of.has_rich_constraints() || run.exact) continue;
    gsta::model::diagnostics notes;
    auto const library = read_open_libraries(run.of, notes);
    auto const design = load_ceff(run);
    auto const state = time_ceff(design);
    named_wires const wires(design, state);
    auto const folder = run.golden().parent_path() / "rich.stress";
    for (auto const& one : all) {
      auto const stages = read_ceff_stages(folder / (std::string(one.name) + ".tsv"));
      stage_bench bench(library);
      bench.measured = one.measure;
      stage_bars const bars{.relative = 0.015, .of_time = 0.02};
      auto single = compare_stages<float>(stages, bench, wires, bars, false),
           in_double = compare_stages<double>(stages, bench, wires, bars, false);
      for (auto* const of : {&single, &in_double}) {
        for (int what = 0; what < 4; ++what) CHECK(of->quantile(what, 0.5) < 1e-3);
      }
      check(single, one.counts, one.name + std::string(", float"));
      check(in_double, one.counts, one.name + std::string(", double"));
    }
  }
}
