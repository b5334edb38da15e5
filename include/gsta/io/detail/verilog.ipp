#pragma once

#include <deque>
#include <span>
#include <utility>
#include <vector>

#include "gsta/core/macros.hpp"
#include "gsta/io/detail/verilog_connect.ipp"
#include "gsta/io/detail/verilog_declarations.ipp"
#include "gsta/io/detail/verilog_expressions.ipp"
#include "gsta/io/detail/verilog_grammar.ipp"
#include "gsta/io/detail/verilog_spelling.ipp"
#include "gsta/io/detail/verilog_take.ipp"
#include "gsta/io/verilog.hpp"

namespace gsta::io {
namespace detail {

template <class Rule>
struct verilog_action : pegtl::nothing<Rule> {};

/// Hands a piece of text to a member of the state.
template <void (verilog_state::*Member)(std::string_view)>
struct verilog_text_action {
  template <class Input>
  static void apply(Input const& in, verilog_state& state) {
    (state.*Member)(piece_of(in));
  }
};
/// Hands on a name without its backslash.
template <void (verilog_state::*Member)(std::string_view)>
struct verilog_name_action {
  template <class Input>
  static void apply(Input const& in, verilog_state& state) {
    auto const name = piece_of(in);
    (state.*Member)(name.front() == '\\' ? name.substr(1) : name);
  }
};
template <void (verilog_state::*Member)()>
struct verilog_call_action {
  static void apply0(verilog_state& state) { (state.*Member)(); }
};
template <model::direction Direction>
struct verilog_direction_action {
  static void apply0(verilog_state& state) { state.begin_declaration(Direction); }
};
template <verilog_level Level>
struct verilog_kind_action {
  static void apply0(verilog_state& state) { state.begin_net_kind(Level); }
};

namespace vg = verilog_grammar;

template <>
struct verilog_action<vg::kw_input> : verilog_direction_action<model::direction::input> {};
template <>
struct verilog_action<vg::kw_output> : verilog_direction_action<model::direction::output> {};
template <>
struct verilog_action<vg::kw_inout> : verilog_direction_action<model::direction::inout> {};
template <>
struct verilog_action<vg::kw_wire> : verilog_kind_action<verilog_level::none> {};
template <>
struct verilog_action<vg::kw_supply0> : verilog_kind_action<verilog_level::zero> {};
template <>
struct verilog_action<vg::kw_supply1> : verilog_kind_action<verilog_level::one> {};
template <>
struct verilog_action<vg::kw_wired> {
  template <class Input>
  static void apply(Input const& in, verilog_state& state) {
    state.begin_net_kind(verilog_level::none);
    state.count("wired net (wand, wor) taken as a wire", piece_of(in));
  }
};
template <>
struct verilog_action<vg::kw_pulled> {
  template <class Input>
  static void apply(Input const& in, verilog_state& state) {
    state.begin_net_kind(verilog_level::none);
    state.count("net with a pull (tri0, tri1) taken as a wire", piece_of(in));
  }
};
template <>
struct verilog_action<vg::range_from> : verilog_text_action<&verilog_state::set_range_from> {};
template <>
struct verilog_action<vg::range_to> : verilog_text_action<&verilog_state::set_range_to> {};

template <>
struct verilog_action<vg::module_name> : verilog_name_action<&verilog_state::begin_module> {};
template <>
struct verilog_action<vg::module_end> : verilog_call_action<&verilog_state::end_module> {};
template <>
struct verilog_action<vg::header_name> : verilog_name_action<&verilog_state::add_header_port> {};
template <>
struct verilog_action<vg::outer_name> : verilog_name_action<&verilog_state::name_port> {};
template <>
struct verilog_action<vg::header_port> : verilog_call_action<&verilog_state::end_header_port> {};
template <>
struct verilog_action<vg::port_name> : verilog_name_action<&verilog_state::declare_port> {};
template <>
struct verilog_action<vg::wire_name> : verilog_name_action<&verilog_state::declare_wire> {};
template <>
struct verilog_action<vg::initial_sign> : verilog_text_action<&verilog_state::begin_initial_value> {};
template <>
struct verilog_action<vg::initial_value> : verilog_call_action<&verilog_state::end_assign> {};
template <>
struct verilog_action<vg::assign_target> : verilog_call_action<&verilog_state::end_target> {};
template <>
struct verilog_action<vg::assigned> : verilog_call_action<&verilog_state::end_assign> {};

template <>
struct verilog_action<vg::net_name> : verilog_name_action<&verilog_state::add_net> {};
template <>
struct verilog_action<vg::select_from> : verilog_text_action<&verilog_state::select_bit> {};
template <>
struct verilog_action<vg::select_to> : verilog_text_action<&verilog_state::select_part> {};
template <>
struct verilog_action<vg::constant> : verilog_text_action<&verilog_state::add_constant> {};
template <>
struct verilog_action<vg::open_brace> : verilog_text_action<&verilog_state::open_brace> {};
template <>
struct verilog_action<vg::close_brace> : verilog_call_action<&verilog_state::close_brace> {};
template <>
struct verilog_action<vg::repeat_count> : verilog_text_action<&verilog_state::begin_repeated> {};
template <>
struct verilog_action<vg::close_repeated> : verilog_call_action<&verilog_state::end_repeated> {};

template <>
struct verilog_action<vg::cell_name> {
  template <class Input>
  static void apply(Input const& in, verilog_state& state) {
    auto const name = piece_of(in);
    bool const is_escaped = name.front() == '\\';
    state.begin_cell(name.substr(is_escaped ? 1 : 0), is_escaped);
  }
};
template <>
struct verilog_action<vg::instance_name> : verilog_name_action<&verilog_state::begin_instance> {};
template <>
struct verilog_action<vg::instance_close> : verilog_call_action<&verilog_state::end_instance> {};
template <>
struct verilog_action<vg::pin_name> : verilog_name_action<&verilog_state::connect_pin> {};
template <>
struct verilog_action<vg::connection> : verilog_call_action<&verilog_state::end_connection> {};
template <>
struct verilog_action<vg::positional> : verilog_text_action<&verilog_state::add_positional> {};

/// Counts what is passed over.
template <class Rule>
struct verilog_count_action {
  template <class Input>
  static void apply(Input const& in, verilog_state& state) {
    state.count(verilog_action<Rule>::kind, piece_of(in));
  }
};
template <>
struct verilog_action<vg::kw_parameter> : verilog_count_action<vg::kw_parameter> {
  static constexpr auto kind = "parameter (not used)";
};
template <>
struct verilog_action<vg::module_parameters> : verilog_count_action<vg::module_parameters> {
  static constexpr auto kind = "parameter (not used)";
};
template <>
struct verilog_action<vg::cell_parameters> : verilog_count_action<vg::cell_parameters> {
  static constexpr auto kind = "parameters or delay of an instance (not used)";
};
template <>
struct verilog_action<vg::assign_delay> : verilog_count_action<vg::assign_delay> {
  static constexpr auto kind = "delay of an assignment (not used)";
};
template <>
struct verilog_action<vg::kw_specify> : verilog_count_action<vg::kw_specify> {
  static constexpr auto kind = "specify block (not used)";
};

/// Without `threads` by the grammar alone.
GSTA_INLINE model::netlist read_verilog_files(host_threads const* threads, std::span<source const> files,
                                              verilog_options const& options, model::diagnostics& seen) {
  require(!files.empty(), "read_verilog: no file was passed");
  host_executor const alone;
  host_threads const all = threads != nullptr ? *threads : alone;
  std::deque<verilog_runs> runs;  // whose memory has connections
  verilog_design design(seen, options.cells);
  design.first_file = files.data();
  for (auto const& file : files) {
    check_text(file, all);
    if (file.text().size() >= verilog_none) {
      throw input_error(file.name(), 0, 0, "a file of 4 GiB or more is not supported yet");
    }
    auto const* const found = threads != nullptr ? &runs.emplace_back(*threads, file, design.names) : nullptr;
    verilog_state state(all, file, design, found);
    parse<verilog_grammar::file, verilog_action>(file, state);
  }
  auto const extent = verilog_linker(all, design, options.instance_limit).link(options.top);
  model::netlist result;
  source const* const top = design.modules[design.top].file;
  result.file = top->name();
  for (auto const& file : files) {
    if (&file != top) result.other_files.push_back(file.name());
  }
  result.name = design.names[design.modules[design.top].name];
  verilog_flattener(all, design, result).flatten(extent);
  return result;
}

}  // namespace detail

GSTA_INLINE model::netlist read_verilog(source const& file, model::diagnostics& seen) {
  return read_verilog(host_executor{}, file, seen);
}

GSTA_INLINE model::netlist read_verilog(host_threads const& threads, source const& file,
                                        model::diagnostics& seen) {
  return detail::read_verilog_files(&threads, {&file, 1}, {}, seen);
}

GSTA_INLINE model::netlist read_verilog(std::vector<source> const& files, std::string const& top,
                                        model::diagnostics& seen) {
  verilog_options options;
  options.top = top;
  return read_verilog(files, options, seen);
}

GSTA_INLINE model::netlist read_verilog(std::vector<source> const& files, verilog_options const& options,
                                        model::diagnostics& seen) {
  return read_verilog(host_executor{}, files, options, seen);
}

GSTA_INLINE model::netlist read_verilog(host_threads const& threads, std::vector<source> const& files,
                                        verilog_options const& options, model::diagnostics& seen) {
  return detail::read_verilog_files(&threads, files, options, seen);
}

}  // namespace gsta::io
