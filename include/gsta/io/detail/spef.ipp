#pragma once

#include "gsta/core/macros.hpp"
#include "gsta/io/detail/spef_blocks.ipp"
#include "gsta/io/detail/spef_state.hpp"
#include "gsta/io/spef.hpp"

namespace gsta::io {
namespace detail {

GSTA_INLINE void require_coupling_factor(spef_options const& options) {
  require(options.coupling_factor >= 0 && options.coupling_factor < 1e6f,
          "read_spef: coupling_factor is not from 0 to a million");
}

/// All of a file from its beginning to its end, by one reader: it takes whatever SPEF holds, and its errors
/// are those that are said.
GSTA_INLINE model::parasitics read_spef_plainly(source const& file, model::diagnostics& seen,
                                                spef_options const& options) {
  spef_state state(file, options);
  spef_runs(state, file.text().size()).read_from_start(file.text());
  return state.take(seen);
}

}  // namespace detail

GSTA_INLINE model::parasitics read_spef(host_threads const& threads, source const& file,
                                        model::diagnostics& seen, spef_options const& options) {
  detail::require_coupling_factor(options);
  detail::check_text(file);
  try {
    detail::spef_state state(file, options);
    if (detail::spef_blocks(threads, file, state, options.progress).read()) return state.take(seen);
  } catch (input_error const&) {
    // It is thrown again below.
  }
  return detail::read_spef_plainly(file, seen, options);
}

GSTA_INLINE model::parasitics read_spef(source const& file, model::diagnostics& seen,
                                        spef_options const& options) {
  return read_spef(host_executor{}, file, seen, options);
}

}  // namespace gsta::io
