#pragma once

#include "test/golden/open_pins.hpp"

/// The open designs with effective capacitances, as OpenSTA has them, in the folder that GSTA_CEFF_GOLDENS
/// names; what they are made of stands in that of GSTA_OPEN_GOLDENS.
namespace gsta_test {

inline std::filesystem::path ceff_goldens() {
  char const* const folder = std::getenv("GSTA_CEFF_GOLDENS");
  if (folder != nullptr && std::filesystem::is_directory(folder)) return folder;
  char const* const required = std::getenv("GSTA_REQUIRE_GOLDENS");
  if (required != nullptr && std::string(required) == "1")
    FAIL("GSTA_REQUIRE_GOLDENS=1, and GSTA_CEFF_GOLDENS has no goldens");
  skip("no reference results: set GSTA_CEFF_GOLDENS");
  return {};
}

/// One run of OpenSTA with its default delay calculation: as it ships, where its solver stops at 1 %, or made
/// exact by its constants.
struct ceff_run {
  open_run of;
  bool exact = false;

  std::string name() const { return of.design + " " + of.sdc + mode(); }
  std::filesystem::path golden() const { return ceff_goldens() / of.design / "golden" / (of.sdc + mode()); }
  tolerance arrival() const { return exact ? tolerance{0.1, 1e-4} : tolerance{0.2, 1e-3}; }
  /// Of what the tool ships slacks are off by a part of arrivals: of the latest one, where one is not known.
  slack_tolerance slack() const {
    slack_tolerance bar{arrival()};
    if (exact) return bar;
    for (auto const& [end, time] : read_endpoints(golden() / "endpoints.max.rpt", true))
      bar.latest = std::max(bar.latest, std::abs(time));
    return bar;
  }
  tolerance slew() const { return exact ? tolerance{0.05, 2e-4} : tolerance{0.1, 0.04}; }

 private:
  char const* mode() const { return exact ? ".ceffx" : ".ceff"; }
};

inline std::vector<ceff_run> ceff_runs() {
  std::vector<ceff_run> runs;
  for (auto const& run : open_runs()) {
    if (!run.elmore) continue;
    runs.push_back({run, true});
    runs.push_back({run, false});
  }
  return runs;
}

inline gsta::timer_options ceff_options_of(gsta::common_path credits) {
  gsta::timer_options options = open_options();
  options.delays.wires = gsta::wire_slew::reduce;
  options.delays.model = gsta::cell_model::effective;
  options.credits = credits;
  return options;
}

/// A run's design, without notes.
inline gsta::flat_design load_ceff(ceff_run const& run) {
  gsta::model::diagnostics notes;
  return load_open(run.of, notes);
}

inline gsta::timing_snapshot time_ceff(gsta::flat_design const& design,
                                       gsta::common_path credits = gsta::common_path::by_pin) {
  gsta::host_executor const exec;
  gsta::timer timer(exec, design, ceff_options_of(credits));
  timer.update(exec);
  return gsta::take_snapshot(exec, timer);
}

}  // namespace gsta_test
