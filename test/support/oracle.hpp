#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "test/support/oracle_graph.hpp"
#include "test/support/oracle_wire.hpp"

namespace gsta_test {

using four = std::array<maybe, 4>;  ///< ER EF LR LF

struct oracle_options {
  bool degrade_slew = true, clip_slew = false, capture = false, reach_all = false;
};

/// One check between one launch and one capture tag (requirements: the tag of the required edge).
struct oracle_check_key {
  bool from_requirement;
  id source;
  bool late;
  oracle_tag data, capture;
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

/// A slow timer in double, written from tau15-semantics.md (sections 2 to 8), opensta-semantics.md and what
/// `flat_design` says of its arrays: recursion with memory, one map entry a pin and tag. It uses nothing of
/// gsta but those arrays.
class oracle {
 public:
  oracle(gsta::flat_design const& design, oracle_options const& options)
      : d_(design), o_(options), graph_(design) {
    solve_wires();
    list_checks();
    for (auto const& entry : checks_) {
      checks_of_data_[entry.second.data].push_back(entry);
      if (!entry.first.from_requirement)
        checks_of_clock_[d_.check_clock[u(entry.first.source)]].push_back(entry);
    }
  }

  std::size_t pins() const { return d_.pin_load.size(); }
  std::size_t arc_count() const { return graph_.arcs().size(); }
  gsta::flat_design const& design() const { return d_; }
  bool one_kind() const { return graph_.one_kind(); }
  std::set<oracle_tag> const& tags_at(id pin) { return graph_.tags_at(pin); }
  four const& load(id pin) const { return load_[u(pin)]; }

  four const& slew(id pin) {
    auto const known = slew_.find(pin);
    if (known != slew_.end()) return known->second;
    four merged = defined_only(d_.asserted_slew[u(pin)]);
    for (int const a : graph_.fanin(pin)) {
      four const out = arc_values(a).slew;
      for (int c = 0; c < 4; ++c) keep_worst(c, merged[u(c)], out[u(c)]);
    }
    return slew_[pin] = merged;
  }

  four delay(int arc) { return arc_values(arc).delay; }

  four arrival(id pin, oracle_tag const& tag) {
    auto const& at = arrivals(pin);
    auto const found = at.find(tag);
    return found == at.end() ? four{} : found->second;
  }

  four const& required(id pin, oracle_tag const& tag) {
    auto const known = required_.find({pin, tag});
    if (known != required_.end()) return known->second;
    four best{};
    for (auto const& [key, check] : checks_of_data_[pin]) {
      if (key.data != tag) continue;
      for (int e = 0; e < 2; ++e) tighten(2 * key.late + e, best, check.required[u(e)]);
    }
    for (int const a : graph_.fanout(pin)) {
      auto const behind = graph_.required_behind(a, tag);
      if (!behind) continue;
      four const after = required(graph_.arcs()[u(a)].to, *behind);
      four const delays = delay(a);
      for (int c = 0; c < 4; ++c) {
        int const in = graph_.input_condition(a, c);
        if (in >= 0 && after[u(c)] && delays[u(c)]) tighten(in, best, *after[u(c)] - *delays[u(c)]);
      }
    }
    if (o_.capture) merge_captured(pin, tag, best);
    return required_[{pin, tag}] = best;
  }

  maybe slack(id pin, oracle_tag const& tag, int c) {
    maybe const at = arrival(pin, tag)[u(c)], rat = required(pin, tag)[u(c)];
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
  struct values {
    four delay, slew;
  };

  template <class I>
  static std::size_t u(I i) {
    return static_cast<std::size_t>(i);
  }
  static four defined_only(gsta::per_condition<float> const& v) {
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

  void solve_wires() {
    load_.assign(pins(), four{0.0, 0.0, 0.0, 0.0});
    wires_.resize(d_.net_driver.size());
    for (std::size_t net = 0; net < wires_.size(); ++net) {
      for (int c = 0; c < 4; ++c) {
        wires_[net][u(c)] =
            wire_recursion(d_, static_cast<id>(net), c, {!o_.degrade_slew, o_.reach_all}).solve();
        load_[u(d_.net_driver[net])][u(c)] = wires_[net][u(c)].load;
      }
    }
  }

  /// The arrivals at a pin, of all tags that have any.
  std::map<oracle_tag, four> const& arrivals(id pin) {
    auto const known = arrivals_.find(pin);
    if (known != arrivals_.end()) return known->second;
    std::map<oracle_tag, four> best;
    for (auto const& source : d_.sources) {
      if (source.pin != pin) continue;
      four const at = defined_only(source.arrival);
      auto const tag = graph_.tag_of(source);
      for (int c = 0; tag && c < 4; ++c) keep_worst(c, best[*tag][u(c)], at[u(c)]);
    }
    for (int const a : graph_.fanin(pin)) {
      four const delays = delay(a);
      for (auto const& [tag, at] : arrivals(graph_.arcs()[u(a)].from)) {
        auto const behind = graph_.behind(a, tag);
        if (!behind) continue;
        for (int c = 0; c < 4; ++c) {
          int const in = graph_.input_condition(a, c);
          if (in < 0 || !at[u(in)] || !delays[u(c)]) continue;
          keep_worst(c, best[*behind][u(c)], *at[u(in)] + *delays[u(c)]);
        }
      }
    }
    return arrivals_[pin] = best;
  }

  values arc_values(int a) {
    auto const known = values_.find(a);
    if (known != values_.end()) return known->second;
    oracle_arc const& arc = graph_.arcs()[u(a)];
    four const in = slew(arc.from);
    values result = arc.net >= 0 ? net_values(a, in) : cell_values(a, in);
    for (int c = 0; c < 4; ++c) {
      int const from = graph_.input_condition(a, c);
      if (from >= 0 && result.delay[u(c)]) result.delay[u(c)] = *result.delay[u(c)] * factor(a, from);
    }
    return values_[a] = result;
  }
  /// A derate goes by the condition at the arc's input; net arcs stand before cell arcs.
  double factor(int a, int input_condition) const {
    if (d_.arc_derate.empty() || d_.arc_derate[u(a)] == none) return 1;
    return d_.derates[u(d_.arc_derate[u(a)])][input_condition];
  }
  values net_values(int arc, four const& in) const {
    oracle_arc const& a = graph_.arcs()[u(arc)];
    gsta::wire_response const answer = response_of_arc(d_, u(arc));
    values result;
    for (int c = 0; c < 4; ++c) {
      oracle_wire const& wire = wires_[u(a.net)][u(c)];
      result.delay[u(c)] = wire.delay[u(a.sink)];
      maybe const impulse = wire.impulse[u(a.sink)];
      if (!in[u(c)] || !impulse) continue;
      double const s = *in[u(c)];
      double const widened = std::sqrt(std::max(0.0, s * s + *impulse));
      double const at_sink = !o_.degrade_slew ? s + *impulse : s < 0 ? -widened : widened;
      result.slew[u(c)] = at_sink * answer.scale[c % 2];
      if (result.delay[u(c)]) result.delay[u(c)] = *result.delay[u(c)] + at_sink * answer.shift[c % 2];
    }
    return result;
  }
  values cell_values(int a, four const& in) const {
    gsta::arc_type const& type = *graph_.type_of(a);
    values result;
    for (int c = 0; c < 4; ++c) {
      int const from = graph_.input_condition(a, c);
      maybe const load = load_[u(graph_.arcs()[u(a)].to)][u(c)];
      if (from < 0 || !in[u(from)] || !load) continue;
      double const s = *in[u(from)];
      if (type.delay[c] != none) {
        oracle_table const table(d_, type.delay[c]);
        result.delay[u(c)] = table(s, *load) - (type.beyond_no_load ? table(s, 0) : 0.0);
      }
      if (type.slew[c] != none) result.slew[u(c)] = oracle_table(d_, type.slew[c])(s, *load);
      if (o_.clip_slew && result.slew[u(c)]) result.slew[u(c)] = std::max(0.0, *result.slew[u(c)]);
    }
    return result;
  }

  void list_checks() {
    for (std::size_t i = 0; i < d_.check_data.size(); ++i) {
      for (auto const& data : tags_at(d_.check_data[i])) {
        for (auto const& capture : tags_at(d_.check_clock[i])) {
          bool const clocked = data.launch != none && capture.launch != none;
          if (clocked && capture.kind != gsta::arrival_kind::data)
            add_library_check(static_cast<id>(i), data, capture);
        }
      }
    }
    for (std::size_t i = 0; i < d_.requirements.size(); ++i) {
      for (auto const& data : tags_at(d_.requirements[i].pin)) {
        if (data.launch == none && d_.requirements[i].capture_edge != none) continue;
        add_requirement(static_cast<id>(i), data, true);
        add_requirement(static_cast<id>(i), data, false);
      }
    }
  }

  double uncertainty(id capture_edge, bool late) const {
    auto const clock = u(capture_edge / 2);
    if (clock >= d_.rules.size()) return 0;
    auto const& rules = d_.rules[clock];
    return static_cast<double>(late ? rules.setup_uncertainty : rules.hold_uncertainty) / 1000.0;
  }

  /// What lies between launch and capture: setup has less of it by the uncertainty, hold needs more.
  double cycle(id launch, id capture, bool late) const {
    double const offset = brute_force_offset(d_, launch, capture, late);
    return offset + (late ? -uncertainty(capture, late) : uncertainty(capture, late));
  }

  /// setup: rat_L(D) = at_E(CK) + cycle - table;  hold: rat_E(D) = at_L(CK) + cycle + table.
  void add_library_check(id i, oracle_tag const& data_tag, oracle_tag const& capture) {
    gsta::check_type const& type = d_.check_types[u(d_.check_type_of[u(i)])];
    bool const late = type.kind == gsta::check_kind::setup || type.kind == gsta::check_kind::recovery;
    id const data = d_.check_data[u(i)], clock = d_.check_clock[u(i)];
    if (graph_.is_false(data_tag, data, capture.launch, late)) return;
    int const ck = (late ? 0 : 2) + static_cast<int>(type.active);
    maybe const at = arrival(clock, capture)[u(ck)], clock_slew = slew(clock)[u(ck)];
    oracle_check check{data, {}, {}};
    for (int e = 0; e < 2; ++e) {
      int const c = (late ? 2 : 0) + e;
      maybe const data_slew = slew(data)[u(c)];
      if (!at || !clock_slew || !data_slew || type.constraint[e] == none) continue;
      double const factor = late ? d_.late_check_factor : d_.early_check_factor;
      double const margin = factor * oracle_table(d_, type.constraint[e])(*data_slew, *clock_slew);
      double const edges = cycle(data_tag.launch, capture.launch, late);
      finish_check(check, data_tag, c, *at + edges + (late ? -margin : margin));
    }
    checks_[{false, i, late, data_tag, capture}] = check;
  }

  void add_requirement(id i, oracle_tag const& data, bool late) {
    gsta::flat_requirement const& r = d_.requirements[u(i)];
    if (graph_.is_false(data, r.pin, r.capture_edge, late)) return;
    oracle_check check{r.pin, {}, {}};
    for (int e = 0; e < 2; ++e) {
      int const c = (late ? 2 : 0) + e;
      if (!std::isfinite(r.required[c])) continue;
      double const edges = r.capture_edge == none ? 0 : cycle(data.launch, r.capture_edge, late);
      finish_check(check, data, c, r.required[c] + edges);
    }
    checks_[{true, i, late, data, {r.capture_edge, gsta::arrival_kind::any, {}}}] = check;
  }

  void finish_check(oracle_check& check, oracle_tag const& data, int c, double required) {
    check.required[u(c % 2)] = required;
    maybe const at = arrival(check.data, data)[u(c)];
    if (at) check.slack[u(c % 2)] = c >= 2 ? required - *at : *at - required;
  }

  /// Section 8, last rule: the clock pin's opposite split gets the slack of the data pin.
  void merge_captured(id pin, oracle_tag const& capture, four& best) {
    for (auto const& [key, check] : checks_of_clock_[pin]) {
      if (key.capture != capture) continue;
      gsta::check_type const& type = d_.check_types[u(d_.check_type_of[u(key.source)])];
      int const ck = (key.late ? 0 : 2) + static_cast<int>(type.active);
      maybe const at = arrival(pin, capture)[u(ck)];
      for (int e = 0; e < 2; ++e) {
        maybe const s = slack(check.data, key.data, (key.late ? 2 : 0) + e);
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
  oracle_graph graph_;
  std::vector<std::array<oracle_wire, 4>> wires_;
  std::vector<four> load_;
  std::map<id, four> slew_;
  std::map<int, values> values_;
  std::map<id, std::map<oracle_tag, four>> arrivals_;
  std::map<std::pair<id, oracle_tag>, four> required_;
  std::map<oracle_check_key, oracle_check> checks_;
  std::map<id, std::vector<std::pair<oracle_check_key, oracle_check>>> checks_of_data_, checks_of_clock_;
};

}  // namespace gsta_test
