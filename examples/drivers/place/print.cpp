#include "place/print.hpp"

#include <cstdint>
#include <cstring>

#include "place/chart.hpp"

namespace place {

namespace {

/// FNV-1a over the bits of all places: equal placements have equal ones.
std::uint64_t fingerprint(mode_result const& m) {
  std::uint64_t hash = 14695981039346656037u;
  for (auto const* const axis : {&m.x, &m.y}) {
    for (float const value : *axis) {
      unsigned char bytes[sizeof value];
      std::memcpy(bytes, &value, sizeof value);
      for (unsigned char const byte : bytes) hash = (hash ^ byte) * 1099511628211u;
    }
  }
  return hash;
}

/// In per cent of the same of wirelength alone; empty where there is nothing to compare with.
std::string change(double now, double before) {
  return before == 0 ? std::string("-") : format("%+.1f %%", 100 * (now / before - 1));
}

}  // namespace

char const* name_of(mode m) {
  return m == mode::wirelength ? "wirelength" : m == mode::weights ? "weights" : "gradient";
}

std::string text_of(problem const& placed, options const& settings, run_result const& result) {
  std::string out =
      format("%s: %zu cells, %zu pins, %zu nets; die %.1f um, %d x %d bins; %s\n", placed.name.c_str(),
             placed.movable(), placed.pin_cell.size(), placed.is_clock.size(),
             static_cast<double>(placed.die.side), placed.die.bins, placed.die.bins, result.device.c_str());
  out += format("period %.1f ps%s\n\n", static_cast<double>(result.period),
                settings.period > 0 ? "" : ", which wirelength alone misses by the share asked for");
  out += format("%-11s%12s%9s%13s%9s%12s%9s%8s%7s%9s\n", "mode", "HPWL um", "", "TNS ps", "", "WNS ps",
                "period", "misses", "over", "rounds");
  mode_result const* const alone = result.find(mode::wirelength);
  for (auto const& m : result.modes) {
    bool const compares = alone != nullptr && alone != &m;
    out += format(
        "%-11s%12.0f%9s%13.0f%9s%12.1f%7.1f %%%8lld%5.1f %%%9zu\n", name_of(m.kind),
        static_cast<double>(m.length), compares ? change(m.length, alone->length).c_str() : "",
        static_cast<double>(m.late.tns), compares ? change(m.late.tns, alone->late.tns).c_str() : "",
        static_cast<double>(m.late.wns), static_cast<double>(100 * m.late.wns / result.period),
        static_cast<long long>(m.late.violations), static_cast<double>(100 * m.overflow), m.record.size());
  }
  for (auto const& m : result.modes) {
    if (m.iteration_milliseconds >= 0)
      out += format("%-11s%8.3f ms an iteration\n", name_of(m.kind), m.iteration_milliseconds);
  }
  return out;
}

std::string json_of(problem const& placed, options const& settings, run_result const& result) {
  std::string out = format(
      "{\"design\": \"%s\", \"seed\": %llu, \"device\": \"%s\", \"cells\": %zu, \"pins\": %zu, "
      "\"period\": %.9g, \"hpwl_by_chance\": %.9g, \"modes\": [",
      placed.name.c_str(), static_cast<unsigned long long>(settings.seed), result.device.c_str(),
      placed.movable(), placed.pin_cell.size(), static_cast<double>(result.period), length_by_chance(placed));
  char const* before = "";
  for (auto const& m : result.modes) {
    out += format(
        "%s\n  {\"mode\": \"%s\", \"hpwl\": %.9g, \"hpwl_by_definition\": %.9g, \"overflow\": %.9g, \"wns\": "
        "%.9g, \"tns\": %.9g, "
        "\"violations\": %lld, \"iterations\": %zu, \"seconds\": %.4g, ",
        before, name_of(m.kind), static_cast<double>(m.length), length_of(placed, m.x, m.y),
        static_cast<double>(m.overflow), static_cast<double>(m.late.wns), static_cast<double>(m.late.tns),
        static_cast<long long>(m.late.violations), m.record.size(), m.seconds);
    if (m.iteration_milliseconds >= 0) out += format("\"iteration_ms\": %.4g, ", m.iteration_milliseconds);
    out += format("\"first_overflow\": %.9g, \"places\": \"%016llx\"}",
                  static_cast<double>(m.record.empty() ? 0 : m.record.front().overflow),
                  static_cast<unsigned long long>(fingerprint(m)));
    before = ",";
  }
  return out + "\n]}\n";
}

}  // namespace place
