#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include "bench/path_circuits.hpp"
#include "bench/paths_tables.cuh"
#include "gsta/path/costs.hpp"

namespace gsta_bench {

namespace detail {
using cost_room = gsta::search_cost_buffers<gsta::memory_space::device>;

inline bool same_costs(gsta::cuda_executor const& exec, cost_room const& a, cost_room const& b) {
  auto const same = [&](auto const& one, auto const& other) {
    return to_vector(exec, one) == to_vector(exec, other);
  };
  auto const x = a.view(), y = b.view();
  return same(x.suffix, y.suffix) && same(x.prefix, y.prefix) && same(x.choice, y.choice) &&
         same(x.height, y.height) && same(x.next, y.next);
}
}  // namespace detail

inline void print_forest_header() {
  std::printf(
      "\n| graph | rows, once | one launch | a launch a level | level loop | relaxation (G-PBA) | its steps "
      "|\n"
      "|---|---|---|---|---|---|---|\n");
}

/// Both directions of costs, in every way there is; ms.
inline void study_forest(path_tables& tables, path_case& on) {
  auto const& exec = tables.exec();
  auto const change = [&](int run) { on.change(run); };
  detail::cost_room swept(exec, on.rows, gsta::prefix_costs::found);
  detail::cost_room other(exec, on.rows, gsta::prefix_costs::found);
  auto const sweep = [&] { find_costs(exec, on.rows, on.graph(), swept, gsta::sweep_order::dataflow); };
  auto const check = [&](char const* what) {
    on.change(0);
    sweep();
    return on.name + ": costs " + what + " are equal";
  };
  double const rows = waiting_ms(exec, change, [&] { make_search_rows(exec, on.graph()); });
  double const dataflow = median_ms(exec, change, sweep);
  auto const by_level = [&] { find_costs(exec, on.rows, on.graph(), other, gsta::sweep_order::levels); };
  double const levels = captured_ms(exec, change, [&](gsta::cuda_executor const& inner) {
    find_costs(inner, on.rows, on.graph(), other, gsta::sweep_order::levels);
  });
  std::string name = check("by levels");
  by_level();
  tables.say(name, detail::same_costs(exec, swept, other));
  auto const loop = [&] { gsta::find_costs<gsta::cuda_executor>(exec, on.rows, on.graph(), other); };
  double const generic = waiting_ms(exec, change, loop);
  std::size_t steps = 0;
  auto const relax = [&] { steps = relax_costs(exec, on.rows, on.graph(), other); };
  double const relaxed = waiting_ms(exec, change, relax);
  name = check("by relaxation");
  relax();
  tables.say(name, detail::same_costs(exec, swept, other));
  std::printf("| %s | %.3f | %.3f | %.3f | %.3f | %.3f | %zu |\n", on.name.c_str(), rows, dataflow, levels,
              generic, relaxed, steps);
  std::fflush(stdout);
}

/// What the papers' engines can be told, each with the paths of the others.
inline void study_settings(path_tables& tables, path_case& on, std::size_t k) {
  using gsta::schemes::dual_queue;
  using gsta::schemes::level_compression;
  using gsta::schemes::level_mdl;
  using gsta::schemes::path_expansion;
  struct setting {
    char const* name;
    gsta::schemes::any_path_engine engine;
  };
  std::vector<setting> const settings{
      {"bounded", gsta::path_engine::bounded},
      {"level_mdl, compressed on the host (DAC'21)", level_mdl{.compression = level_compression::host}},
      {"level_mdl, merged on the device (TCAD'23)", level_mdl{.compression = level_compression::merge}},
      {"level_mdl, by the bits of costs", level_mdl{}},
      {"level_mdl, a warp a path", level_mdl{.expansion = path_expansion::warp}},
      {"dual_queue, a thread a path", dual_queue{.expansion = path_expansion::thread}},
      {"dual_queue, a warp a path", dual_queue{}},
      {"dual_queue, nothing dropped (ICS'26)", dual_queue{.keep_all = true}}};
  auto const& exec = tables.exec();
  std::printf("\n| %s, %s paths | search | generated / k | working, MiB |\n|---|---|---|---|\n",
              on.name.c_str(), short_number(k).c_str());
  paths_on_host expected;
  for (setting const& s : settings) {
    try {
      auto const search = [&] { on.search({.k = k}, s.engine); };
      double const ms = waiting_ms(
          exec,
          [&](int run) {
            on.forget();
            on.change(run);
            on.pull();
          },
          search);
      on.change(0);
      on.pull();
      search();
      auto found = brought_back(exec, *on.found);
      if (expected.cost.empty()) expected = found;
      tables.say(on.name + ": " + s.name + " finds the same", found == expected);
      auto const& did = on.found->statistics;
      std::printf("| %s | %.3f | %.2f | %.0f |\n", s.name, ms,
                  static_cast<double>(did.generated) / static_cast<double>(k),
                  static_cast<double>(did.peak_bytes) / mebibyte);
    } catch (gsta::argument_error const& e) {
      std::printf("| %s | %s |\n", s.name, e.what());
    }
    on.forget();
    std::fflush(stdout);
  }
}

}  // namespace gsta_bench
