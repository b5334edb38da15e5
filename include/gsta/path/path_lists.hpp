#pragma once

#include <algorithm>
#include <limits>
#include <utility>

#include "gsta/core/functional.hpp"
#include "gsta/path/detail/recover/take.hpp"
#include "gsta/path/recover.hpp"

namespace gsta {

/// The paths without those that end at the check of an earlier one and visit its pins, at whatever edges and
/// by whatever arcs.
///
/// Shapes: as `path_set_view`. Cost: a thread a path reads it; a sort; the rest is copied. Where: the
/// executor; waits. Throws: what allocation throws, cuda_error. Exact: hashes only bring together what is
/// then compared.
template <executor E>
path_buffers<E::space> unique_pins(E const& exec, path_set_view<E::space> const& paths) {
  static_assert(driver_known<primitive::recover_paths, E>,
                "unique_pins on a device needs gsta/path/path.cuh");
  auto const shadow = detail::find_shadows(exec, paths);
  buffer<id, E::space> kept(exec, paths.size());
  std::size_t const n =
      select(exec, paths.size(), detail::has_no_shadow<E::space>{shadow.view()}, kept.view());
  return detail::take_paths<E>(exec, {paths, paths}, std::as_const(kept).view().subspan(0, n));
}

/// The first k paths of two sets that are each in the order of `find_paths`: those of both splits, say.
///
/// Shapes: as `path_set_view`. Cost: a sort of all paths; the first k are copied. Where: the executor; waits.
/// Throws: argument_error if there are more paths than ids can number; what allocation throws, cuda_error.
/// Exact: the same total order, where the sets have no check in common.
template <executor E>
path_buffers<E::space> merge_worst(E const& exec, path_set_view<E::space> const& a,
                                   path_set_view<E::space> const& b, std::size_t k) {
  static_assert(driver_known<primitive::recover_paths, E>,
                "merge_worst on a device needs gsta/path/path.cuh");
  constexpr memory_space S = E::space;
  std::size_t const n = a.size() + b.size();
  require(n <= static_cast<std::size_t>(std::numeric_limits<id>::max()),
          "merge_worst: more paths than ids can number");
  buffer<id, S> order(exec, n);
  for_each_n(exec, n, iota_op<S>{order.view()});
  sort_by(exec, order.view(), detail::path_before<S>{{a, b}});
  return detail::take_paths<E>(exec, {a, b}, std::as_const(order).view().subspan(0, std::min(k, n)));
}

}  // namespace gsta
