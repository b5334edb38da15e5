// Histograms of slack on the HTML page.

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "gsta/report/report_input.hpp"
#include "src/report/figures.hpp"
#include "src/report/html_parts.hpp"
#include "src/report/html_writer.hpp"
#include "src/report/slack_bins.hpp"

namespace gsta::detail {

double nice_step(double x) noexcept {
  constexpr double least = 0.01;  // what reports print
  if (!(x > least)) return least;
  double const power = std::pow(10.0, std::floor(std::log10(x)));
  for (double const digit : {1.0, 2.0, 5.0, 10.0}) {
    if (digit * power >= x * (1 - 1e-9)) return digit * power;
  }
  return 10 * power;
}

namespace {

/// The interval that bins cover: all values, but for a half percent at an end where these lie far out.
std::pair<double, double> binned_range(std::vector<float>& values, slack_bins& bins) {
  std::sort(values.begin(), values.end());
  std::size_t const left_out = values.size() / 200;
  double low = values[left_out], high = values[values.size() - 1 - left_out];
  double const inner = high - low, least = values.front(), most = values.back();
  bins.open_low = low - least > inner;
  bins.open_high = most - high > inner;
  bins.least = least, bins.most = most;
  if (!bins.open_low) low = least;
  if (!bins.open_high) high = most;
  // An open bin, too, lies on one side of zero.
  if (bins.open_low && least < 0 && low >= 0) low = -0.001;
  if (bins.open_high && most >= 0 && high < 0) high = 0;
  return {low, high};
}

}  // namespace

slack_bins make_slack_bins(std::vector<float> values) {
  constexpr double wanted = 32;
  slack_bins bins;
  if (values.empty()) return bins;
  auto const [low, high] = binned_range(values, bins);
  double const width = high > low ? (high - low) / wanted : std::abs(high) / 10;
  bins.step = nice_step(width);
  double const around = high > low ? 0 : 3;  // one bin alone would say nothing
  bins.first = std::floor(low / bins.step) - around;
  double const last = std::floor(high / bins.step) + around - bins.first;
  bins.count.assign(static_cast<std::size_t>(last) + 1, 0);
  for (double const value : values) {
    double const bin = std::clamp(std::floor(value / bins.step) - bins.first, 0.0, last);
    ++bins.count[static_cast<std::size_t>(bin)];
  }
  return bins;
}

namespace {

/// The worst slack of each endpoint on one side, where it has one.
std::vector<float> worst_slacks(report_input const& input, split side) {
  auto const& timing = input.timing;
  std::vector<float> slacks;
  for (std::size_t i = 0; i < timing.endpoint_pin.size(); ++i) {
    float worst = math::infinity;
    for (id k = timing.endpoint_begin[i]; k < timing.endpoint_begin[i + 1]; ++k) {
      id const c = timing.endpoint_check[k];
      if (is_late(timing.checks[c].kind) != (side == split::late)) continue;
      for (int e = 0; e < 2; ++e) worst = std::min(worst, timing.check_slack[c][e]);
    }
    if (math::is_defined(worst)) slacks.push_back(worst);
  }
  return slacks;
}

/// Where things are in the drawing.
struct histogram_frame {
  static constexpr double width = 600, height = 276, left = 80, right = 578, top = 40, bottom = 216;
  slack_bins const& bins;
  double most;  ///< the top of the axis

  double x(double bin) const { return left + (right - left) * bin / static_cast<double>(bins.count.size()); }
  double y(double count) const { return bottom - (bottom - top) * count / most; }
};

std::string bin_title(figures const& numbers, slack_bins const& bins, std::size_t bin) {
  bool const below = bins.open_low && bin == 0, above = bins.open_high && bin + 1 == bins.count.size();
  auto const low = [&](std::size_t i) { return numbers.in_unit(bins.low(i)); };
  std::string const what = std::string(" ") + numbers.time_unit_name() + ": " +
                           grouped(static_cast<std::int64_t>(bins.count[bin])) +
                           (bins.count[bin] == 1 ? " endpoint" : " endpoints");
  if (below) return fmt::format("below {:.10g}", low(1)) + what;
  if (above) return fmt::format("{:.10g} and more", low(bin)) + what;
  return fmt::format("{:.10g} to {:.10g}", low(bin), low(bin + 1)) + what;
}

void write_count_axis(html_writer& out, histogram_frame const& frame, double step) {
  for (double count = 0; count <= frame.most * (1 + 1e-9); count += step) {
    double const y = frame.y(count);
    out.put("<line class=\"{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>",
            count == 0 ? "axis" : "grid-line", frame.left, y, frame.right, y);
    out.put("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n", frame.left - 7, y + 4,
            grouped(static_cast<std::int64_t>(count)));
  }
  out.put("<text x=\"2\" y=\"18\">endpoints</text>\n");
}

void write_slack_axis(html_writer& out, histogram_frame const& frame, char const* title) {
  auto const& bins = frame.bins;
  double const every = std::max(nice_step(static_cast<double>(bins.count.size()) / 8), 1.0);
  for (std::size_t bin = 0; bin <= bins.count.size(); ++bin) {
    // Labels count from zero, so that zero has one where it is in the drawing.
    if (std::fmod(bins.first + static_cast<double>(bin), every) != 0) continue;
    double const x = frame.x(static_cast<double>(bin)), value = out.numbers().in_unit(bins.low(bin));
    bool const odd =
        std::fmod(bins.first + static_cast<double>(bin), 2 * every) != 0;  // none on small screens
    out.put("<line class=\"axis\" x1=\"{0:.1f}\" y1=\"{1:.1f}\" x2=\"{0:.1f}\" y2=\"{2:.1f}\"/>", x,
            frame.bottom, value == 0 ? frame.bottom + 8 : frame.bottom + 4);
    out.put("<text{} x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{:.10g}</text>\n",
            odd ? " class=\"odd\"" : "", x, frame.bottom + 22, value == 0 ? 0.0 : value);
  }
  double const zero = -bins.first;
  if (zero > 0 && zero < static_cast<double>(bins.count.size())) {
    out.put(
        "<line class=\"axis\" x1=\"{0:.1f}\" y1=\"{1:.1f}\" x2=\"{0:.1f}\" y2=\"{2:.1f}\" "
        "stroke-dasharray=\"3 3\"/>\n",
        frame.x(zero), frame.top, frame.bottom);
  }
  out.put("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{} ({})</text>\n",
          (frame.left + frame.right) / 2, frame.height - 6, title, out.numbers().time_unit_name());
}

void write_bars(html_writer& out, histogram_frame const& frame) {
  auto const& bins = frame.bins;
  for (std::size_t bin = 0; bin < bins.count.size(); ++bin) {
    if (bins.count[bin] == 0) continue;
    double const left = frame.x(static_cast<double>(bin)),
                 width = frame.x(static_cast<double>(bin) + 1) - left;
    double const height = std::max(frame.bottom - frame.y(static_cast<double>(bins.count[bin])), 1.5);
    out.put("<g><title>{}</title>", bin_title(out.numbers(), bins, bin));
    out.put("<rect class=\"hover\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>", left,
            frame.top, width, frame.bottom - frame.top);
    out.put("<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/></g>\n",
            bins.first + static_cast<double>(bin) < 0 ? "late" : "met", left + 0.5, frame.bottom - height,
            std::max(width - 1, 1.0), height);
  }
}

}  // namespace

void write_histogram(html_writer& out, report_input const& input, split side) {
  char const* const title = side == split::late ? "Setup slack" : "Hold slack";
  auto const slacks = worst_slacks(input, side);
  out.put("<section class=\"card\">\n<h3>{}</h3>\n", title);
  if (slacks.empty()) {
    out.put("<p class=\"soft\">No endpoint has a {} check.</p>\n</section>\n",
            side == split::late ? "setup" : "hold");
    return;
  }
  auto const bins = make_slack_bins(slacks);
  auto const tallest = static_cast<double>(*std::max_element(bins.count.begin(), bins.count.end()));
  double const step = std::max(nice_step(tallest / 4), 1.0);
  histogram_frame const frame{bins, std::ceil(tallest / step) * step};
  out.put("<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{} of {} endpoints\">\n", frame.width,
          frame.height, title, grouped(static_cast<std::int64_t>(slacks.size())));
  write_count_axis(out, frame, step);
  write_bars(out, frame);
  write_slack_axis(out, frame, title);
  out.put("</svg>\n");
  if (bins.open_low)
    out.put("<p class=\"soft\">The first bar also holds slacks down to {} {}.</p>\n", out.time(bins.least),
            out.numbers().time_unit_name());
  if (bins.open_high)
    out.put("<p class=\"soft\">The last bar also holds slacks up to {} {}.</p>\n", out.time(bins.most),
            out.numbers().time_unit_name());
  out.put("</section>\n");
}

}  // namespace gsta::detail
