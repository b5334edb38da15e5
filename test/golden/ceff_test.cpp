// Designs timed with effective capacitances against OpenSTA, whose default they are: as it ships, and made
// exact.

#include "test/golden/ceff_designs.hpp"
#include "test/golden/worst_paths.hpp"

using namespace gsta_test;

namespace {

/// In absolute time.
double arrival_at(gsta::flat_design const& design, gsta::timing_snapshot const& s, std::size_t node, int c) {
  gsta::id const launch = s.tags[static_cast<std::size_t>(s.node_tag[node])].launch_edge;
  double const offset =
      launch == gsta::none
          ? 0
          : gsta::to_picoseconds(design.clocks[static_cast<std::size_t>(launch / 2)].at[launch % 2]);
  return offset + s.node_arrival[node][c];
}

/// The times when the worst data of endpoints are there, where no credits choose between paths.
endpoint_slacks times_of(gsta::flat_design const& design, gsta::timing_snapshot const& s, bool late) {
  endpoint_slacks times, slacks;
  gsta::path_group_names const names(design);
  for (std::size_t i = 0; i < s.checks.size(); ++i) {
    auto const& check = s.checks[i];
    if (gsta::is_late(check.kind) != late) continue;
    for (int e = 0; e < 2; ++e) {
      double const slack = s.check_slack[i][e];
      if (!std::isfinite(slack)) continue;
      double const time = arrival_at(design, s, static_cast<std::size_t>(check.data), (late ? 2 : 0) + e);
      for (auto const& group : gsta::groups_of(design, names, s, check)) {
        auto const key =
            std::pair{std::string(design.pin_name[static_cast<std::size_t>(check.data_pin)]), group};
        auto const [worst, fresh] = slacks.try_emplace(key, slack);
        if (!fresh && slack >= worst->second) continue;
        worst->second = slack;
        times[key] = time;
      }
    }
  }
  return times;
}

/// Slacks of all endpoints, by the times when data are there; and these times.
void check_ends(ceff_run const& run, gsta::flat_design const& design, gsta::timing_snapshot const& s) {
  for (bool const late : {true, false}) {
    auto const file = run.golden() / (late ? "endpoints.max.rpt" : "endpoints.min.rpt");
    auto const golden = read_endpoints(file), golden_times = read_endpoints(file, true);
    auto const ours = endpoints_of(design, s, late), our_times = times_of(design, s, late);
    verdict v;
    for (auto const& [end, slack] : golden) {
      auto const found = ours.find(end);
      double const time = golden_times.at(end), scale = run.exact ? slack : time;
      if (found == ours.end()) {
        ++v.missing;
        v.say("missing " + end.first);
        continue;
      }
      ++v.compared;
      bool const same_time = run.of.has_rich_constraints() || run.arrival().holds(our_times.at(end), time);
      if (run.arrival().holds(found->second, slack, scale) && same_time) continue;
      ++v.different;
      v.say(end.first + ": " + std::to_string(found->second) + " at " + std::to_string(our_times.at(end)) +
            " is not " + std::to_string(slack) + " at " + std::to_string(time));
    }
    INFO(run.name() << (late ? " max: " : " min: ") << v.compared << " compared\n" << v.first);
    CHECK(v.missing == 0);
    CHECK(v.different == 0);
    CHECK(v.compared == golden.size());
    CHECK(ours.size() == golden.size());
  }
}

void check_pins(ceff_run const& run, gsta::flat_design const& design, gsta::timing_snapshot const& s,
                std::size_t pins) {
  bool const rich = run.of.has_rich_constraints();
  auto const by_pin = open_pins_of(design, rich ? time_ceff(design, gsta::common_path::leave_in) : s);
  auto const v = compare_pins(by_pin, read_open_pins(run.golden() / "pins.txt"), rich,
                              {run.arrival(), run.slew(), run.slack()});
  INFO(run.name() << " pins: " << v.compared << " compared, " << v.different << " differ\n" << v.first);
  CHECK(v.missing == 0);
  CHECK(v.different == 0);
  CHECK(v.compared == pins);
  CHECK(v.unclocked == (run.of.design == "i2c_ihp" ? 4 : 0));  // the pad of the clock, behind its port
}

/// A row of worst.{max,min}.rpt: what stands at a pin, in ps and fF; no load at sinks.
struct report_row {
  std::string pin;
  int edge;
  double load, slew, time;
  bool is_capture;
};

/// How many fF the reports' unit of capacitance has.
double capacitance_unit(std::filesystem::path const& folder) {
  std::ifstream stream(folder / "summary.txt");
  for (std::string word; stream >> word;) {
    if (word != "capacitance") continue;
    stream >> word;
    REQUIRE((word == "1pF" || word == "1fF"));
    return word == "1pF" ? 1000 : 1;
  }
  FAIL("no unit in " << folder.string());
  return 0;
}

std::vector<report_row> read_report(std::filesystem::path const& file, double unit) {
  std::ifstream stream(file);
  INFO("file " << file.string());
  REQUIRE(stream.good());
  std::vector<report_row> rows;
  bool is_capture = false;
  for (std::string line; std::getline(stream, line);) {
    is_capture = is_capture || line.find("data arrival time") != line.npos;
    auto const arrow = line.find_first_of("^v");
    if (arrow == line.npos || arrow < 48 ||
        line.substr(0, arrow).find_first_not_of(" .-0123456789") != line.npos)
      continue;
    std::istringstream numbers(line.substr(0, arrow)), words(line.substr(arrow + 1));
    std::vector<double> of;
    for (double x = 0; numbers >> x;) of.push_back(x);
    std::string pin, cell;
    words >> pin >> cell;
    if (cell.empty() || cell[0] != '(' || of.size() < 3) continue;  // an input's delay
    std::size_t const n = of.size();
    rows.push_back({pin, line[arrow] == 'v' ? 1 : 0, n == 5 ? of[1] * unit : -1, of[n - 3] * 1000,
                    of[n - 1] * 1000, is_capture});
  }
  REQUIRE(rows.size() >= 2);
  return rows;
}

/// A vertex of a path, and when it is there.
struct path_stop {
  std::size_t pin;
  double time;
};

/// The first path of a side, by pin and edge; of a pin with several vertices the last counts.
std::map<std::pair<std::string, int>, path_stop> worst_path(timed_run const& timed, bool late) {
  auto const& [design, s] = timed;
  auto const groups = gsta_test::groups_found(design, s, {1, 1, late, !late});
  REQUIRE(!groups.empty());
  auto const& path = groups.front().paths;
  std::map<std::pair<std::string, int>, path_stop> visited;
  double time = 0;
  for (auto i = static_cast<std::size_t>(path.begin[0]); i < static_cast<std::size_t>(path.begin[1]); ++i) {
    auto const node = static_cast<std::size_t>(path.node[i]);
    int const e = static_cast<int>(path.edge[i]), c = (late ? 2 : 0) + e;
    if (path.arc[i] != gsta::none) {
      time += s.arc_delay[static_cast<std::size_t>(path.arc[i])][c];
    } else {
      time = arrival_at(design, s, node, c);
    }
    auto const pin = static_cast<std::size_t>(s.node_pin[node]);
    visited[{std::string(design.pin_name[pin]), e}] = {pin, time};
  }
  return visited;
}

/// Slews and loads of the pins that the worst path of each side and its clocks run through, and when its data
/// are where: behind the clock's network, which paths of ours start behind, by the path.
void check_report(ceff_run const& run, timed_run const& timed, std::size_t& compared) {
  auto const& [design, s] = timed;
  double const unit = capacitance_unit(run.golden());
  auto const by_pin = open_pins_of(design, s);
  std::map<std::string, gsta::per_condition<float>> load_of;
  for (std::size_t p = 0; p < s.load.size(); ++p) {
    auto& load = load_of.try_emplace(std::string(design.pin_name[p]), s.load[p]).first->second;
    for (int c = 0; c < gsta::conditions; ++c) load[c] = std::max(load[c], s.load[p][c]);
  }
  std::set<std::size_t> driven_outside;  // there the tool counts their wires' delays already
  for (std::size_t i = 0; i < design.arc_to.size(); ++i) {
    if (design.arc_types[static_cast<std::size_t>(design.arc_type_of[i])].beyond_no_load)
      driven_outside.insert(static_cast<std::size_t>(design.arc_to[i]));
  }
  for (bool const late : {true, false}) {
    auto const rows = read_report(run.golden() / (late ? "worst.max.rpt" : "worst.min.rpt"), unit);
    auto const path = worst_path(timed, late);
    verdict v;
    std::size_t on_path = 0;
    for (auto const& row : rows) {
      auto const pin = by_pin.find(row.pin);
      if (pin == by_pin.end()) {
        ++v.missing;
        v.say("missing " + row.pin);
        continue;
      }
      int const c = (late != row.is_capture ? 2 : 0) + row.edge;
      auto const visited = path.find({row.pin, row.edge});
      bool const is_data = !row.is_capture && visited != path.end();
      on_path += is_data ? 1 : 0;
      double const load = load_of.at(row.pin)[c];
      double const slew = is_data ? s.slew[visited->second.pin][c] : pin->second.slew[c];
      double const time = is_data ? visited->second.time : pin->second.arrival[c];
      bool const timed_here = !row.is_capture && !(is_data && driven_outside.count(visited->second.pin) != 0);
      bool good = run.slew().holds(slew, row.slew);
      good = good && (row.load < 0 || tolerance{1e-6 * unit, 1e-5}.holds(load, row.load));
      good = good && (!timed_here || run.arrival().holds(time, row.time));
      v.compared += (row.load < 0 ? 1 : 2) + (timed_here ? 1 : 0);
      if (good) continue;
      ++v.different;
      v.say(row.pin + ": " + std::to_string(load) + " " + std::to_string(slew) + " " + std::to_string(time) +
            " are not " + std::to_string(row.load) + " " + std::to_string(row.slew) + " " +
            std::to_string(row.time));
    }
    INFO(run.name() << (late ? " max: " : " min: ") << v.compared << " compared\n" << v.first);
    CHECK(v.missing == 0);
    CHECK(v.different == 0);
    CHECK(on_path == path.size());
    compared += v.compared;
  }
}

}  // namespace

TEST_CASE("designs with effective capacitances have OpenSTA's slacks, arrivals and slews", "[golden]") {
  std::map<std::string, std::size_t> const pins{{"example1_nangate45 design", 252},
                                                {"gcd_sky130hd design", 11'028},
                                                {"gcd_sky130hd rich", 11'004},
                                                {"i2c_ihp design", 33'012},
                                                {"aes_nangate45 design", 64'860}};
  for (auto const& run : ceff_runs()) {
    DYNAMIC_SECTION(run.name()) {
      auto const design = load_ceff(run);
      auto const state = time_ceff(design);
      check_ends(run, design, state);
      check_pins(run, design, state, pins.at(run.of.design + " " + run.of.sdc));
    }
  }
}

TEST_CASE("worst paths, worst and total slacks with effective capacitances are OpenSTA's", "[golden]") {
  std::size_t paths = 0, rows = 0;
  for (auto const& run : ceff_runs()) {
    timed_run timed{load_ceff(run), {}};
    timed.state = time_ceff(timed.design);
    check_summary(timed, run.golden(), run.slack());
    check_worst_paths(run.of, timed, run.of.has_rich_constraints(), paths, run.golden(), run.slack());
    check_report(run, timed, rows);
  }
  CHECK(paths >= 7'850);  // of credited ones a last few decide
  CHECK(rows == 872);
}
