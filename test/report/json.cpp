#include <algorithm>
#include <nlohmann/json.hpp>

#include "gsta/report/report.hpp"
#include "test/report/reported_design.hpp"
#include "test/support/catch.hpp"
#include "test/support/json_schema.hpp"

using namespace gsta;
using nlohmann::json;

namespace {

json json_of(report_parts const& parts, gsta_test::group_paths const& paths = {}) {
  auto design = gsta_test::reported_design();
  design.net_name.rename(2, "q");
  auto const timing = gsta_test::time_on_host(design);
  report_input input{design, timing, "top", "host"};
  input.paths = gsta_test::groups_found(design, timing, paths);
  input.cell_of = gsta_test::reported_cells(design);
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
  auto const all = json_of({.summary = false, .endpoints = false, .paths = false, .pins = false});
  CHECK(keys_of(all) == std::vector<std::string>{"black_boxes", "check_setup", "clock_latency", "clock_skew",
                                                 "cut_loops",   "delay_model", "design",        "device",
                                                 "diagnostics", "endpoints",   "incomplete",    "loops",
                                                 "not_applied", "paths",       "pins",          "spef",
                                                 "stages",      "summary",     "unconstrained", "units",
                                                 "unmatched",   "version",     "violations"});
  CHECK(all["version"] == 3);
  CHECK(all["design"] == "top");
  CHECK(all["device"] == "host");
  CHECK(all["delay_model"] == "");
  CHECK(all["units"] == json{{"time", "ps"}, {"capacitance", "fF"}});
  CHECK(all["paths"].empty());
  CHECK(all["pins"].empty());
  CHECK(all["violations"] == json::array());
  CHECK(all["diagnostics"] == json::parse(R"([{"kind":"something \"odd\"","count":3,"first":"a.lib:1:2"}])"));
}

TEST_CASE("JSON: design rules and their violations, as the schema has them", "[report]") {
  auto const design = gsta_test::reported_design();
  auto const timing = gsta_test::time_on_host(design);
  report_input input{design, timing, "top", "host"};
  input.rules.summary[0] = {7, 1, -0.5f};
  input.rules.summary[3] = {2, 1, -3};
  input.rules.checks = {{design_rule::max_slew, 5, none, late_fall, 1, 1.5f, -0.5f},
                        {design_rule::min_pulse_width, 4, 0, late_rise, 50, 47, -3}};
  auto const all = json::parse(report_json(input, {}));
  CHECK(gsta_test::report_schema().fault(all) == "");
  CHECK(all["summary"]["rules"] == json::parse(R"([
      {"rule":"max_slew","checked":7,"violations":1,"worst_slack":-0.5},
      {"rule":"min_pulse_width","checked":2,"violations":1,"worst_slack":-3}])"));
  CHECK(all["violations"] == json::parse(R"([
      {"rule":"max_slew","pin":"ff2/D","edge":"fall","clock":null,"limit":1,"value":1.5,"slack":-0.5},
      {"rule":"min_pulse_width","pin":"ff2/CK","edge":"rise","clock":"main","limit":50,"value":47,"slack":-3}])"));
  auto const text = report_text(input, {false, false, false, false, true});
  CHECK(text.find("min_pulse_width   ff2/CK    high  main") != text.npos);
  auto const page = report_html(input);
  CHECK(page.find("<td>max_slew</td><td class=\"p\">ff2/D</td><td>fall</td>") != page.npos);
}

TEST_CASE("JSON: summary and endpoints", "[report]") {
  auto const all = json_of({});
  // ff2/D falls at 18+20+6 or, by way of in, at 10+11+6; it rises at 18+30+4; setup: required 110+7-3.
  CHECK(all["summary"]["setup"] ==
        json::parse(R"({"wns":-7,"tns":-7,"tns_rf":-7,"worst_slack":-7,"violations":1,
      "endpoints":2,"unconstrained":1,"unconstrained_by_reason":{"no_data":1}})"));
  CHECK(keys_of(all["summary"]) == std::vector<std::string>{"clocks", "groups", "hold", "setup"});
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
  gsta_test::group_paths options;
  options.k = 3;
  options.early = true;
  auto const paths = json_of({}, options)["paths"];
  REQUIRE(paths.size() == 4);  // two endpoints a side, one path each
  auto const& worst = paths[0];
  CHECK(keys_of(worst) == std::vector<std::string>{"capture_clock", "check", "endpoint", "group", "pins",
                                                   "required", "slack", "startpoint"});
  CHECK(worst["capture_clock"] == "main");
  CHECK(worst["required"] == 45);
  CHECK(worst["slack"] == -7);
  CHECK(worst["check"] == "output_setup");
  CHECK(worst["group"] == "main");
  CHECK(worst["startpoint"] == "ff1/CK");
  CHECK(worst["endpoint"] == "out");
  CHECK(worst["pins"].size() == 5);
  CHECK(worst["pins"][1] ==
        json::parse(R"({"pin":"ff1/Q","cell":"DFF","net":"q","edge":"fall","arrival":48,"delay":30,"slew":1,
                        "load":0})"));
  CHECK(worst["pins"][0]["net"].is_null());   // nothing leads to the clock pin, where the path starts
  CHECK(worst["pins"][2]["net"] == "q");      // a load's net is its driver's
  CHECK(worst["pins"][3]["net"].is_null());   // has no name
  CHECK(worst["pins"][4]["cell"].is_null());  // a port
  CHECK(worst["pins"][4]["arrival"] == 52);
  CHECK(worst["pins"][4]["load"].is_null());
  CHECK(paths[2]["check"].get<std::string>().ends_with("hold"));
  options.per_endpoint = 10;
  options.k = 100;
  options.early = false;
  CHECK(json_of({}, options)["paths"].size() == 8);  // two edges of two endpoints, from ff1 and from in
}

TEST_CASE("JSON: a required time without a clock has none", "[report]") {
  auto design = gsta_test::reported_design();
  design.requirements[0].capture_edge = none;
  auto const timing = gsta_test::time_on_host(design);
  report_input input{design, timing, "top", "host"};
  input.paths = gsta_test::groups_found(design, timing, {});
  auto const paths = json::parse(report_json(input))["paths"];
  REQUIRE(paths.size() == 2);
  CHECK(paths[0]["group"] == "**default**");
  CHECK(paths[0]["capture_clock"].is_null());
  CHECK(paths[0]["pins"][0]["cell"].is_null());
  CHECK(gsta_test::report_schema().fault(json::parse(report_json(input))) == "");
}

TEST_CASE("JSON: reports are as docs/report.schema.json says", "[report]") {
  auto const schema = gsta_test::report_schema();
  gsta_test::group_paths const both{10, 10, true, true};
  CHECK(schema.fault(json_of({.pins = true}, both)) == "");
  CHECK(schema.fault(json_of({.summary = false, .paths = false}, both)) == "");
  flat_design const design;
  timing_snapshot const timing;
  report_input empty{design, timing, "empty", "cuda"};
  CHECK(schema.fault(json::parse(report_json(empty, {.pins = true}))) == "");
  empty.not_applied.add({"set_x", "a.sdc:1:1"});
  empty.unmatched.add({"port \"y\"", "a.sdc:2:1"});
  CHECK(schema.fault(json::parse(report_json(empty))) == "");
}

TEST_CASE("JSON: the schema leaves nothing open", "[report]") {
  auto const schema = gsta_test::report_schema();
  auto const good = json_of({.pins = true}, {10, 10, true, true});
  // Whatever is taken away or added, or has another type, is a fault.
  std::vector<json::json_pointer> const places{json::json_pointer(""),
                                               json::json_pointer("/units"),
                                               json::json_pointer("/summary"),
                                               json::json_pointer("/summary/hold"),
                                               json::json_pointer("/endpoints/0"),
                                               json::json_pointer("/paths/0"),
                                               json::json_pointer("/paths/0/pins/1"),
                                               json::json_pointer("/pins/3"),
                                               json::json_pointer("/diagnostics/0")};
  for (auto const& place : places) {
    for (auto const& item : good[place].items()) {
      CAPTURE(place.to_string(), item.key());
      auto bad = good;
      bad[place].erase(item.key());
      CHECK(schema.fault(bad) != "");
      bad = good;
      bad[place][item.key()] = json{{"no", "such"}};
      CHECK(schema.fault(bad) != "");
    }
    auto bad = good;
    bad[place]["other"] = 1;
    CHECK(schema.fault(bad) != "");
  }
  for (auto const* const change : {R"({"version":1})", R"({"incomplete":-1})", R"({"incomplete":0.5})",
                                   R"({"violations":[1]})", R"({"units":{"time":"ns"}})", R"({"paths":[{}]})",
                                   R"({"pins":[{"pin":"a"}]})", R"({"not_applied":[1]})"}) {
    auto bad = good;
    bad.merge_patch(json::parse(change));
    CHECK(schema.fault(bad) != "");
  }
}

TEST_CASE("JSON: a schema with a word that nobody checks is refused", "[report]") {
  CHECK_THROWS_AS(gsta_test::json_schema(json{{"pattern", "x"}}).fault("x"), std::logic_error);
  CHECK_THROWS_AS(gsta_test::json_schema(json{{"additionalProperties", true}}).fault("x"), std::logic_error);
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
      "violations":0,"endpoints":0,"unconstrained":0,"unconstrained_by_reason":{}})"));
  for (auto const* const part : {"endpoints", "paths", "pins", "violations", "diagnostics"}) {
    CAPTURE(part);
    CHECK(all[part] == json::array());
  }
}

TEST_CASE("JSON: pins, undefined as null", "[report]") {
  auto const pins = json_of({.pins = true})["pins"];
  REQUIRE(pins.size() == 11);
  // Early: the hold check, 20 - 6 - 20 before D; late: the output, 45 - 4 - 30 before it.
  CHECK(pins[0] == json::parse(R"({"pin":"clk","at":[17,null,18,null],"slew":[1,1,1,1],
                                   "rat":[-6,null,11,null],"slack":[23,null,-7,null]})"));
  CHECK(pins[9]["slack"][2] == -7);
  CHECK(pins[10]["at"] == json::array({nullptr, nullptr, nullptr, nullptr}));
}
