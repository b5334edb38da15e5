#pragma once

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

#include "gsta/core/error.hpp"
#include "gsta/core/host_threads.hpp"
#include "gsta/flat/flat_design.hpp"

namespace gsta::detail {

/// Checks of one array or number; a sentence names the array and the place.
struct flat_checks {
  flat_design const& design;
  host_threads threads;
  flat_view<memory_space::host> view = design.view();  // of what may be external

  /// `check(i)` for every i in [0, n). What is thrown is what the first of them throws, on every number of
  /// threads.
  template <class F>
  void each(std::size_t n, F const& check) const {
    constexpr std::size_t step = std::size_t{1} << 16U;
    std::atomic<std::size_t> wrong{n};
    threads.for_each_piece((n + step - 1) / step, [&](std::size_t piece) {
      std::size_t i = piece * step, before = 0;
      try {
        for (std::size_t const end = std::min(n, i + step); i < end; ++i) check(i);
      } catch (argument_error const&) {
        for (before = wrong; i < before && !wrong.compare_exchange_weak(before, i);) {
        }
      }
    });
    if (wrong < n) check(wrong);
  }

  static void same_size(char const* name, std::size_t size, std::size_t expected) {
    if (size == expected) return;
    throw argument_error(std::string("flat_design: ") + name + " has " + std::to_string(size) +
                         " elements, not " + std::to_string(expected));
  }

  /// Every id is in [0, count), or none where that is allowed.
  void ids(char const* name, host_span<id const> values, std::size_t count, bool none_allowed = false) const {
    each(values.size(), [&](std::size_t i) { one_id(name, i, values[i], count, none_allowed); });
  }
  static void one_id(char const* name, std::size_t i, id value, std::size_t count, bool none_allowed) {
    if ((none_allowed && value == none) || (value >= 0 && static_cast<std::size_t>(value) < count)) return;
    throw argument_error(std::string("flat_design: ") + name + "[" + std::to_string(i) + "] is " +
                         std::to_string(value) + ", not in [0, " + std::to_string(count) + ")");
  }

  /// A number that is one, and counts for no more than `most`.
  static void number(char const* name, std::size_t i, float value,
                     float most = std::numeric_limits<float>::max()) {
    if (!math::is_within(value, most)) wrong_number(name, i, value, most);
  }
  void numbers(char const* name, host_span<float const> values, float most) const {
    each(values.size(), [&](std::size_t i) { number(name, i, values[i], most); });
  }
  void resistances(char const* name, host_span<float const> values) const {
    each(values.size(), [&](std::size_t i) {
      number(name, i, values[i], most_resistance);
      if (!is_resistance(values[i]))
        throw argument_error(std::string("flat_design: ") + name + "[" + std::to_string(i) +
                             "] is below zero");
    });
  }
  /// Times, or where there is none what `undefined` has.
  static void asserted(char const* name, std::size_t i, per_condition<float> const& values,
                       per_condition<float> const& undefined) {
    for (int c = 0; c < conditions; ++c) {
      if (!math::is_within(values[c], most_time) && values[c] != undefined[c])
        wrong_number(name, i, values[c], most_time);
    }
  }
  [[noreturn]] static void wrong_number(char const* name, std::size_t i, float value, float most) {
    std::string const place = std::string("flat_design: ") + name + "[" + std::to_string(i) + "] has ";
    if (math::is_defined(value)) {
      char words[64];
      std::snprintf(words, sizeof words, "%g, and at most %g counts", static_cast<double>(value),
                    static_cast<double>(most));
      throw argument_error(place + words);
    }
    throw argument_error(place +
                         (value != value ? "NaN"
                          : value > 0    ? "an infinity"
                                         : "a negative infinity") +
                         " where a number belongs");
  }
  /// One of the first `count` of an enumeration.
  template <class Enum>
  static void one_of(char const* name, std::size_t i, Enum value, std::size_t count) {
    one_id(name, i, static_cast<id>(value), count, false);
  }

  static void rows(char const* name, host_span<id const> begin, std::size_t rows, std::size_t members) {
    same_size(name, begin.size(), rows + 1);
    bool ascending = begin[0] == 0 && static_cast<std::size_t>(begin[rows]) == members;
    for (std::size_t i = 1; i < begin.size(); ++i) ascending = ascending && begin[i - 1] <= begin[i];
    if (!ascending)
      throw argument_error(std::string("flat_design: ") + name +
                           " does not ascend from 0 to the number of its members");
  }

  /// A time that sums of several hold.
  static void time(char const* name, std::size_t i, femtoseconds value) {
    if (-most_femtoseconds <= value && value <= most_femtoseconds) return;
    throw argument_error(std::string("flat_design: ") + name + "[" + std::to_string(i) +
                         "] has a longer time than nine seconds");
  }
  /// A limit that is none is +infinity.
  static void limit(char const* name, std::size_t i, float value) {
    if (value != math::infinity) number(name, i, value);
  }

  /// A waveform has to cross both slew thresholds, the upper one after the lower one.
  static void one_measure(std::size_t i, slew_measure const& m) {
    bool good = m.derate > 0 && math::is_defined(m.derate);
    for (int e = 0; e < 2; ++e) {
      good = good && 0 < m.threshold[e] && m.threshold[e] < 1;
      good = good && 0 < m.lower[e] && m.lower[e] < m.upper[e] && m.upper[e] < 1;
    }
    if (good) return;
    throw argument_error("flat_design: measures[" + std::to_string(i) +
                         "] has no thresholds between 0 and 1, lower below upper, and a derate above 0");
  }
};

}  // namespace gsta::detail
