#pragma once

#include <utility>
#include <vector>

#include "gsta/flat/flat_design.hpp"

namespace gsta_test {

/// Gives the net that was added last a network whose nodes name sinks by their position in the net.
inline void set_wire(gsta::flat_design& design, gsta::id root, std::vector<float> capacitance,
                     std::vector<gsta::id> const& position, std::vector<gsta::id> a, std::vector<gsta::id> b,
                     std::vector<float> resistance) {
  auto const net = static_cast<gsta::id>(design.net_driver.size()) - 1;
  std::vector<gsta::id> sink;
  for (gsta::id const k : position)
    sink.push_back(k == gsta::none ? gsta::none : design.net_sink[design.net_begin[net] + k]);
  design.set_wire(net, {root, std::move(capacitance), std::move(sink), std::move(a), std::move(b),
                        std::move(resistance)});
}

}  // namespace gsta_test
