#pragma once

#include <cstdio>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace gsta_bench {

/// What one process found of a stage.
struct stage_figures {
  std::string name;
  double wall = 0, processor = 0, peak = 0, amount = 0;
};
struct run_figures {
  std::string folder;
  unsigned threads = 1;
  std::vector<stage_figures> stages;

  stage_figures const& of(std::string const& name) const {
    for (auto const& stage : stages)
      if (stage.name == name) return stage;
    throw std::runtime_error("a run has no stage " + name);
  }
};

/// Columns of one kind of figures, a row a stage.
inline void print_columns(char const* title, std::vector<run_figures> const& runs,
                          double (*figure)(stage_figures const&)) {
  std::printf("\n| %s |", title);
  for (auto const& run : runs) std::printf(" %s, %u |", run.folder.c_str(), run.threads);
  std::printf("\n|---|");
  for (std::size_t i = 0; i < runs.size(); ++i) std::printf("---|");
  for (auto const& stage : runs.front().stages) {
    std::printf("\n| %s |", stage.name.c_str());
    for (auto const& run : runs) std::printf(" %.3f |", figure(run.of(stage.name)));
  }
  std::puts("");
}

/// Processor seconds of each folder per amount (bytes, pins), over those of the first one.
inline void print_growth(std::vector<run_figures> const& runs) {
  std::printf("\n| growth beside the amount |");
  for (auto const& run : runs) std::printf(" %s |", run.folder.c_str());
  std::printf(" within 15 %% |\n|---|");
  for (std::size_t i = 0; i <= runs.size(); ++i) std::printf("---|");
  for (auto const& stage : runs.front().stages) {
    if (stage.amount == 0 || stage.processor < 0.05) continue;  // short ones are noise
    std::printf("\n| %s |", stage.name.c_str());
    bool linear = true;
    for (auto const& run : runs) {
      auto const& of = run.of(stage.name);
      double const ratio = of.processor / of.amount / (stage.processor / stage.amount);
      linear = linear && ratio < 1.15;
      std::printf(" %.2f |", ratio);
    }
    std::printf(" %s |", linear ? "yes" : "no");
  }
  auto const& first = runs.front().of("all");
  std::printf("\n| peak memory |");
  bool linear = true;
  for (auto const& run : runs) {
    auto const& of = run.of("all");
    double const ratio = of.peak / of.amount / (first.peak / first.amount);
    linear = linear && ratio < 1.15;
    std::printf(" %.2f |", ratio);
  }
  std::printf(" %s |\n", linear ? "yes" : "no");
}

inline std::vector<std::string> parts_of(std::string const& list) {
  std::vector<std::string> parts;
  std::istringstream text(list);
  for (std::string part; std::getline(text, part, ',');) parts.push_back(part);
  return parts;
}

}  // namespace gsta_bench
