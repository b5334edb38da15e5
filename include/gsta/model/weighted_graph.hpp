#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// A plain host record of a directed graph with weights, as read.
namespace gsta::model {

struct weighted_edge {
  std::int32_t from = 0, to = 0;  ///< from 0
  double weight = 0;
  std::int64_t exact = 0;  ///< the weight, where it is whole
  std::uint32_t line = 0;  ///< where it stood in its file
  bool is_whole = false;   ///< the weight is an integer that `exact` holds
};

/// Edges in the order of the file; equal ones and those from a vertex to itself are kept.
struct weighted_graph {
  std::string file;
  std::int32_t vertices = 0;
  std::vector<weighted_edge> edges;
};

}  // namespace gsta::model
