#include "test/golden/open_pins.hpp"

using namespace gsta_test;

TEST_CASE("every endpoint of the open designs has OpenSTA's slack", "[golden]") {
  for (auto const& run : open_runs()) {
    DYNAMIC_SECTION(run.name()) {
      auto const [design, state] = time_run(run);
      check_endpoints(run, design, state);
      if (!std::filesystem::exists(run.golden() / "pins.txt")) continue;
      bool const rich = run.has_rich_constraints();
      auto const by_pin = rich ? open_pins_of(design, time_run(run, {}, gsta::common_path::leave_in).state)
                               : open_pins_of(design, state);
      auto const v = compare_pins(by_pin, read_open_pins(run.golden() / "pins.txt"), rich);
      INFO(run.name() << " pins: " << v.compared << " compared, " << v.different << " differ\n" << v.first);
      CHECK(v.missing == 0);
      CHECK(v.different == 0);
      CHECK(v.compared > 12);
      CHECK(v.unclocked == (run.design == "i2c_ihp" ? 4 : 0));  // the pad of the clock, behind its port
    }
  }
}
