#pragma once

#include "gsta/io/source.hpp"
#include "gsta/model/weighted_graph.hpp"

namespace gsta::io {

/// Reads a weighted graph: DIMACS shortest-path (`p sp N M`, `a U V W`) or Matrix Market (a first line that
/// starts with `%%MatrixMarket`), told apart by content.
///
/// Vertices count from 1 in the file and from 0 in the record. A Matrix Market file holds a square matrix in
/// coordinates, `real`, `integer` or `pattern` (every weight is 1); its entry (i, j) is an edge from i to j.
/// One that is `symmetric` gives each entry off the diagonal a second edge the other way, right behind it.
///
/// Shapes: any graph of up to 2^31 - 1 vertices, which need no edge. The memory taken follows from the text,
/// not from the counts that it states. Cost: linear in the text. Where: host. Throws: input_error where a
/// vertex is out of range, a weight is no finite number, something stands behind a line's last word, there
/// are more or fewer edges than stated, or the matrix is of another kind.
model::weighted_graph read_weighted_graph(source const& file);

}  // namespace gsta::io

#ifdef GSTA_HEADER_ONLY
#include "gsta/io/detail/weighted_graph.ipp"
#endif
