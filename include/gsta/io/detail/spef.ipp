#pragma once

#include <utility>

#include "gsta/core/macros.hpp"
#include "gsta/io/detail/spef_blocks.ipp"
#include "gsta/io/detail/spef_grammar.ipp"
#include "gsta/io/detail/spef_state.ipp"
#include "gsta/io/spef.hpp"

namespace gsta::io {
namespace detail {

template <class Rule>
struct spef_action : pegtl::nothing<Rule> {};

/// Hands a piece of the text to a member of the state.
template <void (spef_state::*Member)(std::string_view)>
struct spef_piece_action {
  template <class Input>
  static void apply(Input const& in, spef_state& state) {
    (state.*Member)(piece_of(in));
  }
};

template <>
struct spef_action<spef_grammar::divider> : spef_piece_action<&spef_state::set_divider> {};
template <>
struct spef_action<spef_grammar::bus_delimiters> : spef_piece_action<&spef_state::set_bus_delimiters> {};
template <>
struct spef_action<spef_grammar::flow> : spef_piece_action<&spef_state::set_flow> {};
template <>
struct spef_action<spef_grammar::delimiter> : spef_piece_action<&spef_state::set_delimiter> {};
template <>
struct spef_action<spef_grammar::unit_number> : spef_piece_action<&spef_state::set_unit> {};
template <>
struct spef_action<spef_grammar::time_unit> : spef_piece_action<&spef_state::set_time_unit> {};
template <>
struct spef_action<spef_grammar::capacitance_unit> : spef_piece_action<&spef_state::set_capacitance_unit> {};
template <>
struct spef_action<spef_grammar::resistance_unit> : spef_piece_action<&spef_state::set_resistance_unit> {};
template <>
struct spef_action<spef_grammar::map_index> : spef_piece_action<&spef_state::set_map_index> {};
template <>
struct spef_action<spef_grammar::map_name> : spef_piece_action<&spef_state::add_map_name> {};
template <>
struct spef_action<spef_grammar::net_name> : spef_piece_action<&spef_state::begin_net> {};
template <>
struct spef_action<spef_grammar::total> : spef_piece_action<&spef_state::set_total> {};
template <>
struct spef_action<spef_grammar::pin_name> : spef_piece_action<&spef_state::add_pin> {};
template <>
struct spef_action<spef_grammar::pin_direction> : spef_piece_action<&spef_state::set_direction> {};
template <>
struct spef_action<spef_grammar::capacitor_node> : spef_piece_action<&spef_state::begin_capacitor> {};
template <>
struct spef_action<spef_grammar::third> : spef_piece_action<&spef_state::set_third> {};
template <>
struct spef_action<spef_grammar::fourth> : spef_piece_action<&spef_state::end_coupling> {};
template <>
struct spef_action<spef_grammar::no_fourth> {
  static void apply0(spef_state& state) { state.end_grounded(); }
};
template <>
struct spef_action<spef_grammar::node_a> : spef_piece_action<&spef_state::begin_resistor> {};
template <>
struct spef_action<spef_grammar::node_b> : spef_piece_action<&spef_state::set_second_node> {};
template <>
struct spef_action<spef_grammar::resistance> : spef_piece_action<&spef_state::set_resistance> {};
template <>
struct spef_action<spef_grammar::mark_i> {
  static void apply0(spef_state& state) noexcept { state.is_port = false; }
};
template <>
struct spef_action<spef_grammar::mark_p> {
  static void apply0(spef_state& state) noexcept { state.is_port = true; }
};
template <>
struct spef_action<spef_grammar::net> {
  static void apply0(spef_state& state) { state.end_net(); }
};
template <>
struct spef_action<spef_grammar::reduced_net_name> : spef_piece_action<&spef_state::begin_reduced_net> {};
template <>
struct spef_action<spef_grammar::driver_name> : spef_piece_action<&spef_state::begin_driver> {};
template <>
struct spef_action<spef_grammar::near_capacitance> : spef_piece_action<&spef_state::set_near> {};
template <>
struct spef_action<spef_grammar::pi_resistance> : spef_piece_action<&spef_state::set_pi_resistance> {};
template <>
struct spef_action<spef_grammar::far_capacitance> : spef_piece_action<&spef_state::set_far> {};
template <>
struct spef_action<spef_grammar::load_name> : spef_piece_action<&spef_state::begin_load> {};
template <>
struct spef_action<spef_grammar::elmore_delay> : spef_piece_action<&spef_state::set_elmore> {};
template <>
struct spef_action<spef_grammar::mark_q> : spef_piece_action<&spef_state::count_poles> {};
template <>
struct spef_action<spef_grammar::reduced_net> {
  static void apply0(spef_state& state) { state.end_net(); }
};
template <>
struct spef_action<spef_grammar::kw_other_net> : spef_piece_action<&spef_state::count_other_net> {};
template <>
struct spef_action<spef_grammar::kw_define> : spef_piece_action<&spef_state::count_definition> {};
template <>
struct spef_action<spef_grammar::kw_induc> : spef_piece_action<&spef_state::count_inductors> {};
template <>
struct spef_action<spef_grammar::kw_variations> : spef_piece_action<&spef_state::count_variations> {};
template <>
struct spef_action<spef_grammar::sensitivities> : spef_piece_action<&spef_state::count_sensitivities> {};

GSTA_INLINE void read_spef_header(source const& file, std::string_view header, spef_state& state) {
  parse<spef_grammar::file, spef_action>(file, header, state);
}

GSTA_INLINE void require_coupling_factor(spef_options const& options) {
  require(options.coupling_factor >= 0 && options.coupling_factor < 1e6f,
          "read_spef: coupling_factor is not from 0 to a million");
}

/// All of a file by the grammar, on one thread.
GSTA_INLINE model::parasitics read_spef_plainly(source const& file, model::diagnostics& seen,
                                                spef_options const& options) {
  spef_state state(file, options);
  state.result.file = file.name();
  parse<spef_grammar::file, spef_action>(file, file.text(), state);
  state.result.pin_delimiter = state.names.pin_delimiter();
  state.report(seen);
  return std::move(state.result);
}

}  // namespace detail

GSTA_INLINE model::parasitics read_spef(host_threads const& threads, source const& file,
                                        model::diagnostics& seen, spef_options const& options) {
  detail::require_coupling_factor(options);
  detail::check_text(file);
  try {
    detail::spef_state state(file, options);
    state.result.file = file.name();
    if (detail::spef_blocks(threads, file, state, options.progress).read()) {
      state.report(seen);
      return std::move(state.result);
    }
  } catch (input_error const&) {
    // The grammar says what is wrong, and where.
  }
  return detail::read_spef_plainly(file, seen, options);
}

GSTA_INLINE model::parasitics read_spef(source const& file, model::diagnostics& seen,
                                        spef_options const& options) {
  return read_spef(host_executor{}, file, seen, options);
}

}  // namespace gsta::io
