#pragma once

#include <string>
#include <vector>

#include "common/progress.hpp"
#include "gsta/slack/summary.hpp"
#include "place/options.hpp"
#include "place/problem.hpp"
#include "place/schedule.hpp"

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

/// Places the problem in all modes that the options name, wirelength first, and times the results under one
/// period, which it sets in `of`. Throws: backend_unavailable, cuda_error, graph_error.
run_result run(problem& of, options const& settings, drivers::progress_bar& progress);

}  // namespace place
