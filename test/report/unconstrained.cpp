// Endpoints without a slack, and why: by name in text, JSON and on the page, counted in summaries.

#include "gsta/report/unconstrained.hpp"

#include <map>
#include <nlohmann/json.hpp>

#include "gsta/report/report.hpp"
#include "test/flat/model_maker.hpp"
#include "test/report/well_formed.hpp"
#include "test/support/catch.hpp"

using namespace gsta_test;
using gsta::unconstrained_reason;

namespace {

/// One endpoint for each reason, and one that is constrained.
model_maker open_ends() {
  model_maker m;
  for (char const* name : {"clk", "a", "b", "e"}) m.input(name);
  for (char const* name : {"o_tied", "o_free", "o_late", "o_edge", "o_silent"}) m.output(name);
  auto const reg = [&](char const* name, char const* clock, char const* data) {
    m.instance("DFF", name, {{"CK", clock}, {"D", data}});
  };
  reg("met", "clk", "a");
  reg("unclocked", "nothing", "a");
  reg("of_no_clock", "clk", "b");
  reg("false", "clk", "a");
  reg("cut", "clk", "behind");
  reg("silent", "clk", "floating");
  m.instance("BUF", "u", {{"A", "a"}, {"Z", "taken"}});
  m.instance("INV", "v", {{"A", "taken"}, {"Z", "behind"}});
  m.instance("TIE0", "tie", {{"Z", "o_tied"}});
  m.instance("BUF", "w", {{"A", "a"}, {"Z", "o_free"}});
  m.instance("BUF", "x", {{"A", "a"}, {"Z", "o_late"}});
  m.instance("BUF", "y", {{"A", "e"}, {"Z", "o_edge"}});
  m.clock("c", "clk", true);
  m.arrival("a", "c", {1, 1, 1, 1});
  m.arrival("b", "", {1, 1, 1, 1});
  m.arrival("e", "c", {1, early_none, 1, late_none});
  auto const undefined = gsta::undefined_required();
  m.required("o_late", "c", {undefined[0], undefined[1], -10, -10});
  m.required("o_edge", "c", {undefined[0], 0, undefined[2], -10});
  m.required("o_silent", "c", {0, 0, -10, -10});
  m.constraints.disabled.push_back({model::disabled_timing::scope::instance, "u", "", "", {}});
  auto& except = m.constraints.exceptions.emplace_back();
  except.to.pins = {"false/D"};
  return m;
}

using reasons = std::map<std::string, std::pair<std::string, std::string>>;

reasons found_in(timed_model const& t) {
  reasons found;
  for (auto const& end : gsta::find_unconstrained(t.flat, t.state)) {
    std::string const name(t.flat.pin_name[static_cast<std::size_t>(end.pin)]);
    CHECK(found.emplace(name, std::pair{gsta::name_of(end.setup, false), gsta::name_of(end.hold, false)})
              .second);
  }
  return found;
}

}  // namespace

TEST_CASE("each unconstrained endpoint has one reason", "[report]") {
  auto m = open_ends();
  timed_model const t(m);
  auto const both = [](char const* reason) { return std::pair<std::string, std::string>{reason, reason}; };
  CHECK(found_in(t) == reasons{{"unclocked/D", both("no_clock")},
                               {"of_no_clock/D", both("unclocked_data")},
                               {"false/D", both("excepted")},
                               {"cut/D", both("disabled_arc")},
                               {"silent/D", both("no_data")},
                               {"o_tied", both("constant")},
                               {"o_free", both("no_required")},
                               {"o_late", {"none", "no_required"}},
                               {"o_edge", both("no_edge")},
                               {"o_silent", both("no_data")}});
}

TEST_CASE("reasons add up to what summaries count", "[report]") {
  auto m = open_ends();
  timed_model const t(m);
  auto const ends = gsta::find_unconstrained(t.flat, t.state);
  for (auto const side : {gsta::split::late, gsta::split::early}) {
    auto const counts = gsta::count_reasons(ends, side);
    std::int64_t sum = 0;
    for (std::size_t i = 1; i < counts.size(); ++i) sum += counts[i];
    auto const& summary = side == gsta::split::late ? t.state.setup : t.state.hold;
    CHECK(sum == summary.unconstrained);
    CHECK(sum + summary.endpoints == static_cast<std::int64_t>(t.state.endpoint_pin.size()));
  }
}

TEST_CASE("exclusive clocks and false paths of one side are told", "[report]") {
  auto m = open_ends();
  m.constraints.exceptions.back().hold = false;
  CHECK(found_in(timed_model(m)).at("false/D") == std::pair<std::string, std::string>{"excepted", "none"});
  m.clock("d", "", true);
  m.constraints.arrivals[0].clock = "d";
  auto& groups = m.constraints.groups.emplace_back();
  groups.groups = {{"c"}, {"d"}};
  CHECK(found_in(timed_model(m)).at("met/D") == std::pair<std::string, std::string>{"excepted", "excepted"});
}

TEST_CASE("reasons stand in text, JSON and on the page", "[report]") {
  auto m = open_ends();
  timed_model const t(m);
  gsta::report_input const input{t.flat, t.state, "top", "host"};
  gsta::report_parts parts;
  parts.unconstrained = true;
  auto const text = gsta::report_text(input, parts);
  CHECK_THAT(text, contains("Unconstrained endpoints                9              10\n"
                            "  constant                             1               1\n"
                            "  behind a disabled arc                1               1\n"
                            "  no data arrive                       2               2\n"
                            "  nothing required                     1               2\n"
                            "  no clock arrives                     1               1\n"
                            "  data of no clock                     1               1\n"
                            "  edge never arrives                   1               1\n"
                            "  false paths only                     1               1\n"));
  CHECK_THAT(text, contains("o_late                  -                     nothing required\n"));
  CHECK_THAT(text, contains("unclocked/D             no clock arrives      no clock arrives\n"));
  auto const json = nlohmann::json::parse(gsta::report_json(input, parts));
  CHECK(json["unconstrained"].size() == 10);
  CHECK(json["summary"]["hold"]["unconstrained_by_reason"]["no_required"] == 2);
  auto const page = gsta::report_html(input);
  CHECK(markup_checker(page).fault() == "");
  CHECK_THAT(page, contains("<tr><td class=\"p\">o_late</td><td>\u2013</td><td>nothing required</td></tr>"));
}
