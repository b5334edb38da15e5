#include "place/periods.hpp"

#include <algorithm>
#include <cmath>

#include "place/chart.hpp"
#include "place/page_style.hpp"

namespace place {

namespace {

/// A mode's period by that of wirelength alone, seed by seed; by itself where wirelength was not asked for.
std::vector<double> shares_of(periods_result const& found, mode_periods const& m) {
  mode_periods const* const alone = found.find(mode::wirelength);
  std::vector<double> shares;
  for (std::size_t s = 0; s < m.period.size(); ++s)
    shares.push_back(m.period[s].met / (alone ? *alone : m).period[s].met);
  return shares;
}

bool is_compared(periods_result const& found, mode_periods const& m) {
  mode_periods const* const alone = found.find(mode::wirelength);
  return alone != nullptr && alone != &m;
}

/// The median over the seeds; 0 where there is nothing to compare with.
double against_wirelength(periods_result const& found, mode_periods const& m) {
  return is_compared(found, m) ? median_of(shares_of(found, m)) : 0;
}

std::string change(double share) { return share == 0 ? "" : format("%+.1f %%", 100 * (share - 1)); }

/// The same, of wirelength.
double length_against(periods_result const& found, mode_periods const& m) {
  if (!is_compared(found, m)) return 0;
  mode_periods const* const alone = found.find(mode::wirelength);
  std::vector<double> shares;
  for (std::size_t s = 0; s < m.length.size(); ++s)
    shares.push_back(static_cast<double>(m.length[s]) / static_cast<double>(alone->length[s]));
  return median_of(std::move(shares));
}

double worst_overflow(mode_periods const& m) {
  return 100 * static_cast<double>(*std::max_element(m.overflow.begin(), m.overflow.end()));
}

int tries_of(mode_periods const& m) {
  int sum = 0;
  for (auto const& one : m.period) sum += one.tries;
  return sum;
}

/// One axis for all, in per cent of the period that wirelength alone meets by the same seed: seeds are other
/// designs or other first places, and differ by more than modes do. A row a mode.
struct dot_plot {
  static constexpr double left = 110, right = 700, top = 12, row = 46;
  double low = 100, high = 100;
  explicit dot_plot(periods_result const& found) {
    for (auto const& m : found.modes) {
      for (double const share : shares_of(found, m)) {
        low = std::min(low, 100 * share);
        high = std::max(high, 100 * share);
      }
    }
    double const margin = std::max(0.08 * (high - low), 0.5);
    low -= margin;
    high += margin;
  }
  double x(double per_cent) const { return left + (right - left) * (per_cent - low) / (high - low); }
};

std::string axis_of(dot_plot const& plot, double bottom) {
  std::string out;
  double const range = plot.high - plot.low;
  double step = std::pow(10, std::floor(std::log10(range / 3)));
  while (range / step > 7) step *= 2;
  for (double at = std::ceil(plot.low / step) * step; at <= plot.high; at += step) {
    out += format("<line class=\"tick\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>", plot.x(at),
                  plot.x(at), dot_plot::top, bottom);
    out += format("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%g %%</text>", plot.x(at), bottom + 18,
                  at);
  }
  return out;
}

std::string points_of(periods_result const& found, mode_periods const& m, dot_plot const& plot, double y) {
  std::string out = format("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%s</text>", dot_plot::left - 12,
                           y + 4, name_of(m.kind));
  auto const shares = shares_of(found, m);
  double const middle = plot.x(100 * median_of(shares));
  out += format(
      "<line style=\"stroke:var(--%s);stroke-width:3\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>",
      name_of(m.kind), middle, middle, y - 14, y + 14);
  for (std::size_t s = 0; s < m.period.size(); ++s)
    out += format(
        "<circle style=\"fill:var(--%s)\" cx=\"%.1f\" cy=\"%.1f\" r=\"5.5\"><title>seed %llu: %.2f ps</title>"
        "</circle>",
        name_of(m.kind), plot.x(100 * shares[s]), y, static_cast<unsigned long long>(found.seeds[s]),
        m.period[s].met);
  return out;
}

std::string svg_of(periods_result const& found) {
  dot_plot const plot(found);
  double const bottom = dot_plot::top + dot_plot::row * static_cast<double>(found.modes.size());
  std::string out = format(
      "<svg viewBox=\"0 0 730 %.0f\" role=\"img\" aria-label=\"Shortest period of wirelength's by mode and "
      "seed\">",
      bottom + 26);
  out += axis_of(plot, bottom);
  for (std::size_t m = 0; m < found.modes.size(); ++m)
    out += points_of(found, found.modes[m], plot,
                     dot_plot::top + dot_plot::row * (static_cast<double>(m) + 0.5));
  return out + "</svg>";
}

std::string html_table_of(periods_result const& found) {
  std::string out = "<div class=\"scroll\"><table><thead><tr><th>Mode</th>";
  for (auto const seed : found.seeds)
    out += format("<th>Seed %llu, ps</th>", static_cast<unsigned long long>(seed));
  out +=
      "<th>Median, "
      "ps</th><th>Period</th><th>Wirelength</th><th>Overflow</th><th>Tries</th></tr></thead><tbody>";
  for (auto const& m : found.modes) {
    out += format("<tr><td>%s</td>", name_of(m.kind));
    for (auto const& one : m.period) out += format("<td>%.2f</td>", one.met);
    out += format("<td>%.2f</td><td>%s</td><td>%s</td><td>%.1f %%</td><td>%d</td></tr>", m.median(),
                  change(against_wirelength(found, m)).c_str(), change(length_against(found, m)).c_str(),
                  worst_overflow(m), tries_of(m));
  }
  return out + "</tbody></table></div>";
}

std::string facts_of(periods_result const& found) {
  return format("%zu cells and %zu pins, placed on %s; each period found to %g %% of it.", found.cells,
                found.pins, found.device == "cuda" ? "a GPU" : "the host", 100 * found.precision);
}

}  // namespace

std::string text_of(periods_result const& found) {
  std::string out = format("%s: shortest period that each mode meets, ps\n%s\n\n%-11s", found.design.c_str(),
                           facts_of(found).c_str(), "mode");
  for (auto const seed : found.seeds) out += format("%12s", ("seed " + std::to_string(seed)).c_str());
  out += format("%12s%10s%10s%9s%7s\n", "median", "period", "HPWL", "over", "tries");
  for (auto const& m : found.modes) {
    out += format("%-11s", name_of(m.kind));
    for (auto const& one : m.period) out += format("%12.2f", one.met);
    out += format("%12.2f%10s%10s%7.1f %%%7d\n", m.median(), change(against_wirelength(found, m)).c_str(),
                  change(length_against(found, m)).c_str(), worst_overflow(m), tries_of(m));
  }
  return out;
}

std::string json_of(periods_result const& found) {
  std::string out = format(
      "{\"design\": \"%s\", \"device\": \"%s\", \"cells\": %zu, \"pins\": %zu, \"precision\": %g, \"modes\": "
      "[",
      found.design.c_str(), found.device.c_str(), found.cells, found.pins, found.precision);
  char const* before = "";
  for (auto const& m : found.modes) {
    out += format("%s\n  {\"mode\": \"%s\", \"median\": %.9g, \"seeds\": [", before, name_of(m.kind),
                  m.median());
    for (std::size_t s = 0; s < m.period.size(); ++s)
      out += format(
          "%s\n    {\"seed\": %llu, \"met\": %.9g, \"missed\": %.9g, \"hpwl\": %.9g, \"overflow\": %.9g, "
          "\"tries\": %d}",
          s == 0 ? "" : ",", static_cast<unsigned long long>(found.seeds[s]), m.period[s].met,
          m.period[s].missed, static_cast<double>(m.length[s]), static_cast<double>(m.overflow[s]),
          m.period[s].tries);
    out += "\n  ]}";
    before = ",";
  }
  return out + "\n]}\n";
}

std::string page_of(periods_result const& found) {
  return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
         "content=\"width=device-width, initial-scale=1\"><title>Shortest periods: " +
         found.design + "</title><style>" + page_style + "</style></head><body>\n<header><h1>" +
         found.design + ": the shortest period that each mode meets</h1><p class=\"soft\">" +
         facts_of(found) +
         " A point is a seed, the bar the median. All modes start from the same "
         "places.</p></header>\n<main>\n"
         "<section class=\"card\">" +
         svg_of(found) + "</section>\n<div class=\"row\"><section class=\"card\">" + html_table_of(found) +
         "</section></div>\n</main>\n<footer>Each period was tried and met, and one shorter by no more than "
         "the precision was tried and missed. A placer need not meet all longer periods too: shorter ones "
         "that it also meets may remain. Period and wirelength are the medians of changes against "
         "wirelength alone, seed by seed; overflow is the greatest of the seeds.</footer>\n</body></html>\n";
}

}  // namespace place
