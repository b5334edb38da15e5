// The driver sta with --from, --through and --to: the paths are those of the whole list that satisfy them.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "test/drivers/command.hpp"
#include "test/support/catch.hpp"
#include "test/support/skip.hpp"

using namespace gsta_test;

namespace {

using words = std::vector<std::string>;

std::string const folder = "examples/designs/riscling/";

outcome run_sta(words const& more) {
  words all{"--liberty", folder + "plain45.lib",
            "--verilog", folder + "riscling.v.gz",
            "--spef",    folder + "riscling.spef.gz",
            "--sdc",     folder + "riscling.sdc",
            "--quiet",   "--no-cppr",
            "--report",  "paths",
            "--format",  "json"};
  all.insert(all.end(), more.begin(), more.end());
  if (std::find(all.begin(), all.end(), "--device") == all.end()) all.insert(all.end(), {"--device", "host"});
  return run_driver("sta", all);
}

struct step {
  std::string pin, edge;
  friend bool operator==(step const&, step const&) = default;
};
struct path {
  double slack = 0;
  std::string group, check;
  std::vector<step> steps;
  friend bool operator==(path const&, path const&) = default;
};

std::string text(nlohmann::json const& value) { return value.get<std::string>(); }

std::vector<path> paths_of(words const& more, std::size_t k = 2000, std::string const& each = "1000000") {
  words all{"--paths", std::to_string(k), "--paths-per-endpoint", each};
  all.insert(all.end(), more.begin(), more.end());
  auto const seen = run_sta(all);
  CAPTURE(seen.err);
  REQUIRE(seen.exit_code == 0);
  std::vector<path> result;
  auto const report = nlohmann::json::parse(seen.out);
  for (auto const& from : report["paths"]) {
    path p{from["slack"].get<double>(), text(from["group"]), text(from["check"]), {}};
    for (auto const& pin : from["pins"]) p.steps.push_back({text(pin["pin"]), text(pin["edge"])});
    result.push_back(p);
  }
  return result;
}

/// One of some pins, at an edge or (empty) at either.
struct point {
  words pins;
  std::string edge{};
  bool has(step const& s) const {
    return std::find(pins.begin(), pins.end(), s.pin) != pins.end() && (edge.empty() || s.edge == edge);
  }
  void add_to(words& command, std::string const& kind) const {
    std::string list;
    for (auto const& pin : pins) list += (list.empty() ? "" : ",") + pin;
    command.push_back("--" + (edge.empty() ? "" : edge + "-") + kind);
    command.push_back(list);
  }
};
struct query {
  std::vector<point> from{}, through{}, to{};

  words command() const {
    words all;
    for (auto const& p : from) p.add_to(all, "from");
    for (auto const& p : through) p.add_to(all, "through");
    for (auto const& p : to) p.add_to(all, "to");
    return all;
  }
  bool has(path const& p) const {
    auto const any = [](std::vector<point> const& of, step const& s) {
      return of.empty() || std::any_of(of.begin(), of.end(), [&](point const& o) { return o.has(s); });
    };
    if (!any(from, p.steps.front()) || !any(to, p.steps.back())) return false;
    auto at = p.steps.begin();
    for (point const& t : through) {
      at = std::find_if(at, p.steps.end(), [&](step const& s) { return t.has(s); });
      if (at == p.steps.end()) return false;
      ++at;
    }
    return true;
  }
};

}  // namespace

TEST_CASE("sta's asked paths are those of the whole list, in its order", "[slow]") {
  auto const all = paths_of({}, 1500);
  auto const worst = *std::find_if(all.begin(), all.end(), [](path const& p) { return p.group == "clk"; });
  REQUIRE(worst.steps.size() > 70);
  auto const pin = [&](std::size_t i) { return worst.steps[i].pin; };
  std::string const start = worst.steps.front().pin, end = worst.steps.back().pin;
  std::vector<query> const queries{
      {.from = {{{start}}}},
      {.from = {{{start}, "fall"}}},
      {.through = {{{pin(40)}}}},
      {.through = {{{pin(40)}, worst.steps[40].edge}, {{pin(60), pin(61)}}}},
      {.through = {{{pin(60)}}, {{pin(40)}}}},  // the wrong way round
      {.to = {{{end}, worst.steps.back().edge}}},
      {.from = {{{start}}}, .through = {{{pin(10)}}, {{pin(20)}}, {{pin(30)}}, {{pin(50)}}}, .to = {{{end}}}},
      {.from = {{{start}, "rise"}, {{"u_reset/synced_n_reg/CK"}}}},
  };
  for (query const& q : queries) {
    CAPTURE(q.command());
    std::vector<path> expected;
    std::copy_if(all.begin(), all.end(), std::back_inserter(expected),
                 [&](path const& p) { return q.has(p); });
    auto const found = paths_of(q.command(), 1500);
    for (std::string const group : {"clk", "asynchronous"}) {
      std::vector<path> a, b;
      auto const of_group = [&](path const& p) { return p.group == group; };
      std::copy_if(expected.begin(), expected.end(), std::back_inserter(a), of_group);
      std::copy_if(found.begin(), found.end(), std::back_inserter(b), of_group);
      // The whole list ends at some slack; behind that the asked one goes on.
      REQUIRE(b.size() >= a.size());
      b.resize(a.size());
      CHECK(a == b);
    }
    if (!q.from.empty() && q.from[0].edge == "fall") CHECK(found.empty());
  }
}

TEST_CASE("sta takes instances, clocks and nets for points") {
  auto const found = paths_of({}, 3);
  auto const same_but_edges = [&](words const& more) { return paths_of(more, 3) == found; };
  CHECK(same_but_edges({"--from", "clk"}));
  CHECK(same_but_edges({"--rise-from", "clk", "--rise-to", "clk"}));
  CHECK(paths_of({"--fall-from", "clk"}).empty());
  CHECK(paths_of({"--fall-to", "clk"}).empty());
  auto const by_pin = paths_of({"--from", "u_core/u_fetch/ir_reg[20]/CK"}, 10);
  REQUIRE(by_pin.size() == 10);
  CHECK(paths_of({"--from", "u_core/u_fetch/ir_reg[20]"}, 10) == by_pin);
  CHECK(paths_of({"--through", "u_core/u_fetch/ir_reg[20]"}, 10) == by_pin);
  CHECK(paths_of({"--from", "u_core/u_fetch/ir_reg?20?/C*"}, 10) == by_pin);
  CHECK(paths_of({"--from", "u_core/u_fetch/ir_reg[20]/Q"}).empty());  // no path starts there
  // Each group's worst path to each of two ends.
  auto const ends =
      run_sta({"--paths", "9", "--to", "u_core/u_fetch/pc_reg[4]/D,u_core/u_fetch/pc_reg[3]/D"});
  CHECK(nlohmann::json::parse(ends.out)["paths"].size() == 2);
}

TEST_CASE("sta finds the same paths on a GPU", "[gpu]") {
  std::string const start = "u_core/u_fetch/ir_reg[20]", adder = "u_core/u_execute/u_alu/u_adder/g18";
  if (run_sta({"--device", "cuda"}).exit_code == 3) gsta_test::skip("there is no GPU");
  for (words more : {words{}, words{"--from", start}, words{"--rise-from", "clk", "--through", adder},
                     words{"--fall-to", "u_core/u_fetch/pc_reg*/D"}, words{"--fall-from", "clk"}}) {
    CAPTURE(more);
    for (std::string const each : {"1", "5", "1000000"}) {
      more.insert(more.end(), {"--delay", "both", "--device", "host"});
      auto const expected = paths_of(more, 100, each);
      more.back() = "cuda";
      CHECK(paths_of(more, 100, each) == expected);
      more.resize(more.size() - 4);
    }
  }
}

TEST_CASE("sta refuses names that the design does not have, and points that are none") {
  for (words const& more :
       {words{"--from", "nothing"}, words{"--rise-through", "nothing"}, words{"--through", "clk_of_nothing"},
        words{"--to", "u_core,nothing"}, words{"--from"}, words{"--from", "clk", "clk"}}) {
    CAPTURE(more);
    auto const seen = run_sta(more);
    CHECK(seen.exit_code == 2);
    CHECK(seen.out.empty());
    CHECK(std::count(seen.err.begin(), seen.err.end(), '\n') == 1);
  }
}
