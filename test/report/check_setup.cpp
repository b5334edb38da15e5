// What is missing in constraints: each kind on a small design, by name.

#include "gsta/report/check_setup.hpp"

#include <map>
#include <nlohmann/json.hpp>

#include "gsta/report/report.hpp"
#include "test/flat/model_maker.hpp"
#include "test/report/well_formed.hpp"
#include "test/support/catch.hpp"
#include "test/support/json_schema.hpp"

using namespace gsta_test;

namespace {

using findings = std::map<std::string, std::vector<std::string>>;

/// a into r, r to o: all is constrained.
model_maker whole() {
  model_maker m;
  for (char const* name : {"clk", "clk2", "a"}) m.input(name);
  m.output("o");
  m.instance("MUX2", "m", {{"A", "clk"}, {"B", "clk2"}, {"S", "low"}, {"Z", "ck"}});
  m.instance("TIE0", "t", {{"Z", "low"}});
  m.instance("DFF", "r", {{"CK", "ck"}, {"D", "a"}, {"Q", "o"}});
  m.clock("c", "clk", true);
  m.arrival("clk2", "c", same_value(0.0f));
  m.arrival("a", "c", same_value(0.0f));
  m.required("o", "c", same_value(0.0f));
  return m;
}

findings found_in(model_maker& m) {
  timed_model const t(m);
  gsta::report_input const input{t.flat, t.state, "top", "host"};
  findings all;
  for (auto const& found : gsta::check_setup(input)) {
    if (found.of != gsta::setup_gap::loops) CHECK(found.count == found.names.size());
    CHECK(all.emplace(gsta::name_of(found.of), found.names).second);
  }
  return all;
}

}  // namespace

TEST_CASE("what is wholly constrained lacks nothing", "[report]") {
  auto m = whole();
  CHECK(found_in(m) == findings{});
}

TEST_CASE("ports without delays are named, clocks and constants not", "[report]") {
  auto m = whole();
  m.input("b");
  m.input("tied");
  m.output("p");
  m.output("q");
  m.instance("BUF", "u", {{"A", "b"}, {"Z", "p"}});
  m.instance("BUF", "v", {{"A", "tied"}, {"Z", "q"}});
  m.constraints.case_values.push_back({"tied", true, {}});
  CHECK(found_in(m) ==
        findings{{"no_input_delay", {"b"}}, {"no_output_delay", {"p"}}, {"unconstrained_endpoints", {"p"}}});
  // With a delay, and data of a clock, it is constrained; with data of none it is not.
  m.required("p", "c", same_value(0.0f));
  CHECK(found_in(m) == findings{{"no_input_delay", {"b"}}, {"unconstrained_endpoints", {"p"}}});
  m.arrival("b", "c", same_value(0.0f));
  CHECK(found_in(m) == findings{});
}

TEST_CASE("registers without a clock, with several, and what they leave open", "[report]") {
  auto m = whole();
  m.instance("DFF", "s", {{"CK", "nothing"}, {"D", "a"}});
  m.clock("d", "clk2", true);
  // The constant at the MUX keeps d from r, but d is a clock there nonetheless.
  CHECK(found_in(m) ==
        findings{{"no_clock", {"s/CK"}}, {"multiple_clock", {"r/CK"}}, {"unconstrained_endpoints", {"s/D"}}});
}

TEST_CASE("loops and generated clocks without a source", "[report]") {
  auto m = whole();
  m.instance("AND2", "g", {{"A", "a"}, {"B", "y"}, {"Z", "x"}});
  m.instance("BUF", "h", {{"A", "x"}, {"Z", "y"}});
  auto& generated = m.constraints.generated_clocks.emplace_back();
  generated.clock.name = "lost";
  generated.clock.sources = {"h/Z"};
  generated.source = "a";
  generated.divide_by = 2;
  auto const all = found_in(m);
  CHECK(all.size() == 2);
  CHECK(all.at("generated_clocks") == std::vector<std::string>{"lost"});
  auto const& loop = all.at("loops");
  REQUIRE(loop.size() == 5);
  CHECK_THAT(loop.back(), contains("cut: "));
}

TEST_CASE("gaps stand in text, JSON and on the page", "[report]") {
  auto m = whole();
  m.constraints.required.clear();
  timed_model const t(m);
  gsta::report_input const input{t.flat, t.state, "top", "host"};
  gsta::report_parts parts{false, false, false, false, false};
  parts.check_setup = true;
  CHECK(gsta::report_text(input, parts) ==
        "Check of constraints\n"
        "--------------------------------------------------------\n"
        "1 output port has no set_output_delay\n"
        "  o\n"
        "1 endpoint is unconstrained\n"
        "  o\n"
        "\n");
  auto const json = nlohmann::json::parse(gsta::report_json(input, parts));
  CHECK(report_schema().fault(json) == "");
  CHECK(json["check_setup"] == nlohmann::json::parse(R"([{"check":"no_output_delay","count":1,"names":["o"]},
      {"check":"unconstrained_endpoints","count":1,"names":["o"]}])"));
  auto const page = gsta::report_html(input);
  CHECK(markup_checker(page).fault() == "");
  CHECK_THAT(page, contains("<summary>1 output port has no set_output_delay</summary>"));
}
