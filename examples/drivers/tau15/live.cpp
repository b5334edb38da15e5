#include <optional>
#include <utility>

#include "gsta/flat/match_names.hpp"
#include "gsta/sta/live_timer.hpp"
#include "tau15/timing.hpp"

namespace tau15 {

struct live_timing::timer {
  gsta::flat_design& design;
  gsta::live_timer<gsta::host_executor> live;
};

live_timing::live_timing(gsta::flat_design& design, run_options const& run)
    : timer_(new timer{design, {gsta::host_executor{}, design, options_of(run)}}) {}

live_timing::~live_timing() = default;

void live_timing::go_on_with(gsta::flat_design&& next) {
  auto const maps = gsta::match_by_name(timer_->design, next);
  timer_->live.replace(std::move(next), maps);
}

gsta::timing_snapshot live_timing::state() const {
  return gsta::take_snapshot(gsta::host_executor{}, timer_->live.timing());
}

}  // namespace tau15
