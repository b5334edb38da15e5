#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "gsta/constrain/nodes.hpp"
#include "gsta/sta/snapshot.hpp"
#include "test/support/oracle.hpp"

namespace gsta_test {

/// How far a float result may be from the double one. The contest's goldens allow 0.02 ps and 1e-4 of the
/// value; the random circuits' times stay below some thousand ps and their slopes below 1, so ten times less
/// is enough, also for the differences of such times (slacks, required times).
inline double tolerance(double value) { return 0.002 + 1e-5 * std::abs(value); }

/// Counts comparisons and keeps the first few that failed, so that a test makes one assertion a circuit.
class comparison {
 public:
  std::size_t defined = 0, undefined = 0, failed = 0;
  double worst = 0;  ///< largest error seen, as a fraction of what was allowed

  void value(char const* what, id where, id tag, int c, float got, maybe const& want) {
    bool const has = std::isfinite(got);
    if (has != want.has_value() || std::isnan(got)) return fail(what, where, tag, c, got, want);
    if (!has) {
      ++undefined;
      return;
    }
    ++defined;
    double const error = std::abs(static_cast<double>(got) - *want) / tolerance(*want);
    worst = std::max(worst, error);
    if (!(error <= 1)) fail(what, where, tag, c, got, want);
  }
  void truth(char const* what, id where, id tag, bool holds) {
    ++defined;
    if (!holds) fail(what, where, tag, -1, 0, {});
  }
  std::string report() const { return std::to_string(failed) + " failed" + first_.str(); }

 private:
  void fail(char const* what, id where, id tag, int c, float got, maybe const& want) {
    if (++failed > 8) return;
    first_ << "\n  " << what << " at " << where << " tag " << tag << " condition " << c << ": got " << got
           << ", want ";
    if (want) first_ << *want;
    if (!want) first_ << "undefined";
  }

  std::ostringstream first_;
};

namespace detail {
inline void compare_pins(gsta::timing_snapshot const& s, oracle& truth, comparison& result) {
  for (std::size_t p = 0; p < truth.pins(); ++p) {
    auto const pin = static_cast<id>(p);
    for (int c = 0; c < 4; ++c) {
      auto const k = static_cast<std::size_t>(c);
      result.value("load", pin, none, c, s.load[p][c], truth.load(pin)[k]);
      result.value("slew", pin, none, c, s.slew[p][c], truth.slew(pin)[k]);
    }
  }
  for (std::size_t a = 0; a < truth.arc_count(); ++a) {
    four const want = truth.delay(static_cast<int>(a));
    for (int c = 0; c < 4; ++c) {
      result.value("delay", static_cast<id>(a), none, c, s.arc_delay[a][c],
                   want[static_cast<std::size_t>(c)]);
    }
  }
}

/// Tags written out.
inline std::vector<oracle_tag> tags_of(std::vector<gsta::tag> const& tags,
                                       std::vector<gsta::exception_row> const& rows) {
  std::vector<oracle_tag> written;
  for (auto const& t : tags) {
    auto& of = written.emplace_back(oracle_tag{t.launch_edge, t.kind, {}});
    for (auto const& state : rows[static_cast<std::size_t>(t.exception)]) of.paths.push_back(state.exception);
  }
  return written;
}

inline id node_of(gsta::timing_snapshot const& s, std::vector<oracle_tag> const& tags, id pin,
                  oracle_tag const& wanted) {
  auto const p = static_cast<std::size_t>(pin);
  for (id n = s.pin_begin[p]; n < s.pin_begin[p + 1]; ++n) {
    if (tags[static_cast<std::size_t>(s.node_tag[static_cast<std::size_t>(n)])] == wanted) return n;
  }
  return none;
}

/// Nodes of one pin. Where tags tell arrivals apart a node may be missing where nothing arrives, and required
/// times say nothing about conditions that nothing arrives at (they come from those nodes alone that exist);
/// so they are compared where something does.
inline void compare_pin_nodes(gsta::timing_snapshot const& s, std::vector<oracle_tag> const& tags, id pin,
                              oracle& truth, comparison& result) {
  id expected = 0;
  for (oracle_tag const& tag : truth.tags_at(pin)) {
    id const node = node_of(s, tags, pin, tag);
    expected += node != none;
    for (std::size_t c = 0; c < 4; ++c) {
      maybe const at = truth.arrival(pin, tag)[c];
      if (node == none) {
        result.truth("node", pin, tag.launch, !at);
        continue;
      }
      auto const n = static_cast<std::size_t>(node);
      int const k = static_cast<int>(c);
      result.value("arrival", pin, tag.launch, k, s.node_arrival[n][k], at);
      result.value("slack", pin, tag.launch, k, s.node_slack[n][k], truth.slack(pin, tag, k));
      if (at || truth.one_kind())
        result.value("required", pin, tag.launch, k, s.node_required[n][k], truth.required(pin, tag)[c]);
    }
  }
  auto const p = static_cast<std::size_t>(pin);
  result.truth("nodes of a pin", pin, none, expected == s.pin_begin[p + 1] - s.pin_begin[p]);
}

inline void compare_nodes(gsta::timing_snapshot const& s, oracle& truth, comparison& result) {
  auto const tags = tags_of(s.tags, s.exception_rows);
  for (std::size_t p = 0; p < truth.pins(); ++p)
    compare_pin_nodes(s, tags, static_cast<id>(p), truth, result);
}

inline void compare_checks(gsta::timing_snapshot const& s, oracle const& truth, comparison& result) {
  std::set<oracle_check_key> seen;
  auto const tags = tags_of(s.tags, s.exception_rows);
  auto const tag_of_node = [&](id node) {
    return tags[static_cast<std::size_t>(s.node_tag[static_cast<std::size_t>(node)])];
  };
  for (std::size_t i = 0; i < s.checks.size(); ++i) {
    gsta::timing_check const& check = s.checks[i];
    bool const output = check.capture == none;
    oracle_tag capture;
    if (output)
      capture.launch = truth.design().requirements[static_cast<std::size_t>(check.source)].capture_edge;
    if (!output) capture = tag_of_node(check.capture);
    oracle_check_key const key{output, check.source, gsta::is_late(check.kind), tag_of_node(check.data),
                               capture};
    result.truth("check twice", check.source, key.data.launch, seen.insert(key).second);
    auto const found = truth.checks().find(key);
    result.truth("check unknown", check.source, key.data.launch, found != truth.checks().end());
    if (found == truth.checks().end()) continue;
    for (int e = 0; e < 2; ++e) {
      auto const k = static_cast<std::size_t>(e);
      result.value("check required", check.source, key.data.launch, e, s.check_required[i][e],
                   found->second.required[k]);
      result.value("check slack", check.source, key.data.launch, e, s.check_slack[i][e],
                   found->second.slack[k]);
    }
  }
  for (auto const& [key, check] : truth.checks()) {
    bool const has_slack = check.slack[0] || check.slack[1];
    if (has_slack) result.truth("check missing", key.source, key.data.launch, seen.contains(key));
  }
}

/// A slack within the tolerance of zero may be counted as a violation or not.
inline void compare_summary(gsta::slack_summary const& got, oracle_summary const& want, std::int64_t unsure,
                            comparison& result) {
  maybe const worst = std::isfinite(want.worst) ? maybe(want.worst) : maybe();
  result.value("worst slack", none, none, 0, got.worst_slack, worst);
  result.value("wns", none, none, 0, got.wns, worst ? maybe(std::min(0.0, *worst)) : maybe());
  double const slop = static_cast<double>(2 * want.endpoints + 1) *
                      (tolerance(0) + 1e-5 * std::abs(std::min(0.0, want.worst)));
  result.truth("tns", none, none, std::abs(got.tns - want.tns) <= slop);
  result.truth("tns_rf", none, none, std::abs(got.tns_rf - want.tns_rf) <= slop);
  result.truth("endpoints", none, none, got.endpoints == want.endpoints);
  result.truth("unconstrained", none, none, got.unconstrained == want.unconstrained);
  result.truth("violations", none, none, std::abs(got.violations - want.violations) <= unsure);
}
}  // namespace detail

/// Everything a timer found against the oracle.
inline void compare_with_oracle(gsta::timing_snapshot const& s, oracle& truth, comparison& result) {
  detail::compare_pins(s, truth, result);
  detail::compare_nodes(s, truth, result);
  detail::compare_checks(s, truth, result);
  for (bool const late : {false, true}) {
    std::int64_t unsure = 0;
    for (auto const& [key, check] : truth.checks()) {
      for (auto const& slack : check.slack) unsure += slack && std::abs(*slack) <= tolerance(0);
    }
    detail::compare_summary(late ? s.setup : s.hold, truth.summary(late), unsure, result);
  }
}

}  // namespace gsta_test
