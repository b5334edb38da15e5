// kpaths GRAPH --k N: the k cheapest paths of a weighted acyclic graph, on the host or on a GPU.
#include <CLI/CLI.hpp>
#include <map>
#include <string>

#include "common/command_line.hpp"
#include "kpaths/load.hpp"
#include "kpaths/print.hpp"
#include "kpaths/run.hpp"

namespace {

using gsta::schemes::level_mdl;

void add_search_options(CLI::App& app, kpaths::options& o) {
  app.add_option("graph", o.graph, "GRAPH: .gr (DIMACS) or .mtx (Matrix Market), also gzip")->required();
  app.add_option("--k", o.search.k, "How many paths")
      ->required()
      ->check(CLI::Range(0U, (1U << 31U) - 1))
      ->type_name("N");
  static std::map<std::string, gsta::schemes::any_path_engine> const engines{
      {"bounded", gsta::path_engine::bounded},
      {"dual-queue", gsta::schemes::dual_queue{}},
      {"level-mdl", level_mdl{}}};
  app.add_option_function<std::string>(
         "--engine", [&o](std::string const& name) { o.engine = engines.at(name); },
         "bounded (the default), dual-queue or level-mdl: all give the same paths")
      ->check(CLI::IsMember({"bounded", "dual-queue", "level-mdl"}))
      ->type_name("ENGINE");
  app.add_option("--mdl", o.most_deviations,
                 "level-mdl: only paths with at most so many sidetracks; not exact")
      ->check(CLI::Range(0U, (1U << 31U) - 1))
      ->type_name("N");
  app.add_option_function<std::string>(
         "--weights", [&o](std::string const& kind) { o.real_weights = kind == "float"; },
         "int (the default: a fraction is an error) or float")
      ->check(CLI::IsMember({"int", "float"}))
      ->type_name("KIND");
  app.add_flag("--show-paths", o.show_paths, "Print the vertices of each path behind its cost");
  app.add_flag("--stats", o.stats, "Say on stderr what the search did");
}

void run(kpaths::options const& o) {
  drivers::progress_bar progress;
  auto const graph = kpaths::load(o, progress);
  progress.stage("searching");
  auto const found = kpaths::find_paths(graph.search.view(), o);
  progress.finish();
  kpaths::check_costs(graph, found.cost, found.levels);
  if (graph.turned > 0) kpaths::print_turned(o, graph);
  kpaths::print_paths(o, graph, found);
  if (o.stats) kpaths::print_stats(o, graph, found);
}

}  // namespace

int main(int argc, char** argv) {
  kpaths::options o;
  CLI::App app{"The k cheapest paths of a weighted acyclic graph, in order.", "kpaths"};
  add_search_options(app, o);
  drivers::add_load_options(app, o.files);
  drivers::add_device_options(app, o.device);
  return drivers::run_program(app, argc, argv, o.graph, [&] {
    if (auto* const levels = std::get_if<level_mdl>(&o.engine))
      levels->most_deviations = o.most_deviations;
    else if (app.count("--mdl") > 0)
      throw drivers::usage_error("--mdl goes with --engine level-mdl");
    run(o);
  });
}
