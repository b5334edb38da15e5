#include "test/smooth/smooth_body.hpp"
#include "test/support/backends.hpp"

using namespace gsta_test;

namespace {

struct merged {
  double arrival = 0, asserted_share = 0;
  std::size_t candidates = 0;
  std::vector<double> share;
};

/// The definition, in doubles of the standard library and without any shift: `value` of candidate e^x.
merged merge_plainly(std::vector<double> const& late_candidates, bool asserted, double gamma) {
  merged m;
  double sum = 0;
  double top = -1e300;
  for (double const x : late_candidates) top = std::max(top, x);
  for (double const x : late_candidates) sum += std::exp((x - top) / gamma);
  for (double const x : late_candidates) m.share.push_back(std::exp((x - top) / gamma) / sum);
  m.arrival = top + gamma * std::log(sum);
  m.candidates = late_candidates.size();
  if (asserted) {
    m.asserted_share = m.share.front();
    m.share.erase(m.share.begin());
  }
  return m;
}

struct smooth_check {
  std::size_t merges = 0, shared = 0, wrong = 0;
  std::string first;
  void expect(bool good, char const* what, gsta::id node, int c) {
    if (good) return;
    if (++wrong < 6)
      first += std::string("\n  ") + what + " " + std::to_string(node) + " " + std::to_string(c);
  }
};

/// Every node of a timed circuit, against the definition applied to the smooth arrivals in front of it.
void check_node(host_timer const& t, smooth_snapshot const& s, float gamma, gsta::id node, int c,
                smooth_check& check) {
  auto const& graph = t.view().node_graph;
  double const sign = gsta::is_late(c) ? 1 : -1;
  std::vector<double> candidates;
  std::vector<gsta::id> position;
  float const asserted = t.view().node_asserted[static_cast<std::size_t>(node)][c];
  bool const has_asserted = gsta::math::is_defined(asserted);
  if (has_asserted) candidates.push_back(sign * asserted);
  for (gsta::id k = graph.fanin_begin[node]; k < graph.fanin_begin[node + 1]; ++k) {
    auto const arc = static_cast<std::size_t>(graph.fanin_arc[k]);
    int const in = t.view().arc_map[arc].input(c);
    float const at = in < 0 ? gsta::math::infinity : s.arrival[graph.fanin_from[k]][in];
    float const delay = t.view().arc_delay[arc][c];
    if (in >= 0 && gsta::math::is_defined(at) && gsta::math::is_defined(delay)) {
      candidates.push_back(sign * (static_cast<double>(at) + delay));
      position.push_back(k);
    } else {
      check.expect(s.weight[k][c] == 0, "weight without a candidate", node, c);
    }
  }
  float const got = s.arrival[static_cast<std::size_t>(node)][c];
  float const exact = s.exact[static_cast<std::size_t>(node)][c];
  check.expect(gsta::math::is_defined(got) == gsta::math::is_defined(exact), "defined", node, c);
  if (candidates.empty()) return check.expect(got == gsta::undefined_arrival(c), "undefined", node, c);
  merged const want = merge_plainly(candidates, has_asserted, gamma);
  double const tolerance = 1e-5 * (std::abs(want.arrival) + gamma);
  check.expect(std::abs(got - sign * want.arrival) <= tolerance, "arrival", node, c);
  check.expect(sign * got >= sign * exact - tolerance, "not less than the exact one", node, c);
  // A share is as exact as the sums in its exponent: half an ulp of the arrival, over gamma.
  double const in_shares = 1e-5 + 4e-7 * std::abs(want.arrival) / gamma;
  double total = want.asserted_share;
  for (std::size_t i = 0; i < position.size(); ++i) {
    double const share = s.weight[static_cast<std::size_t>(position[i])][c];
    check.expect(std::abs(share - want.share[i]) <= in_shares, "weight", node, c);
    total += share;
  }
  check.expect(std::abs(total - 1) <= in_shares * 4, "sum of weights", node, c);
  check.merges += 1;
  check.shared += candidates.size() > 1 && want.share[want.share.size() - 1] > 0.01;
}

}  // namespace

TEST_CASE("a smooth merge is the log-sum-exp of its candidates", "[smooth][small]") {
  gsta::host_executor const exec;
  smooth_check check;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    auto const design = random_circuit(seed);
    host_timer timer(exec, design, options_of(seed).timer);
    timer.update(exec);
    float const gamma = seed % 3 == 0 ? 0.5f : seed % 3 == 1 ? 5.0f : 50.0f;
    smooth_snapshot const s = smooth_on(exec, timer, gamma);
    for (std::size_t n = 0; n < timer.nodes().count(); ++n) {
      for (int c = 0; c < gsta::conditions; ++c)
        check_node(timer, s, gamma, static_cast<gsta::id>(n), c, check);
    }
    CAPTURE(seed, check.first);
    REQUIRE(check.wrong == 0);
  }
  CHECK(check.merges > 20000);
  CHECK(check.shared > 2000);
}

TEST_CASE("a smooth merge approaches the exact one as gamma approaches 0", "[smooth][small]") {
  gsta::host_executor const exec;
  std::size_t chosen = 0, moved = 0, other = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    auto const design = random_circuit(seed);
    host_timer timer(exec, design, options_of(seed).timer);
    timer.update(exec);
    smooth_snapshot const s = smooth_on(exec, timer, 1e-9f);
    auto const& graph = timer.view().node_graph;
    for (std::size_t n = 0; n < timer.nodes().count(); ++n) {
      for (int c = 0; c < gsta::conditions; ++c) {
        moved += s.arrival[n][c] != s.exact[n][c];
        for (gsta::id k = graph.fanin_begin[n]; k < graph.fanin_begin[n + 1]; ++k) {
          float const weight = s.weight[static_cast<std::size_t>(k)][c];
          bool const wins = s.predecessor[n][c] == k;
          // Winners have all the weight but where others tie with them.
          chosen += wins && weight == 1;
          other += wins ? weight < 0.1f : weight == 1;
        }
      }
    }
  }
  CHECK(moved == 0);
  CHECK(chosen > 10000);
  CHECK(other == 0);
}

TEST_CASE("a smooth merge has the serial bits on every host backend", "[smooth][small]") {
  on_host_backends([](auto const& exec) { smooth_has_serial_bits(exec, 0, 60); });
}

TEST_CASE("a smooth merge refuses a temperature that is not above 0", "[smooth][small]") {
  gsta::host_executor const exec;
  auto const design = random_circuit(1);
  host_timer timer(exec, design);
  timer.update(exec);
  for (float const gamma : {0.0f, -1.0f, gsta::math::infinity})
    CHECK_THROWS_AS(smooth_on(exec, timer, gamma), gsta::argument_error);
}
