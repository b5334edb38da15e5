// The driver place as its users run it: does it place, does timing help, and is its page a page.
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "test/drivers/command.hpp"
#include "test/support/catch.hpp"
#include "test/support/skip.hpp"

using namespace gsta_test;

namespace {

/// Runs `place` on the smallest generated design, on one host thread unless `more` says otherwise.
nlohmann::json place_tiny(std::vector<std::string> const& more, int seed = 1) {
  std::vector<std::string> words{"--preset", "tiny", "--json", "--seed", std::to_string(seed)};
  words.insert(words.end(), more.begin(), more.end());
  if (std::find(words.begin(), words.end(), "--device") == words.end())
    words.insert(words.end(), {"--device", "host", "--threads", "1"});
  outcome const seen = run_driver("place", words);
  CAPTURE(seen.err);
  REQUIRE(seen.exit_code == 0);
  return nlohmann::json::parse(seen.out);
}

/// A few iterations of a design whose period is given: every mode of them.
nlohmann::json place_some(std::vector<std::string> where) {
  where.insert(where.end(), {"--iterations", "60", "--period", "200"});
  return place_tiny(where);
}
void places_agree(nlohmann::json const& a, nlohmann::json const& b) {
  for (int m = 0; m < 3; ++m) {
    for (char const* const what : {"mode", "places", "wns", "tns", "hpwl", "overflow"})
      CHECK(a["modes"][m][what] == b["modes"][m][what]);
  }
}

/// True where every element that opens also closes, in order. Not for just any HTML: for a page that has no
/// comments, quotes all attributes and closes all elements but those of `void_elements`.
bool is_well_formed(std::string const& page) {
  static std::vector<std::string> const void_elements{"!DOCTYPE", "meta", "br"};
  std::vector<std::string> open;
  for (std::size_t at = page.find('<'); at != std::string::npos; at = page.find('<', at)) {
    bool const closes = page[at + 1] == '/';
    std::size_t const begin = at + (closes ? 2 : 1);
    std::size_t const end = page.find_first_of(" >/\n", begin);
    std::string const name = page.substr(begin, end - begin);
    std::size_t last = end;  // a > within quotes does not end it
    for (bool quoted = false; last < page.size() && (quoted || page[last] != '>'); ++last)
      quoted ^= page[last] == '"';
    if (last >= page.size()) return false;
    bool const is_alone = page[last - 1] == '/' ||
                          std::find(void_elements.begin(), void_elements.end(), name) != void_elements.end();
    if (closes) {
      if (open.empty() || open.back() != name) return false;
      open.pop_back();
    } else if (!is_alone) {
      open.push_back(name);
    }
    at = last;
    if (!closes && (name == "script" || name == "style")) at = page.find("</" + name, last);
  }
  return open.empty();
}

}  // namespace

TEST_CASE("place: cells spread, wires are short, timing helps in both ways", "[driver]") {
  for (int const seed : {1, 2, 3}) {
    auto const result = place_tiny({}, seed);
    CAPTURE(seed, result.dump());
    REQUIRE(result["modes"].size() == 3);
    auto const& alone = result["modes"][0];
    CHECK(alone["mode"] == "wirelength");
    CHECK(std::abs(alone["wns"].get<double>() / result["period"].get<double>() + 0.2) < 0.001);
    for (auto const& m : result["modes"]) {
      CAPTURE(m["mode"]);
      CHECK(m["first_overflow"].get<double>() > 0.8);
      CHECK(m["overflow"].get<double>() <= 0.1);
      CHECK(m["hpwl"].get<double>() < 0.5 * result["hpwl_by_chance"].get<double>());
      double const length = m["hpwl_by_definition"].get<double>();
      CHECK(std::abs(m["hpwl"].get<double>() - length) < 1e-5 * length);
      if (m["mode"] == "wirelength") continue;
      // Few wires of so small a die are long enough to matter: weights find little, gradients more.
      double const share = m["mode"] == "gradient" ? 0.9 : 1.0;
      CHECK(m["tns"].get<double>() > share * alone["tns"].get<double>());
      CHECK(m["hpwl"].get<double>() < 1.1 * alone["hpwl"].get<double>());
    }
  }
}

TEST_CASE("place: the same bits from one thread and from three", "[driver]") {
  auto const one = place_some({"--device", "host", "--threads", "1"});
  CHECK(one["modes"][0]["places"] != one["modes"][1]["places"]);
  CHECK(one["modes"][0]["places"] != one["modes"][2]["places"]);
  places_agree(place_some({"--device", "host", "--threads", "3"}), one);
}

TEST_CASE("place: the same bits from a GPU", "[gpu]") {
  if (run_driver("place", {"--preset", "tiny", "--device", "cuda", "--iterations", "1"}).exit_code == 3)
    skip("there is no GPU");
  places_agree(place_some({"--device", "cuda"}), place_some({"--device", "host", "--threads", "1"}));
}

TEST_CASE("place: the page is one page", "[driver]") {
  std::string pattern = (std::filesystem::temp_directory_path() / "gsta-place-XXXXXX").string();
  REQUIRE(mkdtemp(pattern.data()) != nullptr);
  std::filesystem::path const file = std::filesystem::path(pattern) / "page.html";
  outcome const seen = run_driver("place", {"--preset", "tiny", "--device", "host", "--threads", "1",
                                            "--iterations", "40", "--html", file.string()});
  CHECK(seen.exit_code == 0);
  CHECK_THAT(seen.out, contains("gradient"));
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  std::string const page = text.str();
  std::filesystem::remove_all(pattern);
  CHECK(is_well_formed(page));
  CHECK_FALSE(is_well_formed("<p><b></p></b>"));
  for (char const* const part : {"<canvas", "<svg", "<polyline", "Gradient of smooth TNS"})
    CHECK_THAT(page, contains(part));
  for (char const* const outside : {"http:", "https:", "src=", "url(", "nan", "inf "})
    CHECK(page.find(outside) == std::string::npos);
}

TEST_CASE("place: bad usage is exit 2, bad input exit 1", "[driver]") {
  for (std::vector<std::string> const& words : {std::vector<std::string>{"--mode", "both"},
                                                {"--bins", "17"},
                                                {"--iterations", "0"},
                                                {"--cells", "3"}})
    CHECK(run_driver("place", words).exit_code == 2);
  for (std::vector<std::string> const& words :
       {std::vector<std::string>{"--preset", "none"}, {"--bundled", "no/folder"}}) {
    outcome const seen = run_driver("place", words);
    CHECK(seen.exit_code == 1);
    CHECK(std::count(seen.err.begin(), seen.err.end(), '\n') == 1);
  }
}

TEST_CASE("place refuses a design in which nothing is constrained", "[driver]") {
  auto const folder =
      std::filesystem::temp_directory_path() / ("gsta-place-none-" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  auto const path = [&](char const* name) { return (folder / name).string(); };
  std::ofstream(path("t.v")) << "module t (clk, a, y);\n  input clk, a;\n  output y;\n  wire n;\n"
                                "  INV u1 (.A(a), .Y(n));\n  INV u2 (.A(n), .Y(y));\nendmodule\n";
  std::ofstream(path("t.sdc")) << "create_clock -name c -period 2 [get_ports clk]\n";
  auto const saved = run_driver(
      "sta", {"--liberty", "examples/designs/counter/counter.lib", "--verilog", path("t.v"), "--sdc",
              path("t.sdc"), "--device", "host", "--quiet", "--save", path("t.snapshot")});
  CAPTURE(saved.err);
  REQUIRE(saved.exit_code == 0);
  for (std::vector<std::string> more : {std::vector<std::string>{}, {"--period", "500"}, {"--json"}}) {
    more.insert(more.end(), {"--load", path("t.snapshot"), "--device", "host", "--iterations", "20"});
    auto const seen = run_driver("place", more);
    CHECK(seen.exit_code == 1);
    CHECK(seen.out.empty());
    CHECK_THAT(seen.err, contains(path("t.snapshot") + ":0:0: error: nothing is constrained for setup"));
  }
  std::filesystem::remove_all(folder);
}

TEST_CASE("place makes the same of a design and of its snapshot", "[driver][slow]") {
  auto const folder = std::filesystem::temp_directory_path() / ("gsta-place-" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  auto const snapshot = (folder / "riscling.snapshot").string();
  std::string const files = "examples/designs/riscling/";
  auto const save = [&](std::vector<std::string> const& more) {
    std::vector<std::string> words{"--liberty", files + "plain45.lib",
                                   "--verilog", files + "riscling.v.gz",
                                   "--sdc",     files + "riscling.sdc",
                                   "--device",  "host",
                                   "--quiet",   "--report",
                                   "summary",   "--save",
                                   snapshot};
    words.insert(words.end(), more.begin(), more.end());
    outcome const seen = run_driver("sta", words);
    CAPTURE(seen.err);
    REQUIRE(seen.exit_code == 0);
  };
  save({});
  auto const of_files = place_some({"--bundled", files}), loaded = place_some({"--load", snapshot});
  CHECK(of_files["pins"] == loaded["pins"]);
  places_agree(of_files, loaded);
  save({"--wire", "elmore"});
  auto const refused = run_driver("place", {"--load", snapshot, "--device", "host"});
  CHECK(refused.exit_code == 1);
  CHECK_THAT(refused.err, contains("it needs what sta --save writes without --spef and --wire"));
  std::filesystem::remove_all(folder);
}
