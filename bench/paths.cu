// Critical paths on the device: every engine on made-up graphs of the papers' sizes, as tables for
// a log in bench/results. Usage: bench_paths [TABLE...] of circuits, dense, ties, many, matrices, forest,
// settings, orders, mdl, constraints; without names all of these. By name alone: few, and for bench/papers.sh
// more, counts, diameters, densities, steps, expansion, breakdown, more_constraints. Exits with 1 if lists
// that must be equal are not; a target that is missed is only said.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "bench/device_program.cuh"
#include "bench/path_circuits.hpp"
#include "bench/path_matrices.hpp"
#include "bench/paths_constraints.cuh"
#include "bench/paths_papers.cuh"
#include "bench/paths_settings.cuh"
#include "bench/paths_studies.cuh"
#include "bench/paths_tables.cuh"

namespace {

using namespace gsta_bench;
using gsta::schemes::any_path_engine;

std::vector<any_path_engine> const default_engine{gsta::path_engine::bounded};
std::vector<any_path_engine> const all_engines{gsta::path_engine::bounded, gsta::schemes::dual_queue{},
                                               gsta::schemes::level_mdl{}};

void say(std::string const& what) {
  static auto const begin = std::chrono::steady_clock::now();
  std::fprintf(stderr, "%6.1f s: %s\n",
               std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(), what.c_str());
}

path_case case_of(path_tables const& tables, circuit_size const& size) {
  say("making " + size.name);
  return path_case(tables.exec(), size.name, make_circuit(tables.exec(), size), size.unit);
}

void circuits(path_tables& tables) {
  path_tables::print_header();
  for (circuit_size const& size : paper_circuits()) {
    auto on = case_of(tables, size);
    for (std::size_t const k : {100'000, 1'000'000}) tables.run(on, k, all_engines);
    if (size.name == "des_perf") tables.check_against_host(on, 100'000);
  }
}

void dense(path_tables& tables) {
  path_tables::print_header();
  for (circuit_size const& size : paper_circuits()) {
    auto on = case_of(tables, densified(size));
    bool const compared = size.name == "leon2" || size.name == "vga_lcd";  // the papers' engines take long
    tables.run(on, 1'000'000, compared ? all_engines : default_engine);
  }
}

void ties(path_tables& tables) {
  path_tables::print_header();
  for (circuit_size const& size : paper_circuits()) {
    auto on = case_of(tables, with_unit_delays(size));
    for (std::size_t const k : {100'000, 1'000'000}) tables.run(on, k, default_engine);
    if (size.name == "des_perf") tables.check_against_host(on, 10'000);
  }
}

void many(path_tables& tables) {
  path_tables::print_header();
  for (char const* const name : {"leon2", "des_perf"}) {
    for (circuit_size const& size : paper_circuits()) {
      if (size.name != name) continue;
      auto on = case_of(tables, size);
      tables.run(on, 10'000'000, default_engine);
    }
  }
}

void matrices(path_tables& tables) {
  path_tables::print_header();
  for (matrix_shape const& shape : paper_matrices()) {
    say("making " + shape.name);
    path_case on(tables.exec(), shape.name, make_matrix(tables.exec(), shape));
    tables.run(on, 1'000'000, default_engine);
  }
}

void forest(path_tables& tables) {
  print_forest_header();
  for (circuit_size const& size :
       {paper_circuits()[0], densified(paper_circuits()[0]), paper_circuits()[3]}) {
    auto on = case_of(tables, size);
    study_forest(tables, on);
  }
  for (matrix_shape const& shape : paper_matrices()) {
    path_case on(tables.exec(), shape.name, make_matrix(tables.exec(), shape));
    study_forest(tables, on);
  }
}

void settings(path_tables& tables) {
  for (circuit_size const& size : {paper_circuits()[0], densified(paper_circuits()[3])}) {
    auto on = case_of(tables, size);
    study_settings(tables, on, 1'000'000);
  }
}

void orders(path_tables& tables) {
  for (circuit_size const& size : {paper_circuits()[0], densified(paper_circuits()[0])}) {
    say("renumbering " + size.name);
    study_orders(tables, size, 100'000);
    study_orders(tables, size, 1'000'000);
  }
}

void mdl(path_tables& tables) {
  std::vector<int> levels;
  for (int level = 1; level <= 20; ++level) levels.push_back(level);
  say("errors of level_mdl");
  study_mdl(tables, paper_circuits()[0], {10'000, 100'000, 1'000'000}, levels);
  for (int const degree : {0, 10, 20, 40, 60}) {
    auto const size = degree == 0 ? paper_circuits()[4] : densified(paper_circuits()[4], degree);
    study_mdl(tables,
              {size.name + (degree == 0 ? "" : " to degree " + std::to_string(degree)), size.vertices,
               size.edges, size.levels, size.degree},
              {100'000, 1'000'000}, {1, 2, 3, 5, 10});
  }
}

void constraints(path_tables& tables) {
  for (std::size_t const which : {0, 3}) {
    circuit_size const size = paper_circuits()[which];
    say("constraints on " + size.name);
    study_constraints(tables, size, which == 0 ? 10'000 : 1'000);
  }
}

/// The rest of TCAD'23's table III, small circuits first.
void more_constraints(path_tables& tables) {
  auto const run = [&](circuit_size const& size, std::size_t k) {
    say("constraints on " + size.name);
    study_constraints(tables, size, k);
  };
  run(paper_circuits()[4], 1'000);
  for (circuit_size const& size : more_paper_circuits()) run(size, size.name == "b19_iccad" ? 5'000 : 1'000);
  run(paper_circuits()[1], 10'000);
  run(paper_circuits()[2], 5'000);
}

/// Circuits of DAC'21 whose levels no paper has.
void more(path_tables& tables) {
  path_tables::print_header();
  for (circuit_size const& size : more_paper_circuits()) {
    auto on = case_of(tables, size);
    tables.run(on, 100'000, all_engines);
  }
}

struct table {
  char const* name;
  void (*run)(path_tables&);
  bool only_by_name = false;
};
constexpr table all_tables[] = {{"circuits", circuits},
                                {"dense", dense},
                                {"ties", ties},
                                {"many", many},
                                {"matrices", matrices},
                                {"forest", forest},
                                {"settings", settings},
                                {"orders", orders},
                                {"mdl", mdl},
                                {"constraints", constraints},
                                {"more", more, true},
                                {"few", study_few, true},
                                {"counts", study_counts, true},
                                {"diameters", study_diameters, true},
                                {"densities", study_densities, true},
                                {"steps", study_steps, true},
                                {"expansion", study_expansion, true},
                                {"breakdown", study_breakdown, true},
                                {"more_constraints", more_constraints, true}};

int run_all(std::vector<std::string> const& wanted) {
  gsta::cuda_stream const stream;
  gsta::stream_ordered_memory memory;
  gsta::cuda_executor const exec(stream.get(), memory);
  keep_memory();
  print(measure_machine(exec));
  path_targets targets;
  path_tables tables(exec, targets);
  for (table const& one : all_tables) {
    bool const named = std::find(wanted.begin(), wanted.end(), one.name) != wanted.end();
    if (wanted.empty() ? one.only_by_name : !named) continue;
    std::printf("\n### %s\n", one.name);
    say(one.name);
    one.run(tables);
  }
  say("done");
  targets.print();
  tables.print_verdict();
  return tables.failures() == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) { return gsta_bench::device_program("bench_paths", argc, argv, run_all); }
