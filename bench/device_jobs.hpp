#pragma once

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "bench/designs.hpp"
#include "bench/give_constraints.hpp"

namespace gsta_bench {

/// Designs to measure that are made or read at once.
struct device_job {
  std::string name;
  std::function<std::deque<bench_design>()> make;
  bool only_by_name = false;  ///< left out where no names are given
};

namespace detail {
/// RC nodes a sink: as the public peer's generator makes trees, and as extractors do (in hundredths).
inline constexpr int peer_tree_nodes = 200, extracted_tree_nodes = 750;

inline std::deque<bench_design> one_generated(std::string const& name, std::string const& preset_name,
                                              generate_options options, gsta::timer_options rules) {
  bench_design made = generated_design(preset_name, options);
  made.name = name;
  made.options = rules;
  // A placement would turn trees into stars.
  if (options.wires == generated_wires::tree) made.star.reset();
  std::deque<bench_design> all;
  all.push_back(std::move(made));
  return all;
}

/// Under the rules of OpenSTA and of placers: what a check captures does not bound its clock.
inline device_job generated_job(std::string const& name, std::string const& preset_name,
                                generated_wires wires = generated_wires::placed, int tree_nodes = 0,
                                int tags = 1, gsta::timer_options const& rules = {}) {
  return {name, [=] {
            generate_options options = preset(preset_name);
            options.wires = wires;
            options.tags = tags;
            if (tree_nodes > 0) options.tree_nodes = tree_nodes;
            return one_generated(name, preset_name, options, rules);
          }};
}

/// A placed design with constraints of its own: `give(design)` changes them.
template <class F>
device_job constrained_job(std::string const& name, std::string const& preset_name, F const& give) {
  return {name, [=] {
            generate_options options = preset(preset_name);
            options.wires = generated_wires::placed;
            auto made = one_generated(name, preset_name, options, {});
            give(made.front().design);
            return made;
          }};
}

inline bool has_folder(char const* variable) {
  char const* const folder = std::getenv(variable);
  return folder != nullptr && std::filesystem::exists(folder);
}

inline std::deque<bench_design> contest_designs() {
  auto all = bench_designs();
  for (auto& design : all) {
    if (has_folder("GSTA_GOLDENS") && design.name != "open aes") design.name = "contest " + design.name;
  }
  return all;
}
}  // namespace detail

/// All jobs: generated designs, those of GSTA_STAB, the contest's and the open one where their folders are.
inline std::vector<device_job> device_jobs() {
  using detail::constrained_job, detail::generated_job;
  constexpr auto placed = generated_wires::placed, tree = generated_wires::tree;
  std::vector<device_job> jobs{
      generated_job("pins37k", "pins37k"),
      generated_job("pins37k-tags3", "pins37k", placed, 0, 3),
      generated_job("aes_core", "aes_core"),
      generated_job("aes_core-tree", "aes_core", tree, detail::extracted_tree_nodes),
      generated_job("aes_core-contest-rules", "aes_core", placed, 0, 1, contest_rules()),
      generated_job("superblue18", "superblue18"),
      generated_job("superblue1", "superblue1"),
      generated_job("superblue10", "superblue10"),
      generated_job("superblue10-tree", "superblue10", tree, detail::peer_tree_nodes),
      generated_job("superblue10-tree-extracted", "superblue10", tree, detail::extracted_tree_nodes),
      generated_job("superblue18-tags3", "superblue18", placed, 0, 3),
      generated_job("superblue10-tags3", "superblue10", placed, 0, 3),
      constrained_job("aes_core-clocks16", "aes_core",
                      [](auto& design) { give_clocks(design, 16, clocks_of_registers::at_random); }),
      constrained_job("superblue10-clocks4-random", "superblue10",
                      [](auto& design) { give_clocks(design, 4, clocks_of_registers::at_random); }),
      constrained_job("superblue10-clocks4-quarters", "superblue10",
                      [](auto& design) { give_clocks(design, 4, clocks_of_registers::by_quarters); }),
      constrained_job("superblue10-exceptions1000", "superblue10",
                      [](auto& design) { give_exceptions(design, 1000); })};
  for (char const* const name : {"superblue3", "superblue4", "superblue5", "superblue7", "superblue16"}) {
    jobs.push_back(generated_job(name, name));
    jobs.back().only_by_name = true;
  }
  for (auto const& file : stab_files())
    jobs.push_back({file.stem().string(), [file] {
                      std::deque<bench_design> all;
                      all.push_back(stab_design(file, generated_wires::placed));
                      all.back().options = {};
                      return all;
                    }});
  if (detail::has_folder("GSTA_GOLDENS") || detail::has_folder("GSTA_OPEN_GOLDENS"))
    jobs.push_back({"contest", detail::contest_designs});
  return jobs;
}

}  // namespace gsta_bench
