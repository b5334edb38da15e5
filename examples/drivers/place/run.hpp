#pragma once

#include <string>
#include <vector>

#include "common/progress.hpp"
#include "gsta/slack/summary.hpp"
#include "place/options.hpp"
#include "place/problem.hpp"
#include "place/schedule.hpp"
#include "place/shortest.hpp"

namespace place {

/// How one mode ended.
struct mode_result {
  mode kind = mode::wirelength;
  std::vector<iteration_record> record;  ///< [iterations]
  std::vector<float> x, y;               ///< [cells] um
  std::vector<float> slack;              ///< [cells] ps, late, of the worst pin; infinite where none is timed
  std::vector<id> worst_path;            ///< its pins, from its start to the worst endpoint
  float length = 0, overflow = 0;        ///< um, share of the cells' area
  gsta::slack_summary late;
  double seconds = 0;                  ///< of all iterations
  double iteration_milliseconds = -1;  ///< where it was measured
};

struct run_result {
  std::string device;  ///< "host" or "cuda"
  float period = 0;    ///< ps
  std::vector<mode_result> modes;

  mode_result const* find(mode kind) const;
};

/// The shortest periods of one mode.
struct mode_periods {
  mode kind = mode::wirelength;
  std::vector<found_period> period;  ///< [seeds]
  std::vector<float> length;         ///< [seeds] um, under the period that was met
  std::vector<float> overflow;       ///< [seeds] likewise, share of the cells' area

  double median() const;  ///< ps, of what was met
};

struct periods_result {
  std::string device, design;  ///< design: without its seed
  std::size_t cells = 0, pins = 0;
  double precision = 0;
  std::vector<std::uint64_t> seeds;
  std::vector<mode_periods> modes;

  mode_periods const* find(mode kind) const;
};

/// Looks for the shortest period that each mode meets, for each seed: all modes from the same first places
/// and the same first period, that which wirelength alone needs. Throws: as `run`, input_error,
/// argument_error.
periods_result find_periods(options const& settings, drivers::progress_bar& progress);

/// Places the problem in all modes that the options name, wirelength first, and times the results under one
/// period, which it sets in `of`. Throws: backend_unavailable, cuda_error, graph_error.
run_result run(problem& of, options const& settings, drivers::progress_bar& progress);

}  // namespace place
