// Which operating conditions constraints choose for early and for late arrivals.
#include "test/io/sdc_design.hpp"

using namespace gsta_test::sdc;

namespace {

struct conditions_case {
  std::string text, early, late;
  std::size_t left_out = 0;
};

}  // namespace

TEST_CASE("conditions are chosen for early and late arrivals, the last command counts", "[sdc]") {
  std::string const set = "set_operating_conditions ";
  for (auto const& one : std::vector<conditions_case>{
           {"# none", "", ""},
           {set + "slow", "slow", "slow"},
           {set + "-library lib slow", "slow", "slow"},
           {set + "-library [get_libs lib] slow", "slow", "slow"},
           {set + "-max slow", "", "slow"},
           {set + "-min fast -max slow", "fast", "slow"},
           {set + "-min fast -min_library lib -max slow -max_library lib", "fast", "slow"},
           {set + "-analysis_type on_chip_variation -min fast -max slow", "fast", "slow"},
           {set + "slow; " + set + "-min fast", "fast", "slow"},
           {set + "-analysis_type bc_wc -min fast -max slow", "fast", "slow", 1},
           {set + "odd", "", "", 1},
           {set + "-library other slow", "", "", 1},
           {set + "-min fast -max odd", "fast", "", 1},
           {set + "-object_list b1 slow", "", "", 1}}) {
    INFO(one.text);
    auto const r = read(one.text);
    CHECK(r.constraints.operating[0].name == one.early);
    CHECK(r.constraints.operating[1].name == one.late);
    CHECK(r.seen.not_applied().count == one.left_out);
  }
  auto const r = read("\n" + set + "-library lib slow");
  CHECK(r.constraints.operating[1].library == "lib");
  CHECK(r.constraints.operating[1].at.line == 2);
}
