#pragma once

#include "gsta/core/exponential.hpp"
#include "gsta/flat/flat_view.hpp"
#include "gsta/weights/detail/worst_slack.hpp"

namespace gsta {

struct net_weight_options {
  split side = split::late;
  float momentum = 0.5f;  ///< of a net's criticality before in that after an update, in [0, 1)
  float most = 1e6f;      ///< no weight grows beyond
  id degree_limit = 100;  ///< nets of more pins keep their weights
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
  span<id const, S> pin_begin;         // [pins + 1]
  span<corner_values const, S> slack;  // [nodes]
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
  detail::find_worst_slack(
      exec, slacks.endpoint_slack.size(),
      detail::endpoint_slack_of<S>{slacks.endpoint_slack.view(), options.side == split::late},
      weights.worst.view());
  for_each_n(exec, nets.driver.size(),
             detail::net_weight_op<S>{nets, pin_begin, slacks.slack.view(), options, weights.worst.view(),
                                      weights.weight.view(), weights.criticality.view()});
}

}  // namespace gsta
