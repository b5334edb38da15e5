#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "gsta/core/error.hpp"

namespace place {

/// The end of a search: a period that was tried and met, and one that was tried and missed, shorter by no
/// more than the precision.
struct found_period {
  double met = 0, missed = 0;  ///< ps
  int tries = 0;
};

/// Looks for the shortest period that is met, from `first` on: by steps of a tenth until one is met and one
/// is missed, then by halving what lies between. `meets(period)` places, or whatever it takes, and says
/// whether all ends are in time.
///
/// What is promised: `met` was tried and met, `missed` was tried and missed, and met <= (1 + precision)
/// missed. Where all that is longer than a period that is met is met too, the shortest lies between them. A
/// placer need not be so: another period is another way through the placement. Then `met` is still a period
/// that the mode reaches; shorter ones that it also reaches, below `missed`, are not looked for.
///
/// Throws: argument_error where 80 steps find no period that is met, or none that is missed.
template <class Meets>
found_period find_shortest_period(double first, double precision, Meets const& meets) {
  constexpr int most = 80;
  constexpr double step = 1.1;
  gsta::require(first > 0 && precision > 0, "a search needs a first period and a precision above 0");
  found_period found;
  double at = first;
  while (found.met == 0 || found.missed == 0) {
    gsta::require(found.tries < most, found.met == 0 ? "no period is long enough to be met"
                                                     : "every period is met: nothing is timed by the clock");
    ++found.tries;
    bool const is_met = meets(at);
    (is_met ? found.met : found.missed) = at;
    at = is_met ? at / step : at * step;
  }
  while (found.met > found.missed * (1 + precision)) {
    ++found.tries;
    double const middle = std::sqrt(found.met * found.missed);
    (meets(middle) ? found.met : found.missed) = middle;
  }
  return found;
}

/// The middle one, of an even number the mean of two. `values` must not be empty.
inline double median_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  std::size_t const half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

}  // namespace place
