#pragma once

#include <utility>

#include "gsta/core/error.hpp"
#include "gsta/core/math.hpp"
#include "gsta/core/units.hpp"
#include "gsta/lut/lut_pool.hpp"

/// What lut_pool_builder does: maps of vectors take long to compile, so gsta::host has it ready.
namespace gsta {

GSTA_HOST_INLINE id lut_pool_builder::add(std::vector<float> x, std::vector<float> y,
                                          std::vector<float> const& values) {
  if (x.empty()) x = {0.0f};
  if (y.empty()) y = {0.0f};
  require(values.size() == x.size() * y.size(), "lut_pool_builder: values do not fill the axes");
  for (auto const* const of : {&std::as_const(x), &std::as_const(y), &values})
    for (float const number : *of)
      require(math::is_within(number, most_time),
              "lut_pool_builder: a table has NaN, an infinity, or a number above 9e12");
  id const x_axis = axis(x), y_axis = axis(y);
  auto const [found, fresh] = known_tables_.try_emplace({x_axis, y_axis, values}, id(tables_.size()));
  if (fresh) {
    tables_.push_back({x_axis, y_axis, static_cast<id>(values_.size())});
    values_.insert(values_.end(), values.begin(), values.end());
  }
  return found->second;
}

GSTA_HOST_INLINE id lut_pool_builder::axis(std::vector<float> const& points) {
  for (std::size_t i = 1; i < points.size(); ++i) {
    require(points[i - 1] < points[i], "lut_pool_builder: an axis must ascend");
  }
  auto const [found, fresh] = known_axes_.try_emplace(points, id(axis_begin_.size()) - 1);
  if (fresh) {
    axis_points_.insert(axis_points_.end(), points.begin(), points.end());
    axis_begin_.push_back(static_cast<id>(axis_points_.size()));
  }
  return found->second;
}

}  // namespace gsta
