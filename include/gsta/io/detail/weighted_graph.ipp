#pragma once

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <string>
#include <utility>

#include "gsta/core/macros.hpp"
#include "gsta/io/detail/line_scanner.hpp"
#include "gsta/io/weighted_graph.hpp"

namespace gsta::io {
namespace detail {

inline constexpr std::int64_t most_vertices = std::numeric_limits<std::int32_t>::max();
inline constexpr std::int64_t most_edges = std::numeric_limits<std::int64_t>::max();

/// Both formats end up here, edge by edge.
struct graph_reader {
  source const& file;
  line_scanner lines{file};
  model::weighted_graph graph{};
  std::int64_t stated = 0;  ///< how many edges the file says it has

  /// The text bounds how many edges there can be, whatever it says.
  void expect(std::int64_t vertices, std::int64_t edges, std::size_t shortest_line) {
    auto const possible = file.text().size() / shortest_line + 1;
    graph.vertices = static_cast<std::int32_t>(vertices);
    stated = edges;
    graph.edges.reserve(std::min(static_cast<std::size_t>(edges), possible));
  }

  void read_ends(model::weighted_edge& edge) {
    edge.from = static_cast<std::int32_t>(lines.whole(1, graph.vertices, "a vertex")) - 1;
    edge.to = static_cast<std::int32_t>(lines.whole(1, graph.vertices, "a vertex")) - 1;
    edge.line = static_cast<std::uint32_t>(
        std::min<std::size_t>(lines.line(), std::numeric_limits<std::uint32_t>::max()));
  }

  void check_room(std::int64_t edges_read) {
    if (edges_read == stated) lines.fail_here("the end of the file after " + count_of_edges());
  }
  void check_all_read(std::int64_t edges_read) {
    if (edges_read < stated) {
      lines.fail_here(count_of_edges() + ", as stated (there are " + std::to_string(edges_read) + ")");
    }
  }
  std::string count_of_edges() const { return std::to_string(stated) + (stated == 1 ? " edge" : " edges"); }
};

/// c comment / p sp VERTICES ARCS / a FROM TO WEIGHT
GSTA_INLINE void read_dimacs(graph_reader& in) {
  auto& lines = in.lines;
  if (!lines.next_line('c') || !lines.letter('p')) {
    lines.fail_here("p sp VERTICES ARCS, or %%MatrixMarket in line 1");
  }
  if (auto const kind = lines.word(); kind != "sp") {
    fail_expected(in.file, offset_of(in.file, kind), "sp (a graph for shortest paths)");
  }
  auto const vertices = lines.whole(0, most_vertices, "the number of vertices");
  auto const arcs = lines.whole(0, most_edges, "the number of arcs");
  lines.end_line();
  in.expect(vertices, arcs, sizeof("a 1 1 1"));
  auto& edges = in.graph.edges;
  while (lines.next_line('c')) {
    in.check_room(static_cast<std::int64_t>(edges.size()));
    if (!lines.letter('a')) lines.fail_here("an arc a FROM TO WEIGHT");
    auto& edge = edges.emplace_back();
    in.read_ends(edge);
    edge.is_whole = lines.number(edge.weight, edge.exact);
    lines.end_line();
  }
  in.check_all_read(static_cast<std::int64_t>(edges.size()));
}

struct matrix_kind {
  bool is_pattern = false, is_integer = false, is_unsigned = false;
};

GSTA_INLINE bool same_word(std::string_view word, std::string_view small) noexcept {
  auto const same = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; };
  return std::equal(word.begin(), word.end(), small.begin(), small.end(), same);
}

/// %%MatrixMarket matrix coordinate real|integer|unsigned-integer|pattern general|symmetric
GSTA_INLINE matrix_kind read_matrix_kind(graph_reader& in) {
  auto const one_of = [&](std::initializer_list<char const*> words, char const* expected) {
    auto const word = in.lines.word();
    for (auto const* const candidate : words) {
      if (same_word(word, candidate)) return std::string_view(candidate);
    }
    fail_expected(in.file, offset_of(in.file, word), expected);
  };
  matrix_kind kind;
  in.lines.word();
  one_of({"matrix"}, "matrix");
  one_of({"coordinate"}, "coordinate");
  auto const field = one_of({"real", "integer", "unsigned-integer", "pattern"},
                            "real, integer, unsigned-integer or pattern");
  kind.is_pattern = field == "pattern";
  kind.is_integer = field == "integer";
  kind.is_unsigned = field == "unsigned-integer";
  in.graph.is_symmetric = one_of({"general", "symmetric"}, "general or symmetric") == "symmetric";
  in.lines.end_line();
  return kind;
}

GSTA_INLINE void read_weight(graph_reader& in, matrix_kind kind, model::weighted_edge& edge) {
  if (kind.is_pattern) {
    edge.weight = 1;
    edge.exact = 1;
    edge.is_whole = true;
  } else if (kind.is_integer) {
    constexpr auto most = std::numeric_limits<std::int64_t>::max();
    edge.exact = in.lines.whole(-most, most, "an integer");
    edge.weight = static_cast<double>(edge.exact);
    edge.is_whole = true;
  } else if (kind.is_unsigned) {
    edge.is_whole = in.lines.unsigned_whole(edge.weight, edge.exact);
  } else {
    edge.is_whole = in.lines.number(edge.weight, edge.exact);
  }
}

GSTA_INLINE void read_matrix_market(graph_reader& in) {
  auto& lines = in.lines;
  auto const kind = read_matrix_kind(in);
  if (!lines.next_line('%')) lines.fail_here("ROWS COLUMNS ENTRIES");
  auto const rows = lines.whole(0, most_vertices, "the number of rows");
  auto const columns_at = lines.offset();
  if (lines.whole(0, most_vertices, "the number of columns") != rows) {
    fail_expected(in.file, columns_at, "as many columns as rows");
  }
  auto const entries = lines.whole(0, most_edges, "the number of entries");
  lines.end_line();
  in.expect(rows, entries, kind.is_pattern ? sizeof("1 1") : sizeof("1 1 1"));
  std::int64_t read = 0;
  for (; lines.next_line('%'); ++read) {
    in.check_room(read);
    model::weighted_edge edge;
    in.read_ends(edge);
    read_weight(in, kind, edge);
    lines.end_line();
    in.graph.edges.push_back(edge);
    if (in.graph.is_symmetric && edge.from != edge.to) {
      std::swap(edge.from, edge.to);
      in.graph.edges.push_back(edge);
    }
  }
  in.check_all_read(read);
}

}  // namespace detail

GSTA_INLINE model::weighted_graph read_weighted_graph(source const& file) {
  detail::check_text(file);
  detail::graph_reader in{file};
  in.graph.file = file.name();
  if (file.text().starts_with("%%MatrixMarket")) {
    detail::read_matrix_market(in);
  } else {
    detail::read_dimacs(in);
  }
  return std::move(in.graph);
}

}  // namespace gsta::io
