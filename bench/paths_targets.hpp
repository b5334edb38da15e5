#pragma once

#include <cstdio>
#include <map>
#include <string>

namespace gsta_bench {

/// What was measured, by name, and what it is to be at most. A target that was not measured is not named.
class path_targets {
 public:
  void put(std::string const& name, double value) { values_[name] = value; }
  double at(std::string const& name) const {
    auto const found = values_.find(name);
    return found == values_.end() ? 0 : found->second;
  }

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
        {"target", "constrained", 1.0, "times a circuit of the subgraph's size"},
    };
    std::printf("\n");
    for (target const& t : all) within(t.kind, t.name, t.at_most, t.unit);
    ratio("leon2 unit delays 1M implicit", "leon2 1M implicit", 1.5);
    engines("leon2", 53.1);
    engines("leon3mp", 115.6);
    engines("netcard", 3.7);
    engines("vga_lcd", 1.6);
    engines("des_perf", 9.3);
  }

 private:
  static void line(char const* kind, std::string const& name, double value, double at_most,
                   char const* unit) {
    std::printf("%s %s %s %.3f %s <= %.2f\n", value <= at_most ? "PASS" : "MISS", kind, name.c_str(), value,
                unit, at_most);
  }
  void within(char const* kind, std::string const& name, double at_most, char const* unit) const {
    if (double const value = at(name); value > 0) line(kind, name, value, at_most, unit);
  }
  void ratio(std::string const& a, std::string const& b, double at_most) const {
    if (at(a) > 0 && at(b) > 0) line("target", a + " / " + b, at(a) / at(b), at_most, "times");
  }

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

  std::map<std::string, double> values_;
};

}  // namespace gsta_bench
