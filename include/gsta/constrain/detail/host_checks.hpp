#pragma once

#include <cstdint>
#include <vector>

#include "gsta/constrain/latches.hpp"
#include "gsta/constrain/tags.hpp"
#include "gsta/core/host_threads.hpp"
#include "gsta/core/macros.hpp"
#include "gsta/core/vector_by_id.hpp"
#include "gsta/flat/flat_design.hpp"

namespace gsta::detail {

/// The nodes of each pin, as `timing_nodes` keeps them on the host.
struct nodes_of_pins {
  vector_by_id<id> const& pin_begin;
  vector_by_id<id> const& node_tag;
  vector_by_id<std::uint8_t> const& node_mask;

  id first(id pin) const noexcept { return pin_begin[pin]; }
  id last(id pin) const noexcept { return pin_begin[pin + 1]; }
  id tag_of(id node) const noexcept { return node_tag[node]; }
  bool reaches(id node, split s, edge e) const noexcept { return node_mask[node] >> condition(s, e) & 1; }
};

/// Members of each group, ascending; `none` belongs to no group.
struct grouping {
  vector_by_id<id> begin, member;
};

/// The arrays of `latch_view`.
struct latch_rows {
  std::vector<latch_pair> pair;
  vector_by_id<id> row_of, begin{0}, row_pair, arc, arc_to, arc_data, arc_departs, pair_of;
  grouping by_opening, by_data;

  latch_view<memory_space::host> view() const noexcept {
    return {view_of(pair),
            view_of(row_of),
            view_of(begin),
            view_of(row_pair),
            view_of(arc),
            view_of(arc_to),
            view_of(arc_data),
            view_of(arc_departs),
            view_of(pair_of),
            view_of(by_opening.begin),
            view_of(by_opening.member),
            view_of(by_data.begin),
            view_of(by_data.member)};
  }
};

/// What `make_checks` makes on the host.
struct host_checks {
  std::vector<timing_check> checks;
  std::vector<std::vector<id>> group_rows;
  std::vector<id> endpoint_pin;
  grouping by_data, by_capture, by_endpoint;
  latch_rows latches;  ///< without any row where the design has none
};

GSTA_HOST_LAZY host_checks make_host_checks(host_threads const& threads, flat_design const& design,
                                            vector_by_id<tag> const& tags,
                                            std::vector<exception_row> const& rows,
                                            nodes_of_pins const& nodes);

}  // namespace gsta::detail
