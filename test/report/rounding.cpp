// Every value is rounded once: what stands in a report twice stands there the same, and sums are right as
// printed.
#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

#include "gsta/report/report.hpp"
#include "test/report/reported_design.hpp"
#include "test/support/catch.hpp"

using namespace gsta;
using nlohmann::json;

namespace {

/// Several outputs, each behind stages of two parallel arcs, with delays and required times of all digits.
class many_stages {
 public:
  explicit many_stages(unsigned seed, int outputs, int stages) : random_(seed) {
    for (int o = 0; o < outputs; ++o) add_output("c" + std::to_string(o) + "/", stages);
  }
  flat_design flat;

 private:
  float any(float low, float high) { return std::uniform_real_distribution<float>(low, high)(random_); }

  void add_output(std::string const& name, int stages) {
    id at = flat.add_pin(name + "in");
    flat.sources.push_back({at, none, {any(0, 9), any(0, 9), any(9, 20), any(9, 20)}});
    flat.asserted_slew[static_cast<std::size_t>(at)] = same_value(1);
    for (int i = 0; i < stages; ++i) {
      id const a = flat.add_pin(name + "g" + std::to_string(i) + "/A"),
               z = flat.add_pin(name + "g" + std::to_string(i) + "/Z");
      flat.add_net(at, {a});
      flat.add_arc(a, z, any_type());
      flat.add_arc(a, z, any_type());
      at = z;
    }
    id const out = flat.add_pin(name + "out");
    flat.add_net(at, {out});
    flat.outputs.push_back(out);
    flat.requirements.push_back({out, none, {any(0, 50), any(0, 50), any(100, 300), any(100, 300)}});
  }

  id any_type() {
    auto const table = [this] { return flat.luts.add({}, {}, {any(1, 20)}); };
    arc_type type;
    type.delay = {{table(), table(), table(), table()}};
    type.slew = same_id(flat.luts.add({}, {}, {1}));
    type.edges = negative_edges();
    return flat.add_arc_type(type);
  }

  std::mt19937 random_;
};

/// Numbers in hundredths, as they are printed.
long hundredths(std::string const& text) { return std::lround(std::stod(text) * 100); }

/// Checks one path of a text report with delay and time alone, line by line; returns its slack.
std::string checked_path(std::istream& lines) {
  long last = 0, arrival = 0, required = 0;
  std::string line, slack;
  while (slack.empty() && std::getline(lines, line)) {
    std::istringstream words(line);
    std::string first, second;
    words >> first >> second;
    if (line.size() < 24 || line.find("Delay") != line.npos || line[0] != ' ') continue;
    if (line.find("slack (") != line.npos) {
      slack = first;
    } else if (line.find("data arrival time") != line.npos) {
      if (arrival == 0) CHECK(hundredths(first) == last);
      arrival = std::abs(hundredths(first));
      if (required == 0) last = 0;
    } else if (line.find("data required time") != line.npos) {
      if (required == 0) CHECK(hundredths(first) == last);
      required = hundredths(first);
    } else {
      CAPTURE(line);
      last += hundredths(first);
      CHECK(hundredths(second) == last);
    }
  }
  if (!slack.empty()) CHECK(std::abs(hundredths(slack)) == std::abs(required - arrival));
  return slack;
}

std::string text_of(double value) {
  auto const rounded = std::round(value * 100) / 100;
  std::ostringstream text;
  text.setf(std::ios::fixed);
  text.precision(2);
  text << (rounded == 0 ? 0.0 : rounded);
  return text.str();
}

}  // namespace

TEST_CASE("rounding: an endpoint's worst path has the endpoint's figures, bit by bit", "[report]") {
  auto const design = many_stages(7, 40, 17).flat;
  auto const timing = gsta_test::time_on_host(design);
  report_input input{design, timing, "top", "host"};
  input.paths = gsta_test::groups_found(design, timing, {1000, 1, true, true});
  auto const all = json::parse(report_json(input, {.pins = true}));
  REQUIRE(all["paths"].size() == 80);
  std::size_t counted_otherwise = 0;
  for (std::size_t p = 0; p < all["paths"].size(); ++p) {
    auto const& path = all["paths"][p];
    json found;
    for (auto const& row : all["endpoints"]) {
      if (row["pin"] == path["endpoint"] && row["check"] == path["check"] &&
          (found.is_null() || row["slack"] < found["slack"]))
        found = row;
    }
    CHECK(path["slack"] == found["slack"]);
    CHECK(path["required"] == found["required"]);
    CHECK(path["pins"].back()["arrival"] == found["arrival"]);
    CHECK(path["pins"].back()["edge"] == found["edge"]);
    auto const& group = input.paths[p < 40 ? 0 : 1];
    counted_otherwise += to_picoseconds(group.paths.slack[p % 40]) != path["slack"].get<float>();
  }
  CHECK(all["summary"][input.paths[0].side == split::late ? "setup" : "hold"]["worst_slack"] ==
        all["paths"][0]["slack"]);
  CHECK(counted_otherwise > 10);  // the search's own sums are others, so this was no accident
  for (auto const& path : all["paths"]) {
    for (auto const& step : path["pins"]) {
      int const c = (path["check"] == "output_setup" ? 2 : 0) + (step["edge"] == "fall" ? 1 : 0);
      auto const row = std::find_if(all["pins"].begin(), all["pins"].end(),
                                    [&](json const& pin) { return pin["pin"] == step["pin"]; });
      CHECK((*row)["at"][static_cast<std::size_t>(c)] == step["arrival"]);
    }
  }
}

TEST_CASE("rounding: worse paths stay worse, by what a search counts", "[report]") {
  auto const design = many_stages(11, 2, 6).flat;
  auto const timing = gsta_test::time_on_host(design);
  report_input input{design, timing, "top", "host"};
  input.paths = gsta_test::groups_found(design, timing, {200, 200, true, true});
  auto const all = json::parse(report_json(input));
  std::size_t at = 0;
  for (auto const& group : input.paths) {
    std::map<std::pair<id, edge>, std::pair<double, double>> first;  // slack as counted, and as reported
    for (std::size_t i = 0; i < group.paths.size(); ++i) {
      double const counted = static_cast<double>(group.paths.slack[i]) / 1000,
                   slack = all["paths"][at++]["slack"].get<double>();
      auto const [worst, is_new] =
          first.try_emplace({group.paths.check[i], group.paths.data_edge[i]}, counted, slack);
      if (!is_new) CHECK(std::abs((slack - worst->second.second) - (counted - worst->second.first)) < 1e-4);
    }
  }
  CHECK(at == 400);
}

TEST_CASE("rounding: what is printed adds up, and is the same everywhere", "[report]") {
  auto const design = many_stages(13, 60, 23).flat;
  auto const timing = gsta_test::time_on_host(design);
  report_input input{design, timing, "top", "host"};
  input.paths = gsta_test::groups_found(design, timing, {500, 3, true, true});
  for (bool const input_pins : {true, false}) {
    input.style.fields = no_fields();
    input.style.fields.input_pins = input_pins;
    std::istringstream text(report_text(input, {.summary = false}));
    auto const page = report_html(input, {.paths = 1000, .most_bytes = 100'000'000});
    std::size_t count = 0;
    for (auto slack = checked_path(text); !slack.empty(); slack = checked_path(text)) {
      ++count;
      CHECK(page.find(">" + slack + "</strong> ps") != page.npos);
    }
    CHECK(count == 360);
  }
  auto const text = report_text(input, {.endpoints = true, .paths = false});
  auto const page = report_html(input);
  for (std::size_t i = 0; i < timing.checks.size(); ++i) {
    for (int e = 0; e < 2; ++e) {
      auto const slack = text_of(timing.check_slack[i][e]);
      CHECK(text.find(" " + slack + "\n") != text.npos);
      CHECK(page.find("\">" + slack + "</td></tr>") != page.npos);
    }
  }
  std::istringstream rows(text);
  std::size_t seen = 0;
  for (std::string line; std::getline(rows, line);) {
    std::istringstream words(line);
    std::string pin, edge, check, group, arrival, required, slack;
    words >> pin >> edge >> check >> group >> arrival >> required >> slack;
    if (!check.starts_with("output_")) continue;
    ++seen;
    long const left = hundredths(required) - hundredths(arrival);
    CHECK(hundredths(slack) == (check == "output_setup" ? left : -left));
  }
  CHECK(seen == 240);
}
