// The driver place in search of the shortest period that each mode meets, and the search by itself.
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "examples/drivers/place/shortest.hpp"
#include "test/drivers/command.hpp"
#include "test/support/catch.hpp"
#include "test/support/random.hpp"

using namespace gsta_test;

namespace {

/// Counts tries, and checks what is promised of any acceptance, monotone or not.
template <class Meets>
place::found_period searched(double first, double precision, Meets const& meets) {
  std::vector<double> tried;
  auto const found = place::find_shortest_period(first, precision, [&](double period) {
    tried.push_back(period);
    return meets(period);
  });
  CAPTURE(first, precision, found.met, found.missed);
  CHECK(static_cast<std::size_t>(found.tries) == tried.size());
  CHECK(std::count(tried.begin(), tried.end(), found.met) == 1);
  CHECK(std::count(tried.begin(), tried.end(), found.missed) == 1);
  CHECK(meets(found.met));
  CHECK_FALSE(meets(found.missed));
  CHECK(found.missed < found.met);
  CHECK(found.met <= found.missed * (1 + precision));
  return found;
}

std::string text_in(std::filesystem::path const& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// A search that is soon done.
std::vector<std::string> small_search(std::string const& seeds, std::vector<std::string> const& more) {
  std::vector<std::string> words{"--preset", "tiny", "--shortest-period", "--precision", "0.03", "--json"};
  words.insert(words.end(), {"--device", "host", "--threads", "1", "--iterations", "150", "--seeds", seeds});
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

}  // namespace

TEST_CASE("shortest periods: where all longer periods are met too, the shortest is found",
          "[driver][small]") {
  for (double const shortest : {1.0, 99.9, 100.0, 100.1, 3000.0}) {
    for (double const precision : {0.2, 0.005, 1e-4}) {
      CAPTURE(shortest);
      auto const found = searched(100, precision, [&](double period) { return period >= shortest; });
      CHECK(found.missed < shortest);
      CHECK(shortest <= found.met);
      CHECK(found.tries < 80);
    }
  }
}

TEST_CASE("shortest periods: where longer periods may be missed, what is found was met", "[driver][small]") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    CAPTURE(seed);
    prng random(seed);
    // Above 130 all are met, below 70 none; between them by chance, in strips a half per cent wide.
    std::vector<char> strip(200);
    for (char& met : strip) met = random.chance(50);
    searched(random.between(60, 150), 0.002, [&](double period) {
      if (period >= 130 || period < 70) return period >= 130;
      return strip[static_cast<std::size_t>((period - 70) / 60 * 199)] != 0;
    });
  }
}

TEST_CASE("shortest periods: a search without an end is refused", "[driver][small]") {
  CHECK_THROWS_AS(place::find_shortest_period(100, 0.01, [](double) { return true; }), gsta::argument_error);
  CHECK_THROWS_AS(place::find_shortest_period(100, 0.01, [](double) { return false; }), gsta::argument_error);
  CHECK_THROWS_AS(place::find_shortest_period(0, 0.01, [](double) { return true; }), gsta::argument_error);
  CHECK(place::median_of({3, 1, 2}) == 2);
  CHECK(place::median_of({4, 1}) == 2.5);
}

TEST_CASE("place: shortest periods are met, the next shorter ones missed, and twice the same",
          "[driver][slow]") {
  auto const folder = std::filesystem::temp_directory_path() / ("gsta-periods-" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  std::string output[2], page[2];
  for (int run = 0; run < 2; ++run) {
    auto const html = folder / ("page" + std::to_string(run) + ".html");
    outcome const seen = run_driver("place", small_search("2", {"--html", html.string()}));
    CAPTURE(seen.err);
    REQUIRE(seen.exit_code == 0);
    output[run] = seen.out;
    page[run] = text_in(html);
  }
  std::filesystem::remove_all(folder);
  CHECK(output[0] == output[1]);
  CHECK(page[0] == page[1]);
  auto const found = nlohmann::json::parse(output[0]);
  CAPTURE(output[0]);
  REQUIRE(found["modes"].size() == 3);
  for (auto const& m : found["modes"]) {
    REQUIRE(m["seeds"].size() == 2);
    double sum = 0;
    for (auto const& one : m["seeds"]) {
      double const met = one["met"], missed = one["missed"];
      CHECK(missed < met);
      CHECK(met <= 1.03 * missed);
      CHECK(one["hpwl"] > 0.0);
      CHECK(one["overflow"] < 0.8);  // after so few iterations
      sum += met;
    }
    CHECK(std::abs(m["median"].get<double>() - sum / 2) < 1e-6 * sum);
  }
  CHECK(found["modes"][0]["seeds"][0]["seed"] == 1);
  CHECK(found["modes"][0]["seeds"][1]["seed"] == 2);
  // 3 modes of 2 seeds; nothing from outside the page, and no number that is none.
  CHECK(std::count(page[0].begin(), page[0].end(), '<') == std::count(page[0].begin(), page[0].end(), '>'));
  std::size_t points = 0;
  for (std::size_t at = page[0].find("<circle"); at != page[0].npos; at = page[0].find("<circle", at + 1))
    ++points;
  CHECK(points == 6);
  for (char const* const outside : {"http:", "https:", "src=", "url(", "nan", "inf ", "<script"})
    CHECK(page[0].find(outside) == std::string::npos);
}

TEST_CASE("place: a period that is met is met by the mode itself under it, the missed one is not",
          "[driver]") {
  outcome const seen = run_driver("place", small_search("1", {"--mode", "gradient"}));
  REQUIRE(seen.exit_code == 0);
  auto const found = nlohmann::json::parse(seen.out);
  for (char const* const end : {"met", "missed"}) {
    for (auto const& m : found["modes"]) {
      std::ostringstream period;
      period.precision(9);
      period << m["seeds"][0][end].get<double>();
      outcome const alone =
          run_driver("place", {"--preset", "tiny", "--device", "host", "--threads", "1", "--iterations",
                               "150", "--json", "--mode", "gradient", "--period", period.str()});
      REQUIRE(alone.exit_code == 0);
      auto const placed = nlohmann::json::parse(alone.out);
      CAPTURE(end, m["mode"], period.str(), alone.out);
      for (auto const& mode : placed["modes"]) {
        if (mode["mode"] == m["mode"]) CHECK((mode["violations"] == 0) == (std::string(end) == "met"));
      }
    }
  }
}

TEST_CASE("place: a search for periods takes no period", "[driver]") {
  CHECK(run_driver("place", {"--shortest-period", "--period", "200"}).exit_code == 2);
  CHECK(run_driver("place", {"--shortest-period", "--time", "5"}).exit_code == 2);
  CHECK(run_driver("place", {"--shortest-period", "--precision", "0"}).exit_code == 2);
}
