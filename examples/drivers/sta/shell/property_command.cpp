// get_property of pins and ports, with what timing knows.
#include <algorithm>
#include <cmath>
#include <limits>

#include "sta/shell/commands.hpp"
#include "sta/shell/report_text.hpp"

namespace sta::shell {

namespace {

/// `slack_max_rise` and such, taken apart.
struct timing_property {
  enum class figure { slack, slew, arrival } of;
  bool late, rise, fall;

  /// False where it is no property of timing.
  static bool parse(std::string_view name, timing_property& into) {
    auto const take = [&](std::string_view word) {
      if (!name.starts_with(word)) return false;
      name.remove_prefix(word.size());
      return true;
    };
    into.rise = into.fall = true;
    if (take("slack_")) {
      into.of = figure::slack;
    } else if (take("slew_")) {
      into.of = figure::slew;
    } else if (take("arrival_")) {
      into.of = figure::arrival;
    } else {
      return false;
    }
    into.late = name.starts_with("max");
    if (!take("max") && !take("min")) return false;
    if (take("_rise")) into.fall = false;
    if (take("_fall")) into.rise = false;
    return name.empty();
  }
};

/// The worst of the edges that are asked for: the least slack, and what is extreme for the side of slews and
/// arrivals; infinite where it is undefined.
double value_of(gsta::reported_pin const& pin, timing_property const& property) {
  using figure = timing_property::figure;
  bool const largest = property.late && property.of != figure::slack;
  double worst = std::numeric_limits<double>::infinity() * (largest ? -1 : 1);
  for (int c = 0; c < gsta::conditions; ++c) {
    bool const is_asked = gsta::edge_of(c) == 0 ? property.rise : property.fall;
    if (gsta::is_late(c) != property.late || !is_asked) continue;
    double const value = property.of == figure::slack  ? static_cast<double>(pin.slack[c])
                         : property.of == figure::slew ? static_cast<double>(pin.slew[c])
                                                       : pin.arrival[c];
    worst = largest ? std::max(worst, value) : std::min(worst, value);
  }
  return worst;
}

/// What SDC's own get_property says, by the command that it was.
std::string ask_sdc(interpreter& tcl, Tcl_CmdInfo const& sdc, words const& given) {
  std::vector<Tcl_Obj*> objects{Tcl_NewStringObj("get_property", -1)};
  for (auto const& word : given) objects.push_back(Tcl_NewStringObj(word.c_str(), -1));
  for (auto* const object : objects) Tcl_IncrRefCount(object);
  int const code =
      sdc.objProc(sdc.objClientData, tcl.tcl(), static_cast<int>(objects.size()), objects.data());
  for (auto* const object : objects) Tcl_DecrRefCount(object);
  std::string const result = Tcl_GetStringResult(tcl.tcl());
  if (code != TCL_OK) throw refusal(result);
  return result;
}

std::string get_property(interpreter& tcl, design_state& design, Tcl_CmdInfo const& sdc, words const& given) {
  static constexpr char const* usage = "[-object_type TYPE] [-class TYPE] [-quiet] OBJECT PROPERTY";
  arguments const in(usage, given);
  in.expect_rest(2, 2);
  timing_property property{};
  if (!timing_property::parse(in.rest()[1], property)) return ask_sdc(tcl, sdc, given);
  using sort = gsta::io::sdc_named::sort;
  auto const objects =
      design.constraints().objects(in.rest()[0], {sort::port, sort::pin, sort::cell, sort::net, sort::clock});
  if (objects.empty()) throw refusal("there is no object to have the property " + in_quotes(in.rest()[1]));
  words values;
  for (auto const& object : objects) {
    gsta::id const pin =
        object.is == sort::pin || object.is == sort::port ? design.find_pin(object.name) : gsta::none;
    if (pin == gsta::none)
      throw refusal(in_quotes(object.name) + " is no pin or port that timing knows: it has no " +
                    in.rest()[1]);
    constexpr int digits = 9;
    double const value = value_of(design.look_at(pin), property);
    values.push_back(std::isfinite(value) ? short_time_text(design, value, digits) : "INF");
  }
  return values.size() == 1 ? values[0] : interpreter::list_of(values);
}

}  // namespace

void add_property_command(interpreter& tcl, design_state& design) {
  Tcl_CmdInfo sdc{};
  if (Tcl_GetCommandInfo(tcl.tcl(), "get_property", &sdc) == 0) return;
  for (auto const* const name : {"get_property", "get_attribute"}) {
    tcl.add(name, "OBJECT PROPERTY",
            [&tcl, &design, sdc](words const& given) { return get_property(tcl, design, sdc, given); });
  }
}

}  // namespace sta::shell
