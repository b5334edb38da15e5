#include "kpaths/load.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gsta/core/error.hpp"
#include "gsta/io/weighted_graph.hpp"

namespace kpaths {

namespace {

namespace io = gsta::io;
using gsta::model::weighted_edge;

/// What is left of a record once it is directed.
struct directed_edges {
  std::vector<gsta::id> from, to;
  std::vector<gsta::femtoseconds> whole;
  std::vector<double> real;
};

/// The reader puts the other half of a symmetric entry right behind it, under the same line.
bool mirrors(weighted_edge const& edge, weighted_edge const& before) {
  return edge.line == before.line && edge.from == before.to && edge.to == before.from;
}

/// Turns edges upwards, and drops the diagonal and the second half of symmetric entries.
void direct_upwards(std::vector<weighted_edge>& edges) {
  std::size_t kept = 0;
  weighted_edge before;
  for (weighted_edge edge : edges) {
    bool const left_out = edge.from == edge.to || mirrors(edge, before);
    before = edge;
    if (left_out) continue;
    if (edge.from > edge.to) std::swap(edge.from, edge.to);
    edges[kept++] = edge;
  }
  edges.resize(kept);
}

/// Where the last word of a line stands: its weight.
[[noreturn]] void fail_weight(io::source const& file, std::size_t line) {
  std::string_view text = file.text();
  for (std::size_t i = 1; i < line; ++i) text.remove_prefix(text.find('\n') + 1);
  text = text.substr(0, text.find('\n'));
  constexpr char const* blanks = " \t\r\v\f";
  auto const end = text.find_last_not_of(blanks) + 1;
  auto const begin = text.find_last_of(blanks, end - 1) + 1;
  std::string sentence = "expected a whole weight (of 64 bits, or use --weights float), found \"";
  sentence.append(text.substr(begin, std::min<std::size_t>(end - begin, 40))).append("\"");
  throw gsta::input_error(file.name(), line, begin + 1, sentence);
}

directed_edges split_up(std::vector<weighted_edge> const& edges, io::source const& file, bool real) {
  directed_edges result;
  result.from.reserve(edges.size());
  result.to.reserve(edges.size());
  if (real) {
    result.real.reserve(edges.size());
  } else {
    result.whole.reserve(edges.size());
  }
  for (weighted_edge const& edge : edges) {
    result.from.push_back(edge.from);
    result.to.push_back(edge.to);
    if (real) {
      result.real.push_back(edge.weight);
    } else {
      if (!edge.is_whole) fail_weight(file, edge.line);
      result.whole.push_back(edge.exact);
    }
  }
  return result;
}

[[noreturn]] void fail_cycle(std::string const& file, std::vector<gsta::id> const& cycle) {
  constexpr std::size_t most = 1000;
  std::string sentence = "the graph has a cycle:";
  for (std::size_t i = 0; i < std::min(cycle.size(), most); ++i)
    sentence.append(" ").append(std::to_string(cycle[i] + 1));
  if (cycle.size() > most)
    sentence.append(" ... (").append(std::to_string(cycle.size())).append(" vertices)");
  throw gsta::input_error(file, 0, 0, sentence);
}

bool is_exact(gsta::weighted_search const& search, std::vector<double> const& weight) {
  for (std::size_t e = 0; e < search.edge.size(); ++e) {
    if (search.edge[e] != gsta::none && search.cost_of(search.weight[e]) != weight[search.edge[e]])
      return false;
  }
  return true;
}

}  // namespace

loaded_graph load(options const& from, drivers::progress_bar& progress) {
  progress.stage("reading " + from.graph);
  io::source const file = io::load(from.graph);
  auto graph = io::read_weighted_graph(file);
  if (file.text().starts_with("%%MatrixMarket")) direct_upwards(graph.edges);
  auto const edges = split_up(graph.edges, file, from.real_weights);
  graph.edges = {};
  loaded_graph result;
  result.vertices = static_cast<std::size_t>(graph.vertices);
  result.edges = edges.from.size();
  progress.stage("laying out");
  auto const make = [&](auto const& weight) {
    return gsta::make_weighted_search(result.vertices, gsta::view_of(edges.from), gsta::view_of(edges.to),
                                      gsta::view_of(weight));
  };
  try {
    result.search = from.real_weights ? make(edges.real) : make(edges.whole);
  } catch (gsta::graph_error const& e) {
    fail_cycle(from.graph, e.pins);
  }
  if (from.real_weights) result.exact = is_exact(result.search, edges.real);
  return result;
}

}  // namespace kpaths
