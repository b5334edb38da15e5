#include "test/golden/open_pins.hpp"

using namespace gsta_test;

namespace {

/// Where OpenSTA gives a number we must; where it gives none its absence is compared for slacks only.
verdict compare_pins(std::map<std::string, open_pin> const& ours,
                     std::map<std::string, open_pin> const& golden, bool may_be_worse) {
  verdict v;
  static char const* const columns[] = {"arrival", "slew", "slack"};
  for (auto const& [name, pin] : golden) {
    auto const found = ours.find(name);
    if (found == ours.end()) {
      if (name.substr(name.rfind('/') + 1).starts_with("IQ")) continue;  // states inside of cells, no pins
      ++v.missing;
      v.say("missing pin " + name);
      continue;
    }
    double const* const want[] = {pin.arrival, pin.slew, pin.slack};
    double const* const have[] = {found->second.arrival, found->second.slew, found->second.slack};
    for (int part = 0; part < 3; ++part) {
      for (int c = 0; c < 4; ++c) {
        double const a = have[part][c], b = want[part][c];
        bool const known = std::isfinite(b);
        if (!known && part != 2) continue;
        // An input that no clock constrains: arrivals count from 0 there, and end nowhere. We have none.
        bool const unclocked = part == 0 && b == 0 && !std::isfinite(a) && !std::isfinite(pin.slack[c]);
        if (unclocked) {
          ++v.unclocked;
          continue;
        }
        ++v.compared;
        if (known ? std::isfinite(a) && agrees(a, b) : !std::isfinite(a)) continue;
        bool const worse = part == 2 ? a < b : part == 0 && (gsta::is_late(c) ? a > b : a < b);
        if (may_be_worse && worse) continue;
        ++v.different;
        v.say(name + " " + columns[part] + " " + std::to_string(c) + ": " + std::to_string(a) + " is not " +
              std::to_string(b));
      }
    }
  }
  return v;
}

}  // namespace

TEST_CASE("every endpoint of the open designs has OpenSTA's slack", "[golden]") {
  for (auto const& run : open_runs()) {
    gsta::model::diagnostics notes;
    DYNAMIC_SECTION(run.name()) {
      auto const design = load_open(run, notes);
      gsta::host_executor const exec;
      gsta::timer timer(exec, design, open_options());
      timer.update(exec);
      auto const state = gsta::take_snapshot(exec, timer);
      for (bool const late : {true, false}) {
        auto const golden = read_endpoints(run.golden() / (late ? "endpoints.max.rpt" : "endpoints.min.rpt"));
        auto const v = compare_endpoints(endpoints_of(design, state, late), golden, run.is_pessimistic());
        INFO(run.name() << (late ? " max: " : " min: ") << v.compared << " compared\n" << v.first);
        CHECK(v.missing == 0);
        CHECK(v.extra == 0);
        CHECK(v.different == 0);
        CHECK(v.compared == golden.size());
        CHECK(v.compared > 0);
      }
      if (!std::filesystem::exists(run.golden() / "pins.txt")) continue;
      auto const v = compare_pins(open_pins_of(design, state), read_open_pins(run.golden() / "pins.txt"),
                                  run.is_pessimistic());
      INFO(run.name() << " pins: " << v.compared << " compared, " << v.different << " differ\n" << v.first);
      CHECK(v.missing == 0);
      CHECK(v.different == 0);
      CHECK(v.compared > 12);
      CHECK(v.unclocked == (run.design == "i2c_ihp" ? 4 : 0));  // the pad of the clock, behind its port
    }
  }
}

namespace {

/// summary.txt: "wns max -0.1" and the like, in ps.
std::map<std::string, double> read_summary(std::filesystem::path const& file) {
  std::ifstream stream(file);
  REQUIRE(stream.good());
  std::map<std::string, double> values;
  std::string line;
  while (std::getline(stream, line)) {
    auto const last = line.rfind(' ');
    if (line.starts_with("wns ") || line.starts_with("tns ") || line.starts_with("worst slack "))
      values[line.substr(0, last)] = std::stod(line.substr(last)) * 1000;
  }
  REQUIRE(values.size() == 6);
  return values;
}

}  // namespace

TEST_CASE("WNS, TNS and worst slacks of the open designs are OpenSTA's", "[golden]") {
  for (auto const& run : open_runs()) {
    if (run.is_pessimistic()) continue;
    DYNAMIC_SECTION(run.name()) {
      gsta::model::diagnostics notes;
      auto const design = load_open(run, notes);
      gsta::host_executor const exec;
      gsta::timer timer(exec, design, open_options());
      timer.update(exec);
      auto golden = read_summary(run.golden() / "summary.txt");
      for (auto const side : {gsta::split::late, gsta::split::early}) {
        auto const ours = timer.summary(exec, side);
        std::string const name = side == gsta::split::late ? " max" : " min";
        INFO(run.name() << name);
        // A sum of n slacks may be off by n times what one may be.
        double const most = 0.1 * static_cast<double>(1 + ours.violations);
        CHECK(agrees(std::min(0.0, static_cast<double>(ours.wns)), golden["wns" + name]));
        CHECK(std::abs(ours.tns - golden["tns" + name]) <= most + 1e-4 * std::abs(golden["tns" + name]));
        CHECK(agrees(ours.worst_slack, golden["worst slack" + name]));
      }
    }
  }
}
