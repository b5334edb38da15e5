#include "kpaths/load.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_map>
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
  std::vector<std::uint32_t> line;
};

/// The reader puts the other half of a symmetric entry right behind it, under the same line.
bool mirrors(weighted_edge const& edge, weighted_edge const& before) {
  return edge.line == before.line && edge.from == before.to && edge.to == before.from;
}

/// Drops the diagonal and the second half of symmetric entries.
void drop_what_is_no_edge(std::vector<weighted_edge>& edges) {
  std::size_t kept = 0;
  weighted_edge before;
  for (weighted_edge const edge : edges) {
    bool const left_out = edge.from == edge.to || mirrors(edge, before);
    before = edge;
    if (!left_out) edges[kept++] = edge;
  }
  edges.resize(kept);
}

struct last_word {
  std::string_view text;
  std::size_t column;
};

/// The last word of a line: its weight.
last_word weight_of(io::source const& file, std::size_t line) {
  std::string_view text = file.text();
  for (std::size_t i = 1; i < line; ++i) text.remove_prefix(text.find('\n') + 1);
  text = text.substr(0, text.find('\n'));
  constexpr char const* blanks = " \t\r\v\f";
  auto const end = text.find_last_not_of(blanks) + 1;
  auto const begin = text.find_last_of(blanks, end - 1) + 1;
  return {text.substr(begin, end - begin), begin + 1};
}

[[noreturn]] void fail_weight(io::source const& file, std::size_t line) {
  auto const weight = weight_of(file, line);
  std::string sentence = "expected a whole weight (of 64 bits, or use --weights float), found \"";
  sentence.append(weight.text.substr(0, 40)).append("\"");
  throw gsta::input_error(file.name(), line, weight.column, sentence);
}

directed_edges split_up(std::vector<weighted_edge> const& edges, io::source const& file, bool real) {
  directed_edges result;
  result.from.reserve(edges.size());
  result.to.reserve(edges.size());
  result.line.reserve(edges.size());
  if (real) {
    result.real.reserve(edges.size());
  } else {
    result.whole.reserve(edges.size());
  }
  for (weighted_edge const& edge : edges) {
    result.from.push_back(edge.from);
    result.to.push_back(edge.to);
    result.line.push_back(edge.line);
    if (real) {
      result.real.push_back(edge.weight);
    } else {
      if (!edge.is_whole) fail_weight(file, edge.line);
      result.whole.push_back(edge.exact);
    }
  }
  return result;
}

/// Names a cycle, at the first line of the file that has an edge of it.
[[noreturn]] void fail_cycle(io::source const& file, directed_edges const& edges,
                             std::vector<gsta::id> const& cycle) {
  std::unordered_map<gsta::id, gsta::id> next;
  for (std::size_t i = 0; i < cycle.size(); ++i) next[cycle[i]] = cycle[(i + 1) % cycle.size()];
  std::size_t line = 0;
  for (std::size_t e = 0; e < edges.from.size() && line == 0; ++e) {
    auto const found = next.find(edges.from[e]);
    if (found != next.end() && found->second == edges.to[e]) line = edges.line[e];
  }
  constexpr std::size_t most = 1000;
  std::string sentence = "the graph has a cycle:";
  for (std::size_t i = 0; i < std::min(cycle.size(), most); ++i)
    sentence.append(" ").append(std::to_string(cycle[i] + 1));
  if (cycle.size() > most)
    sentence.append(" ... (").append(std::to_string(cycle.size())).append(" vertices)");
  throw gsta::input_error(file.name(), line, 1, sentence);
}

/// Turns edges from the smaller to the larger vertex; how many.
std::size_t turn_upwards(directed_edges& edges) {
  std::size_t turned = 0;
  for (std::size_t e = 0; e < edges.from.size(); ++e) {
    if (edges.from[e] < edges.to[e]) continue;
    std::swap(edges.from[e], edges.to[e]);
    ++turned;
  }
  return turned;
}

gsta::input_error at_weight(io::source const& file, std::size_t line, std::string const& sentence) {
  return {file.name(), line, weight_of(file, line).column, sentence};
}
std::string quoted(io::source const& file, std::size_t line) {
  return "\"" + std::string(weight_of(file, line).text.substr(0, 40)) + "\"";
}

/// Bits by which a weight is larger than what its rounding may be: some more than nine digits have.
constexpr int bits_of_digits = 36;

/// Looks for weights that rounding changed, and for those that it changed so much that a cost may show it.
void look_for_rounding(loaded_graph& graph, directed_edges const& edges, io::source const& file) {
  auto const& search = graph.search;
  std::size_t smallest = 0, largest = 0;
  double least = 0, most = 0;
  for (std::size_t e = 0; e < search.edge.size(); ++e) {
    if (search.edge[e] == gsta::none) continue;
    auto const at = static_cast<std::size_t>(search.edge[e]);
    double const size = std::abs(edges.real[at]);
    double const lost = std::abs(search.cost_of(search.weight[e]) - edges.real[at]);
    if (size > most) most = size, largest = at;
    graph.exact = graph.exact && lost == 0;
    if (std::ldexp(lost, bits_of_digits) <= size) continue;
    if (graph.too_small++ == 0 || size < least) least = size, smallest = at;
  }
  if (most > std::numeric_limits<double>::max() / static_cast<double>(edges.real.size() + 1)) {
    graph.largest = at_weight(file, edges.line[largest],
                              "the weight " + quoted(file, edges.line[largest]) +
                                  " is too large: the cost of a path is beyond what a double holds");
  }
  if (graph.too_small == 0) return;
  graph.smallest =
      at_weight(file, edges.line[smallest],
                "the weight " + quoted(file, edges.line[smallest]) + " is too small beside the weight " +
                    quoted(file, edges.line[largest]) + " of line " + std::to_string(edges.line[largest]) +
                    ": sums of both cannot be exact");
}

}  // namespace

void check_costs(loaded_graph const& graph, std::vector<gsta::femtoseconds> const& cost, std::size_t steps) {
  // Each weight that is too small may err by half a unit.
  auto const most_on_path = static_cast<double>(std::min(graph.too_small, steps));
  double const least = std::ldexp(most_on_path, bits_of_digits - 1);
  for (gsta::femtoseconds const c : cost) {
    if (std::abs(static_cast<double>(c)) < least) throw gsta::input_error(*graph.smallest);
    if (graph.largest && std::isinf(graph.search.cost_of(c))) throw gsta::input_error(*graph.largest);
  }
}

loaded_graph load(options const& from, drivers::progress_bar& progress) {
  progress.stage("reading " + from.graph);
  io::source const file = io::load(from.graph, from.files);
  auto graph = io::read_weighted_graph(file);
  bool const is_matrix = file.text().starts_with("%%MatrixMarket");
  if (is_matrix) drop_what_is_no_edge(graph.edges);
  auto edges = split_up(graph.edges, file, from.real_weights);
  graph.edges = {};
  loaded_graph result;
  result.vertices = static_cast<std::size_t>(graph.vertices);
  result.edges = edges.from.size();
  progress.stage("laying out");
  auto const make = [&](auto const& weight) {
    return gsta::make_weighted_search(result.vertices, gsta::view_of(edges.from), gsta::view_of(edges.to),
                                      gsta::view_of(weight));
  };
  auto const make_search = [&] { return from.real_weights ? make(edges.real) : make(edges.whole); };
  if (graph.is_symmetric) turn_upwards(edges);
  try {
    try {
      result.search = make_search();
    } catch (gsta::graph_error const& e) {
      if (!is_matrix) fail_cycle(file, edges, e.pins);
      result.turned = turn_upwards(edges);
      result.search = make_search();
    }
  } catch (gsta::weight_error const& e) {
    std::size_t const line = edges.line[static_cast<std::size_t>(e.edge)];
    throw gsta::input_error(file.name(), line, weight_of(file, line).column,
                            std::string(e.what()) + "; --weights float rounds them");
  }
  if (from.real_weights) look_for_rounding(result, edges, file);
  return result;
}

}  // namespace kpaths
