// Paths of a timer by the papers' engines are those of the default.
#include "gsta/schemes/path_engines.hpp"
#include "gsta/sta/find_paths.hpp"
#include "test/support/catch.hpp"
#include "test/support/two_registers.hpp"

using namespace gsta;

namespace {

flat_design make_design() {
  gsta_test::two_registers design;
  design.flat.clocks.push_back({100'000, {0, 50'000}});
  design.flat.requirements.push_back({gsta_test::two_registers::out, none, {0, 0, 50, 60}});
  design.flat.outputs.push_back(gsta_test::two_registers::out);
  return std::move(design.flat);
}

bool same_paths(path_buffers<memory_space::host> const& a, path_buffers<memory_space::host> const& b) {
  host_executor const exec;
  path_set const x = to_path_set(exec, a.view), y = to_path_set(exec, b.view);
  return x.begin == y.begin && x.node == y.node && x.edge == y.edge && x.arc == y.arc && x.slack == y.slack &&
         x.check == y.check;
}

}  // namespace

TEST_CASE("a timer's paths by an engine of a paper are those of the default, in any form",
          "[schemes][small]") {
  host_executor const exec;
  flat_design const design = make_design();
  timer<host_executor> t(exec, design);
  t.update(exec);
  path_points through;
  through.pins.push_back({gsta_test::two_registers::nand_z});
  for (auto const side : {std::optional(split::late), std::optional(split::early), std::optional<split>()}) {
    path_query const query{.side = side, .k = 5, .through = {through}};
    path_query by_group = query;
    by_group.by_group = true;
    auto const wanted = find_paths(exec, t, query), groups = find_paths(exec, t, design, by_group);
    REQUIRE(wanted.view.size() > 1);
    for (auto const form : {constraint_form::automatic, constraint_form::states, constraint_form::labels}) {
      auto const agrees = [&](auto const& engine) {
        path_scheme const scheme{engine, form};
        return same_paths(find_paths(exec, t, query, scheme), wanted) &&
               same_paths(find_paths(exec, t, design, by_group, scheme), groups);
      };
      CHECK(agrees(schemes::dual_queue{}));
      CHECK(agrees(schemes::level_mdl{}));
      CHECK(agrees(schemes::any_path_engine{schemes::level_mdl{.most_deviations = 1000}}));
      CHECK(agrees(path_engine::bounded));
    }
    auto const best_alone = path_scheme{schemes::level_mdl{.most_deviations = 0}};
    CHECK(find_paths(exec, t, query, best_alone).view.size() < wanted.view.size());
  }
}
