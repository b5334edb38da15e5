#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "test/path/credited_case.hpp"

namespace gsta_test::credits {

inline bool same_paths(gsta::path_set const& a, gsta::path_set const& b) {
  return a.begin == b.begin && a.node == b.node && a.edge == b.edge && a.arc == b.arc && a.slack == b.slack &&
         a.check == b.check && a.data_edge == b.data_edge;
}

/// The paths that f(p) keeps, at most `most`.
template <class F>
gsta::path_set those_of(gsta::path_set const& paths, std::size_t most, F const& f) {
  gsta::path_set result;
  for (std::size_t p = 0; p < paths.size() && result.size() < most; ++p)
    if (f(p)) result.add_path(paths, p);
  return result;
}

struct path_tally {
  std::size_t circuits = 0, paths = 0, credited = 0, checks = 0, constrained = 0, twins = 0;
};

template <class E>
gsta::path_set list(E const& exec, credited_case<E> const& of, gsta::timing_paths_options const& options) {
  return to_path_set(exec, gsta::credited_paths(exec, of.problem(), of.credits(), options).view);
}

/// All paths are those enumerated, and lists of the first are how that list begins.
template <class E>
void lists_agree(E const& exec, std::uint64_t seed, gsta::common_path convention, path_tally& tally) {
  INFO("seed " << seed << (convention == gsta::common_path::by_pin ? " by pin" : " by edge"));
  credited_case<E> const of(exec, seed, convention);
  auto const want = of.all();
  if (want.found.size() > want.room) return;
  gsta::timing_paths_options options;
  options.k = want.found.size() + 1;
  auto const all = list(exec, of, options);
  REQUIRE(all.size() == want.found.size());
  REQUIRE(std::is_sorted(all.slack.begin(), all.slack.end()));
  std::map<end_and_steps, gsta::femtoseconds> got;
  for (std::size_t p = 0; p < all.size(); ++p) got[of.names(all, p)] = all.slack[p];
  REQUIRE(got == want.found);  // as many as there are, so none comes twice
  for (std::size_t const k : {std::size_t{1}, std::size_t{2}, std::size_t{7}, all.size() / 2, all.size()}) {
    options.k = k;
    REQUIRE(same_paths(list(exec, of, options), those_of(all, k, [](std::size_t) { return true; })));
  }
  ++tally.circuits;
  tally.paths += all.size();
  tally.credited += want.credited;
}

/// The worst path of each check has the slack that the lanes give the check.
template <class E>
void worst_agree(E const& exec, std::uint64_t seed, gsta::common_path convention, path_tally& tally) {
  INFO("seed " << seed);
  credited_case<E> of(exec, seed, convention);
  gsta::timing_paths_options options;
  options.k = 1'000'000;
  options.per_end = 1;
  auto const worst = list(exec, of, options);
  gsta::update_checks(exec, {of.timer.checks, gsta::view_of(of.lanes)}, of.timer.design.view.luts,
                      of.timer.delays, of.timer.arrivals, of.timer.slacks);
  std::map<std::pair<id, int>, float> want, got;
  for (std::size_t i = 0; i < of.timer.checks.view.check.size(); ++i)
    for (int e = 0; e < 2; ++e)
      if (float const slack = of.timer.slacks.check_slack.view()[i][e]; gsta::math::is_defined(slack))
        want[{static_cast<id>(i), e}] = slack;
  for (std::size_t p = 0; p < worst.size(); ++p)
    got[{worst.check[p], static_cast<int>(worst.data_edge[p])}] = gsta::to_picoseconds(worst.slack[p]);
  REQUIRE(worst.size() == got.size());
  REQUIRE(got == want);
  tally.checks += got.size();
}

inline gsta::path_constraint random_constraint(prng& random, gsta::path_set const& paths) {
  auto const pin = [&](std::size_t at) {
    bool const both = random.below(2) == 0, rises = paths.edge[at] == gsta::edge::rise;
    return gsta::constraint_pin{paths.node[at], both || rises, both || !rises};
  };
  auto const p = static_cast<std::size_t>(random.below(static_cast<int>(paths.size())));
  auto const first = static_cast<std::size_t>(paths.begin[p]),
             end = static_cast<std::size_t>(paths.begin[p + 1]);
  gsta::path_constraint result;
  if (random.below(3) == 0) result.from = {pin(first)};
  if (random.below(3) == 0) result.to = {pin(end - 1)};
  for (std::size_t at = first; at < end; ++at)
    if (random.below(4) == 0) result.through.push_back({pin(at)});
  return result;
}

/// Lists under each option are what the options leave of the list of all paths.
template <class E>
void options_agree(E const& exec, std::uint64_t seed, path_tally& tally) {
  INFO("seed " << seed);
  credited_case<E> const of(exec, seed);
  gsta::timing_paths_options all_options;
  all_options.k = 20'000;
  auto const all = list(exec, of, all_options);
  if (all.size() == 0 || all.size() == all_options.k) return;
  prng random(seed);

  auto options = all_options;
  options.below = all.slack[static_cast<std::size_t>(random.below(static_cast<int>(all.size())))];
  REQUIRE(same_paths(list(exec, of, options),
                     those_of(all, all.size(), [&](std::size_t p) { return all.slack[p] < options.below; })));

  std::size_t const k = static_cast<std::size_t>(random.between(1, 30));
  for (bool const unique : {false, true}) {
    for (std::size_t const each : {std::size_t{1}, std::size_t{3}, all.size()}) {
      options = all_options;
      options.per_end = each;
      options.unique_pins = unique;
      std::map<std::pair<id, gsta::edge>, std::size_t> taken;
      std::set<std::vector<id>> met;
      auto const left = [&](std::size_t p) {
        std::vector<id> pins(all.node.begin() + all.begin[p], all.node.begin() + all.begin[p + 1]);
        pins.push_back(all.check[p]);
        auto& n = taken[{all.check[p], all.data_edge[p]}];
        if (n == each) return false;
        if (unique && !met.insert(std::move(pins)).second) {
          ++tally.twins;
          return false;
        }
        ++n;
        return true;
      };
      auto const want = those_of(all, all.size(), left);
      REQUIRE(same_paths(list(exec, of, options), want));
      options.k = k;
      REQUIRE(same_paths(list(exec, of, options), those_of(want, k, [](std::size_t) { return true; })));
    }
  }

  options = all_options;
  options.constraint = random_constraint(random, all);
  auto const raw = to_path_set(exec, gsta::timing_paths(exec, of.problem(), options).view);
  std::set<end_and_steps> satisfying;
  for (std::size_t p = 0; p < raw.size(); ++p) satisfying.insert(of.names(raw, p));
  auto const want =
      those_of(all, all.size(), [&](std::size_t p) { return satisfying.count(of.names(all, p)) != 0; });
  REQUIRE(want.size() > 0);
  tally.constrained += want.size() < all.size();
  REQUIRE(same_paths(list(exec, of, options), want));
  options.k = k;
  REQUIRE(same_paths(list(exec, of, options), those_of(want, k, [](std::size_t) { return true; })));

  // Without credits the lanes are of no account, and the order is known.
  std::vector<corner_values> const nothing(of.tree.view.place.size(), gsta::same_value(0));
  options = all_options;
  options.k = 1 + all.size() / 2;
  auto const plain = to_path_set(exec, gsta::timing_paths(exec, of.problem(), options).view);
  auto const free = gsta::credited_paths(exec, of.problem(), {of.tree.view, gsta::view_of(nothing)}, options);
  REQUIRE(same_paths(to_path_set(exec, free.view), plain));
  ++tally.circuits;
}

template <class E>
void credited_paths_agree(E const& exec, std::uint64_t first, std::uint64_t last) {
  path_tally tally;
  for (std::uint64_t seed = first; seed < last; ++seed) {
    for (auto const convention : {gsta::common_path::by_edge, gsta::common_path::by_pin}) {
      lists_agree(exec, seed, convention, tally);
      worst_agree(exec, seed, convention, tally);
    }
  }
  CAPTURE(tally.circuits, tally.paths, tally.credited, tally.checks);
  CHECK(tally.circuits * 10 > 18 * (last - first));
  CHECK(tally.paths > 20 * (last - first));
  CHECK(tally.credited > 10 * (last - first));
  CHECK(tally.checks > 8 * (last - first));
}

template <class E>
void credited_options_agree(E const& exec, std::uint64_t first, std::uint64_t last) {
  path_tally tally;
  for (std::uint64_t seed = first; seed < last; ++seed) options_agree(exec, seed, tally);
  CAPTURE(tally.circuits, tally.constrained, tally.twins);
  CHECK(tally.circuits * 10 > 8 * (last - first));
  CHECK(tally.constrained * 2 > last - first);
  CHECK(tally.twins > last - first);
}

template <class E>
void credited_paths_refuse(E const& exec) {
  credited_case<E> const of(exec, 5);
  auto const find = [&](gsta::path_problem<gsta::memory_space::host> const& problem,
                        gsta::path_credits<gsta::memory_space::host> const& credits,
                        gsta::timing_paths_options const& options) {
    return gsta::credited_paths(exec, problem, credits, options).view.size();
  };
  gsta::timing_paths_options options;
  options.k = 100;
  REQUIRE(find(of.problem(), of.credits(), options) > 0);
  options.k = 0;
  CHECK(find(of.problem(), of.credits(), options) == 0);
  options.k = 100;
  options.per_end = 0;
  CHECK(find(of.problem(), of.credits(), options) == 0);
  options.per_end = 100;
  options.most_bytes = 100;
  CHECK_THROWS_AS(find(of.problem(), of.credits(), options), gsta::argument_error);
  options = {};
  auto credits = of.credits();
  credits.credit = credits.credit.subspan(1, credits.credit.size() - 1);
  CHECK_THROWS_AS(find(of.problem(), credits, options), gsta::argument_error);
  std::vector<corner_values> const endless(of.tree.view.place.size(), gsta::same_value(gsta::math::infinity));
  CHECK_THROWS_AS(find(of.problem(), {of.tree.view, gsta::view_of(endless)}, options), gsta::argument_error);
  auto problem = of.problem();
  problem.checks = problem.checks.subspan(1, problem.checks.size() - 1);
  CHECK_THROWS_AS(find(problem, of.credits(), options), gsta::argument_error);
}

}  // namespace gsta_test::credits
