#pragma once

#include <cstddef>
#include <cstdint>

#include "gsta/core/macros.hpp"

namespace gsta {

/// What a required time comes from. What tells kinds apart stands in `check_rules`, a row a kind.
enum class check_kind : std::uint8_t {
  setup,          ///< data before the clock edge that captures it
  hold,           ///< data stays until the clock edge has captured it
  recovery,       ///< as setup, of an asynchronous pin
  removal,        ///< as hold, of an asynchronous pin
  gating_setup,   ///< as setup, of a pin that opens and closes a gate for a clock
  gating_hold,    ///< as hold, of such a pin
  data_setup,     ///< data before other data, launched by its own edge or the last one before
  data_hold,      ///< data behind such data of the launching clock's cycle before
  non_seq_setup,  ///< as setup, of a cell's pin against a pin that need not be a clock
  non_seq_hold,   ///< as hold, of a cell's pin against a pin that need not be a clock
  output_setup,   ///< a latest required time that constraints give
  output_hold,    ///< an earliest required time that constraints give
};

/// Who asks for a check.
enum class check_origin : std::uint8_t {
  library,     ///< a constraint group of a cell
  gate,        ///< a gate in a clock's network
  data_check,  ///< `set_data_check`
  output,      ///< an output's delay, or another required time of constraints
};

/// What all checks of a kind have in common: the role of their timing. A new kind is a row here, its words in
/// a Liberty file (flat/detail/timing_groups.hpp), and a test.
struct check_rule {
  check_kind kind;                              ///< whose row it is
  bool late;                                    ///< setup-like: bounds late arrivals; else early ones
  char const* name;                             ///< in reports and JSON
  char const* margin;                           ///< what its margin is called in a path report
  check_origin origin = check_origin::library;  ///< who asks for it
  bool same_edge = false;          ///< against the launching clock's same edge, else against its next one
  bool asynchronous = false;       ///< of an asynchronous pin
  bool any_pin = false;            ///< against a pin that need not be a clock; without one nothing is checked
  char const* endpoint = nullptr;  ///< what its endpoint is called in a path report; null: by cell or port
};

/// The table of check kinds, by `check_kind`.
inline constexpr check_rule check_rules[] = {
    {.kind = check_kind::setup, .late = true, .name = "setup", .margin = "library setup time"},
    {.kind = check_kind::hold, .late = false, .name = "hold", .margin = "library hold time"},
    {.kind = check_kind::recovery,
     .late = true,
     .name = "recovery",
     .margin = "library recovery time",
     .asynchronous = true,
     .endpoint = "recovery check"},
    {.kind = check_kind::removal,
     .late = false,
     .name = "removal",
     .margin = "library removal time",
     .asynchronous = true,
     .endpoint = "removal check"},
    {.kind = check_kind::gating_setup,
     .late = true,
     .name = "gating_setup",
     .margin = "clock gating setup",
     .origin = check_origin::gate,
     .endpoint = "clock gating setup check"},
    {.kind = check_kind::gating_hold,
     .late = false,
     .name = "gating_hold",
     .margin = "clock gating hold",
     .origin = check_origin::gate,
     .endpoint = "clock gating hold check"},
    {.kind = check_kind::data_setup,
     .late = true,
     .name = "data_setup",
     .margin = "data check setup time",
     .origin = check_origin::data_check,
     .same_edge = true},
    {.kind = check_kind::data_hold,
     .late = false,
     .name = "data_hold",
     .margin = "data check hold time",
     .origin = check_origin::data_check,
     .same_edge = true},
    {.kind = check_kind::non_seq_setup,
     .late = true,
     .name = "non_seq_setup",
     .margin = "library non-sequential setup time",
     .any_pin = true},
    {.kind = check_kind::non_seq_hold,
     .late = false,
     .name = "non_seq_hold",
     .margin = "library non-sequential hold time",
     .any_pin = true},
    {.kind = check_kind::output_setup,
     .late = true,
     .name = "output_setup",
     .margin = "output external delay",
     .origin = check_origin::output},
    {.kind = check_kind::output_hold,
     .late = false,
     .name = "output_hold",
     .margin = "output external delay",
     .origin = check_origin::output},
};
inline constexpr std::size_t check_kinds = sizeof(check_rules) / sizeof(check_rules[0]);  ///< rows there
inline constexpr std::size_t type_kinds = check_kinds - 2;  ///< of these, kinds that a `check_type` may have

/// The row of a kind.
///
/// Shapes: one kind. Cost: none. Where: host. Throws: nothing.
constexpr check_rule const& rule_of(check_kind kind) noexcept {
  return check_rules[static_cast<std::size_t>(kind)];
}

namespace detail {
/// A bit a kind, so that a device reads no table.
template <class F>
constexpr unsigned kinds_where(F const& holds) noexcept {
  unsigned kinds = 0;
  for (check_rule const& rule : check_rules)
    if (holds(rule)) kinds |= 1u << static_cast<unsigned>(rule.kind);
  return kinds;
}
constexpr bool are_in_order() noexcept {
  for (std::size_t i = 0; i < check_kinds; ++i) {
    bool const is_last = i + 2 >= check_kinds;
    if (check_rules[i].kind != static_cast<check_kind>(i)) return false;
    if ((check_rules[i].origin == check_origin::output) != is_last) return false;
  }
  return check_kinds <= 32;
}
static_assert(are_in_order(), "check_rules has a row a kind, in the order of check_kind, outputs last");

inline constexpr unsigned late_kinds = kinds_where([](check_rule const& rule) { return rule.late; });
inline constexpr unsigned gating_kinds =
    kinds_where([](check_rule const& rule) { return rule.origin == check_origin::gate; });
inline constexpr unsigned data_kinds = kinds_where([](check_rule const& rule) { return rule.same_edge; });
inline constexpr unsigned output_kinds =
    kinds_where([](check_rule const& rule) { return rule.origin == check_origin::output; });

GSTA_HD constexpr bool is_in(unsigned kinds, check_kind kind) noexcept {
  return (kinds >> static_cast<unsigned>(kind) & 1u) != 0;
}
}  // namespace detail

/// Setup-like checks bound late arrivals, hold-like checks early ones.
///
/// Shapes: one kind. Cost: none. Where: host and device. Throws: nothing.
GSTA_HD constexpr bool is_late(check_kind kind) noexcept { return detail::is_in(detail::late_kinds, kind); }

/// True for checks of pins that gate a clock; their constraints are margins, and no derate counts.
///
/// Shapes: one kind. Cost: none. Where: host and device. Throws: nothing.
GSTA_HD constexpr bool is_gating(check_kind kind) noexcept {
  return detail::is_in(detail::gating_kinds, kind);
}

/// True for checks of data against data; their constraints are margins, and no derate counts.
///
/// Shapes: one kind. Cost: none. Where: host and device. Throws: nothing.
GSTA_HD constexpr bool is_data_check(check_kind kind) noexcept {
  return detail::is_in(detail::data_kinds, kind);
}

/// True for checks against required times that constraints give: their source is a requirement of the design,
/// that of others a check of its library.
///
/// Shapes: one kind. Cost: none. Where: host and device. Throws: nothing.
GSTA_HD constexpr bool is_output(check_kind kind) noexcept {
  return detail::is_in(detail::output_kinds, kind);
}

}  // namespace gsta
