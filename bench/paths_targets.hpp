#pragma once

#include "bench/targets.hpp"

namespace gsta_bench {

/// Targets of path search.
class path_targets : public measured_values {
 public:
  void print() const {
    struct target {
      char const* kind;
      char const* name;
      double at_most;
      char const* unit;
    };
    static constexpr target all[] = {
        {"target", "leon2 100K total", 2.5, "ms"},
        {"target", "leon2 1M total", 4.5, "ms"},
        {"target", "leon2 densified 1M total", 7.5, "ms"},
        {"stretch", "leon2 100K total", 1.5, "ms"},
        {"stretch", "leon2 1M total", 2.7, "ms"},
        {"stretch", "leon2 densified 1M total", 4.5, "ms"},
        {"target", "leon2 100K implicit", 1.5, "ms"},
        {"target", "leon2 1M implicit", 2.5, "ms"},
        {"target", "most generated a path", 1.25, "times"},
        {"target", "leon2 1M working memory", 0.6, "GB"},
        {"target", "leon2 densified 1M working memory", 0.6, "GB"},
        {"target", "leon2 100K peak memory", 658, "MiB"},
        {"target", "vga_lcd densified 10 over pulls", 1.25, "times"},
        {"target", "vga_lcd densified 100 over pulls", 1.25, "times"},
        {"target", "constrained", 1.0, "times a circuit of the subgraph's size"},
    };
    std::printf("\n");
    for (target const& t : all) within(t.kind, t.name, t.at_most, t.unit);
    times("leon2 unit delays 1M implicit", "leon2 1M implicit", 1.5);
    engines("leon2", 53.1);
    engines("leon3mp", 115.6);
    engines("netcard", 3.7);
    engines("vga_lcd", 1.6);
    engines("des_perf", 9.3);
  }

 private:
  /// ICS'26, table 1; its G-PBA stops at a few levels, and is then not exact.
  void engines(std::string const& circuit, double paper) const {
    std::string const name = circuit + " densified 1M ";
    double const bounded = at(name + "bounded"), queues = at(name + "dual_queue"),
                 levels = at(name + "level_mdl");
    if (bounded > 0 && queues > 0 && levels > 0)
      std::printf(
          "RATIO %sdual_queue %.1f times as fast as level_mdl (paper: %.1f), bounded %.1f times as "
          "dual_queue\n",
          name.c_str(), levels / queues, paper, queues / bounded);
  }
};

}  // namespace gsta_bench
