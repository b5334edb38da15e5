#include <algorithm>
#include <cctype>

#include "gsta/report/report.hpp"
#include "src/report/html_writer.hpp"
#include "test/report/reported_design.hpp"
#include "test/report/well_formed.hpp"
#include "test/support/catch.hpp"

using namespace gsta;
using gsta_test::contains;
using gsta_test::count_of;

namespace {

gsta_test::group_paths const all_paths{100, 10, true, true};

std::string report(html_options const& options = {}, gsta_test::group_paths const& paths = all_paths) {
  auto const design = gsta_test::reported_design();
  auto const timing = gsta_test::time_on_host(design);
  report_input input{design, timing, "top", "host"};
  input.paths = gsta_test::groups_found(design, timing, paths);
  input.cell_of = gsta_test::reported_cells(design);
  input.diagnostics = {{"something odd", 12345, "a.lib:1:2"}};
  return report_html(input, options);
}

/// What holds for every page.
void check_page(std::string const& page) {
  CHECK(gsta_test::markup_checker(page).fault().empty());
  auto text = gsta_test::without_code(page);
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  CHECK_FALSE(gsta_test::has_word(text, "nan"));
  CHECK_FALSE(gsta_test::has_word(text, "inf"));
  for (auto const* const never : {"http://", "https://", "src=", "@import", "url("}) {
    CAPTURE(never);
    CHECK(text.find(never) == text.npos);
  }
  CHECK(page.find("://") == page.npos);
  CHECK(page.size() < 2'000'000);
}

}  // namespace

TEST_CASE("html: the checker of the pages finds faults", "[report]") {
  auto const fault = [](char const* page) { return gsta_test::markup_checker(page).fault(); };
  CHECK(fault("<!DOCTYPE html><p class=\"a>b\">x &amp; y<br/></p>").empty());
  CHECK(fault("<style>a>b{}</style><p>x</p>").empty());
  CHECK_FALSE(fault("<p>x").empty());
  CHECK_FALSE(fault("<p><i>x</p></i>").empty());
  CHECK_FALSE(fault("<p>x</p></p>").empty());
  CHECK_FALSE(fault("<p>a & b</p>").empty());
  CHECK_FALSE(fault("<p>a > b</p>").empty());
  CHECK_FALSE(fault("<p class=a>b</p>").empty());
  CHECK_FALSE(fault("<p title=\"a<b\">b</p>").empty());
  CHECK_FALSE(fault("<p title=\"a\"b\">b</p>").empty());
}

TEST_CASE("html: the search for words finds whole ones", "[report]") {
  CHECK(gsta_test::has_word("<td>-nan</td>", "nan"));
  CHECK(gsta_test::has_word("inf", "inf"));
  CHECK_FALSE(gsta_test::has_word("a nand b, nano", "nan"));
}

TEST_CASE("html: header, summary and diagnostics", "[report]") {
  auto const page = report();
  check_page(page);
  CHECK_THAT(page, contains("<h1>top</h1>"));
  CHECK_THAT(page, contains("on the host. Times in ps, capacitances in fF."));
  // Setup: out by -7, ff2/D met. Hold: ff2/D by 16 - 20, out met.
  CHECK_THAT(page, contains("<h3>Setup (max)</h3>\n<div class=\"big bad\">-7.00 ps</div>"));
  CHECK_THAT(page, contains("<h3>Hold (min)</h3>\n<div class=\"big bad\">-4.00 ps</div>"));
  CHECK_THAT(page, contains("<dt>TNS (ps)</dt><dd class=\"bad\">-7.00</dd>"));
  CHECK_THAT(page, contains("<dt>Violations</dt><dd class=\"bad\">1</dd>"));
  CHECK_THAT(page, contains("<dt>Endpoints</dt><dd>2</dd>"));
  CHECK_THAT(page, contains("<dt>Unconstrained</dt><dd>1</dd>"));
  CHECK_THAT(page,
             contains("<td>something odd</td><td class=\"n\">12,345</td><td class=\"p\">a.lib:1:2</td>"));
}

TEST_CASE("html: histograms of each endpoint's worst slack", "[report]") {
  auto const page = report();
  CHECK(count_of(page, "<svg ") == 2);
  // Setup slacks -7 and 62.
  CHECK_THAT(page, contains("aria-label=\"Setup slack of 2 endpoints\""));
  CHECK_THAT(page, contains("<title>-10 to -5 ps: 1 endpoint</title>"));
  CHECK_THAT(page, contains("<title>60 to 65 ps: 1 endpoint</title>"));
  CHECK(count_of(page, "<rect class=\"late\"") == 2);  // one a side
  CHECK(count_of(page, "<rect class=\"met\"") == 2);
  CHECK_THAT(page, contains(">Setup slack (ps)</text>"));
}

TEST_CASE("html: endpoint tables, worst first, cut where they are long", "[report]") {
  auto const page = report();
  CHECK(count_of(page, "<table class=\"rows\">") == 3);  // setup, hold, unconstrained
  CHECK_THAT(
      page,
      contains(
          "<td class=\"p\"><a href=\"#path-1\">out</a></td><td>rise</td><td>output_setup</td><td>main</td>"
          "<td class=\"n\">52.00</td><td class=\"n\">45.00</td><td class=\"n bad\">-7.00</td>"));
  CHECK_THAT(page,
             contains(">ff2/D</a></td><td>rise</td><td>setup</td><td>main</td>"
                      "<td class=\"n\">52.00</td><td class=\"n\">114.00</td><td class=\"n\">62.00</td>"));
  CHECK(page.find("\">-7.00</td></tr>") < page.find("\">62.00</td></tr>"));
  CHECK_THAT(page, contains("<td class=\"p\">alone &quot;quoted&quot;</td><td>no data arrive</td>"
                            "<td>no data arrive</td>"));
  CHECK_THAT(page, !contains("left out"));
  // Setup: -7 and 1 at out, then 62 and 70 at ff2/D.
  auto const cut = report({.endpoints = 2});
  check_page(cut);
  CHECK_THAT(cut, contains("2 more rows are left out; none of them is worse than 62.00 ps."));
  CHECK(count_of(cut, "<td>rise</td><td>setup</td>") == 0);
}

TEST_CASE("html: paths as waterfalls", "[report]") {
  auto const page = report({}, {});  // one path: the worst
  check_page(page);
  CHECK(count_of(page, "<details class=\"trace\"") == 1);
  CHECK_THAT(page, contains("<strong class=\"bad\">-7.00</strong> ps<span class=\"tag bad\">VIOLATED</span> "
                            "<span class=\"p\">ff1 \u2192 out</span> <span class=\"soft\">output_setup"));
  CHECK_THAT(page,
             contains("<dd><span class=\"p\">ff1</span> (rising edge-triggered flip-flop clocked by main)"));
  CHECK_THAT(page, contains("<dd><span class=\"p\">out</span> (output port clocked by main)"));
  CHECK_THAT(page, contains("-7.00 ps</strong> = required 45.00 \u2212 arrival 52.00"));
  // From the clock's edge at 10 to its arrival at 52: 42 and 1 % more on both sides; ff1/Q from 18 to 48.
  CHECK_THAT(page, contains("<td class=\"p\">v ff1/Q</td><td class=\"k\">DFF</td><td class=\"k n\">1</td>"
                            "<td class=\"k n\">0.00</td><td class=\"k n\">1.00</td>"
                            "<td class=\"n\">30.00</td><td class=\"n\">48.00</td><td class=\"w\">"
                            "<div class=\"bar\"><i class=\"cell\" style=\"left:19.65%;width:70.03%\"></i>"));
  CHECK_THAT(page, contains("<td class=\"p\">v g/A</td>"));
  CHECK(count_of(page, "<i class=\"net\" style") == 2);
  CHECK_THAT(page, contains("<table class=\"path required\" style=\"--required:82.68%\">"));
  CHECK_THAT(page, contains("<td>slack (VIOLATED)</td>"));
  CHECK_THAT(page, contains("<i class=\"over\" style=\"left:82.68%;width:16.34%\"></i>"));
}

TEST_CASE("html: a hold path's required time comes before its arrival", "[report]") {
  auto const page = report({}, {1, 1, false, true});
  check_page(page);
  CHECK_THAT(page, contains("-4.00 ps</strong> = arrival 16.00 \u2212 required 20.00"));
  CHECK_THAT(page, contains("<td class=\"p\">library hold time</td><td class=\"k\"></td><td class=\"k\"></td>"
                            "<td class=\"k\"></td><td class=\"k\"></td>"
                            "<td class=\"n\">2.00</td><td class=\"n\">20.00</td>"));
}

TEST_CASE("html: as many paths as asked for, the others counted", "[report]") {
  auto const traces = [](std::string const& page) { return count_of(page, "<details class=\"trace\""); };
  auto const all = report();
  CHECK(traces(all) == 16);  // two edges of two endpoints, from ff1 and from in, late and early
  auto const some = report({.paths = 3});
  check_page(some);
  CHECK(traces(some) == 3);  // the worst of each group first
  CHECK_THAT(some, contains("6 more paths are left out."));
  CHECK_THAT(some, contains("7 more paths are left out."));
  auto const none_asked = report({}, {0, 1, true, false});
  check_page(none_asked);
  CHECK(traces(none_asked) == 0);
  CHECK_THAT(none_asked, contains("No paths were searched, or none is constrained."));
}

TEST_CASE("html: path groups fold, the worst first, those with violations open", "[report]") {
  auto const page = report();
  auto const late = page.find(
                 "<details class=\"group\" open=\"open\">\n<summary><strong>main</strong> "
                 "<span class=\"soft\">setup (max), 8 paths, 1 violated</span></summary>"),
             early = page.find(
                 "<summary><strong>main</strong> <span class=\"soft\">hold (min), 8 paths, 2 violated");
  REQUIRE(late != page.npos);
  REQUIRE(early != page.npos);
  CHECK(late < early);  // -7 and -4
  // Only the first path of each group is unfolded.
  CHECK(count_of(page, "<details class=\"trace\" open=\"open\">") == 2);
  auto const second = page.find("<details class=\"trace\"", page.find("<details class=\"trace\"", late) + 1);
  CHECK(page.substr(second, 23) == "<details class=\"trace\">");

  // With an ideal clock a hold path is the worst. A group without violations is folded unless it is the
  // first.
  auto design = gsta_test::ideally_clocked_design();
  auto const timing = gsta_test::time_on_host(design);
  report_input input{design, timing, "top", "host"};
  input.paths = gsta_test::groups_found(design, timing, {1, 1, true, true});
  CHECK(input.paths[0].side == split::late);
  CHECK(input.paths[1].side == split::early);
  input.paths[0].paths.slack[0] = 1;
  input.paths.push_back({"empty", split::late, {}});
  auto const folded = report_html(input);
  CHECK_THAT(folded, contains("hold (min), 1 path, 1 violated</span></summary>"));
  CHECK_THAT(folded,
             contains("<details class=\"group\">\n<summary><strong>main</strong> <span class=\"soft\">"
                      "setup (max), 1 path, none violated</span></summary>"));
  // Tables of endpoints fold too.
  CHECK_THAT(page,
             contains("<details class=\"group\" open=\"open\">\n<summary><strong>Setup and other late checks"
                      "</strong> <span class=\"soft\">4 rows</span></summary>"));
}

TEST_CASE("html: endpoints are links to their paths, where these are on the page", "[report]") {
  auto const page = report({}, {1, 1, true, true});
  check_page(page);
  CHECK_THAT(page,
             contains("<td class=\"p\"><a href=\"#path-1\">out</a></td><td>rise</td><td>output_setup</td>"));
  CHECK_THAT(page, contains("<td class=\"p\">out</td><td>fall</td><td>output_setup</td>"));
  CHECK_THAT(page, contains("<td class=\"p\"><a href=\"#path-2\">ff2/D</a></td><td>rise</td><td>hold</td>"));
  CHECK_THAT(page, contains("<td class=\"p\">ff2/D</td><td>rise</td><td>setup</td>"));
  CHECK(count_of(page, "href=\"#path-") == 2);
  // The target is inside what is folded, so that a browser unfolds all around it.
  auto const second = page.find("id=\"path-2\"");
  REQUIRE(second != page.npos);
  CHECK(page.rfind("<details class=\"trace\"", second) > page.rfind("</details>", second));
  CHECK_THAT(page.substr(second, 600), contains("-4.00 ps</strong> = arrival 16.00 \u2212 required 20.00"));
  CHECK_THAT(report({}, {0, 1, true, true}), !contains("#path-"));
}

TEST_CASE("html: the waterfall has fan-outs and loads", "[report]") {
  auto const page = report({}, {});
  CHECK_THAT(
      page, contains("<th class=\"k n\">Fan-out</th><th class=\"k n\">Load</th><th class=\"k n\">Slew</th>"));
  CHECK_THAT(
      page,
      contains("^ g/Z</td><td class=\"k\">NAND2</td><td class=\"k n\">2</td><td class=\"k n\">0.00</td>"));
  CHECK_THAT(page,
             contains("v g/A</td><td class=\"k\">NAND2</td><td class=\"k n\"></td><td class=\"k n\"></td>"));
}

TEST_CASE("html: labels of a small screen keep apart", "[report]") {
  auto const page = report();
  // Every other label of the slacks is left out there, and each number is as wide as its column.
  CHECK(count_of(page, "<text class=\"odd\"") > 0);
  CHECK_THAT(page, contains("@media (max-width:760px)"));
  CHECK_THAT(page, contains("svg .odd"));
  // Over the bars: at most six labels, three where these are long.
  auto design = gsta_test::reported_design();
  design.clocks[0].at[0] = 12'345'600'000;
  design.clocks[0].at[1] = 12'345'650'000;
  auto const timing = gsta_test::time_on_host(design);
  report_input input{design, timing, "top", "host"};
  input.paths = gsta_test::groups_found(design, timing, {});
  for (auto const& text : {page, report_html(input)}) {
    for (auto at = text.find("<th class=\"w\">"); at != text.npos;
         at = text.find("<th class=\"w\">", at + 1)) {
      auto const head = text.substr(at, text.find("</th>", at) - at);
      auto const labels = count_of(head, "<span");
      CHECK(labels >= 1);
      CHECK(labels <= (head.find(">12345") == head.npos ? 6 : 4));
    }
  }
}

TEST_CASE("html: where there is little room, groups share it", "[report]") {
  auto const design = gsta_test::reported_design();
  auto const timing = gsta_test::time_on_host(design);
  report_input input{design, timing, "top", "host"};
  auto const two = gsta_test::groups_found(design, timing, all_paths);
  for (int i = 0; i < 500; ++i) input.paths.insert(input.paths.end(), two.begin(), two.end());
  auto const page = report_html(input, {.most_bytes = 300'000});
  check_page(page);
  CHECK(page.size() < 330'000);
  CHECK_THAT(page, contains(" more groups are left out."));
  auto const large = report_html(input, {.paths = 1000, .most_bytes = 20'000'000});
  CHECK(count_of(large, "<details class=\"trace\"") == 1000);
}

TEST_CASE("html: names are escaped wherever they stand", "[report]") {
  std::string const bad = "<b>&\"'\x01\xFF</script>\u00e9";
  std::string const good = "&lt;b&gt;&amp;&quot;&#39;\uFFFD\uFFFD&lt;/script&gt;\u00e9";
  auto design = gsta_test::reported_design();
  auto& names = design.pin_name;
  for (std::size_t i = 0; i < names.size(); ++i) names.rename(i, std::string(names[i]) + bad);
  design.clock_name[0] = bad;
  auto const timing = gsta_test::time_on_host(design);
  report_input input{design, timing, bad, bad};
  input.paths = gsta_test::groups_found(design, timing, all_paths);
  input.cell_of = [&](id) { return bad; };
  input.diagnostics = {{bad, 1, bad}};
  auto const page = report_html(input);
  check_page(page);
  CHECK(page.find("<b>") == page.npos);
  CHECK(count_of(page, "</script>") == 1);
  for (auto const& where :
       {"<title>" + good, "<h1>" + good + "</h1>", "on the " + good, ">ff2/D" + good + "</a></td>",
        "<td>" + good + "</td><td class=\"n\">52.00", "^ ff1/CK" + good, "<td class=\"k\">" + good,
        "clocked by " + good, "<tr><td>" + good + "</td><td class=\"n\">1</td><td class=\"p\">" + good}) {
    CHECK_THAT(page, contains(where));
  }
}

TEST_CASE("html: a name of up to 400 bytes once escaped stands in full", "[report]") {
  auto const name = [](int plain, int quotes) {
    return std::string(static_cast<std::size_t>(plain), 'n') +
           std::string(static_cast<std::size_t>(quotes), '"');
  };
  CHECK(gsta::detail::escaped(name(208, 32)).size() == 400);  // 208 + 32 * 6
  CHECK_THAT(gsta::detail::escaped(name(207, 33)), contains("\u2026"));
  CHECK_THAT(gsta::detail::escaped(name(241, 0)), contains("\u2026"));
}

TEST_CASE("html: an empty design", "[report]") {
  flat_design const design;
  timing_snapshot const timing;
  auto const page = report_html({design, timing, "", "cuda"});
  check_page(page);
  CHECK_THAT(page, contains("No endpoint has a setup check."));
  CHECK_THAT(page, contains("The design has no endpoints."));
  CHECK_THAT(page, contains("<div class=\"big\">\u2013</div>"));
  CHECK(count_of(page, "<svg ") == 0);
}

TEST_CASE("html: a page stays below 2 MB, whatever the names", "[report]") {
  auto design = gsta_test::reported_design();
  auto& names = design.pin_name;
  for (std::size_t i = 0; i < names.size(); ++i)
    names.rename(i, std::string(names[i]) + std::string(100'000, '"'));
  for (int i = 0; i < 20'000; ++i)
    design.outputs.push_back(design.add_pin(std::string(200, '&') + std::to_string(i)));
  auto const timing = gsta_test::time_on_host(design);
  report_input input{design, timing, std::string(50'000, '<'), "host"};
  path_group copies{"main", split::late, {}};
  for (auto const& group : gsta_test::groups_found(design, timing, {})) {
    for (int i = 0; i < 2000; ++i) copies.paths.add_path(group.paths, 0);
  }
  input.paths.push_back(copies);
  input.diagnostics.assign(5000, {std::string(1000, '\''), 1, std::string(1000, '>')});
  auto const page = report_html(input, {.endpoints = 1'000'000, .paths = 1'000'000});
  check_page(page);
  CHECK(page.size() > 500'000);
  CHECK_THAT(page, contains(" more paths are left out."));
  CHECK_THAT(page, contains(" more rows are left out."));
  CHECK_THAT(page, contains("4,900 more kinds are left out."));
}
