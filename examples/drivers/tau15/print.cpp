#include "tau15/print.hpp"

#include "gsta/core/math.hpp"

namespace tau15 {

using gsta::id;

pin_values values_of(gsta::timing_snapshot const& state, id pin) {
  id const node = state.pin_begin[pin];
  return {state.node_arrival[node], state.slew[pin], state.node_required[node], state.node_slack[node]};
}

void print_value(float value, int condition, value_kind kind, std::FILE* output) {
  if (!gsta::math::is_defined(value)) {
    bool const positive =
        kind == value_kind::slack || (kind == value_kind::required) == gsta::is_late(condition);
    value = positive ? 987654.0f : -987654.0f;
  }
  std::fprintf(output, "%.4f\n", static_cast<double>(value));
}

namespace {
char const* type_name(gsta::check_kind kind) {
  gsta::check_rule const& rule = gsta::rule_of(kind);
  return rule.origin != gsta::check_origin::library ? "RAT" : rule.late ? "Setup" : "Hold";
}

void print_conditions(gsta::per_condition<float> const& values, std::FILE* output) {
  for (int c = 0; c < gsta::conditions; ++c) {
    if (gsta::math::is_defined(values[c])) {
      std::fprintf(output, "\t%.9g", static_cast<double>(values[c]));
    } else {
      std::fputs("\t-", output);
    }
  }
}
}  // namespace

void print_paths(found_paths const& found, gsta::flat_design const& design, std::FILE* output) {
  auto const& paths = found.paths;
  std::fprintf(output, "report_worst_paths %zu\n", paths.size());
  for (std::size_t p = 0; p < paths.size(); ++p) {
    gsta::check_kind const kind = found.checks[paths.check[p]].kind;
    std::fprintf(output, "Path %zu: %s %.4f %lld %c\n", p + 1, type_name(kind),
                 static_cast<double>(paths.slack[p]) / 1000.0,
                 static_cast<long long>(paths.begin[p + 1] - paths.begin[p]), is_late(kind) ? 'L' : 'E');
    for (auto i = paths.begin[p + 1]; i-- > paths.begin[p];) {
      std::fprintf(output, "%s %c\n", std::string(design.pin_name[found.node_pin[paths.node[i]]]).c_str(),
                   paths.edge[i] == gsta::edge::rise ? 'R' : 'F');
    }
  }
}

void print_pins(gsta::flat_design const& design, gsta::timing_snapshot const& state, std::FILE* output) {
  std::fputs("pin", output);
  for (char const* value : {"at", "slew", "rat", "slack"}) {
    for (char const* condition : {"ER", "EF", "LR", "LF"}) std::fprintf(output, "\t%s_%s", value, condition);
  }
  std::fputc('\n', output);
  for (std::size_t pin = 0; pin < design.pin_name.size(); ++pin) {
    pin_values const values = values_of(state, static_cast<id>(pin));
    std::fwrite(design.pin_name[pin].data(), 1, design.pin_name[pin].size(), output);
    for (auto const* v : {&values.arrival, &values.slew, &values.required, &values.slack})
      print_conditions(*v, output);
    std::fputc('\n', output);
  }
}

std::string loop_sentence(gsta::graph_error const& loop, gsta::flat_design const& design) {
  std::string sentence = "the design has a combinational loop:";
  for (id const pin : loop.pins) sentence.append(" ").append(design.pin_name[pin]);
  return sentence;
}

}  // namespace tau15
