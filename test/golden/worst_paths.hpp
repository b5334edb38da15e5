#pragma once

#include "test/golden/open_designs.hpp"
#include "test/support/path_groups.hpp"

/// The slacks of the worst paths of every group, and the worst and total slacks of designs.
namespace gsta_test {

/// Slacks in ps by group, ascending.
using group_slacks = std::map<std::string, std::vector<double>>;
/// The same by group and endpoint.
using end_slacks = std::map<std::pair<std::string, std::string>, std::vector<double>>;

/// Where OpenSTA lists paths that go on through a latch to its worst data and from there to others: it does
/// so where the latch's own clock launches what comes last. gsta's paths start where a latch hands data on.
inline bool goes_through_latch(open_run const& run, std::string const& end) {
  auto const name = run.name();
  return end == "l3/D" && (name == "latch ideal.ideal" || name == "latch limit.ideal" ||
                           name == "latch limit.elmore" || name == "latch prop.ideal");
}

/// kpaths1000_20.{max,min}.rpt: the 1,000 worst paths of each group, at most 20 to an endpoint.
inline end_slacks read_worst_paths(open_run const& run, std::filesystem::path const& file, bool late) {
  std::ifstream stream(file);
  INFO("file " << file.string());
  REQUIRE(stream.good());
  end_slacks result;
  std::string line, group;
  while (std::getline(stream, line)) {
    if (auto const at = line.find(" group "); at != line.npos) group = line.substr(at + 7);
    auto const open = line.find(" (");
    if (open == line.npos || (late && goes_through_latch(run, line.substr(0, open)))) continue;
    std::istringstream values(line.substr(line.find(')', open) + 1));
    double required = 0, actual = 0, slack = 0;
    if (values >> required >> actual >> slack) result[{group, line.substr(0, open)}].push_back(slack * 1000);
  }
  for (auto& [end, slacks] : result) std::sort(slacks.begin(), slacks.end());
  return result;
}

inline end_slacks worst_paths_of(open_run const& run, timed_run const& of, bool late) {
  end_slacks result;
  for (auto const& group : gsta_test::groups_found(of.design, of.state, {1000, 20, late, !late})) {
    for (std::size_t p = 0; p < group.paths.size(); ++p) {
      auto const end = static_cast<std::size_t>(of.state.checks[group.paths.check[p]].data_pin);
      std::string const name(of.design.pin_name[end]);
      if (late && goes_through_latch(run, name)) continue;
      result[{group.name, name}].push_back(static_cast<double>(group.paths.slack[p]) / 1000);
    }
  }
  return result;
}

inline group_slacks by_group(end_slacks const& ends) {
  group_slacks result;
  for (auto const& [key, slacks] : ends) {
    auto& all = result[key.first];
    all.insert(all.end(), slacks.begin(), slacks.end());
  }
  for (auto& [name, slacks] : result) std::sort(slacks.begin(), slacks.end());
  return result;
}

/// Where paths have credits OpenSTA leaves some of them out, so that later ones take their places: all that
/// it lists up to an endpoint's last path of ours are among ours. Of paths that are as bad as the last one
/// either list has some.
inline verdict find_paths(end_slacks const& ours, end_slacks const& golden, slack_tolerance const& bar) {
  verdict v;
  auto const groups = by_group(ours);
  for (auto const& [end, slacks] : golden) {
    auto const found = ours.find(end);
    auto left = found == ours.end() ? std::vector<double>{} : found->second;
    auto const group = groups.find(end.first);
    double const last_listed =
        group == groups.end() || group->second.size() < 1000 ? gsta::math::infinity : group->second.back();
    double const last = left.size() < 20 ? last_listed : std::min(left.back(), last_listed);
    for (double const slack : slacks) {
      if (slack > last) break;
      auto const same = std::min_element(left.begin(), left.end(), [&](double a, double b) {
        return std::abs(a - slack) < std::abs(b - slack);
      });
      if (same == left.end() || !bar.holds(*same, slack)) {
        if (bar.holds(last, slack)) break;
        ++v.missing;
        v.say("missing path to " + end.second + " of " + end.first + ", " + std::to_string(slack));
        continue;
      }
      left.erase(same);
      ++v.compared;
    }
  }
  return v;
}

inline verdict compare_paths(group_slacks const& ours, group_slacks const& golden,
                             slack_tolerance const& bar) {
  verdict v;
  for (auto const& [group, slacks] : golden) {
    auto const found = ours.find(group);
    std::size_t const have = found == ours.end() ? 0 : found->second.size();
    for (std::size_t i = 0; i < slacks.size(); ++i) {
      if (i >= have) {
        ++v.missing;
        v.say("missing path " + std::to_string(i) + " of " + group + ", " + std::to_string(slacks[i]));
        continue;
      }
      ++v.compared;
      if (bar.holds(found->second[i], slacks[i])) continue;
      ++v.different;
      v.say("path " + std::to_string(i) + " of " + group + ": " + std::to_string(found->second[i]) +
            " is not " + std::to_string(slacks[i]));
    }
    if (have > slacks.size()) {
      v.extra += have - slacks.size();
      v.say(std::to_string(have) + " paths of " + group + ", not " + std::to_string(slacks.size()));
    }
  }
  for (auto const& [group, slacks] : ours) {
    if (golden.count(group)) continue;
    v.extra += slacks.size();
    v.say("extra group " + group);
  }
  return v;
}

/// Compares both sides where there is a file in `golden`; adds up how many slacks were compared.
inline void check_worst_paths(open_run const& run, timed_run const& timed, bool credited,
                              std::size_t& compared, std::filesystem::path const& golden,
                              slack_tolerance const& bar = {}) {
  for (bool const late : {true, false}) {
    auto const file = golden / (late ? "kpaths1000_20.max.rpt" : "kpaths1000_20.min.rpt");
    if (!std::filesystem::exists(file)) continue;
    auto const ours = worst_paths_of(run, timed, late), theirs = read_worst_paths(run, file, late);
    auto const v =
        credited ? find_paths(ours, theirs, bar) : compare_paths(by_group(ours), by_group(theirs), bar);
    INFO(file.string() << ": " << v.compared << " compared\n" << v.first);
    CHECK(v.missing == 0);
    CHECK(v.extra == 0);
    CHECK(v.different == 0);
    compared += v.compared;
  }
}

/// summary.txt: "wns max -0.1" and the like, in ps.
inline std::map<std::string, double> read_summary(std::filesystem::path const& file) {
  std::ifstream stream(file);
  REQUIRE(stream.good());
  std::map<std::string, double> values;
  std::string line;
  while (std::getline(stream, line)) {
    auto const last = line.rfind(' ');
    if (line.starts_with("wns ") || line.starts_with("tns ") || line.starts_with("worst slack "))
      values[line.substr(0, last)] = std::stod(line.substr(last)) * 1000;
  }
  REQUIRE(values.size() == 6);
  return values;
}

inline void check_summary(timed_run const& timed, std::filesystem::path const& folder,
                          slack_tolerance const& bar = {}) {
  auto golden = read_summary(folder / "summary.txt");
  for (bool const late : {true, false}) {
    auto const& ours = late ? timed.state.setup : timed.state.hold;
    std::string const name = late ? " max" : " min";
    INFO(folder.string() << name);
    // A sum of n slacks may be off by n times what one may be.
    double const each = bar.of.absolute + bar.of.relative * bar.latest;
    double const most = each * static_cast<double>(1 + ours.violations);
    double const tns = golden["tns" + name];
    CHECK(bar.holds(std::min(0.0, static_cast<double>(ours.wns)), golden["wns" + name]));
    CHECK(std::abs(ours.tns - tns) <= most + bar.of.relative * std::abs(tns));
    CHECK(bar.holds(ours.worst_slack, golden["worst slack" + name]));
  }
}

}  // namespace gsta_test
