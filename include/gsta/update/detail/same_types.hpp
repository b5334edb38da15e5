#pragma once

#include <algorithm>
#include <cstddef>

#include "gsta/core/vector_by_id.hpp"
#include "gsta/flat/flat_view.hpp"
#include "gsta/update/detail/undo_log.hpp"

namespace gsta::detail {

/// Whether types of two designs give the same bits, whatever ids their tables have.
class same_types {
 public:
  using view = flat_view<memory_space::host>;

  same_types(view const& before, view const& now)
      : before_(before), now_(now), known_(now.arcs.types.size(), none), same_pool_(is_same_pool()) {}

  bool operator()(id now, id before) {
    if (known_[now] == before) return true;
    arc_type const &a = now_.arcs.types[now], &b = before_.arcs.types[before];
    bool same = a.edges.code == b.edges.code && a.launches == b.launches &&
                a.to_ideal_clock == b.to_ideal_clock && a.slews_only == b.slews_only &&
                a.beyond_no_load == b.beyond_no_load && same_measure(a.measure, b.measure);
    for (int c = 0; c < conditions && same; ++c)
      same = same_table(a.delay[c], b.delay[c]) && same_table(a.slew[c], b.slew[c]);
    if (same) known_[now] = before;
    return same;
  }

  /// Rows of derates, each of its own design; none: 1.
  bool same_derate(id arc_now, id arc_before) const {
    return same_row(now_.arcs.derate, now_.arcs.derates, arc_now, before_.arcs.derate, before_.arcs.derates,
                    arc_before);
  }
  bool same_response(id arc_now, id arc_before) const {
    return same_row(now_.rc.response, now_.rc.responses, arc_now, before_.rc.response, before_.rc.responses,
                    arc_before);
  }

 private:
  using pool = lut_pool_view<memory_space::host>;

  template <class T>
  static bool same_row(host_span<id const> rows, host_span<T const> values, id i, host_span<id const> of_rows,
                       host_span<T const> of_values, id k) {
    id const a = rows.empty() ? none : rows[i], b = of_rows.empty() ? none : of_rows[k];
    if (a == none || b == none) return a == b;
    return !differs(values[a], of_values[b]);
  }
  bool same_measure(id now, id before) const {
    if (now == none || before == none) return now == before;
    return !differs(now_.arcs.measures[now], before_.arcs.measures[before]);
  }

  template <class T>
  static bool begins_so(host_span<T const> longer, host_span<T const> shorter) {
    return longer.size() >= shorter.size() &&
           std::equal(shorter.data(), shorter.data() + shorter.size(), longer.data(),
                      [](T const& a, T const& b) { return !differs(a, b); });
  }
  /// Pools grow, and keep ids.
  bool is_same_pool() const {
    pool const &a = now_.luts, &b = before_.luts;
    return begins_so(a.axis_begin, b.axis_begin) && begins_so(a.axis_points, b.axis_points) &&
           begins_so(a.tables, b.tables) && begins_so(a.values, b.values);
  }
  bool same_table(id now, id before) const {
    if (now == none || before == none) return now == before;
    if (same_pool_) return now == before;
    lut const &a = now_.luts.tables[now], &b = before_.luts.tables[before];
    auto const x = axis(now_.luts, a.x_axis), y = axis(now_.luts, a.y_axis);
    return same_values(x, axis(before_.luts, b.x_axis)) && same_values(y, axis(before_.luts, b.y_axis)) &&
           same_values(part(now_.luts.values, a.values, x.size() * y.size()),
                       part(before_.luts.values, b.values, x.size() * y.size()));
  }
  static host_span<float const> axis(pool const& of, id a) {
    return part(of.axis_points, of.axis_begin[a],
                static_cast<std::size_t>(of.axis_begin[a + 1] - of.axis_begin[a]));
  }
  static host_span<float const> part(host_span<float const> all, id first, std::size_t count) {
    return all.subspan(static_cast<std::size_t>(first), count);
  }
  static bool same_values(host_span<float const> a, host_span<float const> b) {
    return a.size() == b.size() && begins_so(a, b);
  }

  view before_, now_;
  vector_by_id<id> known_;  // [types] one of before that is the same
  bool same_pool_;
};

}  // namespace gsta::detail
