#pragma once

#include "gsta/core/atomic.hpp"
#include "gsta/core/math.hpp"
#include "gsta/flat/flat_view.hpp"
#include "gsta/path/path_set.hpp"
#include "gsta/weights/detail/worst_slack.hpp"

namespace gsta {

/// How weights of nets follow slacks.
struct net_weight_options {
  split side = split::late;  ///< whose slacks: late for setup, early for hold
  float momentum = 0.5f;     ///< of a net's criticality before in that after an update, in [0, 1)
  float most = 1e6f;         ///< no weight grows beyond
  id degree_limit = 100;     ///< nets of more pins keep their weights
};

/// Weights of nets in a placer's wirelength, and what they remember between updates.
template <memory_space S>
struct net_weights {
  buffer<float, S> weight;        ///< [nets]
  buffer<float, S> criticality;   ///< [nets] with momentum, 0 to 1
  buffer<femtoseconds, S> worst;  ///< [1] WNS of the last update
};

/// Weights of 1 and criticalities of 0.
///
/// Shapes: as the struct says. Cost: three allocations. Where: the executor; does not wait. Throws: what
/// allocation throws.
template <executor E>
net_weights<E::space> make_net_weights(E const& exec, std::size_t nets) {
  net_weights<E::space> result{{exec, nets}, {exec, nets}, {exec, 1}};
  fill(exec, result.weight.view(), 1.0f);
  fill(exec, result.criticality.view(), 0.0f);
  fill(exec, result.worst.view(), femtoseconds{0});
  return result;
}

namespace detail {
/// One net: the worst slack of its pins, its criticality, its weight.
template <memory_space S>
struct net_weight_op {
  net_view<S> nets;
  span<id const, S> pin_begin;                // [pins + 1]
  span<per_condition<float> const, S> slack;  // [nodes]
  net_weight_options options;
  span<femtoseconds const, S> worst;   // [1]
  span<float, S> weight, criticality;  // [nets]

  GSTA_HD void operator()(std::size_t net) const noexcept {
    if (worst[0] >= 0) return;
    float const now =
        static_cast<float>(blended(criticality[net], criticality_of(slack_of_net(net), worst[0])));
    criticality[net] = now;
    if (nets.begin[net + 1] - nets.begin[net] + 1 > options.degree_limit) return;
    float const grown = math::mul(weight[net], math::add(1.0f, now));
    weight[net] = grown < options.most ? grown : options.most;
  }

  /// (1 + before)^momentum (1 + now)^(1 - momentum) - 1, by logarithms.
  GSTA_HD double blended(double before, double now) const noexcept {
    double const momentum = options.momentum;
    double const old_part = math::mul(momentum, math::log1p(before));
    double const new_part = math::mul(math::sub(1.0, momentum), math::log1p(now));
    return math::sub(math::exp(math::add(old_part, new_part)), 1.0);
  }

  GSTA_HD femtoseconds slack_of_net(std::size_t net) const noexcept {
    float least = slack_of_pin(nets.driver[net]);
    for (id a = nets.begin[net]; a < nets.begin[net + 1]; ++a) {
      float const own = slack_of_pin(nets.sink[a]);
      if (own < least) least = own;
    }
    return to_femtoseconds(least);
  }
  GSTA_HD float slack_of_pin(id pin) const noexcept {
    int const first = options.side == split::late ? 2 : 0;
    float least = math::infinity;
    for (id node = pin_begin[pin]; node < pin_begin[pin + 1]; ++node) {
      for (int c = first; c < first + 2; ++c) {
        if (slack[node][c] < least) least = slack[node][c];
      }
    }
    return least;
  }
};
}  // namespace detail

/// One round of momentum-based net weighting: a net's criticality, its worst slack over WNS, is blended with
/// that of the rounds before, and its weight grows by the result. Where nothing is violated nothing changes.
///
/// Shapes: pin_begin [pins + 1], the nodes of each pin (as in `adjoint_rows_view`), slacks as
/// `update_required` has them, weights [nets]. Units: ps. Cost: O(pins), three launches. Where: the executor;
/// does not wait. Throws: argument_error on sizes or a momentum outside [0, 1). Exact: slacks count in whole
/// femtoseconds, and the same bits on every backend. Paper: Liao et al., DREAMPlace 4.0, DATE 2022, as its
/// published code blends: (1 + c)^m (1 + s/WNS)^(1 - m) - 1.
template <executor E>
void update_net_weights(E const& exec, net_view<E::space> const& nets, view_for<E, id const> pin_begin,
                        slack_state<E::space> const& slacks, net_weight_options const& options,
                        net_weights<E::space>& weights) {
  constexpr memory_space S = E::space;
  require(weights.weight.size() == nets.driver.size() && weights.criticality.size() == nets.driver.size(),
          "update_net_weights: the weights were made for another design");
  require(options.momentum >= 0 && options.momentum < 1,
          "update_net_weights: the momentum must be in [0, 1)");
  detail::find_worst_slack(exec, slacks.endpoint_slack.size(),
                           detail::endpoint_slack_of<S>{slacks.endpoint_slack.view(), options.side},
                           weights.worst.view());
  for_each_n(
      exec, nets.driver.size(),
      detail::net_weight_op<S>{nets, pin_begin, slacks.node_slack.view(), options, weights.worst.view(),
                               weights.weight.view(), weights.criticality.view()});
}

/// How weights of pin pairs follow violating paths.
struct pin_weight_options {
  float first = 10;       ///< weight of a pair when a violating path first passes it
  float more = 0.2f;      ///< times slack / WNS and the path's decay: what each path adds
  float rank_decay = 1;   ///< each path counts so much of the worse one before it, in (0, 1]
  id degree_limit = 100;  ///< pairs of nets with more pins stay without weight
};

/// Weights of pin pairs, driver and sink of each net arc, in a placer's attraction between pins.
template <memory_space S>
struct pin_weights {
  buffer<float, S> weight;        ///< [net arcs] 0 for pairs that no violating path has passed
  buffer<std::int64_t, S> gain;   ///< [net arcs] scratch: what paths add, in units of 2^-32
  buffer<femtoseconds, S> worst;  ///< [1] worst slack of the last update's paths
};

/// Weights of 0.
///
/// Shapes: as the struct says. Cost: three allocations. Where: the executor; does not wait. Throws: what
/// allocation throws.
template <executor E>
pin_weights<E::space> make_pin_weights(E const& exec, std::size_t net_arcs) {
  pin_weights<E::space> result{{exec, net_arcs}, {exec, net_arcs}, {exec, 1}};
  fill(exec, result.weight.view(), 0.0f);
  fill(exec, result.gain.view(), std::int64_t{0});
  fill(exec, result.worst.view(), femtoseconds{0});
  return result;
}

namespace detail {
inline constexpr double gain_unit = 4294967296.0;  // 2^32: sums of integers have no order

/// One path adds to each net arc along it.
template <memory_space S>
struct path_gain_op {
  path_set_view<S> paths;
  double decay_log;
  span<femtoseconds const, S> worst;  // [1]
  span<std::int64_t, S> gain;         // [net arcs]

  GSTA_HD void operator()(std::size_t path) const noexcept {
    double const critical = criticality_of(paths.slack[path], worst[0]);
    if (!(critical > 0)) return;
    double const decay = math::exp(math::mul(static_cast<double>(path), decay_log));
    // At least one unit, so that a pair knows that a path has passed it.
    auto const units =
        static_cast<std::int64_t>(math::add(1.0, math::mul(math::mul(critical, decay), gain_unit)));
    for (std::int64_t s = paths.begin[path]; s < paths.begin[path + 1]; ++s) {
      id const arc = paths.arc[static_cast<std::size_t>(s)];
      if (arc != none && static_cast<std::size_t>(arc) < gain.size()) fetch_add(gain[arc], units);
    }
  }
};

/// One net takes what paths have added to its pairs.
template <memory_space S>
struct take_gain_op {
  net_view<S> nets;
  pin_weight_options options;
  span<std::int64_t, S> gain;
  span<float, S> weight;

  GSTA_HD void operator()(std::size_t net) const noexcept {
    bool const wide = nets.begin[net + 1] - nets.begin[net] + 1 > options.degree_limit;
    for (id a = nets.begin[net]; a < nets.begin[net + 1]; ++a) {
      std::int64_t const added = gain[a];
      gain[a] = 0;
      if (wide || added == 0) continue;
      float const sum = static_cast<float>(math::div(static_cast<double>(added), gain_unit));
      float const base = weight[a] > 0 ? weight[a] : options.first;
      weight[a] = math::add(base, math::mul(options.more, sum));
    }
  }
};
}  // namespace detail

/// One round of pin weighting along the worst paths: every net arc on a violating path gets `first` when the
/// first path passes it, and `more` x slack / WNS x rank_decay^rank of each path. A path's rank is its
/// position in `paths`, worst first; WNS is the worst slack there.
///
/// Shapes: paths as `path_set_view`, arcs of the pin graph (net arcs first), weights [net arcs]. Cost:
/// O(steps
/// + net arcs), four launches. Where: the executor; does not wait. Throws: argument_error on sizes or a decay
/// outside (0, 1]. Exact: paths add integers, so that no order shows. Paper: Shi et al., Timing-Driven Global
/// Placement by Efficient Critical Path Extraction, DATE 2025, equation (9); here the first path counts by
/// its slack too, and ranks may decay.
template <executor E>
void update_pin_weights(E const& exec, net_view<E::space> const& nets, path_set_view<E::space> const& paths,
                        pin_weight_options const& options, pin_weights<E::space>& weights) {
  constexpr memory_space S = E::space;
  require(weights.weight.size() == nets.sink.size() && weights.gain.size() == nets.sink.size(),
          "update_pin_weights: the weights were made for another design");
  require(options.rank_decay > 0 && options.rank_decay <= 1,
          "update_pin_weights: the decay must be in (0, 1]");
  detail::find_worst_slack(exec, paths.size(), detail::path_slack_of<S>{paths.slack}, weights.worst.view());
  for_each_n(exec, paths.size(),
             detail::path_gain_op<S>{paths, math::log(static_cast<double>(options.rank_decay)),
                                     weights.worst.view(), weights.gain.view()});
  for_each_n(exec, nets.driver.size(),
             detail::take_gain_op<S>{nets, options, weights.gain.view(), weights.weight.view()});
}

}  // namespace gsta
