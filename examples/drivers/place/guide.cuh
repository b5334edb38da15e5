#pragma once

#include <memory>
#include <optional>

#include "gsta/sta/gradient_plan.cuh"
#include "gsta/sta/update_plan.cuh"
#include "place/guide.hpp"

namespace place {

/// `plain_timing` on a device, by gsta's own plans, which go into the graph of the whole iteration.
class planned_timing {
 public:
  static constexpr memory_space S = memory_space::device;

  planned_timing(gsta::cuda_executor const& exec, gsta::timer<gsta::cuda_executor>& of,
                 gsta::star_view<S> const& star, bool with_gradient, float gamma) {
    if (with_gradient) {
      gsta::gradient_options settings;
      settings.cost = {gsta::smooth_goal::total, gsta::split::late, gamma};
      settings.update.extent = gsta::update_extent::endpoints;  // gradients ask for no required times
      settings.update.star = star;
      gradients_ = std::make_unique<gsta::gradient_plan>(exec, of, settings);
    } else {
      gsta::update_options<gsta::memory_space::device> settings;
      settings.extent = gsta::update_extent::all_pins;
      settings.star = star;
      update_ = std::make_unique<gsta::update_plan<gsta::cuda_executor>>(exec, of, settings);
    }
  }

  void enqueue(gsta::cuda_executor const& exec) {
    if (gradients_) {
      gradients_->run(exec);
    } else {
      update_->run(exec);
    }
  }
  plane<float const, S> gradient() const {
    if (!gradients_) return {};
    return {{gradients_->gradients().x, gradients_->gradients().y}};
  }
  span<double const, S> cost() const {
    return gradients_ ? gradients_->gradients().cost : span<double const, S>();
  }

 private:
  std::unique_ptr<gsta::update_plan<gsta::cuda_executor>> update_;
  std::unique_ptr<gsta::gradient_plan> gradients_;
};

}  // namespace place
