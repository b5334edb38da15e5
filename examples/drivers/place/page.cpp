#include "place/page.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "gsta/core/sort.hpp"
#include "place/chart.hpp"
#include "place/page_style.hpp"

namespace place {

namespace {

constexpr std::size_t most_drawn = 80000;  // cells a placement: more are not seen, but make the page large

char const* title_of(mode m) {
  return m == mode::wirelength ? "Wirelength alone"
         : m == mode::weights  ? "Net weights from slack"
                               : "Gradient of smooth TNS";
}

std::string base64(std::vector<std::uint8_t> const& bytes) {
  static constexpr char const* digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::size_t const left = std::min<std::size_t>(3, bytes.size() - i);
    unsigned word = 0;
    for (std::size_t k = 0; k < 3; ++k) word = word << 8 | (k < left ? bytes[i + k] : 0u);
    for (std::size_t k = 0; k < 4; ++k) out += k <= left ? digits[word >> (18 - 6 * k) & 63] : '=';
  }
  return out;
}

/// Coordinates as shares of the die in 16 bits, the lower byte first.
void put(std::vector<std::uint8_t>& bytes, float at, float side) {
  auto const value = static_cast<unsigned>(std::lround(65535 * std::clamp(at / side, 0.0f, 1.0f)));
  bytes.push_back(static_cast<std::uint8_t>(value & 255));
  bytes.push_back(static_cast<std::uint8_t>(value >> 8));
}

/// The cells to draw, those that are late last: of large designs all of these, and some of the rest.
std::vector<std::size_t> cells_to_draw(mode_result const& m, std::size_t movable) {
  std::vector<std::size_t> order(movable);
  std::iota(order.begin(), order.end(), std::size_t{0});
  gsta::stable_sort(order.begin(), order.end(),
                    [&](std::size_t a, std::size_t b) { return m.slack[a] > m.slack[b]; });
  std::size_t const every = movable / most_drawn + 1;
  std::vector<std::size_t> drawn;
  for (std::size_t i = 0; i < movable; ++i) {
    if (i % every == 0 || (m.slack[order[i]] < 0 && i + most_drawn > movable)) drawn.push_back(order[i]);
  }
  return drawn;
}

/// Worst at -100, half a period to spare at 100; 127 where nothing is timed.
std::uint8_t shade_of(float slack, run_result const& result, float worst) {
  if (!std::isfinite(slack)) return 127;
  float const share = slack < 0 ? slack / -std::min(worst, -1e-3f) : 2 * slack / result.period;
  float const clamped = std::clamp(share, -1.0f, 1.0f);
  int const shade = static_cast<int>(std::lround(100 * clamped));
  return static_cast<std::uint8_t>(static_cast<std::int8_t>(slack < 0 ? std::min(shade, -1) : shade));
}

std::string canvas_of(problem const& placed, run_result const& result, mode_result const& m, float worst) {
  std::vector<std::uint8_t> places, shades, path;
  auto const drawn = cells_to_draw(m, placed.movable());
  for (std::size_t const c : drawn) {
    put(places, m.x[c], placed.die.side);
    put(places, m.y[c], placed.die.side);
    shades.push_back(shade_of(m.slack[c], result, worst));
  }
  for (id const pin : m.worst_path) {
    std::size_t const c = static_cast<std::size_t>(placed.pin_cell[pin]);
    put(path, m.x[c], placed.die.side);
    put(path, m.y[c], placed.die.side);
  }
  double const cell = std::sqrt(placed.die.cell_area / static_cast<float>(drawn.size())) / placed.die.side;
  return format("<canvas width=\"1000\" height=\"1000\" data-cell=\"%.5f\" data-place=\"", cell) +
         base64(places) + "\" data-slack=\"" + base64(shades) + "\" data-path=\"" + base64(path) +
         "\"></canvas>";
}

std::string figure(char const* name, std::string const& value, std::string const& note = {},
                   char const* kind = "") {
  return std::string("<div><dt>") + name + "</dt><dd>" + value + "<small class=\"" + kind + "\">" + note +
         "</small></dd></div>";
}

/// Thousands of a unit are ones of the next.
std::string in_units(double value, char const* unit, char const* thousand) {
  bool const large = std::abs(value) >= 10000;
  double const shown = large ? value / 1000 : value;
  return format("%.*f %s", std::abs(shown) < 1000 ? 1 : 0, shown, large ? thousand : unit);
}

/// A change against wirelength alone: less is better, of wirelength and of what is missed.
std::string compared(char const* name, std::string const& value, double now, mode_result const* alone,
                     double before) {
  if (alone == nullptr || before == 0) return figure(name, value);
  double const change = 100 * (std::abs(now) / std::abs(before) - 1);
  return figure(name, value, format("%+.1f %%", change), change < 0 ? "good" : change > 5 ? "bad" : "");
}

std::string mode_card(problem const& placed, run_result const& result, mode_result const& m, float worst) {
  mode_result const* alone = result.find(mode::wirelength);
  if (alone == &m) alone = nullptr;
  std::string out = format(
      "<article class=\"card mode\" style=\"--own:var(--%s)\"><header><h2>%s</h2><span>%zu iterations</span>"
      "</header>",
      name_of(m.kind), title_of(m.kind), m.record.size());
  out += canvas_of(placed, result, m, worst) + "<dl>";
  auto const ps = [](double v) { return in_units(v, "ps", "ns"); };
  out += compared("TNS", ps(m.late.tns), m.late.tns, alone, alone ? alone->late.tns : 0);
  out += compared("WNS", ps(m.late.wns), m.late.wns, alone, alone ? alone->late.wns : 0);
  out += compared("Wirelength", in_units(m.length, "um", "mm"), m.length, alone, alone ? alone->length : 0);
  out +=
      figure("WNS of the period", format("%.1f %%", static_cast<double>(100 * m.late.wns / result.period)));
  out += figure("Endpoints late", format("%lld", static_cast<long long>(m.late.violations)));
  out += figure("Overflow", format("%.1f %%", static_cast<double>(100 * m.overflow)));
  return out + "</dl></article>\n";
}

template <class F>
std::vector<chart_line> lines_of(run_result const& result, F const& value) {
  std::vector<chart_line> lines;
  for (auto const& m : result.modes) {
    chart_line line{name_of(m.kind), {}};
    for (auto const& at : m.record) line.y.push_back(static_cast<double>(value(at)));
    lines.push_back(std::move(line));
  }
  return lines;
}

std::string key_of(run_result const& result) {
  std::string out = "<div class=\"key\">";
  for (auto const& m : result.modes)
    out += format("<span><b style=\"background:var(--%s)\"></b>%s</span>", name_of(m.kind), title_of(m.kind));
  return out + "</div>\n";
}

}  // namespace

std::string page_of(problem const& placed, run_result const& result) {
  float worst = 0;  // one scale of colours for all
  for (auto const& m : result.modes) worst = std::min(worst, m.late.wns);
  std::string const facts =
      format("%zu cells and %zu pins on a die of %.0f um, clock period %.1f ps, placed on %s.",
             placed.movable(), placed.pin_cell.size(), static_cast<double>(placed.die.side),
             static_cast<double>(result.period), result.device == "cuda" ? "a GPU" : "the host");
  std::string out =
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
      "content=\"width=device-width, initial-scale=1\"><title>Placement: " +
      placed.name + "</title><style>" + page_style + "</style></head><body>\n<header><h1>" + placed.name +
      "</h1><p class=\"soft\">" + facts +
      " Each cell has the colour of its worst slack; the white line is the worst path.</p>"
      "<div class=\"scale\"><span>" +
      format("%.0f ps", static_cast<double>(worst)) + "</span><i></i><span>" +
      format("+%.0f ps", static_cast<double>(result.period / 2)) + "</span></div></header>\n<main>\n";
  out += "<div class=\"row\">";
  for (auto const& m : result.modes) out += mode_card(placed, result, m, worst);
  out += "</div>\n" + key_of(result) + "<div class=\"row\">";
  out += chart_of("TNS over iterations", " ps", lines_of(result, [](auto const& r) { return r.tns; }));
  out += chart_of("Wirelength over iterations", "", lines_of(result, [](auto const& r) { return r.length; }));
  out += chart_of("Overflow over iterations", " %",
                  lines_of(result, [](auto const& r) { return 100 * r.overflow; }));
  out +=
      "</div>\n</main>\n<footer>Made by gsta's example <code>place</code>. Global placement only: cells "
      "may overlap a little and stand in no rows. Wires are stars; clock wires are ideal.</footer>\n<script>";
  return out + page_script + "</script></body></html>\n";
}

}  // namespace place
