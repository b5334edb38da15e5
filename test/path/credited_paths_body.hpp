#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "test/path/asked_paths.hpp"
#include "test/path/credited_case.hpp"
#include "test/support/timer_state.hpp"

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
  std::size_t circuits = 0, paths = 0, credited = 0, checks = 0, tied = 0, constrained = 0, shadows = 0,
              falling = 0, less = 0;
};

template <class E>
gsta::path_set list(E const& exec, credited_in_space<E> const& of, asked_paths const& asked) {
  return find_set(exec, {of.problem(), of.credits()}, asked);
}

/// All there are, up to so many.
inline asked_paths first_of_both(std::size_t k) { return {{.side = {}, .k = k, .by_check = true}}; }

/// Whether path `p` stands in front of the next one by the order of `find_paths`: slack, check, data edge,
/// and then, from the end backwards, starts and arcs in the order of fan-in rows, which ascend in arcs.
inline bool in_order(gsta::path_set const& paths, std::size_t p) {
  auto const of = [&](std::size_t q) {
    return std::tuple(paths.slack[q], paths.check[q], paths.data_edge[q]);
  };
  if (of(p) != of(p + 1)) return of(p) < of(p + 1);
  auto const steps = [&](std::size_t q) {
    std::vector<std::pair<id, id>> back;
    for (auto at = static_cast<std::size_t>(paths.begin[q + 1]);
         at > static_cast<std::size_t>(paths.begin[q]); --at)
      back.push_back(
          {paths.arc[at - 1], at - 1 > static_cast<std::size_t>(paths.begin[q]) ? paths.node[at - 2] : none});
    return back;
  };
  return steps(p) < steps(p + 1);
}

/// A list must not depend on who searches.
inline void choose_engine(std::uint64_t seed, asked_paths& asked) {
  if (seed % 5 > 0) asked.engine = every_engine()[seed % 5 - 1];
}

/// All paths are those enumerated, and lists of the first are how that list begins. Where credits fall a path
/// may have less than its own; where clock paths meet as well nobody says what that is.
template <class E>
void lists_agree(E const& exec, std::uint64_t seed, credited_case const& of, path_tally& tally) {
  credited_in_space<E> const there(exec, of);
  auto const want = of.all();
  if (want.found.size() > want.room) return;
  auto asked = first_of_both(want.found.size() + 1);
  choose_engine(seed, asked);
  auto const all = list(exec, there, asked);
  REQUIRE(all.size() == want.found.size());
  for (std::size_t p = 0; p + 1 < all.size(); ++p) {
    REQUIRE(in_order(all, p));
    tally.tied += all.slack[p] == all.slack[p + 1];
  }
  std::map<end_and_steps, gsta::femtoseconds> got;
  for (std::size_t p = 0; p < all.size(); ++p) got[of.names(all, p)] = all.slack[p];
  // As many as there are, so none comes twice.
  if (of.falling() == 0 && !(of.falls && of.tree.merges > 0)) REQUIRE(got == want.found);
  tally.falling += of.falling() > 0;
  for (auto const& [path, slack] : got) {
    REQUIRE(want.found.contains(path));
    if (of.tree.merges > 0) continue;
    REQUIRE(slack <= want.found.at(path));
    tally.less += slack < want.found.at(path);
  }
  for (std::size_t const k : {std::size_t{1}, std::size_t{2}, std::size_t{7}, all.size() / 2, all.size()}) {
    asked.query.k = k;
    REQUIRE(same_paths(list(exec, there, asked), those_of(all, k, [](std::size_t) { return true; })));
  }
  ++tally.circuits;
  tally.paths += all.size();
  tally.credited += want.credited;
}

/// The worst path of each check has the slack that the lanes give the check.
template <class E>
void worst_agree(E const& exec, credited_case& of, path_tally& tally) {
  auto asked = first_of_both(1'000'000);
  asked.query.per_endpoint = 1;
  auto const worst = list(exec, credited_in_space<E>(exec, of), asked);
  gsta::update_checks(gsta::host_executor{}, {of.timer.checks(), gsta::view_of(of.credit_levels)},
                      of.timer.view().design.luts, state_of(of.timer).delays, state_of(of.timer).arrivals,
                      state_of(of.timer).slacks);
  std::map<std::pair<id, int>, float> want, got;
  for (std::size_t i = 0; i < of.timer.view().checks.check.size(); ++i)
    for (int e = 0; e < 2; ++e)
      if (float const slack = of.timer.view().check_slack[i][e]; gsta::math::is_defined(slack))
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
  credited_case const of(seed);
  credited_in_space<E> const there(exec, of);
  auto asked_all = first_of_both(20'000);
  auto const all = list(exec, there, asked_all);
  choose_engine(seed, asked_all);
  if (all.size() == 0 || all.size() == asked_all.query.k) return;
  prng random(seed);

  auto asked = asked_all;
  auto const below = all.slack[static_cast<std::size_t>(random.below(static_cast<int>(all.size())))];
  asked.query.slack_below = below;
  REQUIRE(same_paths(list(exec, there, asked),
                     those_of(all, all.size(), [&](std::size_t p) { return all.slack[p] < below; })));

  std::size_t const k = static_cast<std::size_t>(random.between(1, 30));
  for (bool const unique : {false, true}) {
    for (std::size_t const each : {std::size_t{1}, std::size_t{3}, all.size()}) {
      asked = asked_all;
      asked.query.per_endpoint = each;
      asked.query.unique_pins = unique;
      std::map<std::pair<id, gsta::edge>, std::size_t> taken;
      std::set<std::vector<id>> met;
      auto const left = [&](std::size_t p) {
        std::vector<id> pins(all.node.begin() + all.begin[p], all.node.begin() + all.begin[p + 1]);
        pins.push_back(all.check[p]);
        auto& n = taken[{all.check[p], all.data_edge[p]}];
        if (n == each) return false;
        if (unique && !met.insert(std::move(pins)).second) {
          ++tally.shadows;
          return false;
        }
        ++n;
        return true;
      };
      auto const want = those_of(all, all.size(), left);
      REQUIRE(same_paths(list(exec, there, asked), want));
      asked.query.k = k;
      REQUIRE(same_paths(list(exec, there, asked), those_of(want, k, [](std::size_t) { return true; })));
    }
  }

  asked = asked_all;
  asked.set_points(random_constraint(random, all));
  auto const raw = find_set(exec, {there.problem()}, asked);
  std::set<end_and_steps> satisfying;
  for (std::size_t p = 0; p < raw.size(); ++p) satisfying.insert(of.names(raw, p));
  auto const want =
      those_of(all, all.size(), [&](std::size_t p) { return satisfying.count(of.names(all, p)) != 0; });
  REQUIRE(want.size() > 0);
  tally.constrained += want.size() < all.size();
  for (auto const form : {gsta::constraint_form::automatic, gsta::constraint_form::states}) {
    asked.form = form;
    asked.query.k = asked_all.query.k;
    REQUIRE(same_paths(list(exec, there, asked), want));
    asked.query.k = k;
    REQUIRE(same_paths(list(exec, there, asked), those_of(want, k, [](std::size_t) { return true; })));
  }

  // Without credits the lanes are of no account, and the order is known.
  std::vector<per_condition<float>> const nothing(of.tree.view.place.size(), gsta::same_value(0));
  asked = asked_all;
  asked.query.k = 1 + all.size() / 2;
  auto const plain = find_set(exec, {there.problem()}, asked);
  credited_in_space<E> const free(exec, of.problem(), {of.tree.view, gsta::view_of(nothing)});
  REQUIRE(same_paths(list(exec, free, asked), plain));

  // A side's part that is made once and asked twice.
  gsta::path_arrays<E::space> const arrays{there.problem(), there.credits()};
  for (auto const side : {gsta::split::early, gsta::split::late}) {
    gsta::detail::path_request<E> request;
    if (asked.engine) {
      auto const* const own = std::get_if<gsta::path_engine>(&*asked.engine);
      if (own != nullptr)
        request.scheme.engine = *own;
      else
        request.named = gsta::detail::named_engine<E>(*asked.engine);
    }
    gsta::detail::side_search<E> search(exec, arrays, side, request);
    for (std::size_t const n : {std::size_t{1}, all.size()}) {
      auto const of_side = those_of(all, n, [&](std::size_t p) {
        return gsta::is_late(of.timer.view().checks.check[static_cast<std::size_t>(all.check[p])].kind) ==
               (side == gsta::split::late);
      });
      REQUIRE(same_paths(to_path_set(exec, search.find(n, n).view), of_side));
    }
  }
  ++tally.circuits;
}

template <class E>
path_tally compare_paths(E const& exec, std::uint64_t first, std::uint64_t last, bool falls) {
  path_tally tally;
  for (std::uint64_t seed = first; seed < last; ++seed) {
    for (auto const convention : {gsta::common_path::by_edge, gsta::common_path::by_pin}) {
      INFO("seed " << seed << (convention == gsta::common_path::by_pin ? " by pin" : " by edge"));
      credited_case of(seed, convention, falls);
      lists_agree(exec, seed, of, tally);
      worst_agree(exec, of, tally);
    }
  }
  return tally;
}

/// Where early delays of clocks are above late ones.
template <class E>
void falling_paths_agree(E const& exec, std::uint64_t first, std::uint64_t last) {
  auto const tally = compare_paths(exec, first, last, true);
  CAPTURE(tally.circuits, tally.paths, tally.falling, tally.less);
  CHECK(tally.circuits * 10 > 18 * (last - first));
  CHECK(tally.falling * 4 > last - first);
  CHECK(tally.less > (last - first) / 10);
}

template <class E>
void credited_paths_agree(E const& exec, std::uint64_t first, std::uint64_t last) {
  auto const tally = compare_paths(exec, first, last, false);
  CHECK(tally.falling == 0);
  CAPTURE(tally.circuits, tally.paths, tally.credited, tally.checks, tally.tied);
  CHECK(tally.circuits * 10 > 18 * (last - first));
  CHECK(tally.paths > 20 * (last - first));
  CHECK(tally.credited > 10 * (last - first));
  CHECK(tally.checks > 8 * (last - first));
  CHECK(tally.tied > last - first);
}

template <class E>
void credited_options_agree(E const& exec, std::uint64_t first, std::uint64_t last) {
  path_tally tally;
  for (std::uint64_t seed = first; seed < last; ++seed) options_agree(exec, seed, tally);
  CAPTURE(tally.circuits, tally.constrained, tally.shadows);
  CHECK(tally.circuits * 10 > 8 * (last - first));
  CHECK(tally.constrained * 2 > last - first);
  CHECK(tally.shadows > last - first);
}

template <class E>
void credited_paths_refuse(E const& exec) {
  constexpr auto S = E::space;
  credited_case const of(5);
  credited_in_space<E> const there(exec, of);
  auto const find = [&](gsta::path_problem<S> const& problem, gsta::path_credits<S> const& credits,
                        gsta::path_query const& query) {
    return gsta::find_paths(exec, {problem, credits}, query).view.size();
  };
  gsta::path_query query{.side = {}, .k = 100, .by_check = true};
  REQUIRE(find(there.problem(), there.credits(), query) > 0);
  query.k = 0;
  CHECK(find(there.problem(), there.credits(), query) == 0);
  query.k = 100;
  query.per_endpoint = 0;
  CHECK(find(there.problem(), there.credits(), query) == 0);
  query.per_endpoint = 100;
  query.most_bytes = 100;
  CHECK_THROWS_AS(find(there.problem(), there.credits(), query), gsta::argument_error);
  query = {};
  auto credits = there.credits();
  credits.credit = credits.credit.subspan(1, credits.credit.size() - 1);
  CHECK_THROWS_AS(find(there.problem(), credits, query), gsta::argument_error);
  std::vector<per_condition<float>> const endless(of.tree.view.place.size(),
                                                  gsta::same_value(gsta::math::infinity));
  auto const infinite = clone(exec, endless);
  CHECK_THROWS_AS(find(there.problem(), {there.tree.view, infinite.view()}, query), gsta::argument_error);
  auto problem = there.problem();
  problem.checks = problem.checks.subspan(1, problem.checks.size() - 1);
  CHECK_THROWS_AS(find(problem, there.credits(), query), gsta::argument_error);
}

}  // namespace gsta_test::credits
