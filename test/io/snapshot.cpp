#include "gsta/io/snapshot.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>

#include "gsta/flat/structure.hpp"
#include "gsta/io/library_snapshot.hpp"
#include "gsta/sta/snapshot.hpp"
#include "gsta/update/edits.hpp"
#include "test/io/own_folder.hpp"
#include "test/support/backends.hpp"
#include "test/support/parallel_circuit.hpp"
#include "test/support/snapshot_compare.hpp"
#include "test/support/timing_case.hpp"

namespace io = gsta::io;
using gsta_test::prng;

namespace {

using gsta_test::own_folder, gsta_test::slurp;

gsta::host_executor const serial;
gsta::host_threads const one_thread(serial);

/// A random design with something in all that a snapshot holds.
io::saved_design random_saved(std::uint64_t seed) {
  io::saved_design saved;
  saved.design = seed % 2 == 0 ? gsta_test::parallel_circuit(seed) : gsta_test::random_circuit(seed);
  prng random(seed);
  auto& d = saved.design;
  auto const pins = d.pin_load.size();
  auto const pin = [&] { return random.below(static_cast<int>(pins)); };
  if (random.chance(70)) {
    d.pin_name.clear();
    for (std::size_t i = 0; i < pins; ++i)
      d.pin_name.push_back(
          std::string(static_cast<std::size_t>(random.below(40)), static_cast<char>('a' + random.below(26))));
  }
  if (random.chance(50)) {
    saved.cells = {"INV_X1", "a cell", ""};
    for (std::size_t i = 0; i < pins; ++i) saved.cell_of_pin.push_back(random.below(4) - 1);
  }
  saved.name = "top " + std::to_string(seed);
  saved.how = std::string("\0 and more", 10);
  saved.notes.add("something odd", "a.lib:1:2", 3);
  saved.notes.add_not_applied("set_magic -now", "x.sdc:4:1");
  saved.notes.add_unmatched("port \"nowhere\"", "x.sdc:5:1");
  saved.notes.add_black_box("MACRO u7", "x.v:6:1");
  d.loops.push_back({{pin(), pin()}, 2, true, pin(), pin()});
  d.loop_count = 7;
  d.gaps.constants = {pin()};
  d.gaps.unchecked_data = d.gaps.unchecked_clock = {pin()};
  d.gaps.sourceless_clocks = {"lost"};
  d.limits = {{1, 2, 3, 4}, {}};
  d.borrow_limits = {5};
  d.conventions.few_cycles = random.chance(50);
  if (!d.clocks.empty()) {
    d.clock_limits = {{{1, 2}, {3, gsta::math::infinity}}};
    d.pulse_limits = {{pin(), 0, {gsta::none, 0}, gsta::none}};
    d.senses = {{pin(), 0, gsta::clock_sense::negative}};
    d.pin_uncertainties = {{pin(), 0, 17, 18}};
    d.uncertainties = {{0, 0, 1, 2, true, false, 99}};
    d.exclusive = {{{3}}};
    d.clock_pins.push_back({pin(), 0, true, true, {1, 2, 3, 4}, true, 5, 6});
  }
  gsta::path_exception path;
  path.effect = gsta::exception_effect::group;
  path.group = 0;
  path.through = {{{pin(), pin()}, 1}, {{pin()}, 2}};
  path.from = {pin()};
  path.hold = false;
  path.cycles = -4;
  d.path_groups = {"slow ones"};
  d.exceptions.push_back(path);
  return saved;
}

/// A timer of the one is that of the other.
template <gsta::executor E>
void require_borrowed_timing(E const& exec, gsta::flat_design const& external, gsta::flat_design const& owned,
                             std::uint64_t seed) {
  auto const time = [&](gsta::flat_design const& design) {
    gsta::timer timer(exec, design, gsta_test::options_of(seed).timer);
    timer.update(exec);
    return take_snapshot(exec, timer);
  };
  auto const result = gsta_test::compare_bits(time(owned), time(external));
  INFO(result.report());
  REQUIRE(result.failed == 0);
  REQUIRE(result.compared > 0);
}

/// As bytes: what else could differ is said by the fields.
std::string bytes_of(own_folder const& folder, io::saved_design const& saved,
                     gsta::host_threads const& threads) {
  io::save_snapshot(threads, folder.file("again"), saved);
  return slurp(folder.file("again"));
}

}  // namespace

TEST_CASE("a design comes back from a snapshot to the bit, on every number of threads", "[io]") {
  own_folder const folder;
  gsta_test::bit_comparison timed;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    auto const saved = random_saved(seed);
    io::save_snapshot(one_thread, folder.file("design"), saved);
    auto const bytes = slurp(folder.file("design"));
    gsta_test::on_host_backends([&](auto const& exec) {
      auto const back = io::load_snapshot(gsta::host_threads(exec), folder.file("design"));
      CAPTURE(seed);
      CHECK(bytes_of(folder, back, gsta::host_threads(exec)) == bytes);  // of all fields
      CHECK(back.name == saved.name);
      CHECK(back.how == saved.how);
      CHECK(back.cells == saved.cells);
      CHECK(back.cell_of_pin == saved.cell_of_pin);
      CHECK(back.design.pin_name == saved.design.pin_name);
      CHECK(back.design.net_name == saved.design.net_name);
      CHECK(back.design.clock_name == saved.design.clock_name);
      CHECK(back.design.exceptions.back().through == saved.design.exceptions.back().through);
      CHECK(back.design.exceptions.back().cycles == -4);
      CHECK(back.design.gaps.sourceless_clocks == saved.design.gaps.sourceless_clocks);
      CHECK(back.notes.entries().size() == saved.notes.entries().size());
      CHECK(back.notes.not_applied().kept.at(0).what == "set_magic -now");
      CHECK(back.notes.black_boxes().count == 1);
      CHECK(back.notes.black_boxes().kept.at(0).at == "x.v:6:1");
      CHECK(back.notes.unmatched().count == 1);
      auto mapped = io::map_snapshot(gsta::host_threads(exec), folder.file("design"));
      REQUIRE(mapped.design.external);
      CHECK(mapped.design.pin_load.empty());
      CHECK(mapped.design.pin_count() == saved.design.pin_count());
      CHECK(bytes_of(folder, mapped, gsta::host_threads(exec)) == bytes);
      require_borrowed_timing(exec, mapped.design, saved.design, seed);
      CHECK_THROWS_AS(gsta::flat_editor(mapped.design), gsta::argument_error);
      CHECK_THROWS_AS(gsta::structure_editor(mapped.design), gsta::argument_error);
      mapped.design.own_arrays();
      CHECK(!mapped.design.external);
      CHECK(mapped.design.rc_edge_b == saved.design.rc_edge_b);
      CHECK(bytes_of(folder, mapped, gsta::host_threads(exec)) == bytes);
    });
    auto const back = io::load_snapshot(one_thread, folder.file("design"), io::snapshot_names::leave_out);
    CHECK(back.design.pin_name.empty());
    CHECK(back.design.net_name.empty());
    auto nameless = saved;
    nameless.design.pin_name.clear();
    nameless.design.net_name.clear();
    CHECK(bytes_of(folder, back, one_thread) == bytes_of(folder, nameless, one_thread));  // all else is there
    auto const time = [&](gsta::flat_design const& design) {
      gsta::timer timer(serial, design, gsta_test::options_of(seed).timer);
      timer.update(serial);
      return take_snapshot(serial, timer);
    };
    auto const result = gsta_test::compare_bits(time(saved.design), time(back.design));
    CAPTURE(seed, result.report());
    REQUIRE(result.failed == 0);
    timed.compared += result.compared;
  }
  CHECK(timed.compared > 100000);
}

TEST_CASE("an empty design has a snapshot", "[io]") {
  own_folder const folder;
  io::save_snapshot(one_thread, folder.file("empty"), {});
  auto const back = io::load_snapshot(one_thread, folder.file("empty"));
  CHECK(back.design.pin_load.empty());
  CHECK(back.design.net_begin == std::vector<gsta::id>{0});
}

namespace {

io::saved_design lend(std::string const& bytes) {
  auto const kept = std::make_shared<std::string>(bytes);
  return io::lend_snapshot(one_thread, "s", *kept, kept);
}

/// What is said of a file: by who maps it, or by the timer that looks at it first.
std::string words_of_mapped(std::string const& path) {
  try {
    auto const mapped = io::map_snapshot(one_thread, path);
    gsta::timer const timer(serial, mapped.design);
  } catch (gsta::input_error const& e) {
    return e.what();
  } catch (gsta::argument_error const& e) {
    return path + ":0:0: error: the snapshot is spoilt: " + e.what();
  }
  return "";
}

template <class F>
void refused(std::string const& words, F const& read) {
  INFO(words);
  CHECK_THROWS_MATCHES(read(), gsta::input_error, Catch::Matchers::Message(words));
}

}  // namespace

TEST_CASE("the seeds of the snapshots' fuzz targets are of this version", "[io]") {
  int designs = 0, libraries = 0;
  for (auto const& seed : std::filesystem::directory_iterator("test/fuzz/seeds/snapshot")) {
    CAPTURE(seed.path());
    CHECK_NOTHROW(io::read_snapshot(one_thread, "s", slurp(seed.path())));
    ++designs;
  }
  for (auto const& seed : std::filesystem::directory_iterator("test/fuzz/seeds/library_snapshot")) {
    CAPTURE(seed.path());
    gsta::model::diagnostics notes;
    CHECK_NOTHROW(io::read_library_snapshot("s", slurp(seed.path()), notes));
    ++libraries;
  }
  CHECK(designs >= 3);
  CHECK(libraries >= 3);
}

TEST_CASE("spoilt snapshots are refused with a sentence", "[io]") {
  own_folder const folder;
  io::save_snapshot(one_thread, folder.file("s"), random_saved(3));
  std::string const good = slurp(folder.file("s"));
  auto const read = [](std::string const& bytes) { return io::read_snapshot(one_thread, "s", bytes); };
  CHECK_NOTHROW(read(good));
  CHECK_NOTHROW(lend(good));
  CHECK_THROWS_AS(io::lend_snapshot(one_thread, "s", good, nullptr), gsta::argument_error);
  CHECK_NOTHROW(io::read_snapshot(one_thread, "s", std::string_view("x" + good).substr(1)));  // lies anywhere
  refused("s:0:0: error: the file is no snapshot of a design", [&] { read("module top;"); });
  refused("s:0:0: error: the file is no snapshot of a design", [&] { read(""); });
  refused("s:0:0: error: the snapshot has " + std::to_string(good.size() - 1) + " bytes of " +
              std::to_string(good.size()),
          [&] { read(good.substr(0, good.size() - 1)); });
  auto const with = [&](std::size_t at, char to) {
    std::string bad = good;
    bad[at] = to;
    return bad;
  };
  refused("s:0:0: error: the snapshot is of version 9, and this program reads version 3: save it anew",
          [&] { read(with(8, 9)); });
  refused("s:0:0: error: the snapshot has another order of bytes than this machine",
          [&] { read(with(12, 1)); });
  refused("s:0:0: error: the snapshot's table of sections is longer than tables are",
          [&] { read(with(27, 127)); });
  refused("s:0:0: error: the snapshot's table of sections is spoilt", [&] { read(with(40, 'x')); });
  // Any one byte that changes is noticed, wherever it stands.
  for (std::size_t at = 0; at < good.size(); at += 1 + good.size() / 997) {
    CAPTURE(at);
    auto const bad = with(at, static_cast<char>(good[at] ^ 4));
    CHECK_THROWS_AS(read(bad), gsta::input_error);
    CHECK_THROWS_AS(io::read_snapshot(one_thread, "s", bad, io::snapshot_names::leave_out),
                    gsta::input_error);
    CHECK_THROWS_AS(lend(bad), gsta::input_error);
  }
  refused("s:0:0: error: the snapshot has " + std::to_string(good.size() + 1) + " bytes of " +
              std::to_string(good.size()),
          [&] { read(good + "x"); });
  refused(folder.file("none") + ":0:0: error: there is no such file",
          [&] { io::load_snapshot(one_thread, folder.file("none")); });
  refused(folder.file("no/where") + ":0:0: error: cannot write the file: No such file or directory",
          [&] { io::save_snapshot(one_thread, folder.file("no/where"), {}); });
}

TEST_CASE("designs that do not fit together are refused however right their checksums are", "[io]") {
  own_folder const folder;
  prng random(5);
  int refusals = 0;
  for (std::uint64_t seed = 100; seed < 160; ++seed) {
    auto saved = random_saved(seed);
    auto& d = saved.design;
    int const what = static_cast<int>(seed % 10);
    auto const huge = [&] { return (1 << 30) + random.below(100); };
    if (what == 0) d.net_sink.at(0) = huge();
    if (what == 1) d.arc_types.at(0).delay[1] = huge();
    if (what == 2) d.sources.at(0).pin = -7;
    if (what == 3) d.loops.at(0).to = huge();
    if (what == 4) d.gaps.constants.at(0) = huge();
    if (what == 5) d.net_begin.back() = huge();
    if (what == 6) saved.cell_of_pin.assign(d.pin_load.size(), 9);
    if (what == 7) d.pin_load.at(0)[0] = std::numeric_limits<float>::quiet_NaN();
    if (what == 8) d.exceptions.back().through.at(0).pins.at(0) = huge();
    if (what == 9) d.net_name.push_back("one too many");
    io::save_snapshot(one_thread, folder.file("s"), saved);
    CAPTURE(seed, what);
    for (auto const names : {io::snapshot_names::keep, io::snapshot_names::leave_out}) {
      try {
        io::load_snapshot(one_thread, folder.file("s"), names);
        FAIL_CHECK("was taken");
      } catch (gsta::input_error const& e) {
        CHECK(e.line == 0);
        CHECK(words_of_mapped(folder.file("s")) == e.what());
        ++refusals;
      }
    }
  }
  CHECK(refusals == 120);
}
