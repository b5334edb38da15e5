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
    DYNAMIC_SECTION(run.name()) {
      auto const [design, state] = time_run(run);
      check_endpoints(run, design, state);
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
