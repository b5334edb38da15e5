#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "gsta/constrain/credit_levels.hpp"
#include "gsta/constrain/latches.hpp"
#include "gsta/constrain/reconvergence.hpp"
#include "gsta/constrain/tags.hpp"
#include "gsta/core/macros.hpp"
#include "gsta/core/vector_by_id.hpp"
#include "gsta/flat/flat_design.hpp"

namespace gsta::detail {

/// Rows of the node graph, one way, on the host.
struct host_links {
  vector_by_id<id> begin, from, arc;
};

/// What the tree of clock paths is found in.
struct clock_paths_input {
  host_links fanin;
  vector_by_id<edge_map> edges;             // [arcs]
  vector_by_id<id> node_pin;                // [nodes] real pins
  vector_by_id<std::uint8_t> place_starts;  // [2 * node + edge] 1 where arrivals start
  vector_by_id<id> node_family;             // [nodes] clocks that may share their paths
  std::size_t net_arcs = 0;                 // arcs below are wires
  bool by_pin = false;                      // paths share pins, whatever the edge there
  bool every_path = true;                   // where paths meet every pair counts, not only the worst two
  reconvergence_limits limits;              // of that
  vector_by_id<id> walked;                  // [nodes], or empty: the node whose fan-in is a node's clock path
};

/// The arrays of `reconvergence_view`.
struct host_reconvergence {
  std::vector<reconvergent_pair> pair;
  std::vector<id> begin{0}, stage;
  std::vector<reconvergence_step> step;
  std::vector<stage_reconvergence> early, late;
  std::vector<std::size_t> level_begin;  // into pairs
};

/// The arrays of `clock_tree_view` and `reconvergence_view`.
struct host_credit_levels {
  std::size_t credit_levels = 1, classes = 0, simplified = 0;
  vector_by_id<id> place, origin, launch_row, capture_row, opening_row, leaves_out, deepest{none};
  std::vector<credit_start> starts;
  std::vector<credit_step> steps;
  bool nested = true;
  host_reconvergence reconvergence;
};

/// The clock paths of a design on the host.
struct clock_paths;

/// What says which nodes launch and capture.
struct clock_path_places {
  flat_design const& design;
  vector_by_id<tag> const& tags;
  vector_by_id<id> const& node_tag;
  vector_by_id<id> const& pin_begin;
  std::vector<timing_check> const& checks;
  std::vector<latch_pair> const& pairs;
};

/// Places, 2 * node + edge, where arrivals start, early or late.
GSTA_HOST_INLINE std::vector<std::uint8_t> started_places(std::vector<per_condition<float>> const& asserted);
GSTA_HOST_INLINE std::shared_ptr<clock_paths> find_clock_paths(clock_path_places const& places,
                                                               clock_paths_input input);
/// Places, 2 * node + edge, where several clock paths meet.
GSTA_HOST_INLINE std::vector<id> merges_of(clock_paths const& paths);
/// The fan-in that makes the early, and the late arrival at each of them; none: it starts there.
GSTA_HOST_INLINE void choose_fanin(clock_paths& paths, std::vector<id> const& winners);
GSTA_HOST_INLINE host_credit_levels cut_into_levels(clock_paths const& paths);

}  // namespace gsta::detail
