#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "test/support/oracle_wire.hpp"

namespace gsta_test {

using four = std::array<maybe, 4>;  ///< ER EF LR LF

struct oracle_options {
  bool degrade_slew = true, clip_slew = false, capture = false;
};

/// One check between one launch and one capture edge (requirements: the required edge).
struct oracle_check_key {
  bool from_requirement;
  id source;
  bool late;
  id launch, capture;
  auto operator<=>(oracle_check_key const&) const = default;
};
struct oracle_check {
  id data = none;
  std::array<maybe, 2> required, slack;  ///< by data edge
};

struct oracle_summary {
  double worst = INFINITY, tns = 0, tns_rf = 0;
  std::int64_t violations = 0, endpoints = 0, unconstrained = 0;
};

/// Capture edge minus launch edge in ps, by trying cycles: the smallest above zero for late, the largest not
/// above zero for early. Over one common period of both clocks every relation of their edges occurs.
inline double brute_force_offset(gsta::flat_design const& d, id launch, id capture, bool late) {
  auto const& from = d.clocks[static_cast<std::size_t>(launch / 2)];
  auto const& to = d.clocks[static_cast<std::size_t>(capture / 2)];
  std::int64_t best = late ? INT64_MAX : INT64_MIN;
  std::int64_t launched = from.at[launch % 2];
  for (std::int64_t i = 0; i == 0 || i * from.period % to.period != 0; ++i, launched += from.period) {
    std::int64_t captured = to.at[capture % 2];  // the last capture edge not above the launch
    while (captured <= launched) captured += to.period;
    while (captured > launched) captured -= to.period;
    if (late) best = std::min(best, captured + to.period - launched);
    if (!late) best = std::max(best, captured - launched);
  }
  return static_cast<double>(best) / 1000.0;
}

/// A slow timer in double, written from tau15-semantics.md (sections 2 to 8) alone: recursion with memory,
/// one map entry a pin and launch edge. It uses nothing of gsta but the flat design's arrays.
class oracle {
 public:
  oracle(gsta::flat_design const& design, oracle_options const& options) : d_(design), o_(options) {
    list_arcs();
    solve_wires();
    for (auto const& source : d_.sources) launches_.insert(source.launch_edge);
    if (launches_.empty()) launches_.insert(none);
    list_checks();
    for (auto const& entry : checks_) {
      checks_of_data_[entry.second.data].push_back(entry);
      if (!entry.first.from_requirement)
        checks_of_clock_[d_.check_clock[u(entry.first.source)]].push_back(entry);
    }
  }

  std::size_t pins() const { return d_.pin_load.size(); }
  std::size_t arc_count() const { return arcs_.size(); }
  gsta::flat_design const& design() const { return d_; }
  std::set<id> const& launches() const { return launches_; }
  four const& load(id pin) const { return load_[u(pin)]; }

  four const& slew(id pin) {
    auto const known = slew_.find(pin);
    if (known != slew_.end()) return known->second;
    four merged = defined_only(d_.asserted_slew[u(pin)]);
    for (int const a : fanin_[u(pin)]) {
      four const out = arc_values(a).slew;
      for (int c = 0; c < 4; ++c) keep_worst(c, merged[u(c)], out[u(c)]);
    }
    return slew_[pin] = merged;
  }

  four delay(int arc) { return arc_values(arc).delay; }

  four const& arrival(id pin, id launch) {
    auto const known = arrival_.find({pin, launch});
    if (known != arrival_.end()) return known->second;
    four best{};
    for (auto const& source : d_.sources) {
      if (source.pin != pin || source.launch_edge != launch) continue;
      four const at = defined_only(source.arrival);
      for (int c = 0; c < 4; ++c) keep_worst(c, best[u(c)], at[u(c)]);
    }
    for (int const a : fanin_[u(pin)]) {
      four const at = arrival(arcs_[u(a)].from, launch);
      four const delays = delay(a);
      for (int c = 0; c < 4; ++c) {
        int const in = input_condition(a, c);
        if (in < 0 || !at[u(in)] || !delays[u(c)]) continue;
        keep_worst(c, best[u(c)], *at[u(in)] + *delays[u(c)]);
      }
    }
    return arrival_[{pin, launch}] = best;
  }

  four const& required(id pin, id launch) {
    auto const known = required_.find({pin, launch});
    if (known != required_.end()) return known->second;
    four best{};
    for (auto const& [key, check] : checks_of_data_[pin]) {
      if (key.launch != launch) continue;
      for (int e = 0; e < 2; ++e) tighten(2 * key.late + e, best, check.required[u(e)]);
    }
    for (int const a : fanout_[u(pin)]) {
      four const after = required(arcs_[u(a)].to, launch);
      four const delays = delay(a);
      for (int c = 0; c < 4; ++c) {
        int const in = input_condition(a, c);
        if (in >= 0 && after[u(c)] && delays[u(c)]) tighten(in, best, *after[u(c)] - *delays[u(c)]);
      }
    }
    if (o_.capture) merge_captured(pin, launch, best);
    return required_[{pin, launch}] = best;
  }

  maybe slack(id pin, id launch, int c) {
    maybe const at = arrival(pin, launch)[u(c)], rat = required(pin, launch)[u(c)];
    if (!at || !rat) return {};
    return c >= 2 ? *rat - *at : *at - *rat;
  }

  std::map<oracle_check_key, oracle_check> const& checks() const { return checks_; }

  oracle_summary summary(bool late) {
    std::set<id> endpoints(d_.outputs.begin(), d_.outputs.end());
    endpoints.insert(d_.check_data.begin(), d_.check_data.end());
    for (auto const& r : d_.requirements) endpoints.insert(r.pin);
    oracle_summary sum;
    for (id const pin : endpoints) add_endpoint(pin, late, sum);
    return sum;
  }

 private:
  struct arc {
    id from, to;
    int net = -1, sink = -1, cell = -1;  ///< a net arc's net and position, or a cell arc
  };
  struct values {
    four delay, slew;
  };

  template <class I>
  static std::size_t u(I i) {
    return static_cast<std::size_t>(i);
  }
  static four defined_only(gsta::corner_values const& v) {
    four result;
    for (int c = 0; c < 4; ++c) {
      if (std::isfinite(v[c])) result[u(c)] = v[c];
    }
    return result;
  }
  static void keep_worst(int c, maybe& best, maybe const& candidate) {
    if (!candidate) return;
    if (!best || (c >= 2 ? *candidate > *best : *candidate < *best)) best = candidate;
  }
  static void tighten(int c, four& best, maybe const& candidate) {
    if (!candidate) return;
    maybe& b = best[u(c)];
    if (!b || (c >= 2 ? *candidate < *b : *candidate > *b)) b = candidate;
  }

  void list_arcs() {
    fanin_.resize(pins());
    fanout_.resize(pins());
    for (std::size_t net = 0; net < d_.net_driver.size(); ++net) {
      for (id k = d_.net_begin[net]; k < d_.net_begin[net + 1]; ++k) {
        add_arc({d_.net_driver[net], d_.net_sink[u(k)], static_cast<int>(net), k - d_.net_begin[net], -1});
      }
    }
    for (std::size_t i = 0; i < d_.arc_from.size(); ++i) {
      add_arc({d_.arc_from[i], d_.arc_to[i], -1, -1, static_cast<int>(i)});
    }
  }
  void add_arc(arc const& a) {
    fanin_[u(a.to)].push_back(static_cast<int>(arcs_.size()));
    fanout_[u(a.from)].push_back(static_cast<int>(arcs_.size()));
    arcs_.push_back(a);
  }

  void solve_wires() {
    load_.assign(pins(), four{0.0, 0.0, 0.0, 0.0});
    wires_.resize(d_.net_driver.size());
    for (std::size_t net = 0; net < wires_.size(); ++net) {
      for (int c = 0; c < 4; ++c) {
        wires_[net][u(c)] = wire_recursion(d_, static_cast<id>(net), c).solve();
        load_[u(d_.net_driver[net])][u(c)] = wires_[net][u(c)].load;
      }
    }
  }

  /// The input condition behind output condition `c`, or -1: the same split, by the arc's sense.
  int input_condition(int a, int c) const {
    if (arcs_[u(a)].net >= 0) return c;
    gsta::edge_map const edges = d_.arc_types[u(d_.arc_type_of[u(arcs_[u(a)].cell)])].edges;
    int const bits = edges.code >> (2 * c) & 3;
    return bits == 0 ? -1 : (c / 2) * 2 + bits - 1;
  }

  values arc_values(int a) {
    auto const known = values_.find(a);
    if (known != values_.end()) return known->second;
    four const in = slew(arcs_[u(a)].from);
    values const result = arcs_[u(a)].net >= 0 ? net_values(arcs_[u(a)], in) : cell_values(a, in);
    return values_[a] = result;
  }
  values net_values(arc const& a, four const& in) const {
    values result;
    for (int c = 0; c < 4; ++c) {
      oracle_wire const& wire = wires_[u(a.net)][u(c)];
      result.delay[u(c)] = wire.delay[u(a.sink)];
      maybe const impulse = wire.impulse[u(a.sink)];
      if (!in[u(c)] || !impulse) continue;
      double const s = *in[u(c)];
      double const widened = std::sqrt(std::max(0.0, s * s + *impulse));
      result.slew[u(c)] = !o_.degrade_slew ? s : s < 0 ? -widened : widened;
    }
    return result;
  }
  values cell_values(int a, four const& in) const {
    gsta::arc_type const& type = d_.arc_types[u(d_.arc_type_of[u(arcs_[u(a)].cell)])];
    values result;
    for (int c = 0; c < 4; ++c) {
      int const from = input_condition(a, c);
      maybe const load = load_[u(arcs_[u(a)].to)][u(c)];
      if (from < 0 || !in[u(from)] || !load) continue;
      if (type.delay[c] != none) result.delay[u(c)] = oracle_table(d_, type.delay[c])(*in[u(from)], *load);
      if (type.slew[c] != none) result.slew[u(c)] = oracle_table(d_, type.slew[c])(*in[u(from)], *load);
      if (o_.clip_slew && result.slew[u(c)]) result.slew[u(c)] = std::max(0.0, *result.slew[u(c)]);
    }
    return result;
  }

  void list_checks() {
    for (std::size_t i = 0; i < d_.check_data.size(); ++i) {
      for (id const launch : launches_) {
        for (id const capture : launches_) {
          if (launch != none && capture != none) add_library_check(static_cast<id>(i), launch, capture);
        }
      }
    }
    for (std::size_t i = 0; i < d_.requirements.size(); ++i) {
      for (id const launch : launches_) {
        if (launch == none && d_.requirements[i].capture_edge != none) continue;
        add_requirement(static_cast<id>(i), launch, true);
        add_requirement(static_cast<id>(i), launch, false);
      }
    }
  }

  /// setup: rat_L(D) = at_E(CK) + cycle - table;  hold: rat_E(D) = at_L(CK) + cycle + table.
  void add_library_check(id i, id launch, id capture) {
    gsta::check_type const& type = d_.check_types[u(d_.check_type_of[u(i)])];
    bool const late = type.kind == gsta::check_kind::setup || type.kind == gsta::check_kind::recovery;
    id const data = d_.check_data[u(i)], clock = d_.check_clock[u(i)];
    int const ck = (late ? 0 : 2) + static_cast<int>(type.active);
    maybe const at = arrival(clock, capture)[u(ck)], clock_slew = slew(clock)[u(ck)];
    oracle_check check{data, {}, {}};
    for (int e = 0; e < 2; ++e) {
      int const c = (late ? 2 : 0) + e;
      maybe const data_slew = slew(data)[u(c)];
      if (!at || !clock_slew || !data_slew || type.constraint[e] == none) continue;
      double const margin = oracle_table(d_, type.constraint[e])(*data_slew, *clock_slew);
      double const cycle = brute_force_offset(d_, launch, capture, late);
      finish_check(check, launch, c, *at + cycle + (late ? -margin : margin));
    }
    checks_[{false, i, late, launch, capture}] = check;
  }

  void add_requirement(id i, id launch, bool late) {
    gsta::flat_requirement const& r = d_.requirements[u(i)];
    oracle_check check{r.pin, {}, {}};
    for (int e = 0; e < 2; ++e) {
      int const c = (late ? 2 : 0) + e;
      if (!std::isfinite(r.required[c])) continue;
      double const cycle = r.capture_edge == none ? 0 : brute_force_offset(d_, launch, r.capture_edge, late);
      finish_check(check, launch, c, r.required[c] + cycle);
    }
    checks_[{true, i, late, launch, r.capture_edge}] = check;
  }

  void finish_check(oracle_check& check, id launch, int c, double required) {
    check.required[u(c % 2)] = required;
    maybe const at = arrival(check.data, launch)[u(c)];
    if (at) check.slack[u(c % 2)] = c >= 2 ? required - *at : *at - required;
  }

  /// Section 8, last rule: the clock pin's opposite split gets the slack of the data pin.
  void merge_captured(id pin, id capture, four& best) {
    for (auto const& [key, check] : checks_of_clock_[pin]) {
      if (key.capture != capture) continue;
      gsta::check_type const& type = d_.check_types[u(d_.check_type_of[u(key.source)])];
      int const ck = (key.late ? 0 : 2) + static_cast<int>(type.active);
      maybe const at = arrival(pin, capture)[u(ck)];
      for (int e = 0; e < 2; ++e) {
        maybe const s = slack(check.data, key.launch, (key.late ? 2 : 0) + e);
        if (at && s && check.required[u(e)]) tighten(ck, best, key.late ? *at - *s : *at + *s);
      }
    }
  }

  void add_endpoint(id pin, bool late, oracle_summary& sum) {
    maybe worst[2];
    for (auto const& [key, check] : checks_of_data_[pin]) {
      if (key.late != late) continue;
      for (int e = 0; e < 2; ++e) keep_worst(0, worst[e], check.slack[u(e)]);
    }
    maybe both = worst[0];
    keep_worst(0, both, worst[1]);
    if (!both) {
      ++sum.unconstrained;
      return;
    }
    ++sum.endpoints;
    sum.worst = std::min(sum.worst, *both);
    sum.tns += std::min(0.0, *both);
    for (auto const& w : worst) sum.tns_rf += w ? std::min(0.0, *w) : 0.0;
    if (*both < 0) ++sum.violations;
  }

  gsta::flat_design const& d_;
  oracle_options o_;
  std::vector<arc> arcs_;
  std::vector<std::vector<int>> fanin_, fanout_;
  std::vector<std::array<oracle_wire, 4>> wires_;
  std::vector<four> load_;
  std::set<id> launches_;
  std::map<id, four> slew_;
  std::map<int, values> values_;
  std::map<std::pair<id, id>, four> arrival_, required_;
  std::map<oracle_check_key, oracle_check> checks_;
  std::map<id, std::vector<std::pair<oracle_check_key, oracle_check>>> checks_of_data_, checks_of_clock_;
};

}  // namespace gsta_test
