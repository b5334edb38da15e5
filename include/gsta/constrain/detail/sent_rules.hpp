#pragma once

#include <cstdint>

#include "gsta/constrain/tags.hpp"
#include "gsta/core/algorithm.hpp"
#include "gsta/core/buffer.hpp"

namespace gsta::detail {

/// The long arrays of arrival rules where an executor reads them.
template <memory_space S>
struct sent_rules {
  buffer<arc_role, S> role;            ///< [arcs], or shorter: the rest pass
  buffer<std::uint8_t, S> starts_new;  ///< [pins], or empty
};

/// The rules must stay until the executor has copied them.
template <executor E>
sent_rules<E::space> send_rules(E const& exec, arrival_rules const& rules) {
  return {clone(exec, rules.role), clone(exec, rules.starts_new)};
}

}  // namespace gsta::detail
