#pragma once

#include <limits>

#include "gsta/core/algorithm.hpp"
#include "gsta/core/functional.hpp"

namespace gsta::detail {

/// Throws `sentence` unless the sum of these counts and `others` is an id. `surely`: what the counts cannot
/// sum up to more than; where that is small nothing is summed (else it waits).
template <executor E>
void require_ids(E const& exec, view_for<E, id const> count, std::size_t others, std::size_t surely,
                 char const* sentence) {
  constexpr std::size_t most = std::numeric_limits<id>::max();
  if (surely <= most && others <= most - surely) return;
  std::int64_t const sum = reduce(exec, count.size(), value_term<std::int64_t, id, E::space>{count},
                                  std::int64_t{0}, sum_of<std::int64_t>{});
  require(static_cast<std::size_t>(sum) + others <= most, sentence);
}

}  // namespace gsta::detail
