#pragma once

#include <string>
#include <utility>
#include <vector>

namespace place {

/// One line of a chart: its class, which is a colour of the page, and y at 0, 1, 2, ...
struct chart_line {
  std::string name;
  std::vector<double> y;
};

/// Lines over iterations as an inline SVG, with an axis from or to 0. `unit` stands behind the numbers.
std::string chart_of(std::string const& title, std::string const& unit, std::vector<chart_line> const& lines);

/// printf into a string.
std::string format(char const* how, ...);

}  // namespace place
