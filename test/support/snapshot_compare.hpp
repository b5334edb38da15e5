#pragma once

#include <cmath>
#include <cstddef>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "gsta/sta/snapshot.hpp"

namespace gsta_test {

/// Compares arrays bit for bit; counts what it compared and keeps the first differences.
class bit_comparison {
 public:
  std::size_t compared = 0, failed = 0;

  /// Elements must have no padding, or their bytes would not be their value.
  template <class T>
  void arrays(char const* what, std::vector<T> const& a, std::vector<T> const& b) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (a.size() != b.size()) return fail(what, a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
      ++compared;
      if (std::memcmp(&a[i], &b[i], sizeof(T)) != 0) fail(what, i, i);
    }
  }
  /// Elements with padding, by their values.
  template <class T>
  void equals(char const* what, std::vector<T> const& a, std::vector<T> const& b) {
    if (a.size() != b.size()) return fail(what, a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
      ++compared;
      if (a[i] != b[i]) fail(what, i, i);
    }
  }
  template <class T>
  void values(char const* what, T a, T b) {
    arrays(what, std::vector<T>{a}, std::vector<T>{b});
  }
  std::string report() const { return std::to_string(failed) + " differ" + first_; }

 private:
  void fail(char const* what, std::size_t i, std::size_t j) {
    if (++failed <= 8)
      first_ += std::string("\n  ") + what + " " + std::to_string(i) + " " + std::to_string(j);
  }
  std::string first_;
};

namespace detail {
/// One member of each check as an array: the struct has padding.
template <class M>
auto member_of(std::vector<gsta::timing_check> const& checks, M gsta::timing_check::* member) {
  std::vector<M> result;
  for (auto const& check : checks) result.push_back(check.*member);
  return result;
}
inline std::vector<gsta::per_condition<float>> tables_of(std::vector<gsta::timing_check> const& checks) {
  std::vector<gsta::per_condition<float>> result;
  for (auto const& c : checks) {
    result.push_back({static_cast<float>(c.constraint[0]), static_cast<float>(c.constraint[1]), c.required[0],
                      c.required[1]});
  }
  return result;
}

inline void compare_checks(gsta::timing_snapshot const& a, gsta::timing_snapshot const& b,
                           bit_comparison& result) {
  using check = gsta::timing_check;
  auto const member = [&](char const* what, auto m) {
    result.arrays(what, member_of(a.checks, m), member_of(b.checks, m));
  };
  member("check kind", &check::kind);
  member("check active", &check::active);
  member("check data", &check::data);
  member("check capture", &check::capture);
  member("check data_pin", &check::data_pin);
  member("check clock_pin", &check::clock_pin);
  member("check source", &check::source);
  member("check offset", &check::offset);
  result.arrays("check tables", tables_of(a.checks), tables_of(b.checks));
  result.arrays("check required", a.check_required, b.check_required);
  result.arrays("check slack", a.check_slack, b.check_slack);
}

inline void compare_summary(gsta::slack_summary const& a, gsta::slack_summary const& b,
                            bit_comparison& result) {
  result.values("wns", a.wns, b.wns);
  result.values("tns", a.tns, b.tns);
  result.values("tns_rf", a.tns_rf, b.tns_rf);
  result.values("worst slack", a.worst_slack, b.worst_slack);
  result.values("violations", a.violations, b.violations);
  result.values("endpoints", a.endpoints, b.endpoints);
  result.values("unconstrained", a.unconstrained, b.unconstrained);
}

template <class T>
std::size_t count_nan(std::vector<T> const& array) {
  std::size_t count = 0;
  for (auto const& v : array) {
    for (float const x : v.value) count += std::isnan(x);
  }
  return count;
}
}  // namespace detail

/// Every array of two snapshots of one design, bit for bit.
inline bit_comparison compare_bits(gsta::timing_snapshot const& a, gsta::timing_snapshot const& b) {
  bit_comparison result;
  result.equals("tags", a.tags, b.tags);
  result.arrays("pin_begin", a.pin_begin, b.pin_begin);
  result.arrays("node_tag", a.node_tag, b.node_tag);
  result.arrays("node_pin", a.node_pin, b.node_pin);
  result.arrays("slew", a.slew, b.slew);
  result.arrays("load", a.load, b.load);
  result.arrays("arc_delay", a.arc_delay, b.arc_delay);
  result.arrays("edges", a.edges, b.edges);
  result.arrays("arrival", a.node_arrival, b.node_arrival);
  result.arrays("required", a.node_required, b.node_required);
  result.arrays("slack", a.node_slack, b.node_slack);
  result.arrays("predecessor", a.node_predecessor, b.node_predecessor);
  result.arrays("fanin_begin", a.fanin_begin, b.fanin_begin);
  result.arrays("fanin_from", a.fanin_from, b.fanin_from);
  result.arrays("fanin_arc", a.fanin_arc, b.fanin_arc);
  result.arrays("asserted", a.node_asserted, b.node_asserted);
  detail::compare_checks(a, b, result);
  result.arrays("endpoint_pin", a.endpoint_pin, b.endpoint_pin);
  result.arrays("endpoint_begin", a.endpoint_begin, b.endpoint_begin);
  result.arrays("endpoint_check", a.endpoint_check, b.endpoint_check);
  detail::compare_summary(a.setup, b.setup, result);
  detail::compare_summary(a.hold, b.hold, result);
  return result;
}

/// How many NaNs a snapshot holds: none, always.
inline std::size_t count_nan(gsta::timing_snapshot const& s) {
  std::size_t count = 0;
  for (auto const* array :
       {&s.slew, &s.load, &s.arc_delay, &s.node_arrival, &s.node_required, &s.node_slack, &s.node_asserted}) {
    count += detail::count_nan(*array);
  }
  count += detail::count_nan(s.check_required) + detail::count_nan(s.check_slack);
  for (auto const* sum : {&s.setup, &s.hold}) {
    count +=
        std::isnan(sum->wns) + std::isnan(sum->tns) + std::isnan(sum->tns_rf) + std::isnan(sum->worst_slack);
  }
  return count;
}

/// Two snapshots are there, and equal to the bit.
inline void require_same(gsta::timing_snapshot const& a, gsta::timing_snapshot const& b) {
  bit_comparison const bits = compare_bits(a, b);
  INFO(bits.report());
  CHECK(bits.failed == 0);
  CHECK(bits.compared > 0);
}

}  // namespace gsta_test
