// A library that was saved is the library that was read: record by record by its bytes, and in what flatten
// makes of it.
#include "gsta/io/library_snapshot.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>
#include <stdexcept>

#include "gsta/io/liberty.hpp"
#include "test/io/liberty_writer.hpp"
#include "test/io/own_folder.hpp"
#include "test/support/catch.hpp"

namespace io = gsta::io;
namespace model = gsta::model;

namespace {

using gsta_test::own_folder, gsta_test::slurp;

std::string saved_bytes(own_folder const& folder, model::library const& library,
                        model::diagnostics const& seen) {
  io::save_library(folder.file("saved"), library, seen);
  return slurp(folder.file("saved"));
}

bool same_table(model::table const& a, model::table const& b) {
  return a.variable_1 == b.variable_1 && a.variable_2 == b.variable_2 && a.index_1 == b.index_1 &&
         a.index_2 == b.index_2 && a.values == b.values;
}

/// By hand what matters most; the bytes say the rest, as far as all fields are among them.
void compare(model::library const& got, model::library const& wanted) {
  CHECK(got.name == wanted.name);
  CHECK(got.file == wanted.file);
  CHECK(got.time_unit_ps == wanted.time_unit_ps);
  CHECK(got.capacitance_unit_ff == wanted.capacitance_unit_ff);
  REQUIRE(got.cells.size() == wanted.cells.size());
  CHECK(got.cell_index == wanted.cell_index);
  for (std::size_t c = 0; c < got.cells.size(); ++c) {
    auto const &a = got.cells[c], &b = wanted.cells[c];
    CHECK(a.name == b.name);
    CHECK(a.states.size() == b.states.size());
    CHECK(a.buses.size() == b.buses.size());
    REQUIRE(a.pins.size() == b.pins.size());
    for (std::size_t p = 0; p < a.pins.size(); ++p) {
      CHECK(a.pins[p].name == b.pins[p].name);
      CHECK(a.pins[p].function == b.pins[p].function);
      CHECK(a.pins[p].direction == b.pins[p].direction);
      CHECK(a.pins[p].capacitance[1][0] == b.pins[p].capacitance[1][0]);
      CHECK(a.pins[p].rules.max_transition == b.pins[p].rules.max_transition);
      REQUIRE(a.pins[p].timing.size() == b.pins[p].timing.size());
      for (std::size_t g = 0; g < a.pins[p].timing.size(); ++g) {
        auto const &x = a.pins[p].timing[g], &y = b.pins[p].timing[g];
        CHECK((x.related_pins == y.related_pins && x.type == y.type && x.sense == y.sense &&
               x.when == y.when && x.line == y.line));
        for (int e = 0; e < 2; ++e)
          CHECK((same_table(x.delay[e], y.delay[e]) && same_table(x.transition[e], y.transition[e]) &&
                 same_table(x.constraint[e], y.constraint[e])));
      }
    }
  }
}

void comes_back(own_folder const& folder, std::string const& file) {
  CAPTURE(file);
  model::diagnostics read, loaded;
  auto const wanted = io::load_library(file, read);  // text
  auto const bytes = saved_bytes(folder, wanted, read);
  auto const got = io::load_library(folder.file("saved"), loaded);  // told apart by content
  compare(got, wanted);
  REQUIRE(loaded.entries().size() == read.entries().size());
  for (std::size_t i = 0; i < read.entries().size(); ++i) {
    CHECK(loaded.entries()[i].kind == read.entries()[i].kind);
    CHECK(loaded.entries()[i].count == read.entries()[i].count);
    CHECK(loaded.entries()[i].first == read.entries()[i].first);
  }
  CHECK(saved_bytes(folder, got, loaded) == bytes);
}

model::library counter_library() {
  model::diagnostics seen;
  return io::load_library("examples/designs/counter/counter.lib", seen);
}

template <class F>
void refused(std::string const& words, F const& spoil) {
  own_folder const folder;
  INFO(words);
  auto library = counter_library();
  spoil(library);
  auto const bytes = saved_bytes(folder, library, {});
  model::diagnostics seen;
  CHECK_THROWS_MATCHES(io::read_library_snapshot("s", bytes, seen), gsta::input_error,
                       Catch::Matchers::Message("s:0:0: error: the library of the snapshot has " + words));
}

constexpr float no_number = std::numeric_limits<float>::quiet_NaN();

model::table& some_table(model::library& of) {
  for (auto& cell : of.cells)
    for (auto& pin : cell.pins)
      for (auto& group : pin.timing)
        if (group.delay[0].index_2.size() > 1) return group.delay[0];
  throw std::logic_error("no table of two axes");
}

}  // namespace

TEST_CASE("libraries come back from snapshots as they were read", "[io]") {
  own_folder const folder;
  for (char const* const file :
       {"examples/designs/counter/counter.lib", "examples/designs/riscling/plain45.lib",
        "examples/designs/demo/demo_Early.lib", "examples/designs/demo/demo_Late.lib"})
    comes_back(folder, file);
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    std::ofstream(folder.file("random.lib")) << gsta_test::liberty_writer(seed).write();
    comes_back(folder, folder.file("random.lib"));
  }
}

TEST_CASE("early tables, gaps and operating conditions come back", "[io]") {
  own_folder const folder;
  comes_back(folder, "test/fuzz/seeds/liberty/conditions.lib");
  model::diagnostics seen;
  auto const back = io::load_library(folder.file("saved"), seen);
  CHECK(back.conditions.preset == "slow");
  CHECK(back.conditions.library == "kit");
  REQUIRE(back.conditions.find("slow") != nullptr);
  CHECK(back.conditions.find("slow")->of[1] == 0.9f);
  REQUIRE(back.conditions.factors.size() == 2);
  CHECK(back.conditions.factors[1].name == "pads");
  CHECK(back.cells[0].scaling == 1);
  auto const& group = back.cells[0].find_pin("Q")->timing[0];
  CHECK(group.gap == model::table_gap::third_axis);
  CHECK(group.delay_of(true, 0).values == std::vector<float>{3000, 6000, 9000, 12000});
  CHECK(group.delay_of(false, 0).values == std::vector<float>{500});
  CHECK(group.transition_of(false, 1).values == std::vector<float>{250});
}

TEST_CASE("libraries that were merged keep their thresholds in a snapshot", "[io]") {
  own_folder const folder;
  model::diagnostics seen;
  model::library all;
  model::merge(all, counter_library(), seen);
  auto other = io::load_library("examples/designs/riscling/plain45.lib", seen);
  other.thresholds.slew_lower[0] = 0.125f;
  model::merge(all, other, seen);
  io::save_library(folder.file("all"), all, seen);
  model::diagnostics loaded;
  auto const back = io::load_library(folder.file("all"), loaded);
  REQUIRE(back.more_thresholds.size() == 1);
  CHECK(back.thresholds_of(back.cells.back()).slew_lower[0] == 0.125f);
  compare(back, all);
}

TEST_CASE("spoilt snapshots of libraries are refused with a sentence", "[io]") {
  own_folder const folder;
  auto const good = saved_bytes(folder, counter_library(), {});
  model::diagnostics seen;
  auto const read = [&](std::string const& bytes) { return io::read_library_snapshot("s", bytes, seen); };
  CHECK_NOTHROW(read(good));
  for (std::size_t at = 0; at < good.size(); at += 1 + good.size() / 997) {
    CAPTURE(at);
    auto bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 4);
    CHECK_THROWS_AS(read(bad), gsta::input_error);
    CHECK_THROWS_AS(read(good.substr(0, at)), gsta::input_error);
  }
  CHECK_THROWS_MATCHES(read("library (a) {}"), gsta::input_error,
                       Catch::Matchers::Message("s:0:0: error: the file is no snapshot of a library"));
}

TEST_CASE("libraries that do not fit together are refused however right their checksums are", "[io]") {
  refused("a unit that is none", [](auto& l) { l.time_unit_ps = 0; });
  refused("a unit that is none", [](auto& l) { l.capacitance_unit_ff = no_number; });
  refused("thresholds that are none", [](auto& l) { l.thresholds.slew_lower[1] = 0.9f; });
  refused("thresholds that are none", [](auto& l) { l.thresholds.delay[0] = no_number; });
  refused("thresholds that are none", [](auto& l) { l.more_thresholds.push_back({{2, 0}}); });
  refused("a cell with thresholds that are not there", [](auto& l) { l.cells.back().thresholds = 1; });
  refused("a pin with a number that is none",
          [](auto& l) { l.cells[0].pins[0].capacitance[1][1] = no_number; });
  refused("a pin with a number that is none",
          [](auto& l) { l.cells[0].pins[0].rules.max_fanout = -gsta::math::infinity; });
  refused("a table whose values do not fill its axes", [](auto& l) { some_table(l).values.pop_back(); });
  refused("a table whose values do not fill its axes",
          [](auto& l) { some_table(l).index_1.push_back(1e9f); });
  refused("a table without values", [](auto& l) { some_table(l).values.clear(); });
  refused("a table with an axis of nothing",
          [](auto& l) { some_table(l).variable_2 = model::axis_variable::none; });
  refused("a table whose axis does not ascend",
          [](auto& l) { some_table(l).index_2[1] = some_table(l).index_2[0]; });
  refused("a table with a number that is none", [](auto& l) { some_table(l).values[0] = no_number; });
  refused("other than four early tables",
          [](auto& l) { l.cells[0].pins[0].timing.emplace_back().early.resize(3); });
  refused("a table with a number that is none", [](auto& l) {
    auto& early = l.cells[0].pins[0].timing.emplace_back().early;
    early.resize(4);
    early[1].values = {no_number};
  });
  refused("operating conditions that are none", [](auto& l) { l.conditions.nominal.of[1] = no_number; });
  refused("operating conditions that are none",
          [](auto& l) { l.conditions.known.emplace_back().at.of[2] = -gsta::math::infinity; });
  refused("operating conditions that are not there", [](auto& l) { l.more_conditions.emplace_back(); });
  refused("a factor that is none",
          [](auto& l) { l.conditions.factors.emplace_back().k[8][1][2] = no_number; });
  refused("two cells of one name", [](auto& l) { l.cells.push_back(l.cells[0]); });
}
