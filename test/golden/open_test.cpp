#include "test/golden/open_pins.hpp"

using namespace gsta_test;

namespace {

struct verdict {
  std::size_t compared = 0, missing = 0, extra = 0, different = 0;
  std::string first;
  void say(std::string const& what) {
    if (++said_ <= 10) first += what + "\n";
  }

 private:
  std::size_t said_ = 0;
};

verdict compare_endpoints(endpoint_slacks const& ours, endpoint_slacks const& golden) {
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

/// Where OpenSTA gives a number we must; where it gives none its absence is compared for slacks only.
verdict compare_pins(std::map<std::string, open_pin> const& ours,
                     std::map<std::string, open_pin> const& golden) {
  verdict v;
  static char const* const columns[] = {"arrival", "slew", "slack"};
  for (auto const& [name, pin] : golden) {
    auto const found = ours.find(name);
    if (found == ours.end()) {
      if (name.ends_with("/IQ") || name.ends_with("/IQN")) continue;  // states inside of cells, no pins
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
        ++v.compared;
        if (known ? std::isfinite(a) && agrees(a, b) : !std::isfinite(a)) continue;
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
        auto const v = compare_endpoints(endpoints_of(design, state, late), golden);
        INFO(run.name() << (late ? " max: " : " min: ") << v.compared << " compared\n" << v.first);
        CHECK(v.missing == 0);
        CHECK(v.extra == 0);
        CHECK(v.different == 0);
        CHECK(v.compared == golden.size());
        CHECK(v.compared > 0);
      }
      if (!std::filesystem::exists(run.golden() / "pins.txt")) continue;
      auto const v = compare_pins(open_pins_of(design, state), read_open_pins(run.golden() / "pins.txt"));
      INFO(run.name() << " pins: " << v.compared << " compared, " << v.different << " differ\n" << v.first);
      CHECK(v.missing == 0);
      CHECK(v.different == 0);
      CHECK(v.compared > 12);
    }
  }
}
