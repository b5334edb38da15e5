#include <algorithm>
#include <nlohmann/json.hpp>

#include "gsta/report/report.hpp"
#include "test/report/reported_design.hpp"
#include "test/support/catch.hpp"

using namespace gsta;
using nlohmann::json;

namespace {

json report(report_parts const& parts, group_paths_options const& paths = {}) {
  auto const design = gsta_test::reported_design();
  auto const timing = gsta_test::time_on_host(design);
  report_input input{design, timing, "top", "host"};
  input.paths = paths_by_group(design, timing, paths);
  input.diagnostics = {{"something \"odd\"", 3, "a.lib:1:2"}};
  return json::parse(report_json(input, parts));
}

std::vector<std::string> keys_of(json const& object) {
  std::vector<std::string> keys;
  for (auto const& item : object.items()) keys.push_back(item.key());
  return keys;  // nlohmann sorts them
}

json row(json const& rows, std::string const& pin, std::string const& check, std::string const& edge) {
  for (auto const& r : rows) {
    if (r["pin"] == pin && r["check"] == check && r["edge"] == edge) return r;
  }
  return {};
}

}  // namespace

TEST_CASE("JSON: the object's keys, always all of them", "[report]") {
  auto const all = report({.summary = false, .endpoints = false, .paths = false, .pins = false});
  CHECK(keys_of(all) == std::vector<std::string>{"design", "device", "diagnostics", "endpoints", "incomplete",
                                                 "not_applied", "paths", "pins", "summary", "units",
                                                 "unmatched", "violations"});
  CHECK(all["design"] == "top");
  CHECK(all["device"] == "host");
  CHECK(all["units"] == json{{"time", "ps"}, {"capacitance", "fF"}});
  CHECK(all["paths"].empty());
  CHECK(all["pins"].empty());
  CHECK(all["violations"] == json::array());
  CHECK(all["diagnostics"] == json::parse(R"([{"kind":"something \"odd\"","count":3,"first":"a.lib:1:2"}])"));
}

TEST_CASE("JSON: summary and endpoints", "[report]") {
  auto const all = report({});
  // ff2/D falls at 18+20+6 or, by way of in, at 10+11+6; it rises at 18+30+4; setup: required 110+7-3.
  CHECK(all["summary"]["setup"] ==
        json::parse(R"({"wns":-7,"tns":-7,"tns_rf":-7,"worst_slack":-7,"violations":1,
      "endpoints":2,"unconstrained":1})"));
  CHECK(keys_of(all["summary"]) == std::vector<std::string>{"hold", "setup"});
  auto const& endpoints = all["endpoints"];
  CHECK(endpoints.size() == 9);
  CHECK(
      row(endpoints, "ff2/D", "setup", "rise") ==
      json::parse(R"({"pin":"ff2/D","edge":"rise","check":"setup","group":"main","clock":"main","arrival":52,
                        "required":114,"slack":62})"));
  CHECK(row(endpoints, "ff2/D", "hold", "fall")["arrival"] == 17);
  CHECK(row(endpoints, "ff2/D", "hold", "fall")["required"] == 20);
  CHECK(row(endpoints, "out", "output_setup", "rise")["slack"] == -7);
  CHECK(row(endpoints, "out", "output_hold", "rise")["required"] == 15);
  auto const& alone = endpoints.back();
  CHECK(alone == json::parse(R"({"pin":"alone \"quoted\"","edge":null,"check":null,"group":"unconstrained",
                                 "clock":null,"arrival":null,"required":null,"slack":null})"));
}

TEST_CASE("JSON: paths of each group and side", "[report]") {
  group_paths_options options;
  options.k = 3;
  options.early = true;
  auto const paths = report({}, options)["paths"];
  REQUIRE(paths.size() == 4);  // two endpoints a side, one path each
  auto const& worst = paths[0];
  CHECK(keys_of(worst) ==
        std::vector<std::string>{"check", "endpoint", "group", "pins", "slack", "startpoint"});
  CHECK(worst["slack"] == -7);
  CHECK(worst["check"] == "output_setup");
  CHECK(worst["group"] == "main");
  CHECK(worst["startpoint"] == "ff1/CK");
  CHECK(worst["endpoint"] == "out");
  CHECK(worst["pins"].size() == 5);
  CHECK(worst["pins"][1] ==
        json::parse(R"({"pin":"ff1/Q","edge":"fall","arrival":48,"delay":30,"slew":1,"load":0})"));
  CHECK(worst["pins"][4]["arrival"] == 52);
  CHECK(worst["pins"][4]["load"].is_null());
  CHECK(paths[2]["check"].get<std::string>().ends_with("hold"));
  options.per_endpoint = 10;
  options.k = 100;
  options.early = false;
  CHECK(report({}, options)["paths"].size() == 8);  // two edges of two endpoints, from ff1 and from in
}

TEST_CASE("JSON: a large report goes in pieces that make the whole", "[report]") {
  auto design = gsta_test::reported_design();
  for (int i = 0; i < 2000; ++i)
    design.outputs.push_back(design.add_pin("unused/output" + std::to_string(i)));
  auto const timing = gsta_test::time_on_host(design);
  report_input const input{design, timing, "top", "host"};
  std::string whole;
  std::size_t pieces = 0, largest = 0;
  report_json(input, {.pins = true}, [&](std::string_view piece) {
    whole += piece;
    ++pieces;
    largest = std::max(largest, piece.size());
  });
  CHECK(whole == report_json(input, {.pins = true}));
  CHECK(whole.size() > 200'000);
  CHECK(pieces > 2);
  CHECK(largest < 70'000);
  auto const all = json::parse(whole);
  CHECK(all["endpoints"].size() == 2009);
  CHECK(all["pins"].size() == 2011);
  CHECK(all["summary"]["hold"]["unconstrained"] == 2001);
}

TEST_CASE("JSON: nothing constrained", "[report]") {
  flat_design const design;
  timing_snapshot const timing;
  auto const all = json::parse(report_json({design, timing, "empty", "host"}, {.pins = true}));
  CHECK(all["summary"]["setup"] == json::parse(R"({"wns":null,"tns":null,"tns_rf":null,"worst_slack":null,
      "violations":0,"endpoints":0,"unconstrained":0})"));
  for (auto const* const part : {"endpoints", "paths", "pins", "violations", "diagnostics"}) {
    CAPTURE(part);
    CHECK(all[part] == json::array());
  }
}

TEST_CASE("JSON: pins, undefined as null", "[report]") {
  auto const pins = report({.pins = true})["pins"];
  REQUIRE(pins.size() == 11);
  // Early: the hold check, 20 - 6 - 20 before D; late: the output, 45 - 4 - 30 before it.
  CHECK(pins[0] == json::parse(R"({"pin":"clk","at":[17,null,18,null],"slew":[1,1,1,1],
                                   "rat":[-6,null,11,null],"slack":[23,null,-7,null]})"));
  CHECK(pins[9]["slack"][2] == -7);
  CHECK(pins[10]["at"] == json::array({nullptr, nullptr, nullptr, nullptr}));
}
