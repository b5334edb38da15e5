#pragma once

#include <cmath>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "test/adjoint/full_case.hpp"
#include "test/golden/goldens.hpp"
#include "test/golden/open_designs.hpp"

namespace gsta_test {

/// A real design and the rules it is timed by.
struct real_design {
  std::string name;
  gsta::flat_design design;
  gsta::timer_options rules;
};

/// Calls `body` with each real design of at most so many pins, one after the other; returns how many.
template <class Body>
std::size_t for_each_real_design(std::size_t most_pins, Body const& body) {
  std::size_t count = 0;
  auto const see = [&](real_design const& of) {
    if (of.design.pin_load.size() > most_pins) return;
    ++count;
    INFO(of.name);
    body(of);
  };
  for (auto const& golden : golden_designs()) see({golden.reference, load_design(golden), contest_options()});
  for (auto const& run : open_runs()) {
    gsta::model::diagnostics notes;
    see({run.name(), load_open(run, notes), open_options()});
  }
  return count;
}

/// Differences between two precisions. A value counts beside the largest of its array as well: gradients that
/// are a millionth of it are exponentials of large differences, of which a float has few digits.
struct precision_check {
  double tolerance = 1e-3, beside = 1e-4;
  std::size_t compared = 0, wrong = 0;
  double worst = 0;  ///< in tolerances
  std::string first;

  template <class A, class B>
  void arrays(char const* what, A const& narrow, B const& wide) {
    REQUIRE(narrow.size() == wide.size());
    double largest = 0;
    for_each_value(wide, [&](std::size_t, double x) {
      largest = std::isfinite(x) ? std::max(largest, std::abs(x)) : largest;
    });
    std::vector<double> want;
    for_each_value(wide, [&](std::size_t, double x) { want.push_back(x); });
    for_each_value(narrow, [&](std::size_t i, double x) { compare(what, x, want[i], largest); });
  }

 private:
  void compare(char const* what, double got, double want, double largest) {
    if (!std::isfinite(want) || !std::isfinite(got)) {
      if (got != want) differ(what, got, want);
      return;
    }
    compared += want != 0;
    double const allowed = tolerance * (std::abs(want) + beside * largest) + 1e-30;
    worst = std::max(worst, std::abs(got - want) / allowed);
    if (std::abs(got - want) > allowed) differ(what, got, want);
  }
  void differ(char const* what, double got, double want) {
    if (++wrong < 6)
      first += std::string("\n  ") + what + " " + std::to_string(got) + " is not " + std::to_string(want);
  }
  template <class Array, class F>
  static void for_each_value(Array const& array, F const& f) {
    std::size_t n = 0;
    for (std::size_t i = 0; i < array.size(); ++i) {
      if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(array[i])>>) {
        f(n++, static_cast<double>(array[i]));
      } else {
        for (int c = 0; c < gsta::conditions; ++c) f(n++, static_cast<double>(array[i][c]));
      }
    }
  }
};

/// True if both arrays have the same bits.
template <class T>
bool same_bits(gsta::buffer<T, gsta::memory_space::host> const& a,
               gsta::buffer<T, gsta::memory_space::host> const& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

}  // namespace gsta_test
