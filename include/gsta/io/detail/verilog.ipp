#pragma once

#include <utility>

#include "gsta/core/inline.hpp"
#include "gsta/io/detail/verilog_grammar.ipp"
#include "gsta/io/detail/verilog_state.ipp"
#include "gsta/io/verilog.hpp"

namespace gsta::io {
namespace detail {

template <class Rule>
struct verilog_action : pegtl::nothing<Rule> {};

/// Hands a name, without its backslash, to a member of the state.
template <void (verilog_state::*Member)(std::string_view)>
struct verilog_name_action {
  template <class Input>
  static void apply(Input const& in, verilog_state& state) {
    auto const name = piece_of(in);
    (state.*Member)(name.front() == '\\' ? name.substr(1) : name);
  }
};
template <model::direction Direction>
struct verilog_direction_action {
  static void apply0(verilog_state& state) noexcept { state.direction = Direction; }
};

template <>
struct verilog_action<verilog_grammar::kw_input> : verilog_direction_action<model::direction::input> {};
template <>
struct verilog_action<verilog_grammar::kw_output> : verilog_direction_action<model::direction::output> {};
template <>
struct verilog_action<verilog_grammar::kw_inout> : verilog_direction_action<model::direction::inout> {};
template <>
struct verilog_action<verilog_grammar::module_name> : verilog_name_action<&verilog_state::set_module> {};
template <>
struct verilog_action<verilog_grammar::header_name> : verilog_name_action<&verilog_state::add_header_port> {};
template <>
struct verilog_action<verilog_grammar::port_name> : verilog_name_action<&verilog_state::declare_port> {};
template <>
struct verilog_action<verilog_grammar::wire_name> : verilog_name_action<&verilog_state::declare_wire> {};
template <>
struct verilog_action<verilog_grammar::instance_name> : verilog_name_action<&verilog_state::begin_instance> {
};
template <>
struct verilog_action<verilog_grammar::pin_name> : verilog_name_action<&verilog_state::connect_pin> {};
template <>
struct verilog_action<verilog_grammar::net_name> : verilog_name_action<&verilog_state::connect_net> {};
template <>
struct verilog_action<verilog_grammar::cell_name> {
  template <class Input>
  static void apply(Input const& in, verilog_state& state) {
    auto const name = piece_of(in);
    bool const is_escaped = name.front() == '\\';
    state.begin_cell(name.substr(is_escaped ? 1 : 0), is_escaped);
  }
};
template <>
struct verilog_action<verilog_grammar::instance_close> {
  static void apply0(verilog_state& state) { state.end_instance(); }
};

}  // namespace detail

GSTA_INLINE model::netlist read_verilog(source const& file, model::diagnostics& seen) {
  detail::check_text(file);
  detail::verilog_state state{file, seen};
  state.result.file = file.name();
  detail::parse<detail::verilog_grammar::file, detail::verilog_action>(file, state);
  state.check_module();
  return std::move(state.result);
}

}  // namespace gsta::io
