#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gsta/io/source.hpp"

/// A plain host record of a directed graph with weights, as read.
namespace gsta::model {

/// One directed edge.
struct weighted_edge {
  std::int32_t from = 0;   ///< vertex, counted from 0
  std::int32_t to = 0;     ///< vertex, counted from 0
  double weight = 0;       ///< finite; no unit, may be negative
  std::int64_t exact = 0;  ///< the weight, where it is whole
  std::uint32_t line = 0;  ///< where it stood in its file
  bool is_whole = false;   ///< the weight is an integer that `exact` holds
};

/// Edges in the order of the file; equal ones and those from a vertex to itself are kept.
struct weighted_graph {
  std::string file;                  ///< for messages
  std::int32_t vertices = 0;         ///< as the file states; some may have no edge
  std::vector<weighted_edge> edges;  ///< vertices in [0, vertices)
  bool is_symmetric = false;         ///< of a matrix: its edges have no direction
};

}  // namespace gsta::model

namespace gsta::io {

/// Reads a weighted graph: DIMACS shortest-path (`p sp N M`, `a U V W`) or Matrix Market (a first line that
/// starts with `%%MatrixMarket`), told apart by content.
///
/// Vertices count from 1 in the file and from 0 in the record. A Matrix Market file holds a square matrix in
/// coordinates, `real`, `integer`, `unsigned-integer` or `pattern` (every weight is 1); its entry (i, j) is
/// an edge from i to j. A number may have a plus sign, and one that is too small for a double is 0. One that
/// is `symmetric` gives each entry off the diagonal a second edge the other way, right behind it.
///
/// Shapes: any graph of up to 2^31 - 1 vertices, which need no edge. The memory taken follows from the text,
/// not from the counts that it states. Cost: linear in the text. Where: host. Throws: input_error where a
/// vertex is out of range, a weight is no finite number, something stands behind a line's last word, there
/// are more or fewer edges than stated, or the matrix is of another kind.
model::weighted_graph read_weighted_graph(source const& file);

}  // namespace gsta::io
