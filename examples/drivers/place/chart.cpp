#include "place/chart.hpp"

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>

namespace place {

namespace {

constexpr double left = 62, right = 448, top = 10, bottom = 208;

/// A step of 1, 2 or 5 times a power of ten, of which some four fit into `range`.
double step_for(double range) {
  double const power = std::pow(10, std::floor(std::log10(std::max(range, 1e-9) / 4)));
  for (double const times : {1.0, 2.0, 5.0}) {
    if (range / (power * times) <= 5) return power * times;
  }
  return 10 * power;
}

std::string number(double value) {
  double const size = std::abs(value);
  if (size >= 1e6) return format("%.3gM", value / 1e6);
  if (size >= 1e4) return format("%.3gk", value / 1e3);
  return format("%.4g", value);
}

struct frame {
  double low = 0, high = 0, last = 1;
  double x(double i) const { return left + (right - left) * i / last; }
  double y(double v) const {
    return bottom - (bottom - top) * (std::clamp(v, low, high) - low) / (high - low);
  }
};

/// As high as the lines are but for their first fifth, where cells come out of a heap; that is cut off.
frame frame_of(std::vector<chart_line> const& lines) {
  frame f;
  for (auto const& line : lines) {
    f.last = std::max(f.last, static_cast<double>(line.y.size()) - 1);
    for (std::size_t i = line.y.size() / 5; i < line.y.size(); ++i) {
      f.low = std::min(f.low, line.y[i]);
      f.high = std::max(f.high, line.y[i]);
    }
  }
  if (f.high == f.low) f.high = f.low + 1;
  return f;
}

std::string axes(frame const& f, std::string const& unit) {
  std::string out;
  double const step = step_for(f.high - f.low);
  for (double v = std::ceil(f.low / step) * step; v <= f.high + step / 1000; v += step) {
    double const shown = std::abs(v) < step / 1000 ? 0 : v;
    out += format("<line class=\"tick\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>", left, right,
                  f.y(v), f.y(v));
    out += format("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%s%s</text>", left - 8, f.y(v) + 4,
                  number(shown).c_str(), unit.c_str());
  }
  double const along = step_for(f.last);
  for (double i = 0; i <= f.last; i += along)
    out += format("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%.0f</text>", f.x(i), bottom + 18, i);
  return out;
}

std::string line_of(frame const& f, chart_line const& line) {
  if (line.y.empty()) return {};
  std::string points;
  std::size_t const every = line.y.size() / 300 + 1;
  for (std::size_t i = 0; i < line.y.size(); ++i) {
    if (i % every == 0 || i + 1 == line.y.size())
      points += format("%.1f,%.1f ", f.x(static_cast<double>(i)), f.y(line.y[i]));
  }
  return format("<polyline style=\"stroke:var(--%s)\" points=\"", line.name.c_str()) + points + "\"/>" +
         format("<circle style=\"fill:var(--%s)\" cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\"/>", line.name.c_str(),
                f.x(static_cast<double>(line.y.size() - 1)), f.y(line.y.back()));
}

}  // namespace

std::string format(char const* how, ...) {
  char line[600];
  std::va_list values;
  va_start(values, how);
  std::vsnprintf(line, sizeof line, how, values);
  va_end(values);
  return line;
}

std::string chart_of(std::string const& title, std::string const& unit,
                     std::vector<chart_line> const& lines) {
  frame const f = frame_of(lines);
  std::string out = "<section class=\"card\"><h3>" + title +
                    "</h3><svg viewBox=\"0 0 460 236\" role=\"img\" aria-label=\"" + title + "\">";
  out += axes(f, unit);
  for (auto const& line : lines) out += line_of(f, line);
  return out + "</svg></section>\n";
}

}  // namespace place
