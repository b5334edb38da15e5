// What constraints leave open, and clock networks, in JSON.

#include "src/report/json_constraints.hpp"

#include <vector>

#include "gsta/report/check_setup.hpp"
#include "gsta/report/clock_report.hpp"
#include "gsta/report/report_input.hpp"
#include "gsta/report/unconstrained.hpp"
#include "src/report/clock_rows.hpp"
#include "src/report/figures.hpp"
#include "src/report/json_writer.hpp"
#include "src/report/rows.hpp"

namespace gsta::detail {
namespace {

void write_setup(json_writer& out, report_input const& input) {
  for (auto const& found : check_setup(input)) {
    out.line();
    out.open('{');
    out.key("check").text(name_of(found.of));
    out.key("count").count(static_cast<std::int64_t>(found.count));
    out.key("names").open('[');
    for (auto const& name : found.names) out.text(name);
    out.close(']');
    out.close('}');
  }
}

void write_unconstrained(json_writer& out, report_input const& input,
                         std::vector<unconstrained_endpoint> const& open) {
  auto const reason = [&](char const* side, unconstrained_reason of) {
    out.key(side);
    of == unconstrained_reason::has_slack ? out.null() : out.text(name_of(of, false));
  };
  for (auto const& end : open) {
    out.line();
    out.open('{');
    out.key("pin").text(pin_name_of(input, end.pin));
    reason("setup", end.setup);
    reason("hold", end.hold);
    out.close('}');
  }
}

void write_clock_latency(json_writer& out, report_input const& input) {
  auto const put = [&](char const* name, clock_delay const& delay) {
    out.key(name).open('{');
    out.key("pin").text(pin_name_of(input, delay.pin));
    out.key("source").number(delay.source);
    out.key("network").number(delay.network);
    out.close('}');
  };
  for (auto const& row : latencies_of(input)) {
    out.line();
    out.open('{');
    out.key("clock").text(clock_name_of(input.design, 2 * row.clock));
    out.key("source_edge").text(name_of(row.at_source));
    out.key("pin_edge").text(name_of(row.at_pin));
    put("shortest", row.shortest);
    put("longest", row.longest);
    out.close('}');
  }
}

void write_clock_skew(json_writer& out, report_input const& input) {
  auto const credited = skews_of(input, true);
  auto const figures = [&](clock_skew const& row) {
    out.key("launch_pin").text(pin_name_of(input, row.launch));
    out.key("capture_pin").text(pin_name_of(input, row.capture));
    out.key("launch_latency").number(row.launch_latency);
    out.key("capture_latency").number(row.capture_latency);
    out.key("uncertainty").number(row.uncertainty);
    out.key("skew").number(row.skew());
  };
  for (auto const& row : skews_of(input)) {
    out.line();
    out.open('{');
    out.key("clock").text(clock_name_of(input.design, 2 * row.clock));
    out.key("side").text(row.side == split::late ? "setup" : "hold");
    figures(row);
    out.key("with_credit");
    if (auto const* const with = same_of(credited, row)) {
      out.open('{');
      figures(*with);
      out.key("credit").number(with->credit);
      out.close('}');
    } else {
      out.null();
    }
    out.close('}');
  }
}

}  // namespace

void write_constraints(json_writer& out, report_input const& input, report_parts const& parts,
                       std::vector<unconstrained_endpoint> const& open) {
  out.key("unconstrained").open('[');
  if (parts.unconstrained) write_unconstrained(out, input, open);
  out.close(']');
  out.key("check_setup").open('[');
  if (parts.check_setup) write_setup(out, input);
  out.close(']');
  out.key("clock_latency").open('[');
  if (parts.clock_latency) write_clock_latency(out, input);
  out.close(']');
  out.key("clock_skew").open('[');
  if (parts.clock_skew) write_clock_skew(out, input);
  out.close(']');
}

}  // namespace gsta::detail
