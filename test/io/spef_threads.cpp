// SPEF read in pieces on several threads, against the grammar that reads a whole file at once.

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "gsta/core/tbb_executor.hpp"
#include "test/io/random_spef.hpp"
#include "test/io/same_text.hpp"
#include "test/io/spef_compare.hpp"
#include "test/io/texts.hpp"
#include "test/support/catch.hpp"
#include "test/support/random.hpp"

using namespace gsta;
using gsta_test::check_same;
using gsta_test::prng;
using gsta_test::spef_by_grammar;

namespace {

/// False where it is refused.
bool check_all_threads(std::string const& text, io::spef_options const& options = {}) {
  auto const file = io::source::from_text("x", text);
  auto const expected = spef_by_grammar(file, options);
  for (unsigned const threads : {1U, 2U, 16U}) {
    INFO("threads " << threads);
    tbb_executor const exec(threads);
    check_same(gsta_test::spef_as_read([&](auto& seen) { return io::read_spef(exec, file, seen, options); }),
               expected);
  }
  return expected.find(": error: ") == std::string::npos;
}

}  // namespace

TEST_CASE("SPEF in pieces: records and notes are the grammar's for every number of threads") {
  CHECK(check_all_threads(gsta_test::small_spef));
  for (unsigned seed = 0; seed < 12; ++seed) {
    INFO("seed " << seed);
    prng random(seed);
    auto const text = gsta_test::random_spef(random, random.between(1, 700), seed % 3 != 0);
    CHECK(check_all_threads(text));
    io::spef_options options;
    options.prefix = "block";
    options.coupling_factor = 0.5F;
    CHECK(check_all_threads(text, options));
  }
  auto const open = io::load("examples/designs/riscling/riscling.spef.gz");
  CHECK(check_all_threads(std::string(open.text())));
}

TEST_CASE("SPEF in pieces: spoilt files have the grammar's errors for every number of threads") {
  int refused = 0;
  for (unsigned seed = 0; seed < 150; ++seed) {
    INFO("seed " << seed);
    prng random(seed);
    bool const only_known = random.chance(50);
    auto text = gsta_test::random_spef(random, random.between(1, 60), only_known);
    gsta_test::spoil_spef(random, text);
    refused += check_all_threads(text) ? 0 : 1;
  }
  CHECK(refused > 50);
}

TEST_CASE("who watches sees each byte of nets counted once") {
  std::string text = gsta_test::spef_header;
  auto const begin = text.size() + 1;
  for (int i = 0; i < 3000; ++i) {
    auto const net = "n" + std::to_string(i);
    text += "\n*D_NET " + net + " 1\n*CONN\n*I u" + std::to_string(i) + ":A I\n*CAP\n1 " + net +
            ":1 0.5\n*RES\n1 " + net + ":1 u" + std::to_string(i) + ":A 2\n*END\n";
  }
  auto const file = io::source::from_text("x", text);
  for (unsigned const threads : {1U, 3U}) {
    CAPTURE(threads);
    std::atomic<std::uint64_t> done{0};
    model::diagnostics seen;
    auto const read = io::read_spef(tbb_executor(threads), file, seen, {.progress = &done});
    CHECK(read.nets.size() == 3000);
    CHECK(done == text.size() - begin);
  }
}

TEST_CASE("SPEF in pieces: numbers have the bits of the grammar's, whatever their digits") {
  prng random(7);
  std::vector<std::string> const others = {"1e-3", "+4", ".5", "3.", "0.1234567890123456", "1234567.5e2"};
  for (int round = 0; round < 20; ++round) {
    INFO("round " << round);
    std::string text = gsta_test::spef_header;
    text += "\n*D_NET n 1\n*CAP\n";
    for (int k = 0; k < 200; ++k) {
      std::string digits;
      for (int count = random.between(1, 17); count > 0; --count)
        digits += static_cast<char>('0' + random.below(10));
      int const whole = random.between(
          1, static_cast<int>(std::min<std::size_t>(digits.size(), 8)));  // within what is counted
      if (digits.size() > 8 || random.chance(80)) digits.insert(static_cast<std::size_t>(whole), ".");
      std::string const name = "n:" + std::string(static_cast<std::size_t>(random.below(40)), 'x');
      text += std::to_string(k) + " " + name + std::to_string(k) + " " +
              (random.chance(10) ? random.pick(others) : digits) + "\n";
    }
    text += "*END";
    // Nothing stands behind the last letters of a text that ends in a number.
    CHECK(check_all_threads(text + "\n"));
    CHECK_FALSE(check_all_threads(text.substr(0, text.size() - 5)));
    CHECK_FALSE(check_all_threads(text.substr(0, text.rfind('.') + 1) + "1234567:"));
  }
}
