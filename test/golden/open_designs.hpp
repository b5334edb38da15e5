#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "gsta/flat/flatten.hpp"
#include "gsta/io/liberty.hpp"
#include "gsta/io/sdc.hpp"
#include "gsta/io/spef.hpp"
#include "gsta/io/verilog.hpp"
#include "gsta/model/library.hpp"
#include "gsta/report/report_input.hpp"
#include "gsta/sta/snapshot.hpp"
#include "gsta/sta/timer.hpp"
#include "test/support/catch.hpp"
#include "test/support/skip.hpp"

/// Open designs with what OpenSTA says of them, in the folder that GSTA_OPEN_GOLDENS names.
namespace gsta_test {

/// The folder; skips the test case where there is none, or fails it if GSTA_REQUIRE_GOLDENS=1.
inline std::filesystem::path goldens_of(char const* variable) {
  char const* const folder = std::getenv(variable);
  if (folder != nullptr && std::filesystem::is_directory(std::filesystem::path(folder) / "lib"))
    return folder;
  char const* const required = std::getenv("GSTA_REQUIRE_GOLDENS");
  if (required != nullptr && std::string(required) == "1")
    FAIL("GSTA_REQUIRE_GOLDENS=1, and " << variable << " has no goldens");
  skip(std::string("no reference results: set ") + variable);
}
inline std::filesystem::path open_goldens() { return goldens_of("GSTA_OPEN_GOLDENS"); }

/// One run of OpenSTA: a design, its constraints, and how wires count.
struct open_run {
  std::string design, top, sdc, verilog;
  std::vector<std::string> libraries;
  std::string spef;  ///< empty: none
  bool elmore = false;
  std::filesystem::path root{};  ///< empty: that of the open designs
  /// Paths through one pin have several credits, and OpenSTA drops arrivals that start only false paths
  /// (reset), which gsta keeps and does not check. Without credits, arrivals and slacks of pins are no better
  /// than OpenSTA's.
  bool has_rich_constraints() const { return sdc == "rich"; }
  std::string name() const { return design + " " + sdc + (elmore ? ".elmore" : ".ideal"); }
  std::filesystem::path goldens() const { return root.empty() ? open_goldens() : root; }
  std::filesystem::path golden() const {
    return goldens() / design / "golden" / (sdc + (elmore ? ".elmore" : ".ideal"));
  }
};

inline std::vector<open_run> open_runs() {
  std::vector<open_run> const designs = {
      {"example1_nangate45", "top", "design", "example1.v", {"nangate45_slow"}, "example1.spef"},
      {"gcd_sky130hd", "gcd", "design", "gcd.v", {"sky130hd_tt"}, "gcd.spef"},
      {"gcd_sky130hd", "gcd", "rich", "gcd.v", {"sky130hd_tt"}, "gcd.spef"},
      {"gcd_nangate45", "gcd", "design", "gcd.v", {"nangate45_typ"}, ""},
      {"i2c_ihp",
       "I2cGpioExpanderTop",
       "design",
       "i2c.v",
       {"sg13g2_stdcell_typ_1p20V_25C", "sg13g2_io_typ_1p2V_3p3V_25C"},
       "i2c.spef"},
      {"aes_nangate45", "aes_cipher_top", "design", "aes.v", {"nangate45_typ"}, "aes.synth.spef"},
      {"jpeg_gf180", "jpeg_encoder", "design", "jpeg.v", {"gf180mcu_fd_sc_mcu9t5v0__tt_025C_5v00"}, ""}};
  std::vector<open_run> runs;
  for (auto run : designs) {
    runs.push_back(run);
    run.elmore = true;
    if (!run.spef.empty()) runs.push_back(run);
  }
  return runs;
}

inline gsta::model::library read_open_libraries(open_run const& run, gsta::model::diagnostics& notes) {
  gsta::model::library all;
  for (auto const& name : run.libraries) {
    auto const file = (run.goldens() / "lib" / (name + ".lib")).string();
    gsta::model::merge(all, gsta::io::read_liberty(gsta::io::load(file), notes), notes);
  }
  return all;
}

/// The design of a run, flat, by SDC's rules.
inline gsta::flat_design load_open(open_run const& run, gsta::model::diagnostics& notes,
                                   gsta::timing_conventions conventions = {}) {
  namespace io = gsta::io;
  auto const folder = run.goldens() / run.design;
  auto const library = read_open_libraries(run, notes);
  auto const netlist = io::read_verilog({io::load((folder / run.verilog).string())}, run.top, notes);
  gsta::model::parasitics wires;
  if (run.elmore) wires = io::read_spef(io::load((folder / run.spef).string()), notes);
  auto const constraints =
      io::read_sdc(io::load((folder / (run.sdc + ".sdc")).string()), netlist, library, notes);
  return gsta::flatten({library, library, netlist, wires, constraints},
                       {.step_at_ports = true, .conventions = conventions}, notes);
}

inline gsta::timer_options open_options() {
  gsta::timer_options options;
  options.delays = {gsta::wire_slew::keep, gsta::negative_slew::clip, gsta::unreached_sink::no_delay};
  return options;
}

/// A run's design and what the host's timer makes of it.
struct timed_run {
  gsta::flat_design design;
  gsta::timing_snapshot state;
};

inline timed_run time_run(open_run const& run, gsta::timing_conventions conventions = {},
                          gsta::common_path credits = gsta::common_path::by_pin) {
  gsta::model::diagnostics notes;
  timed_run result{load_open(run, notes, conventions), {}};
  gsta::host_executor const exec;
  gsta::timer_options options = open_options();
  options.credits = credits;
  gsta::timer timer(exec, result.design, options);
  timer.update(exec);
  result.state = gsta::take_snapshot(exec, timer);
  return result;
}

/// How far a value may be off: so many ps, and such a part of what it is measured by.
struct tolerance {
  double absolute = 0.1, relative = 1e-4;
  bool holds(double ours, double golden, double scale) const {
    return std::abs(ours - golden) <= absolute + relative * std::abs(scale);
  }
  bool holds(double ours, double golden) const { return holds(ours, golden, golden); }
};

/// The same of slacks, of which a part of the latest arrival counts, where that is given.
struct slack_tolerance {
  tolerance of{};
  double latest = 0;
  bool holds(double ours, double golden) const {
    return of.holds(ours, golden, latest == 0 ? golden : latest);
  }
};

/// Within 0.1 ps and 1e-4.
inline bool agrees(double ours, double golden) { return tolerance{}.holds(ours, golden); }

/// endpoint and group -> worst slack in ps, from endpoints.{max,min}.rpt.
using endpoint_slacks = std::map<std::pair<std::string, std::string>, double>;

/// The slacks, or another column: the times when data are there.
inline endpoint_slacks read_endpoints(std::filesystem::path const& file, bool times = false) {
  std::ifstream stream(file);
  INFO("file " << file.string());
  REQUIRE(stream.good());
  endpoint_slacks result;
  std::string line, group;
  while (std::getline(stream, line)) {
    if (auto const at = line.find(" group "); at != line.npos) group = line.substr(at + 7);
    auto const open = line.find(" (");
    if (open == line.npos || line.back() != ')') continue;
    std::istringstream values(line.substr(line.find(')', open) + 1));
    double required = 0, actual = 0, slack = 0;
    if (!(values >> required >> actual >> slack)) continue;
    auto const fresh = result.try_emplace({line.substr(0, open), group}, (times ? actual : slack) * 1000);
    REQUIRE(fresh.second);
  }
  return result;
}

/// The same of a snapshot.
inline endpoint_slacks endpoints_of(gsta::flat_design const& design, gsta::timing_snapshot const& s,
                                    bool late) {
  endpoint_slacks result;
  gsta::path_group_names const names(design);
  for (std::size_t i = 0; i < s.checks.size(); ++i) {
    auto const& check = s.checks[i];
    if (gsta::is_late(check.kind) != late) continue;
    for (int e = 0; e < 2; ++e) {
      float const slack = s.check_slack[i][e];
      if (!gsta::math::is_defined(slack)) continue;
      for (auto const& group : gsta::groups_of(design, names, s, check)) {
        auto const key = std::pair{std::string(design.pin_name[check.data_pin]), group};
        auto const [found, fresh] = result.try_emplace(key, slack);
        if (!fresh) found->second = std::min<double>(found->second, slack);
      }
    }
  }
  return result;
}

/// What comparing found.
struct verdict {
  std::size_t compared = 0, missing = 0, extra = 0, different = 0, unclocked = 0;
  std::string first;
  void say(std::string const& what) {
    if (++said_ <= 10) first += what + "\n";
  }

 private:
  std::size_t said_ = 0;
};

inline verdict compare_endpoints(endpoint_slacks const& ours, endpoint_slacks const& golden) {
  verdict v;
  for (auto const& [end, slack] : golden) {
    auto const found = ours.find(end);
    if (found == ours.end()) {
      ++v.missing;
      v.say("missing " + end.first + " in " + end.second);
      continue;
    }
    ++v.compared;
    if (agrees(found->second, slack)) continue;
    ++v.different;
    v.say(end.first + " in " + end.second + ": " + std::to_string(found->second) + " is not " +
          std::to_string(slack));
  }
  for (auto const& [end, slack] : ours) {
    if (golden.count(end)) continue;
    ++v.extra;
    v.say("extra " + end.first + " in " + end.second);
  }
  return v;
}

/// Every endpoint of both sides, and none that is missing or extra; `known`: late ones that differ.
inline void check_endpoints(open_run const& run, gsta::flat_design const& design,
                            gsta::timing_snapshot const& state, std::size_t known = 0) {
  for (bool const late : {true, false}) {
    auto const golden = read_endpoints(run.golden() / (late ? "endpoints.max.rpt" : "endpoints.min.rpt"));
    auto const v = compare_endpoints(endpoints_of(design, state, late), golden);
    INFO(run.name() << (late ? " max: " : " min: ") << v.compared << " compared\n" << v.first);
    CHECK(v.missing == 0);
    CHECK(v.extra == 0);
    CHECK(v.different == (late ? known : 0));
    CHECK(v.compared == golden.size());
  }
}

}  // namespace gsta_test
