// SPEF read in pieces on several threads, against the grammar that reads a whole file at once.

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "gsta/core/tbb_executor.hpp"
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

char const* const header =
    "*SPEF \"x\"\n*DIVIDER /\n*DELIMITER :\n*BUS_DELIMITER [ ]\n*T_UNIT 1 PS\n*C_UNIT 1 PF\n*R_UNIT 1 OHM\n";

/// Nets as extraction writes them, with all that the pieces know, and some of what only the grammar does.
std::string random_spef(prng& random, int nets, bool only_known) {
  bool const mapped = random.chance(50);
  std::string text = header;
  if (mapped) {
    text += "*NAME_MAP\n";
    for (int i = 0; i < nets; ++i)
      text += "*" + std::to_string(i) + " top/n\\[" + std::to_string(i) + "]\n*" + std::to_string(nets + i) +
              " top/u" + std::to_string(i) + "\n";
  }
  auto const number = [&] {
    std::vector<std::string> const forms = {
        "0",  "1",     "0.25",     "12.345678901",    "1e-3", "+4", "0.1234567890123456",
        "3.", "1:2:3", "0.000001", "123456789012345", ".5"};
    return random.pick(forms);
  };
  auto const net = [&](int i) { return mapped ? "*" + std::to_string(i) : "n" + std::to_string(i); };
  auto const pin = [&](int i) {
    return (mapped ? "*" + std::to_string(nets + i) : "u" + std::to_string(i)) + ":A";
  };
  auto const blank = [&] {
    std::vector<std::string> const forms = {" ", " ", " ", "  ", "\t", "\f", " // note\n", "\r\n"};
    return random.pick(forms);
  };
  for (int i = 0; i < nets; ++i) {
    int const nodes = random.between(1, random.chance(2) ? 300 : 8);
    auto const node = [&] {
      int const k = random.below(nodes + 1);
      return k == 0 ? pin(random.below(nets)) : net(i) + ":" + std::to_string(k);
    };
    text += "\n*D_NET" + blank() + net(random.chance(2) ? 0 : i) + blank() + number() + "\n";
    if (random.chance(90)) {
      text += "*CONN\n*I " + pin(i) + " O *C 1 2 *D INV\n";
      if (random.chance(10)) text += "*N " + net(i) + ":1 *C 3 4 // node\n";
      text += "*P" + blank() + "p" + std::to_string(i) + blank() +
              random.pick(std::vector<std::string>{"I", "B"}) + "\n";
    }
    text += "*CAP\n";
    for (int k = 0; k < nodes; ++k)
      text += std::to_string(k) + blank() + node() + " " + (random.chance(20) ? node() + "\t" : "") +
              number() + random.pick(std::vector<std::string>{"\n", " \n", " // c\n", "\r\n"});
    if (!only_known && random.chance(1)) text += "*INDUC\n1 a b 2\n";
    text += "*RES\n";
    for (int k = 0; k < nodes; ++k)
      text += std::to_string(k) + " " + node() + blank() + node() + " " + number() + "\n";
    text += "*END\n";
    if (!only_known && random.chance(1)) text += "*R_NET n 1\n*END\n";
  }
  return text;
}

}  // namespace

TEST_CASE("SPEF in pieces: records and notes are the grammar's for every number of threads") {
  CHECK(check_all_threads(gsta_test::small_spef));
  for (unsigned seed = 0; seed < 12; ++seed) {
    INFO("seed " << seed);
    prng random(seed);
    auto const text = random_spef(random, random.between(1, 700), seed % 3 != 0);
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
  std::vector<std::string> const pieces = {"*D_NET ",
                                           "\n*D_NET n 1\n",
                                           "*END",
                                           "\"",
                                           "*CAP\n",
                                           "*",
                                           "-1",
                                           " ",
                                           "\n",
                                           "*RES",
                                           "*SC 1:2",
                                           "// x",
                                           "*C_UNIT 1 FF\n",
                                           "*NAME_MAP\n*5 x\n",
                                           "1:2",
                                           "*999999 ",
                                           "*99999999999999999999999 ",
                                           "\"\n*D_NET n 1\n\"",
                                           "*V 1",
                                           "*I",
                                           "\\",
                                           "1e999",
                                           "*P q"};
  int refused = 0;
  for (unsigned seed = 0; seed < 150; ++seed) {
    INFO("seed " << seed);
    prng random(seed);
    auto text = random_spef(random, random.between(1, 60), random.chance(50));
    for (int edits = random.between(1, 3); edits > 0; --edits) {
      auto const at = static_cast<std::size_t>(random.below(static_cast<int>(text.size())));
      switch (random.below(3)) {
        case 0:
          text.insert(at, random.pick(pieces));
          break;
        case 1:
          text.erase(at, static_cast<std::size_t>(random.between(1, 12)));
          break;
        default:
          text.resize(at);
          break;
      }
    }
    refused += check_all_threads(text) ? 0 : 1;
  }
  CHECK(refused > 50);
}

TEST_CASE("who watches sees each byte of nets counted once") {
  std::string text = header;
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
