// SPEF read in pieces on several threads, against what its writer knows and against one reader.

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "gsta/core/tbb_executor.hpp"
#include "test/io/random_spef.hpp"
#include "test/io/same_text.hpp"
#include "test/io/spef_compare.hpp"
#include "test/io/spoil_spef.hpp"
#include "test/io/texts.hpp"
#include "test/support/catch.hpp"
#include "test/support/random.hpp"

using namespace gsta;
using gsta_test::check_same;
using gsta_test::prng;
using gsta_test::spef_in_one_piece;

namespace {

/// Reads on some numbers of threads.
void check_all_threads(std::string const& text, std::string const& expected,
                       io::spef_options const& options = {}) {
  auto const file = io::source::from_text("x", text);
  for (unsigned const threads : {1U, 2U, 16U}) {
    INFO("threads " << threads);
    tbb_executor const exec(threads);
    check_same(gsta_test::spef_as_read([&](auto& seen) { return io::read_spef(exec, file, seen, options); }),
               expected);
  }
  check_same(spef_in_one_piece(file, options), expected);
}
/// The same against one reader. False where it is refused.
bool check_all_threads(std::string const& text) {
  auto const expected = spef_in_one_piece(io::source::from_text("x", text));
  check_all_threads(text, expected);
  return expected.find(": error: ") == std::string::npos;
}

}  // namespace

TEST_CASE("SPEF in pieces: records and notes are what was written, for every number of threads") {
  CHECK(check_all_threads(gsta_test::small_spef));
  for (unsigned seed = 0; seed < 24; ++seed) {
    INFO("seed " << seed);
    prng random(seed);
    io::spef_options options;
    if (random.chance(50)) {
      options.prefix = "block";
      options.coupling_factor = 0.5F;
    }
    auto const made = gsta_test::random_spef(random, random.between(1, 700), seed % 6 == 0, options);
    check_all_threads(made.text, made.as_read("x"), options);
  }
  auto const open = io::load("examples/designs/riscling/riscling.spef.gz");
  CHECK(check_all_threads(std::string(open.text())));
}

TEST_CASE("SPEF in pieces: a wrong word has its error in its place, for every number of threads") {
  for (unsigned seed = 0; seed < 100; ++seed) {
    INFO("seed " << seed);
    prng random(seed);
    auto const made = gsta_test::random_spef(random, random.between(30, 200), seed % 6 == 0);
    auto const [text, error] = made.spoilt(random, "x");
    check_all_threads(text, error);
  }
}

TEST_CASE("SPEF in pieces: spoilt files have the errors of one reader, for every number of threads") {
  int refused = 0;
  for (unsigned seed = 0; seed < 150; ++seed) {
    INFO("seed " << seed);
    prng random(seed);
    auto text = gsta_test::random_spef(random, random.between(1, 60), random.chance(20)).text;
    gsta_test::spoil_spef(random, text);
    if (text.empty()) continue;
    refused += check_all_threads(text) ? 0 : 1;
  }
  CHECK(refused > 50);
}

TEST_CASE("SPEF in pieces: a text that only looks like the beginning of a net is none") {
  std::string const header = "*SPEF \"x\"\n*T_UNIT 1 PS\n*C_UNIT 1 FF\n*R_UNIT 1 KOHM\n*D_NET first 1 *END\n";
  std::string text = header;
  for (int i = 0; i < 3000; ++i)
    text += "*D_NET n" + std::to_string(i) + " 1\n*CONN\n*I u:A I *D \"a\n*D_NET n 1\n*END\" *L 1\n*END\n";
  text += "*R_NET m 1 *DRIVER u:Z *CELL\n*D_NET *C2_R1_C1 1 2 3 *LOADS *END\n";
  CHECK(check_all_threads(text));
  model::diagnostics seen;
  auto const wires = io::read_spef(tbb_executor(3), io::source::from_text("x", text), seen);
  REQUIRE(wires.nets.size() == 3002);
  CHECK(wires.nets[3000].at.line == 6 + 6 * 2999);
  CHECK(wires.nets[3001].reduced.at(0).far_end == 3.0F);
}

TEST_CASE("SPEF in pieces: what the name map gives is counted over all pieces") {
  constexpr std::size_t nets = 30000;
  auto const text_of = [](std::size_t letters) {
    std::string text =
        "*SPEF \"x\"\n*C_UNIT 1 FF\n*R_UNIT 1 KOHM\n*NAME_MAP\n*1 " + std::string(letters, 'a') + "\n";
    for (std::size_t i = 0; i < nets; ++i) text += "*D_NET *1:x" + std::to_string(100000 + i) + " 1\n*END\n";
    return text;
  };
  // Each net takes the name once, and all may take 1 MiB and 32 times the file, which has it once too.
  auto const most = ((std::size_t{1} << 20U) + 32 * text_of(0).size()) / (nets - 32);
  CHECK(check_all_threads(text_of(most)));
  CHECK_FALSE(check_all_threads(text_of(most + 1)));
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

TEST_CASE("SPEF in pieces: numbers have the bits of strtod, whatever their digits") {
  prng random(7);
  std::vector<std::string> const others = {"1e-3", "+4", ".5", "3.", "0.1234567890123456", "1234567.5e2"};
  for (int round = 0; round < 20; ++round) {
    INFO("round " << round);
    std::string text = gsta_test::spef_header;
    text += "\n*D_NET n 1\n*END\n*D_NET n 1\n*CAP\n";
    std::vector<float> expected;
    for (int k = 0; k < 200; ++k) {
      std::string digits;
      for (int count = random.between(1, 17); count > 0; --count)
        digits += static_cast<char>('0' + random.below(10));
      int const whole = random.between(
          1, static_cast<int>(std::min<std::size_t>(digits.size(), 8)));  // within what is counted
      if (digits.size() > 8 || random.chance(80)) digits.insert(static_cast<std::size_t>(whole), ".");
      if (random.chance(10)) digits = random.pick(others);
      expected.push_back(static_cast<float>(std::strtod(digits.c_str(), nullptr) * 1000));
      std::string const name = "n:" + std::string(static_cast<std::size_t>(random.below(40)), 'x');
      text += std::to_string(k) + " " + name + std::to_string(k) + " " + digits + "\n";
    }
    text += "*END";
    model::diagnostics seen;
    auto const wires = io::read_spef(io::source::from_text("x", text), seen);
    auto const& read = wires.nets.at(1).capacitors;
    REQUIRE(read.size() == expected.size());
    for (std::size_t k = 0; k < read.size(); ++k) CHECK(read[k].value == expected[k]);
    // Nothing stands behind the last letters of a text that ends in a number.
    CHECK(check_all_threads(text + "\n"));
    CHECK_FALSE(check_all_threads(text.substr(0, text.size() - 5)));
    CHECK_FALSE(check_all_threads(text.substr(0, text.rfind('.') + 1) + "1234567:"));
  }
}
