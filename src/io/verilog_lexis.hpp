#pragma once

#include <string_view>

#include "gsta/io/source.hpp"

/// Verilog's words, and where pieces of its text end.
namespace gsta::io::detail {

/// Directives that change nothing in a structural netlist.
bool is_harmless_directive(std::string_view name);

/// Words that start a construct which is not read, where a cell's name would stand.
bool is_reserved(std::string_view word) noexcept;

/// Gates and switches that Verilog has itself.
bool is_gate_primitive(std::string_view word) noexcept;

/// Words that begin another statement than an instance.
bool begins_other_statement(std::string_view word) noexcept;

/// Behind what a synthesis tool turns into cells, and did not.
inline constexpr char const* unmapped_hint = " has to be a cell, as in a netlist that is mapped to a library";

/// The operator of an expression that begins there, as it is written.
std::string_view operator_at(char const* at, char const* end) noexcept;

/// Skips a quoted string from its opening quote; an open one ends with its line.
char const* skip_string(char const* at, char const* end) noexcept;

/// Skips an attribute from its opening `(*`.
char const* skip_attribute(source const& file, char const* at, char const* end);

/// Goes past strings, comments and escaped names, in which no sign means what it looks like; one byte
/// elsewhere.
char const* skip_opaque(source const& file, char const* at, char const* end);

/// Where a number such as 7, -1 or 2*(8-1) ends: in front of what can be no part of it. nullptr where there
/// is none.
char const* end_of_number(char const* at, char const* end) noexcept;

/// Where a constant such as 12, 4'b01xz, 'h3, 8'sd5 or -1'b1 ends; nullptr where there is none.
char const* end_of_constant(char const* at, char const* end) noexcept;

/// From the parenthesis behind a '#' past the one that closes it.
char const* skip_parentheses(source const& file, std::string_view sign, char const* at, char const* end);

/// Past the number behind a '#'.
char const* skip_delay(source const& file, std::string_view sign, char const* at, char const* end);

/// From behind the word `specify` past `endspecify`.
char const* skip_specify_block(source const& file, char const* at, char const* end);

}  // namespace gsta::io::detail
