#pragma once

#include "bench/targets.hpp"

namespace gsta_bench {

/// Targets of updates and of what they are made of.
class target_list : public measured_values {
 public:
  void print() const {
    std::printf("\n");
    struct target {
      char const* kind;
      char const* name;
      double at_most;
    };
    static constexpr target updates[] = {{"target", "superblue18", 0.60}, {"target", "superblue1", 0.80},
                                         {"target", "superblue10", 1.10}, {"target", "pins37k", 0.15},
                                         {"target", "aes_core", 0.30},    {"stretch", "superblue18", 0.50},
                                         {"stretch", "superblue1", 0.66}, {"stretch", "superblue10", 0.90}};
    for (target const& t : updates) update_within(t.kind, t.name, t.at_most);
    more_than("superblue10-tree update beyond stars", "superblue10-tree update", "superblue10 update", 0.6);
    within("target", "superblue10-tree flatten_rc", 1.5, "ms");
    within("target", "superblue10 levelize", 2.0, "ms");
    within("target", "leon2's size levelize", 5.0, "ms");
    times("superblue10-tags3 update", "superblue10 update", 2.5);
    times("superblue10-tags3 update, all pins", "superblue10 update, all pins", 2.5);
    times("aes_core-clocks16 update", "aes_core update", 8);
    for (char const* const name : {"superblue10-clocks4-random", "superblue10-clocks4-quarters"}) {
      times(std::string(name) + " ns a node", "superblue10 ns a node", 1.3);
      within("target", std::string(name) + " making nodes", 1000, "ms");
    }
    times("superblue10-exceptions1000 update", "superblue10 update", 1.5);
    within("target", "superblue10 net_based", 70.6, "ms");
    within("target", "superblue10 memory", 400, "bytes a pin");
    for (char const* const name : {"superblue18", "superblue1", "superblue10"}) ratios(name);
  }

 private:
  /// The whole update with all that paths need, and with slacks of all pins.
  void update_within(char const* kind, std::string const& name, double at_most) const {
    within(kind, name + " update", at_most, "ms");
    within(kind, name + " update, all pins", at_most, "ms");
  }
  void ratios(std::string const& name) const {
    double const net = at(name + " net_based"), pin = at(name + " pin_based"), cte = at(name + " cte");
    if (net > 0 && pin > 0 && cte > 0)
      std::printf(
          "RATIO %s pin_based %.2f times as fast as net_based (paper: 2.4), cte %.2f times as fast "
          "as pin_based (paper: 1.24)\n",
          name.c_str(), net / pin, pin / cte);
  }
};

}  // namespace gsta_bench
