#include <utility>

#include "gsta/flat/match_names.hpp"
#include "gsta/path/worst_path.hpp"
#include "gsta/sta/cell_swapper.hpp"
#include "gsta/sta/live_timer.hpp"
#include "tau15/timing.hpp"

namespace tau15 {

using gsta::memory_space;

struct live_timing::timer {
  gsta::flat_design& design;
  gsta::live_timer<gsta::host_executor> live;
  gsta::cell_swapper cells;
};

live_timing::live_timing(gsta::flat_design& design, gsta::model::library const& early,
                         gsta::model::library const& late, run_options const& run)
    : timer_(new timer{
          design, {gsta::host_executor{}, design, options_of(run)}, {early, late, flattening(true)}}) {}

live_timing::~live_timing() = default;

void live_timing::go_on_with(gsta::flat_design&& next) {
  auto const maps = gsta::match_by_name(timer_->design, next);
  timer_->live.replace(std::move(next), maps);
  timer_->cells.forget_design();
}

bool live_timing::swap_cell(gsta::id first_pin, std::string const& from, std::string const& to) {
  return timer_->cells.swap(timer_->live.edits(), first_pin, from, to);
}

void live_timing::update() { timer_->live.update(); }

pin_values live_timing::values_of(gsta::id pin) const {
  auto const& t = timer_->live.timing();
  gsta::id const node = t.nodes().pin_begin[pin];
  return {t.view().node_arrival[node], t.view().slew[pin], t.view().node_required[node],
          t.view().node_slack[node]};
}

found_paths live_timing::worst_paths(std::size_t count) const {
  auto const paths = find_paths(gsta::host_executor{}, timer_->live, worst_query(count));
  auto const& t = timer_->live.timing();
  return {extend_to_clock_source(path_problem_of(t), t.view().node_predecessor, paths.view),
          t.view().checks.check, t.view().node_pin};
}

gsta::timing_snapshot live_timing::state() const {
  return gsta::take_snapshot(gsta::host_executor{}, timer_->live.timing());
}

}  // namespace tau15
