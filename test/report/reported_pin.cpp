#include "gsta/report/reported_pin.hpp"

#include <nlohmann/json.hpp>

#include "gsta/report/report.hpp"
#include "test/report/reported_design.hpp"
#include "test/support/catch.hpp"

using namespace gsta;

TEST_CASE("a reported pin is what the JSON report has of it", "[report]") {
  for (auto const& design : {gsta_test::reported_design(), gsta_test::ideally_clocked_design()}) {
    auto const timing = gsta_test::time_on_host(design);
    auto const json = nlohmann::json::parse(report_json({design, timing, "top", "host"}, {.pins = true}));
    pin_reporter const look_at(design);
    std::size_t compared = 0;
    for (auto const& row : json["pins"]) {
      auto const name = row["pin"].get<std::string>();
      auto const found = std::find(design.pin_name.begin(), design.pin_name.end(), name);
      REQUIRE(found != design.pin_name.end());
      auto const pin = look_at(timing, static_cast<id>(found - design.pin_name.begin()));
      for (int c = 0; c < conditions; ++c) {
        auto const same = [&](char const* key, double value) {
          CAPTURE(name, key, c);
          auto const& shown = row[key][static_cast<std::size_t>(c)];
          bool const undefined = value - value != 0;
          CHECK(shown.is_null() == undefined);
          if (undefined || shown.is_null()) return;
          CHECK_THAT(value, Catch::Matchers::WithinAbs(shown.get<double>(), 1e-3));
          ++compared;
        };
        same("at", pin.arrival[c]);
        same("rat", pin.required[c]);
        same("slew", static_cast<double>(pin.slew[c]));
        same("slack", static_cast<double>(pin.slack[c]));
      }
    }
    CHECK(compared > 50);
  }
}
