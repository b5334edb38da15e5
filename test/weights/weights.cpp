#include <cmath>
#include <map>

#include "test/support/backends.hpp"
#include "test/weights/weights_body.hpp"

using namespace gsta_test;

namespace {

gsta::host_executor const host;
using host_timer = gsta::timer<gsta::host_executor>;

bool near(double a, double b) { return std::abs(a - b) <= 3e-5 * (1 + std::abs(b)); }

/// The worst slack of a pin on one side, through the node list rather than through rows.
double slack_of(host_timer const& t, gsta::id pin, bool late) {
  double least = 1e30;
  for (std::size_t n = 0; n < t.nodes().count(); ++n) {
    if (t.view().node_pin[n] != pin) continue;
    for (int e = 0; e < 2; ++e) {
      float const slack = t.view().node_slack[n][2 * late + e];
      if (std::isfinite(slack)) least = std::min(least, static_cast<double>(slack));
    }
  }
  return least;
}

}  // namespace

TEST_CASE("net weights follow the momentum formula", "[weights][small]") {
  std::size_t grown = 0, kept = 0;
  for (std::uint64_t seed = 0; seed < 80; ++seed) {
    auto const design = random_circuit(seed);
    host_timer timer(host, design, options_of(seed).timer);
    timer.update(host);
    auto const options = net_options_of(seed);
    bool const late = options.side == gsta::split::late;
    double const wns = timer.summary(host, options.side).wns;
    auto const got = weights_on(host, seed);
    for (std::size_t net = 0; net < design.net_driver.size(); ++net) {
      double slack = slack_of(timer, design.net_driver[net], late);
      for (gsta::id a = design.net_begin[net]; a < design.net_begin[net + 1]; ++a)
        slack = std::min(slack, slack_of(timer, design.net_sink[static_cast<std::size_t>(a)], late));
      double weight = 1, criticality = 0;
      for (int round = 0; round < 2 && wns < 0; ++round) {
        double const now = slack < 0 ? std::min(1.0, slack / wns) : 0;
        double const m = options.momentum;
        criticality = std::pow(1 + criticality, m) * std::pow(1 + now, 1 - m) - 1;
        if (design.net_begin[net + 1] - design.net_begin[net] >= options.degree_limit) continue;
        weight = std::min<double>(weight * (1 + criticality), options.most);
      }
      CAPTURE(seed, net, slack, wns, weight, got.net[net]);
      REQUIRE(near(got.criticality[net], criticality));
      REQUIRE(near(got.net[net], weight));
      grown += weight > 1;
      kept += slack < 0 && weight == 1;
    }
  }
  CHECK(grown > 300);
  CHECK(kept > 20);  // over the limit of degree
}

TEST_CASE("pin weights add up along the worst paths", "[weights][small]") {
  std::size_t weighted = 0, shared = 0, wide = 0;
  for (std::uint64_t seed = 0; seed < 80; ++seed) {
    auto const design = random_circuit(seed);
    auto const options = pin_options_of(seed);
    auto const paths = paths_of(seed, design);
    auto const got = weights_on(host, seed).pin;
    double worst = 0;
    for (auto const slack : paths.slack) worst = std::min(worst, static_cast<double>(slack));
    std::map<std::size_t, double> added;
    std::map<std::size_t, int> passes;
    for (std::size_t p = 0; p < paths.size(); ++p) {
      if (paths.slack[p] >= 0) continue;
      double const gain = static_cast<double>(paths.slack[p]) / worst * std::pow(options.rank_decay, p);
      for (auto s = static_cast<std::size_t>(paths.begin[p]);
           s < static_cast<std::size_t>(paths.begin[p + 1]); ++s) {
        if (paths.arc[s] == gsta::none || static_cast<std::size_t>(paths.arc[s]) >= got.size()) continue;
        added[static_cast<std::size_t>(paths.arc[s])] += gain;
        ++passes[static_cast<std::size_t>(paths.arc[s])];
      }
    }
    for (std::size_t net = 0; net < design.net_driver.size(); ++net) {
      bool const over = design.net_begin[net + 1] - design.net_begin[net] >= options.degree_limit;
      for (auto a = static_cast<std::size_t>(design.net_begin[net]);
           a < static_cast<std::size_t>(design.net_begin[net + 1]); ++a) {
        bool const passed = added.count(a) > 0;
        double const want = passed && !over ? options.first + 2 * options.more * added[a] : 0;
        CAPTURE(seed, net, a, want, got[a]);
        REQUIRE(near(got[a], want));
        weighted += want > 0;
        shared += want > 0 && passes[a] > 1;
        wide += passed && over;
      }
    }
  }
  CHECK(weighted > 300);
  CHECK(shared > 200);
  CHECK(wide > 20);
}

TEST_CASE("weights have the serial bits on every host backend", "[weights][small]") {
  on_host_backends([](auto const& exec) { weights_have_serial_bits(exec, 0, 30); });
}

TEST_CASE("weights refuse factors without a meaning and states of another design", "[weights][small]") {
  auto const design = random_circuit(1);
  host_timer timer(host, design);
  timer.update(host);
  auto const& nets = timer.view().design.nets;
  auto net = make_net_weights(host, nets.driver.size());
  auto pin = make_pin_weights(host, nets.sink.size());
  auto const begin = gsta::view_of(std::as_const(timer.nodes().pin_begin));
  auto const by_momentum = [&](float momentum) {
    update_net_weights(host, nets, begin, timer.slacks(), {.momentum = momentum}, net);
  };
  auto const by_decay = [&](float decay) { update_pin_weights(host, nets, {}, {.rank_decay = decay}, pin); };
  by_momentum(0);
  by_decay(1);
  for (float const momentum : {1.0f, 1.5f, -0.25f, NAN})
    CHECK_THROWS_AS(by_momentum(momentum), gsta::argument_error);
  for (float const decay : {0.0f, -0.5f, 1.25f, NAN}) CHECK_THROWS_AS(by_decay(decay), gsta::argument_error);
  auto const refused = [&](auto& array, auto const& update) {
    auto kept = std::move(array);
    array = {host, kept.size() + 1};
    fill(host, array.view(), {});
    CHECK_THROWS_AS(update(), gsta::argument_error);
    array = std::move(kept);
  };
  refused(net.weight, [&] { by_momentum(0); });
  refused(net.criticality, [&] { by_momentum(0); });
  refused(pin.weight, [&] { by_decay(1); });
  refused(pin.gain, [&] { by_decay(1); });
}

TEST_CASE("the worst slack is found wherever it stands among many", "[weights][small]") {
  on_host_backends([](auto const& exec) {
    gsta::buffer<gsta::femtoseconds, gsta::memory_space::host> worst(exec, 1);
    for (std::size_t const n : {0u, 1u, 4096u, 4097u, 10000u}) {
      for (std::size_t const at : {std::size_t{0}, n / 2, n - 1}) {
        std::vector<gsta::femtoseconds> slack(n, 5);
        if (n > 0) slack[at] = -7;
        if (n > 2) slack[1] = at == 1 ? -7 : -3;
        gsta::detail::path_slack_of<gsta::memory_space::host> const of{gsta::view_of(std::as_const(slack))};
        gsta::detail::find_worst_slack(exec, n, of, worst.view());
        CHECK(worst[0] == (n == 0 ? 0 : -7));
      }
    }
  });
  CHECK(gsta::detail::criticality_of(-7, -7) == 1);
  CHECK(gsta::detail::criticality_of(-9, -7) == 1);
  CHECK(gsta::detail::criticality_of(-2, -8) == 0.25);
  CHECK(gsta::detail::criticality_of(0, -8) == 0);
  CHECK(gsta::detail::criticality_of(3, -8) == 0);
  CHECK(gsta::detail::criticality_of(-1, 0) == 0);
}
