// Latencies and skews of clocks, against enumeration of paths on random circuits and by hand.

#include "gsta/report/clock_report.hpp"

#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <tuple>

#include "gsta/report/report.hpp"
#include "test/report/random_tree.hpp"
#include "test/report/reported_design.hpp"
#include "test/report/well_formed.hpp"
#include "test/slack/all_paths.hpp"
#include "test/support/catch.hpp"
#include "test/support/json_schema.hpp"

using namespace gsta_test;
using gsta::edge;
using gsta::split;

namespace {

/// The registers whose data come to an instance's input, by the netlist alone.
void launching(model::netlist const& netlist, std::string const& net, std::set<std::string>& seen,
               std::set<std::string>& registers) {
  if (!seen.insert(net).second) return;
  for (auto const& instance : netlist.instances) {
    std::string out;
    for (auto const& c : instance.connections) {
      if (c.pin == "Q" || c.pin == "Z") out = c.net;
    }
    if (out != net) continue;
    if (instance.cell == "DFF") registers.insert(instance.name);
    if (instance.cell != "AND2") continue;
    for (auto const& c : instance.connections) {
      if (c.pin != "Z") launching(netlist, c.net, seen, registers);
    }
  }
}

/// Clock arrivals at a register's clock pin at one edge: by clock edge, early and late.
using arrivals = std::map<id, std::pair<float, float>>;
arrivals clocks_at(timed_model const& t, std::string const& reg, edge e) {
  arrivals found;
  for (id const launch : {0, 1, 2, 3}) {
    for (int nth = 0; nth < 2; ++nth) {
      if (t.pin(reg + "/CK", nth) == none) continue;
      // Twins of ideal clocks stand for their pins.
      if (!t.flat.rules_of(launch / 2).propagated && nth == 0) continue;
      auto const at = t.clock(reg + "/CK", launch, nth);
      auto const n = static_cast<int>(e);
      if (gsta::math::is_defined(at[n])) found[launch] = {at[n], at[2 + n]};
    }
  }
  return found;
}

/// The worst skew with credits, by all pairs of registers, on circuits whose clock paths are enumerated.
struct worst_pairs {
  credits::circuit const& of;
  credits::reconvergence ways{of};
  double worst[2] = {0, 0};  // by whether late
  bool any[2] = {false, false};

  void walk(credits::circuit::check const& check, id pin, int source, std::set<id>& seen) {
    if (!seen.insert(pin).second) return;
    for (auto const& arc : of.arcs) {
      if (arc.to != pin) continue;
      if (!arc.launches) {
        walk(check, arc.from, source, seen);
        continue;
      }
      for (int const c : {2 * check.late, 2 * check.late + 1}) {
        if (arc.edges.input(c) >= 0) pair(check, {arc.from, arc.edges.input(c) % 2, source});
      }
    }
  }
  double credit_between(credits::reconvergence::stage const& launch,
                        credits::reconvergence::stage const& capture, bool late) const {
    auto const by = gsta::common_path::by_pin;
    return of.design.conventions.worst_clock_paths
               ? ways.credit(by, ways.way_to(launch, late), ways.way_to(capture, !late), late)
               : ways.credit_of_every_way(by, launch, capture, late);
  }
  void pair(credits::circuit::check const& check, credits::reconvergence::stage const& launch) {
    for (int const source : {0, 1}) {
      credits::reconvergence::stage const capture{check.clock, check.active, source};
      if (!ways.reaches(launch, check.late) || !ways.reaches(capture, !check.late)) continue;
      double const credit = credit_between(launch, capture, check.late);
      double const skew = ways.arrival(launch, check.late) - ways.arrival(capture, !check.late) +
                          (check.late ? -credit : credit);
      auto& known = worst[check.late];
      if (!any[check.late] || (check.late ? skew > known : skew < known)) known = skew;
      any[check.late] = true;
    }
  }
};

/// Text, page and JSON have these rows beside those without credits.
void check_reports(gsta::report_input const& input, std::vector<gsta::clock_skew> const& found) {
  gsta::report_parts parts{false, false, false, false, false};
  parts.clock_skew = true;
  auto const json = nlohmann::json::parse(gsta::report_json(input, parts));
  CHECK(report_schema().fault(json) == "");
  std::size_t with_credit = 0;
  for (auto const& row : json["clock_skew"]) {
    if (row["with_credit"].is_null()) continue;
    auto const& of = found.at(with_credit++);
    CHECK(row["with_credit"]["skew"] == of.skew());
    CHECK(row["with_credit"]["credit"] == of.credit);
  }
  CHECK(with_credit == found.size());
  auto const text = gsta::report_text(input, parts), page = gsta::report_html(input);
  CHECK((text.find("skew, CRPR") != text.npos) == !found.empty());
  CHECK((page.find(", CRPR</td>") != page.npos) == !found.empty());
  CHECK(markup_checker(page).fault() == "");
}

}  // namespace

TEST_CASE("skews with credits are the worst of all pairs of registers", "[report]") {
  std::size_t compared = 0, credited = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    CAPTURE(seed);
    credits::circuit const circuit = credits::circuit_of(seed, true, seed % 2 == 0);
    gsta::timer_options options;
    options.credits = gsta::common_path::by_pin;
    gsta::host_executor const exec;
    gsta::timer<gsta::host_executor> timer(exec, circuit.design, options);
    timer.update(exec);
    auto const snapshot = take_snapshot(exec, timer);
    auto const found = gsta::find_credited_skews(circuit.design, snapshot);
    if (seed < 20) check_reports({circuit.design, snapshot, "top", "host"}, found);
    worst_pairs expected{circuit};
    for (auto const& check : circuit.checks) {
      for (int const source : {0, 1}) {
        std::set<id> seen;
        expected.walk(check, check.data, source, seen);
      }
    }
    for (auto const& row : found) {
      bool const late = row.side == split::late;
      REQUIRE(expected.any[late]);
      CHECK(row.skew() == expected.worst[late]);
      ++compared;
      credited += row.credit > 0;
    }
    if (!found.empty()) CHECK(found.size() == std::size_t{expected.any[0]} + expected.any[1]);
  }
  CHECK(compared > 300);
  CHECK(credited > 50);
}

TEST_CASE("skews of clocks are the worst of all pairs of registers", "[report]") {
  std::mt19937 random(7);
  std::size_t compared = 0;
  for (int round = 0; round < 300; ++round) {
    auto m = random_tree(random, round % 2 == 0);
    timed_model const t(m);
    std::map<std::pair<id, bool>, double> worst;
    for (auto const& capture : m.netlist.instances) {
      if (capture.cell != "DFF") continue;
      std::string data;
      for (auto const& c : capture.connections) data = c.pin == "D" ? std::string(c.net) : data;
      std::set<std::string> seen, from;
      launching(m.netlist, data, seen, from);
      for (auto const& launch : from) {
        for (auto const& [la, latency] : clocks_at(t, launch, edge::rise)) {
          for (auto const& [ca, captured] : clocks_at(t, capture.name, edge::rise)) {
            if (la / 2 != ca / 2) continue;
            for (bool const hold : {false, true}) {
              double const skew = hold ? double{latency.first} - captured.second - 6
                                       : double{latency.second} - captured.first + 5;
              auto& of = worst.try_emplace({la / 2, hold}, skew).first->second;
              if (std::abs(skew) > std::abs(of)) of = skew;
            }
          }
        }
      }
    }
    auto const found = gsta::find_clock_skews(t.flat, t.state);
    CAPTURE(round);
    CHECK(found.size() == worst.size());
    for (auto const& row : found) {
      ++compared;
      auto const expected = worst.find({row.clock, row.side == split::early});
      REQUIRE(expected != worst.end());
      CHECK(std::abs(std::abs(row.skew()) - std::abs(expected->second)) < 1e-9);
    }
  }
  CHECK(compared > 300);
}

TEST_CASE("latencies of clocks are the extremes over all registers", "[report]") {
  std::mt19937 random(8);
  std::size_t compared = 0;
  for (int round = 0; round < 100; ++round) {
    auto m = random_tree(random, round % 2 == 0);
    timed_model const t(m);
    std::map<std::tuple<id, edge>, std::pair<float, float>> extremes;  // launch edge, pin edge
    for (auto const& reg : m.netlist.instances) {
      if (reg.cell != "DFF") continue;
      for (edge const e : {edge::rise, edge::fall}) {
        for (auto const& [launch, at] : clocks_at(t, reg.name, e)) {
          auto& of = extremes.try_emplace({launch, e}, at).first->second;
          of = {std::min(of.first, at.first), std::max(of.second, at.second)};
        }
      }
    }
    auto const found = gsta::find_clock_latencies(t.flat, t.state);
    CAPTURE(round);
    CHECK(found.size() == extremes.size());
    for (auto const& row : found) {
      ++compared;
      auto const source = static_cast<int>(row.at_source);
      auto const expected = extremes.at({2 * row.clock + source, row.at_pin});
      CHECK(row.shortest.latency() == expected.first);
      CHECK(row.longest.latency() == expected.second);
      CHECK(row.shortest.source == 1 + source);
      CHECK(row.longest.source == 3 + source);
    }
  }
  CHECK(compared > 100);
}

TEST_CASE("a generated clock's source latency is its master's path", "[report]") {
  auto m = divided_clock();
  timed_model const t(m);
  std::size_t seen = 0;
  for (auto const& row : gsta::find_clock_latencies(t.flat, t.state)) {
    if (row.clock != 1 || row.at_source != edge::rise) continue;
    ++seen;
    // The buffer takes 10 and 1 for the register's fF, the register 30 and 1, the second buffer 10 and 1.
    CHECK(row.at_pin == edge::rise);
    CHECK(row.longest.source == 42);
    CHECK(row.longest.network == 11);
  }
  CHECK(seen == 1);
}

TEST_CASE("latencies and skews stand in text, JSON and on the page", "[report]") {
  auto design = reported_design();
  // A second register's data come back to the first.
  design.add_check(two_registers::nand_a, two_registers::ff1_ck, design.check_type_of[0]);
  auto const timing = time_on_host(design);
  gsta::report_input const input{design, timing, "top", "host"};
  gsta::report_parts parts{false, false, false, false, false};
  parts.clock_latency = parts.clock_skew = true;
  // The clock is at all pins at 7 early, 8 late; late launch less early capture.
  CHECK(gsta::report_text(input, parts) ==
        "Clock latency     Edges                       Source     Network     Latency  Register\n"
        "--------------------------------------------------------------------------------------\n"
        "main              rise -> rise shortest         7.00        0.00        7.00  ff1/CK\n"
        "                               longest          8.00        0.00        8.00  ff1/CK\n"
        "                               apart                                    1.00\n"
        "\n"
        "Clock skew        Side                       Time  Register\n"
        "-------------------------------------------------------------\n"
        "main              setup  launch              8.00  ff1/CK\n"
        "                         capture            -7.00  ff2/CK\n"
        "                         skew                1.00\n"
        "main              hold   launch              7.00  ff1/CK\n"
        "                         capture            -8.00  ff2/CK\n"
        "                         skew               -1.00\n"
        "\n");
  auto const json = nlohmann::json::parse(gsta::report_json(input, parts));
  CHECK(report_schema().fault(json) == "");
  CHECK(json["clock_skew"].size() == 2);
  CHECK(json["clock_skew"][0] ==
        nlohmann::json::parse(R"({"clock":"main","side":"setup","launch_pin":"ff1/CK","capture_pin":"ff2/CK",
        "launch_latency":8,"capture_latency":7,"uncertainty":0,"skew":1,"with_credit":null})"));
  CHECK(json["clock_latency"].size() == 1);
  auto const page = gsta::report_html(input);
  CHECK(markup_checker(page).fault() == "");
  CHECK_THAT(page, contains("<h2 id=\"clocks\">Clock networks</h2>"));
}
