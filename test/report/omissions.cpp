// What was read and not applied stands in every report, and what is not constrained is not met.
#include <nlohmann/json.hpp>

#include "gsta/report/report.hpp"
#include "test/report/reported_design.hpp"
#include "test/report/well_formed.hpp"
#include "test/support/catch.hpp"
#include "test/support/set_wire.hpp"

using namespace gsta;
using gsta_test::contains;

namespace {

/// The first n of "command 0 (t.sdc:1:1)", "command 1 (t.sdc:2:1)", ...
model::omissions omissions_of(std::string const& what, int n) {
  model::omissions all;
  for (int i = 0; i < n; ++i)
    all.add({what + " " + std::to_string(i), "t.sdc:" + std::to_string(i + 1) + ":1"});
  return all;
}

struct reported_omissions {
  flat_design design = gsta_test::reported_design();
  timing_snapshot timing = gsta_test::time_on_host(design);
  report_input input{design, timing, "top", "host"};
};

}  // namespace

TEST_CASE("text: what was left out stands in front, whatever parts are asked for", "[report]") {
  reported_omissions r;
  report_parts const none_at_all{false, false, false, false};
  CHECK(report_text(r.input, none_at_all).empty());
  r.input.not_applied = omissions_of("set_it", 7);
  r.input.unmatched = omissions_of("port", 2);
  std::string const head =
      "INCOMPLETE: 7 constraints were not applied\n"
      "  set_it 0 (t.sdc:1:1)\n  set_it 1 (t.sdc:2:1)\n  set_it 2 (t.sdc:3:1)\n  set_it 3 (t.sdc:4:1)\n"
      "  set_it 4 (t.sdc:5:1)\n  and 2 more\n"
      "UNMATCHED: 2 names\n  port 0 (t.sdc:1:1)\n  port 1 (t.sdc:2:1)\n\n";
  CHECK(report_text(r.input, none_at_all) == head);
  CHECK(report_text(r.input).starts_with(head + "Design  top\n"));
  r.input.not_applied = {};
  CHECK(report_text(r.input).starts_with("UNMATCHED: 2 names\n"));
}

TEST_CASE("JSON: what was left out is counted, constraints are listed", "[report]") {
  reported_omissions r;
  r.input.not_applied = omissions_of("set \"it\"", 2);
  r.input.unmatched = omissions_of("port", 3);
  auto const all = nlohmann::json::parse(report_json(r.input));
  CHECK(all["incomplete"] == 2);
  CHECK(all["not_applied"] == nlohmann::json::parse(R"([{"what":"set \"it\" 0","at":"t.sdc:1:1"},
                                                        {"what":"set \"it\" 1","at":"t.sdc:2:1"}])"));
  CHECK(all["unmatched"] == 3);
  r.input.not_applied = omissions_of("x", 5000);
  auto const many = nlohmann::json::parse(report_json(r.input));
  CHECK(many["incomplete"] == 5000);
  CHECK(many["not_applied"].size() == model::omissions::most_kept);
}

TEST_CASE("loops that were cut stand behind what was left out, in JSON all of them", "[report]") {
  reported_omissions r;
  r.input.unmatched = omissions_of("port", 1);
  for (int i = 0; i < 7; ++i) r.design.loops.push_back({{1, 0}, 2, false, 0, 1});
  r.design.loops.back().length = 30;
  r.design.loop_count = 8;
  auto const name = [&](id pin) { return std::string(r.design.pin_name[static_cast<std::size_t>(pin)]); };
  std::string const line = "  " + name(1) + " " + name(0) + " (cut: " + name(0) + " -> " + name(1) + ")\n";
  CHECK_THAT(report_text(r.input), contains("port 0 (t.sdc:1:1)\nLOOPS: 8 cut\n" + line + line));
  CHECK_THAT(report_text(r.input), contains(line + "  and 3 more\n\n"));
  CHECK_THAT(report_html(r.input), contains("<h3>LOOPS: 8 cut</h3>"));
  auto const all = nlohmann::json::parse(report_json(r.input));
  CHECK(all["loops"] == 8);
  REQUIRE(all["cut_loops"].size() == 7);
  CHECK(all["cut_loops"][6] ==
        nlohmann::json{{"from", name(0)}, {"to", name(1)}, {"length", 30}, {"pins", {name(1), name(0)}}});
}

TEST_CASE("html: what was left out stands in front of the summary", "[report]") {
  reported_omissions r;
  CHECK(report_html(r.input).find("INCOMPLETE") == std::string::npos);
  r.input.not_applied = omissions_of("set <it>", 6);
  r.input.unmatched = omissions_of("port", 1);
  auto const page = report_html(r.input);
  CHECK(gsta_test::markup_checker(page).fault().empty());
  CHECK_THAT(page, contains("<h3>INCOMPLETE: 6 constraints were not applied</h3>"));
  CHECK_THAT(page, contains("<li class=\"p\">set &lt;it&gt; 4 (t.sdc:5:1)</li>\n</ul>\n"
                            "<p class=\"soft\">and 1 more</p>"));
  CHECK_THAT(page, contains("<h3>UNMATCHED: 1 names</h3>"));
  CHECK(page.find("INCOMPLETE") < page.find("<h2 id=\"summary\">"));
}

TEST_CASE("reports: black boxes, nets without wires and missing clocks stand in front", "[report]") {
  reported_omissions r;
  report_parts const heads{.summary = false, .paths = false};
  r.input.black_boxes = omissions_of("MACRO u", 6);
  std::string const boxes =
      "BLACK BOXES: 6\n  MACRO u 0 (t.sdc:1:1)\n  MACRO u 1 (t.sdc:2:1)\n  MACRO u 2 (t.sdc:3:1)\n"
      "  MACRO u 3 (t.sdc:4:1)\n  MACRO u 4 (t.sdc:5:1)\n  and 1 more\n";
  CHECK(report_text(r.input, heads) == boxes + "\n");
  std::size_t nets = 0;
  for (std::size_t n = 0; n < r.design.net_driver.size(); ++n)
    nets += r.design.net_begin[n] < r.design.net_begin[n + 1] ? 1 : 0;
  r.input.extracted_wires = true;
  std::string const spef = "SPEF: 0 of " + std::to_string(nets) + " nets";
  CHECK(report_text(r.input, heads) == boxes + spef + "\n\n");
  r.input.not_applied = omissions_of("x", 1);
  CHECK(report_text(r.input, {.summary = false, .paths = false, .left_out = false}).empty());
  auto const page = report_html(r.input);
  CHECK(gsta_test::markup_checker(page).fault().empty());
  CHECK_THAT(page, contains("<h3>BLACK BOXES: 6</h3>"));
  CHECK_THAT(page, contains("<h3>" + spef + "</h3>\n</section>"));
  auto const all = nlohmann::json::parse(report_json(r.input));
  CHECK(all["black_boxes"] == 6);
  CHECK(all["incomplete"] == 1);
  CHECK(all["spef"] == nlohmann::json{{"nets", nets}, {"annotated", 0}});
}

TEST_CASE("reports: a net counts once, whatever drives it, where any of its drivers has a wire", "[report]") {
  flat_design d;
  for (int i = 0; i < 8; ++i) d.add_pin("p" + std::to_string(i));
  d.add_net(0, {1, 2}, "one");
  gsta_test::set_wire(d, 0, {1, 1}, {none, 0}, {0}, {1}, {1});
  d.add_net(3, {}, "idle");
  d.add_net(4, {6, 7}, "shared");
  d.add_net(5, {6, 7}, "shared");
  gsta_test::set_wire(d, 0, {1}, {none}, {}, {}, {});
  timing_snapshot const timing;
  report_input input{d, timing, "top", "host"};
  input.extracted_wires = true;
  report_parts const heads{.summary = false, .paths = false};
  CHECK(report_text(input, heads) == "CLOCKS: no clock is defined\n\n");
  d.add_net(2, {3}, "bare");
  CHECK(report_text(input, heads) == "SPEF: 2 of 3 nets\nCLOCKS: no clock is defined\n\n");
  d.add_clock(none, {.period = 1000}, "virtual");
  CHECK(report_text(input, heads) == "SPEF: 2 of 3 nets\n\n");
}

TEST_CASE("reports: without a constrained endpoint there are no sums", "[report]") {
  flat_design const design;
  timing_snapshot const timing;
  report_input const input{design, timing, "empty", "host"};
  auto const text = report_text(input);
  CHECK_THAT(text, contains("WNS                                    -               -\n"));
  CHECK_THAT(text, contains("TNS                                    -               -\n"));
  auto const page = report_html(input);
  CHECK_THAT(page, contains("<dt>WNS (ps)</dt><dd>\u2013</dd>"));
  CHECK_THAT(page, contains("<dt>TNS (ps)</dt><dd>\u2013</dd>"));
}
