// Places of errors and of notes: where they stand, in a text of any size.

#include <fstream>
#include <functional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "gsta/core/tbb_executor.hpp"
#include "gsta/io/liberty.hpp"
#include "gsta/io/spef.hpp"
#include "gsta/io/spef_stream.hpp"
#include "gsta/io/tau15.hpp"
#include "gsta/io/verilog.hpp"
#include "test/io/sdc_design.hpp"
#include "test/io/sizes.hpp"
#include "test/io/texts.hpp"
#include "test/support/catch.hpp"

using namespace gsta;
using gsta_test::at_every_size;
using gsta_test::with;

namespace {

/// `LINE:COLUMN` of a place in `file`, its line counted from behind `lines`; "elsewhere" where it is not in
/// that file.
std::string place_in(io::source const& file, std::string const& place, std::size_t lines) {
  if (!place.starts_with(file.name() + ":")) return "elsewhere";
  auto const behind_name = place.substr(file.name().size() + 1);
  auto const colon = behind_name.find(':');
  return std::to_string(std::stoull(behind_name) - lines) + behind_name.substr(colon);
}

/// What was noted, one thing a line, with its place.
std::string notes_of(model::diagnostics const& seen, io::source const& file, std::size_t lines) {
  std::string all;
  auto const add = [&](std::string const& what, std::string const& at) {
    all += what + " at " + place_in(file, at, lines) + "\n";
  };
  for (auto const& note : seen.entries()) add(note.kind, note.first);
  for (auto const* some : {&seen.not_applied(), &seen.unmatched()}) {
    for (auto const& one : some->kept) add(one.what, one.at);
  }
  return all;
}

using noting_reader = std::function<void(io::source const&, model::diagnostics&)>;

/// The notes are `expected` at every size, whatever stands in front.
void check_notes(std::string const& content, std::string const& expected, noting_reader const& read) {
  at_every_size(content, [&](io::source const& file, std::size_t lines) {
    CAPTURE(file.name(), content);
    model::diagnostics seen;
    read(file, seen);
    CHECK(notes_of(seen, file, lines) == expected);
  });
}

}  // namespace

TEST_CASE("a place is found in a text of any size, up to its end") {
  std::string const content = "ab\nc\n\nd";
  at_every_size(content, [&](io::source const& file, std::size_t lines) {
    CAPTURE(file.name());
    auto const begin = file.text().size() - content.size();
    auto const check = [&](std::size_t offset, std::size_t line, std::size_t column) {
      auto const at = file.locate(begin + offset);
      CHECK(at.line == line + lines);
      CHECK(at.column == column);
    };
    check(0, 1, 1);
    check(2, 1, 3);
    check(3, 2, 1);
    check(6, 4, 1);
    check(7, 4, 2);
    check(content.size() + 1000, 4, 2);
  });
}

TEST_CASE("a place is found in a copy of a source, and in one that was moved") {
  at_every_size("ab\ncd", [&](io::source const& file, std::size_t lines) {
    auto const offset = file.text().size() - 1;
    auto copy = file;
    auto const moved = std::move(copy);
    CHECK(moved.text().data() == file.text().data());
    CHECK(moved.locate(offset).line == lines + 2);
    CHECK(moved.locate(offset).column == 2);
  });
}

TEST_CASE("a byte order mark counts for no column, at any size") {
  std::string const content = "\xEF\xBB\xBFlibrary (x) { cell (C) { } } }";
  auto const check = [](io::source const& file, std::size_t) {
    CAPTURE(file.name());
    model::diagnostics seen;
    auto const error = gsta_test::error_of([&] { (void)io::read_liberty(file, seen); });
    REQUIRE(error);
    CHECK(error->line == 1);
    CHECK(error->column == 30);
  };
  at_every_size(content, check, content.size());
}

TEST_CASE("a NUL byte is found in its place, at any size") {
  std::string const content = "ab\nc" + std::string(1, '\0');
  std::size_t lines = 0;
  gsta_test::own_folder const folder;
  auto const path = folder.file("x");
  for (bool const is_long : {false, true}) {
    std::ofstream(path, std::ios::binary) << (is_long ? gsta_test::padded(content, 0, lines) : content);
    auto const error = gsta_test::error_of([&] { (void)io::load(path); });
    REQUIRE(error);
    CHECK(error->line == 2 + lines);
    CHECK(error->column == 2);
  }
}

TEST_CASE("notes of a library stand in their place, at any size") {
  auto const content = with(with(gsta_test::small_library, "area : 1.0;", "area : 1.0; z = 3;"),
                            "time_unit : \"1ns\";", "time_unit : \"1ns\"; delay_model : cmos2;");
  check_notes(content,
              "variable (name = value) that is not used at 19:17\n"
              "delay_model other than table_lookup at 3:22\n",
              [](io::source const& file, model::diagnostics& seen) { (void)io::read_liberty(file, seen); });
}

TEST_CASE("notes of a netlist stand in their place, at any size and on any number of threads") {
  auto const content = with(gsta_test::small_netlist, "  wire n1;", " `ifdef X\nx\n`endif\n  wire n1;");
  std::string const expected = "text left out by `ifdef at 5:2\n";
  check_notes(content, expected,
              [](io::source const& file, model::diagnostics& seen) { (void)io::read_verilog(file, seen); });
  check_notes(content, expected, [](io::source const& file, model::diagnostics& seen) {
    (void)io::read_verilog(tbb_executor(3), file, seen);
  });
}

TEST_CASE("notes of wires stand in their place, at any size and on any number of threads") {
  auto const content = with(gsta_test::small_spef, "0.125", "1:2:3");
  std::string const expected = "value of three corners a:b:c, the typical one used at 22:13\n";
  check_notes(content, expected,
              [](io::source const& file, model::diagnostics& seen) { (void)io::read_spef(file, seen); });
  check_notes(content, expected, [](io::source const& file, model::diagnostics& seen) {
    (void)io::read_spef(tbb_executor(3), file, seen);
  });
  check_notes(content, expected, [](io::source const& file, model::diagnostics& seen) {
    if (file.name() == "x") return (void)io::read_spef(file, seen);  // no file
    (void)io::read_spef(tbb_executor(3), io::spef_stream(file.name()), seen);
  });
}

TEST_CASE("notes and errors of constraints stand in their place, at any size", "[sdc]") {
  auto const read = [](io::source const& file, model::diagnostics& seen) {
    (void)io::read_sdc(file, gsta_test::sdc::netlist(), gsta_test::sdc::library(), seen);
  };
  check_notes("create_clock -period 3 clk\n set_load 1 [get_ports -quiet out]; get_ports nope\n",
              "no port matches \"nope\" at 2:37\nport \"nope\" at 2:37\n", read);
  for (auto const& [text, line, column] :
       {std::tuple{"set x 1\n  set_load -1 out", 2, 3}, std::tuple{"set x 1\nset y {a\n", 2, 7},
        std::tuple{"foreach x {1} {\n\n  expr {1/0}\n}", 3, 3},
        std::tuple{"proc f {} {\n expr {1/0}\n}\n\nf\n", 2, 2}}) {
    at_every_size(text,
                  [&, text = text, line = line, column = column](io::source const& file, std::size_t lines) {
                    CAPTURE(file.name(), text);
                    model::diagnostics seen;
                    auto const error = gsta_test::error_of([&] { read(file, seen); });
                    REQUIRE(error);
                    CHECK(error->line == static_cast<std::size_t>(line) + lines);
                    CHECK(error->column == static_cast<std::size_t>(column));
                  });
  }
}
