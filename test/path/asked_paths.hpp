#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "gsta/path/find_paths.hpp"
#include "test/path/any_engine.hpp"

namespace gsta_test {

/// A query of arrays whose pins are their nodes, and its points as a constraint by node.
struct asked_paths {
  gsta::path_query query{};
  std::optional<gsta::schemes::any_path_engine> engine{};
  gsta::constraint_form form = gsta::constraint_form::automatic;
  gsta::path_constraint points{};

  void set_points(gsta::path_constraint const& of) {
    points = of;
    if (!of.from.empty()) query.from = points_at(of.from);
    if (!of.to.empty()) query.to = points_at(of.to);
    for (auto const& pins : of.through) query.through.push_back(points_at(pins));
  }

 private:
  static gsta::path_points points_at(std::vector<gsta::constraint_pin> const& pins) {
    gsta::path_points result;
    for (auto const& pin : pins) result.pins.push_back({pin.node, pin.rise, pin.fall});
    return result;
  }
};

template <class E>
gsta::path_set find_set(E const& exec, gsta::path_arrays<E::space> const& of, asked_paths const& asked) {
  if (!asked.engine)
    return to_path_set(exec, gsta::find_paths(exec, of, asked.query, {.form = asked.form}).view);
  auto const find = [&](auto const& engine) {
    return to_path_set(exec,
                       gsta::find_paths(exec, of, asked.query, gsta::path_scheme{engine, asked.form}).view);
  };
  return std::visit(find, *asked.engine);
}
template <class E>
gsta::path_set find_set(E const& exec, gsta::path_arrays<E::space> const& of, gsta::path_query const& query) {
  return to_path_set(exec, gsta::find_paths(exec, of, query).view);
}

}  // namespace gsta_test
