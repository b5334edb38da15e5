// The slacks of the worst paths of every group, and the worst and total slacks of designs, as OpenSTA has
// them.

#include "gsta/sta/paths_by_group.hpp"
#include "test/golden/clock_designs.hpp"

using namespace gsta_test;

namespace {

/// Slacks in ps by group, ascending.
using group_slacks = std::map<std::string, std::vector<double>>;
/// The same by group and endpoint.
using end_slacks = std::map<std::pair<std::string, std::string>, std::vector<double>>;

/// Where OpenSTA lists paths that go on through a latch to its worst data and from there to others: it does
/// so where the latch's own clock launches what comes last. gsta's paths start where a latch hands data on.
bool goes_through_latch(open_run const& run, std::string const& end) {
  auto const name = run.name();
  return end == "l3/D" && (name == "latch ideal.ideal" || name == "latch limit.ideal" ||
                           name == "latch limit.elmore" || name == "latch prop.ideal");
}

/// kpaths1000_20.{max,min}.rpt: the 1,000 worst paths of each group, at most 20 to an endpoint.
end_slacks read_worst_paths(open_run const& run, bool late) {
  auto const file = run.golden() / (late ? "kpaths1000_20.max.rpt" : "kpaths1000_20.min.rpt");
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

end_slacks worst_paths_of(open_run const& run, timed_run const& of, bool late) {
  end_slacks result;
  for (auto const& group : gsta::paths_by_group(of.design, of.state, {1000, 20, late, !late})) {
    for (std::size_t p = 0; p < group.paths.size(); ++p) {
      auto const end = static_cast<std::size_t>(of.state.checks[group.paths.check[p]].data_pin);
      if (late && goes_through_latch(run, of.design.pin_name[end])) continue;
      result[{group.name, of.design.pin_name[end]}].push_back(static_cast<double>(group.paths.slack[p]) /
                                                              1000);
    }
  }
  return result;
}

group_slacks by_group(end_slacks const& ends) {
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
verdict find_paths(end_slacks const& ours, end_slacks const& golden) {
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
      if (same == left.end() || !agrees(*same, slack)) {
        if (agrees(slack, last)) break;
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

verdict compare_paths(group_slacks const& ours, group_slacks const& golden) {
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
      if (agrees(found->second[i], slacks[i])) continue;
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

/// Compares both sides where there is a file; adds up how many slacks were compared.
void check_worst_paths(open_run const& run, timed_run const& timed, bool credited, std::size_t& compared) {
  for (bool const late : {true, false}) {
    auto const file = run.golden() / (late ? "kpaths1000_20.max.rpt" : "kpaths1000_20.min.rpt");
    if (!std::filesystem::exists(file)) continue;
    auto const ours = worst_paths_of(run, timed, late), golden = read_worst_paths(run, late);
    auto const v = credited ? find_paths(ours, golden) : compare_paths(by_group(ours), by_group(golden));
    INFO(run.name() << (late ? " max: " : " min: ") << v.compared << " compared\n" << v.first);
    CHECK(v.missing == 0);
    CHECK(v.extra == 0);
    CHECK(v.different == 0);
    compared += v.compared;
  }
}

/// summary.txt: "wns max -0.1" and the like, in ps.
std::map<std::string, double> read_summary(std::filesystem::path const& file) {
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

void check_summary(open_run const& run, timed_run const& timed) {
  auto golden = read_summary(run.golden() / "summary.txt");
  for (bool const late : {true, false}) {
    auto const& ours = late ? timed.state.setup : timed.state.hold;
    std::string const name = late ? " max" : " min";
    INFO(run.name() << name);
    // A sum of n slacks may be off by n times what one may be.
    double const most = 0.1 * static_cast<double>(1 + ours.violations);
    CHECK(agrees(std::min(0.0, static_cast<double>(ours.wns)), golden["wns" + name]));
    CHECK(std::abs(ours.tns - golden["tns" + name]) <= most + 1e-4 * std::abs(golden["tns" + name]));
    CHECK(agrees(ours.worst_slack, golden["worst slack" + name]));
  }
}

}  // namespace

TEST_CASE("the 1,000 worst paths of the open designs have OpenSTA's slacks", "[golden]") {
  std::size_t compared = 0;
  for (auto const& run : open_runs()) {
    check_worst_paths(run, time_run(run), run.has_rich_constraints(), compared);
  }
  CHECK(compared == 9993);
}

TEST_CASE("the worst paths of designs with clocks, exceptions and latches have OpenSTA's slacks",
          "[golden]") {
  std::size_t compared = 0;
  for (auto const& run : clock_runs()) {
    if (late_ends_that_differ(run) == 0)
      check_worst_paths(run, time_clocks(run), !has_no_credits(run), compared);
  }
  CHECK(compared > 11'400);
}

TEST_CASE("WNS, TNS and worst slacks are OpenSTA's", "[golden]") {
  std::size_t seen = 0;
  for (auto const& run : open_runs()) {
    check_summary(run, time_run(run));
    ++seen;
  }
  CHECK(seen == 12);
  for (auto const& run : clock_runs()) {
    if (late_ends_that_differ(run) != 0) continue;
    check_summary(run, time_clocks(run));
    ++seen;
  }
  CHECK(seen == 12 + 56);
}
