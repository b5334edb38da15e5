#pragma once

#include "bench/targets.hpp"

namespace gsta_bench {

/// What one design's update and its gradients take, in ms.
struct gradient_times {
  double update = 0;
  double linear_apart = 0, linear_fused = 0;
  double full_apart = 0, full_fused = 0;
};

/// What gradients add to an update, in per cent of it.
inline double overhead(double with, double without) { return 100 * (with / without - 1); }

/// One column of Table 4 of Warp-STAR (DAC 2026), as its text has it.
struct paper_row {
  char const* design;
  double sta, apart, fused;
};
inline constexpr paper_row paper_rows[] = {
    {"superblue18", 16, 22, 19}, {"superblue1", 25, 34, 29}, {"superblue10", 34, 47, 41}};
inline constexpr double paper_overhead_apart = 33, paper_overhead_fused = 16;  // its normalised means

inline void print_gradient_row(char const* what, double ms, double update) {
  std::printf("| %s | %.4f | %+.0f %% |\n", what, ms, overhead(ms, update));
}

/// A table like the paper's Table 4, with the paper's figures (other card, other designs of these names).
inline void print(std::string const& name, gradient_times const& t) {
  std::printf("\n| %s | ms | above the update |\n|---|---|---|\n", name.c_str());
  std::printf("| update, all pins | %.4f | |\n", t.update);
  print_gradient_row("linear, one after the other", t.linear_apart, t.update);
  print_gradient_row("linear, overlapped", t.linear_fused, t.update);
  print_gradient_row("full, one after the other", t.full_apart, t.update);
  print_gradient_row("full, overlapped", t.full_fused, t.update);
  for (paper_row const& row : paper_rows) {
    if (name != row.design) continue;
    std::printf("| Warp-STAR, linear, one after the other | %.0f | %+.0f %% (mean %+.0f %%) |\n", row.apart,
                overhead(row.apart, row.sta), paper_overhead_apart);
    std::printf("| Warp-STAR, linear, overlapped | %.0f | %+.0f %% (mean %+.0f %%) |\n", row.fused,
                overhead(row.fused, row.sta), paper_overhead_fused);
  }
}

/// At most 1.0 ms (linear) and 1.6 ms (full) for superblue18; the others in proportion to their updates.
class gradient_targets : public measured_values {
 public:
  void put_times(std::string const& name, gradient_times const& t) {
    put(name + " update", t.update);
    put(name + " update and linear gradients", t.linear_fused);
    put(name + " update and full gradients", t.full_fused);
  }
  void print() const {
    double const reference = at("superblue18 update");
    if (reference == 0) return;  // nothing to be in proportion to
    for (paper_row const& row : paper_rows) {
      std::string const name = row.design;
      double const scale = at(name + " update") / reference;
      within("target", name + " update and linear gradients", 1.0 * scale, "ms");
      within("target", name + " update and full gradients", 1.6 * scale, "ms");
    }
  }
};

}  // namespace gsta_bench
