// flatten on several threads against flatten on one: the same arrays, notes and errors, whatever the input
// lacks.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gsta/core/tbb_executor.hpp"
#include "gsta/flat/detail/name_places.hpp"
#include "test/flat/random_design.hpp"
#include "test/support/backends.hpp"
#include "test/support/catch.hpp"

using namespace gsta;
using namespace gsta_test;

namespace {

void check_all_threads(random_design const& m) {
  flatten_input const input{m.library, m.library, m.netlist, m.parasitics, m.constraints};
  auto const one = as_text([&](auto& notes) { return gsta::flatten(input, m.options, notes); });
  auto without_hints = m.netlist;
  for (auto& instance : without_hints.instances)
    for (auto& connection : instance.connections) connection.wire = 0;
  flatten_input const plain{m.library, m.library, without_hints, m.parasitics, m.constraints};
  bool const hints_count_for_nothing =
      one == as_text([&](auto& notes) { return gsta::flatten(plain, m.options, notes); });
  CHECK(hints_count_for_nothing);
  for (unsigned const threads : gsta_test::tested_threads) {
    tbb_executor const exec(threads);
    bool const same =
        one == as_text([&](auto& notes) { return gsta::flatten(exec, input, m.options, notes); });
    INFO("threads " << threads);
    CHECK(same);
  }
}

}  // namespace

TEST_CASE("flatten gives the same on any number of threads, also of faulty input", "[flat][small]") {
  for (std::uint64_t seed = 0; seed < 14; ++seed) {
    INFO("seed " << seed);
    random_design m(seed);
    check_all_threads(m);
    m.options.strict_parasitics = true;
    check_all_threads(m);
    if (m.netlist.instances.size() > 1) m.netlist.instances.back().name = m.netlist.instances.front().name;
    check_all_threads(m);
  }
}

namespace {
struct named {
  std::string name;
};
}  // namespace

TEST_CASE("places are found by names, and of the same name the first stays", "[flat][small]") {
  detail::name_places table;
  std::vector<named> list;
  CHECK(table.find(list, "a") == none);
  for (int i = 0; i < 5000; ++i) {
    list.push_back({std::string(static_cast<std::size_t>(i % 20), 'x') + std::to_string(i)});
    CHECK(table.add(list, list.size() - 1));
  }
  list.push_back({""});
  CHECK(table.add(list, 5000));
  list.push_back({"0"});
  CHECK_FALSE(table.add(list, 5001));
  for (int i = 0; i <= 5000; ++i) CHECK(table.find(list, list[static_cast<std::size_t>(i)].name) == i);
  CHECK(table.find(list, "0") == 0);
  CHECK(table.find(list, "y") == none);
}

TEST_CASE("several threads put names into a table, and tell whether one is there twice", "[flat]") {
  std::vector<named> list;
  for (int i = 0; i < 60000; ++i)
    list.push_back({std::string(static_cast<std::size_t>(i % 23), 'x') + "/" + std::to_string(i)});
  auto const wrong_places = [&](detail::name_places const& table, auto const& name_at, auto const& place_at) {
    std::size_t wrong = 0, next = 0;
    table.find_all(list, list.size(), name_at, [&](std::size_t i, id place) {
      wrong += i != next++ || place != place_at(i) || table.find(list, name_at(i)) != place;
    });
    return wrong + (next != list.size());
  };
  for (unsigned const threads : {1U, 2U, 16U}) {
    INFO("threads " << threads);
    tbb_executor const exec(threads);
    detail::name_places table;
    std::vector<std::string> others;
    for (auto const& one : list) others.push_back("y" + one.name);
    auto const own = [&](std::size_t i) -> std::string_view { return list[i].name; };
    auto const other = [&](std::size_t i) -> std::string_view { return others[i]; };
    auto const nowhere = [](std::size_t) { return none; };
    CHECK(wrong_places(table, own, nowhere) == 0);
    REQUIRE(table.add_distinct(exec, list));
    CHECK(wrong_places(table, own, [](std::size_t i) { return static_cast<id>(i); }) == 0);
    CHECK(wrong_places(table, other, nowhere) == 0);
    list.push_back({"x"});
    CHECK(table.find(list, "x") == none);
    CHECK(table.add(list, 60000));
    CHECK(table.find(list, "x") == 60000);
    list.pop_back();
    auto twice = list;
    twice[59999] = twice[3];
    detail::name_places empty;
    REQUIRE_FALSE(empty.add_distinct(exec, twice));
    CHECK(empty.find(twice, twice[3].name) == none);
    CHECK(empty.add(twice, 3));
    CHECK_FALSE(empty.add(twice, 59999));
    CHECK(empty.find(twice, twice[59999].name) == 3);
  }
}

TEST_CASE("names are read as their letters, joined and cleared", "[flat][small]") {
  model::name const a("ab"), b("c"), none;
  CHECK(a + b == "abc");
  CHECK(a + "/" + b == "ab/c");
  CHECK("x" + a == "xab");
  CHECK(std::string("x") + a + b == "xabc");
  CHECK(none + a == "ab");
  std::string const letters = a;
  CHECK(letters == "ab");
  auto copy = a;
  CHECK((copy == a && copy.place() != a.place()));
  copy.clear();
  CHECK((copy.empty() && copy == none && a == "ab"));
}
