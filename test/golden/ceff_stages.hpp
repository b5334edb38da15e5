#pragma once

#include <optional>

#include "gsta/flat/detail/timing_groups.hpp"
#include "test/golden/ceff_designs.hpp"

namespace gsta_test {

/// A sink of a stage: ps, and how OpenSTA came to it.
struct golden_sink {
  std::string name;
  std::optional<double> elmore;
  double delay, slew;
  std::string branch;
};

/// A row of stages.tsv in ps, fF and kOhm: a driver's arc under one condition, with the sinks behind it; or
/// an input port's one sink.
struct golden_stage {
  std::string driver, cell, from, to;
  std::size_t group;  ///< of those between the two pins
  int in_edge, condition;
  double in_slew, near_end, resistance, far_end;
  std::string way;  ///< Pi, c2=0, cap, lumped or port
  double effective, delay, slew;
  std::vector<golden_sink> sinks;
};

/// Names without what escapes their brackets.
inline std::string plain_name(std::string name) {
  std::erase(name, '\\');
  return name;
}

inline golden_sink read_sink(std::string const& text) {
  std::istringstream words(text);
  golden_sink sink;
  std::string elmore, delay, slew;
  words >> sink.name >> elmore >> delay >> slew >> sink.branch;
  INFO(text);
  REQUIRE(!sink.branch.empty());
  sink.name = plain_name(sink.name);
  if (std::stod(elmore) >= 0) sink.elmore = std::stod(elmore) * 1e12;
  sink.delay = std::stod(delay) * 1e12;
  sink.slew = std::stod(slew) * 1e12;
  return sink;
}

inline std::vector<golden_stage> read_ceff_stages(std::filesystem::path const& file) {
  std::ifstream stream(file);
  INFO("file " << file.string());
  REQUIRE(stream.good());
  std::vector<golden_stage> stages;
  auto const number = [](std::string const& word, double scale) {
    return word == "-" ? 0 : std::stod(word) * scale;
  };
  for (std::string line; std::getline(stream, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::vector<std::string> field;
    std::istringstream fields(line);
    for (std::string one; std::getline(fields, one, '\t');) field.push_back(one);
    REQUIRE(field.size() >= 18);
    golden_stage stage{plain_name(field[0]),
                       field[1],
                       field[2],
                       field[3],
                       std::stoul(field[4]),
                       field[5] == "v" ? 1 : 0,
                       (field[7] == "late" ? 2 : 0) + (field[6] == "v" ? 1 : 0),
                       number(field[8], 1e12),
                       number(field[9], 1e15),
                       number(field[10], 1e-3),
                       number(field[11], 1e15),
                       field[13],
                       number(field[15], 1e15),
                       number(field[16], 1e12),
                       number(field[17], 1e12),
                       {}};
    for (std::size_t k = 18; k < field.size(); ++k) stage.sinks.push_back(read_sink(field[k]));
    stages.push_back(std::move(stage));
  }
  REQUIRE(stages.size() > 10);
  return stages;
}

/// The tables of libraries as the solver takes them, for stages one at a time.
class stage_bench {
 public:
  stage_bench(gsta::model::library const& library) : library_(library) {}

  /// A type for the group of a stage's cell that the row names; none where the library has none.
  gsta::id type_of(golden_stage const& stage) {
    gsta::model::cell const* const cell = library_.find_cell(stage.cell);
    gsta::model::pin const* const pin = cell == nullptr ? nullptr : cell->find_pin(stage.to);
    if (pin == nullptr) return gsta::none;
    // What lets an output go is numbered apart from what drives it.
    for (bool const lets_go : {false, true}) {
      std::size_t at = 0;
      for (auto const& group : pin->timing) {
        bool const related = std::find(group.related_pins.begin(), group.related_pins.end(), stage.from) !=
                             group.related_pins.end();
        if (!related || gsta::detail::check_of(group.type) != nullptr) continue;
        if (gsta::detail::is_three_state_disable(group.type) != lets_go || at++ != stage.group) continue;
        if (makes(group, stage)) return type_of(group, *cell, stage.condition);
      }
    }
    return gsta::none;
  }

  /// Where the libraries of a stress test measure, instead of their own.
  std::optional<gsta::slew_measure> measured;

  gsta::flat_design const& tables() const noexcept { return tables_; }
  double derate_of(gsta::id type) const {
    return tables_
        .measures[static_cast<std::size_t>(tables_.arc_types[static_cast<std::size_t>(type)].measure)]
        .derate;
  }

 private:
  static bool makes(gsta::model::timing_group const& group, golden_stage const& stage) {
    auto const inputs = gsta::detail::edges_into(group.type, group.sense, stage.condition % 2);
    for (int i = 0; i < inputs.count; ++i) {
      if (static_cast<int>(inputs.edges[i]) == stage.in_edge) return true;
    }
    return false;
  }
  gsta::id type_of(gsta::model::timing_group const& group, gsta::model::cell const& cell, int c) {
    auto const [found, fresh] = types_.try_emplace({&group, c % 2}, gsta::none);
    if (!fresh) return found->second;
    gsta::arc_type type;
    gsta::id const delay = add(group.delay[c % 2]), slew = add(group.transition[c % 2]);
    if (delay == gsta::none || slew == gsta::none) return gsta::none;
    for (int each = c % 2; each < gsta::conditions; each += 2) {
      type.delay[each] = delay;
      type.slew[each] = slew;
    }
    type.measure = measure_of(library_.thresholds_of(cell));
    return found->second = tables_.add_arc_type(type);
  }
  /// A row for each library.
  gsta::id measure_of(gsta::model::thresholds const& own) {
    auto const [found, fresh] = measures_.try_emplace(&own, gsta::none);
    if (!fresh) return found->second;
    gsta::slew_measure const measure{{own.output_delay[0], own.output_delay[1]},
                                     {own.slew_lower[0], own.slew_lower[1]},
                                     {own.slew_upper[0], own.slew_upper[1]},
                                     own.slew_derate};
    return found->second = tables_.add_measure(measured.value_or(measure));
  }
  gsta::id add(gsta::model::table const& table) {
    if (table.empty()) return gsta::none;
    auto const turned = gsta::detail::orient(table, false);
    return turned.understood ? tables_.luts.add(turned.x, turned.y, turned.values) : gsta::none;
  }

  gsta::model::library const& library_;
  gsta::flat_design tables_;
  std::map<std::pair<gsta::model::timing_group const*, int>, gsta::id> types_;
  std::map<gsta::model::thresholds const*, gsta::id> measures_;
};

/// What the solver makes of a stage and its sinks with Elmore's delays, before the sinks' own thresholds.
struct solved_stage {
  double delay, slew;
  bool lumped, no_ramp;
  std::vector<std::pair<double, double>> sinks;  ///< delay, slew
};

template <class R>
using host_measures = gsta::detail::ceff::measures_view<R, gsta::memory_space::host>;

template <class R>
host_measures<R> measures_of(gsta::effective_view<gsta::memory_space::host> const& of) {
  if constexpr (std::is_same_v<R, double>) {
    return of.in_double;
  } else {
    return of.single;
  }
}

template <class R>
solved_stage solve_stage(gsta::flat_design const& tables, host_measures<R> const& measures, gsta::id type_id,
                         golden_stage const& stage, std::vector<double> const& elmore) {
  namespace ceff = gsta::detail::ceff;
  using N = gsta::math::rounded<R>;
  gsta::arc_type const& type = tables.arc_types[static_cast<std::size_t>(type_id)];
  auto const number = [](double x) { return N::of(static_cast<R>(static_cast<float>(x))); };
  auto const measure = measures.at(type.measure, gsta::edge_of(stage.condition));
  auto const row = ceff::rows_of(tables.luts.view(), type, stage.condition, number(stage.in_slew));
  bool const is_lump = stage.way == "lumped" || stage.resistance == 0;
  double const load = stage.way == "lumped" ? stage.effective : stage.near_end + stage.far_end;
  ceff::pi_network<R> const pi{number(load), number(is_lump ? 0 : stage.resistance),
                               number(is_lump ? 0 : stage.far_end)};
  auto const solved = ceff::solve_driver(row, measure, pi, ceff::solver_trips{});
  solved_stage result{solved.delay.value, solved.slew.value, solved.is_lumped, solved.has_no_ramp, {}};
  for (double const one : elmore) {
    auto const sink = ceff::solve_sink(solved, measure, number(one), ceff::solver_trips{});
    result.sinks.emplace_back(sink.delay.value, sink.slew.value);
  }
  return result;
}

}  // namespace gsta_test
