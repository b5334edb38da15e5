// Weights of nets follow slacks with common-path credits.
#include <algorithm>
#include <cmath>
#include <map>

#include "gsta/path/find_paths.hpp"
#include "test/weights/weights_body.hpp"

using namespace gsta_test;

namespace weights_with_credits {

using host_timer = gsta::timer<gsta::host_executor>;
gsta::host_executor const host;

namespace {

std::vector<float> criticality_of(host_timer const& timer, std::size_t nets) {
  auto weights = make_net_weights(host, nets);
  update_net_weights(host, timer.view().design.nets, gsta::view_of(timer.nodes().pin_begin), timer.slacks(),
                     {.momentum = 0}, weights);
  return to_vector(host, std::as_const(weights.criticality).view());
}

/// The worst late slack with credits of each pin that is checked, ps, from the worst path of each check.
std::map<gsta::id, double> worst_by_path(host_timer const& plain, host_timer const& credited) {
  gsta::path_arrays<gsta::memory_space::host> const arrays{
      path_problem_of(plain), {credited.view().clock_tree, credited.view().stage_credit}};
  auto const found = find_paths(host, arrays, {.k = 1'000'000, .per_endpoint = 1, .by_check = true});
  auto const paths = to_path_set(host, found.view);
  std::map<gsta::id, double> worst;
  for (std::size_t p = 0; p < paths.size(); ++p) {
    auto const& check = plain.view().checks.check[static_cast<std::size_t>(paths.check[p])];
    double const slack = static_cast<double>(paths.slack[p]) / 1000;
    auto const [at, fresh] = worst.try_emplace(check.data_pin, slack);
    at->second = std::min(at->second, slack);
  }
  return worst;
}

struct tally {
  std::size_t equal = 0, moved = 0;
};

/// Whether a clock's early delay is above its late one somewhere: a credit is then below zero, which lists of
/// paths do not take into account.
bool has_negative_credits(host_timer const& credited) {
  for (auto const& credit : to_vector(host, credited.view().stage_credit)) {
    for (int c = 0; c < gsta::conditions; ++c) {
      if (gsta::math::is_defined(credit[c]) && credit[c] < 0) return true;
    }
  }
  return false;
}

void check_circuit(std::uint64_t seed, tally& seen) {
  auto design = random_circuit(seed, 80);
  for (auto& clock : design.clocks) {  // so fast that some are late
    clock.period /= 8;
    for (auto& at : clock.at) at /= 8;
  }
  gsta::timer_options options;
  host_timer plain(host, design, options);
  options.credits = seed % 2 == 0 ? gsta::common_path::by_edge : gsta::common_path::by_pin;
  host_timer credited(host, design, options);
  plain.update(host);
  credited.update(host);
  if (credited.view().clock_tree.credit_levels < 2 || credited.clocks().merges > 0 ||
      has_negative_credits(credited))
    return;
  auto const worst = worst_by_path(plain, credited);
  double wns = 0;
  for (auto const& [pin, slack] : worst) wns = std::min(wns, slack);
  std::size_t const nets = design.net_driver.size();
  auto const got = criticality_of(credited, nets), before = criticality_of(plain, nets);
  for (std::size_t net = 0; net < nets && wns < 0; ++net) {
    double least = 0;
    auto const at_driver = worst.find(design.net_driver[net]);
    if (at_driver != worst.end()) least = std::min(least, at_driver->second);
    bool ends_here = true;
    for (auto a = static_cast<std::size_t>(design.net_begin[net]);
         a < static_cast<std::size_t>(design.net_begin[net + 1]); ++a) {
      auto const sink = static_cast<std::size_t>(design.net_sink[a]);
      auto const found = worst.find(design.net_sink[a]);
      if (found != worst.end()) least = std::min(least, found->second);
      ends_here = ends_here &&
                  credited.view().graph.fanout_begin[sink] == credited.view().graph.fanout_begin[sink + 1];
    }
    CAPTURE(seed, net, least, wns, got[net]);
    double const want = std::min(1.0, least / wns);
    REQUIRE(got[net] >= want - 1e-4);
    if (!ends_here) continue;
    REQUIRE(std::abs(got[net] - want) < 1e-4);
    seen.equal += want > 0;
    seen.moved += std::abs(got[net] - before[net]) > 1e-3;
  }
}

}  // namespace
}  // namespace weights_with_credits

TEST_CASE("weights of nets follow slacks with credits", "[weights][small]") {
  weights_with_credits::tally seen;
  for (std::uint64_t seed = 0; seed < 480; ++seed) weights_with_credits::check_circuit(seed, seen);
  CAPTURE(seen.equal, seen.moved);
  CHECK(seen.equal > 150);
  CHECK(seen.moved > 12);
}
