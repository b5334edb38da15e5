// SPEF that is unpacked beside its nets, against one reader of the file as `load` has it.

#include "gsta/io/spef_stream.hpp"

#include <atomic>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gsta/core/tbb_executor.hpp"
#include "src/io/spef_files.hpp"
#include "test/io/own_folder.hpp"
#include "test/io/random_spef.hpp"
#include "test/io/same_text.hpp"
#include "test/io/spef_compare.hpp"
#include "test/io/spoil_spef.hpp"
#include "test/io/texts.hpp"
#include "test/support/catch.hpp"
#include "test/support/gzip.hpp"

using namespace gsta;
using gsta_test::check_same;
using gsta_test::gzip;
using gsta_test::prng;

namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20U;

struct packed_file : gsta_test::own_folder {
  std::string const path = file("x.spef.gz");

  explicit packed_file(std::string const& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

  /// What loading the whole file and one reader make of it.
  std::string expected(io::spef_options const& options = {}, io::load_options const& limits = {}) const {
    return gsta_test::spef_as_read(
        [&](auto& seen) { return io::detail::read_spef_plainly(io::load(path, limits), seen, options); });
  }
  /// The same by the stream.
  std::string streamed(unsigned threads, io::spef_options const& options = {},
                       io::load_options const& limits = {}) const {
    tbb_executor const exec(threads);
    return gsta_test::spef_as_read(
        [&](auto& seen) { return io::read_spef(exec, io::spef_stream(path, limits), seen, options); });
  }
};

/// Reads by small steps on some numbers of threads; whether none had the file loaded as a whole. `expected`:
/// what has to be read of a file of that name; else what one reader makes of it.
bool check_steps(std::string const& bytes, std::size_t step, io::spef_options const& options = {},
                 gsta_test::written_spef const* expected = nullptr) {
  packed_file const file(bytes);
  auto const wanted = expected != nullptr ? expected->as_read(file.path) : file.expected(options);
  bool all_unpacked = true;
  for (unsigned const threads : {1U, 2U, 16U}) {
    INFO("threads " << threads << ", step " << step);
    tbb_executor const exec(threads);
    bool is_unpacked = false;
    check_same(gsta_test::spef_as_read([&](auto& seen) {
                 return io::detail::read_spef_by_steps(exec, file.path, step, seen, options, is_unpacked);
               }),
               wanted);
    all_unpacked = all_unpacked && is_unpacked;
  }
  return all_unpacked;
}

/// Nets until there are so many bytes, with numbers that no packing shortens much.
std::string long_spef(std::size_t bytes) {
  prng random(5);
  std::string text = gsta_test::spef_header;
  for (int i = 0; text.size() < bytes; ++i) {
    auto const net = "n" + std::to_string(i);
    text += "\n*D_NET " + net + " 1\n*CONN\n*I u" + std::to_string(i) + ":A I\n*CAP\n";
    for (int k = 1; k < 40; ++k)
      text += std::to_string(k) + " " + net + ":" + std::to_string(k) + " 0." +
              std::to_string(random.below(1000000000)) + "\n";
    text += "*END\n";
  }
  return text;
}

}  // namespace

TEST_CASE(
    "SPEF unpacked beside its nets: records and notes are what was written, for every number of threads") {
  for (unsigned seed = 0; seed < 12; ++seed) {
    INFO("seed " << seed);
    prng random(seed);
    io::spef_options options;
    if (random.chance(50)) options.prefix = "block";
    options.coupling_factor = 0.5F;
    auto const made = gsta_test::random_spef(random, random.between(1, 300), false, options);
    auto const& text = made.text;
    auto const half = static_cast<std::size_t>(random.below(static_cast<int>(text.size())));
    for (std::size_t const step :
         {std::size_t{1}, std::size_t{7}, std::size_t{1000}, text.size() / 2, mebibyte}) {
      if (step == 1 && text.size() > 5000) continue;
      CHECK(check_steps(gzip(text), step, options, &made));
      CHECK(check_steps(gzip(text.substr(0, half)) + gzip(text.substr(half)), step, options, &made));
    }
  }
  prng random(3);
  auto const made = gsta_test::random_spef(random, 200);
  CHECK(check_steps(gzip("\xEF\xBB\xBF" + made.text), 1000, {}, &made));
  CHECK_FALSE(check_steps(gzip("\xEF\xBB\xBF\xEF\xBB\xBF" + made.text), 1000));
}

TEST_CASE("SPEF unpacked beside its nets: a header that goes on behind nets is read as a whole") {
  prng random(4);
  auto const made = gsta_test::random_spef(random, 50, true);
  CHECK_FALSE(check_steps(gzip(made.text), 1000, {}, &made));
}

TEST_CASE("SPEF unpacked beside its nets: what stands in no piece of nets is read as a whole") {
  struct {
    std::string text;
    bool is_unpacked;
  } const cases[] = {
      {gsta_test::small_spef, true},
      {gsta_test::spef_header, false},
      {"x", false},
      {gsta_test::spef_header + std::string("*R_NET n 1\n*END\n"), true},
      {gsta_test::spef_header + std::string("\n*D_NET") + std::string(200, ' ') + "n 1\n*END\n", true},
      {gsta_test::spef_header + std::string("\n*D_NET // c\nn 1\n*END\n\n*D_NET m 1\n*END\n"), true},
      {gsta_test::spef_header +
           std::string("\n*D_NET n 1 *V 1\n*CAP\n1 n:1 2 *SC 1:2\n*INDUC\n1 a b 2\n*END\n"
                       "\n*D_NET m 1\n*END\n*R_NET n 1\n*END\n*DEFINE a \"b\"\n"),
       true},
      {gsta_test::spef_header + std::string("\n*D_NET n 1\n*END\n\n*D_NET m 1\n*END\n*C_UNIT 1 FF\n"),
       false}};
  for (auto const& [text, is_unpacked] : cases) {
    CAPTURE(text);
    for (std::size_t const step : {1U, 30U, 10000U}) CHECK(check_steps(gzip(text), step) == is_unpacked);
  }
}

TEST_CASE("SPEF unpacked beside its nets: spoilt texts have the errors of one reader") {
  int unpacked = 0, refused = 0;
  for (unsigned seed = 0; seed < 150; ++seed) {
    INFO("seed " << seed);
    prng random(seed);
    auto text = gsta_test::random_spef(random, random.between(1, 60), random.chance(20)).text;
    gsta_test::spoil_spef(random, text);
    ++(check_steps(gzip(text), static_cast<std::size_t>(random.between(1, 3000))) ? unpacked : refused);
  }
  CHECK(refused > 30);
  CHECK(unpacked > 5);
}

TEST_CASE("SPEF unpacked beside its nets may be padded with zeros") {
  prng random(1);
  auto const bytes = gzip(gsta_test::random_spef(random, 50).text);
  CHECK(check_steps(bytes + std::string(3, '\0'), 1000) == check_steps(bytes, 1000));
  CHECK(check_steps(bytes + std::string(100'000, '\0'), 1000) == check_steps(bytes, 1000));
}

TEST_CASE(
    "SPEF unpacked beside its nets: spoilt gzip, names without end and no text have the words of load") {
  for (unsigned seed = 0; seed < 60; ++seed) {
    INFO("seed " << seed);
    prng random(seed);
    auto const text = gsta_test::random_spef(random, random.between(20, 100)).text;
    auto bytes = gzip(text);
    auto const at = static_cast<std::size_t>(random.between(10, static_cast<int>(bytes.size()) - 1));
    switch (seed % 5) {
      case 0:
        bytes.resize(at);
        break;
      case 1:
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << random.below(8)));
        break;
      case 2:
        bytes +=
            random.pick(std::vector<std::string>{"x", "\n*D_NET n 1\n*END\n", std::string(3, '\0') + "x"});
        break;
      case 3:
        bytes = gzip(text + "\n*D_NET n 1\n" + std::string(1, '\0') + "*END\n" + text);
        break;
      default:
        bytes = gzip(text.substr(0, 200)) + gzip(text.substr(200)).substr(0, 2 + at % 40);
        break;
    }
    CHECK_FALSE(check_steps(bytes, static_cast<std::size_t>(random.between(1, 5000))));
  }
  // A name of 100,000 letters for each node: 32 times the file is the limit, and 1 MiB is free.
  auto named = gsta_test::spef_header + ("*NAME_MAP\n*1 " + std::string(100000, 'a')) + "\n";
  for (int i = 0; i < 60; ++i) named += "\n*D_NET *1:" + std::to_string(i) + " 1\n*END\n";
  CHECK(named.find("*D_NET") != named.npos);
  CHECK_FALSE(check_steps(gzip(named), 1000));
}

TEST_CASE("a long file of SPEF is the same by a stream, plain or packed, whole or spoilt", "[stream]") {
  auto const text = long_spef(9 * mebibyte);
  std::string const twice = "\n*D_NET n7 1:2:3\n*END\n", wrong = "\n*D_NET n7 1\n*CAP\n1 x y z\n*END\n";
  for (auto const& end : {twice, wrong}) {
    for (bool const is_packed : {false, true}) {
      CAPTURE(is_packed, end);
      packed_file const file(is_packed ? gzip(text + end, 0, 0, 0) : text + end);
      REQUIRE(std::filesystem::file_size(file.path) > 8 * mebibyte);
      auto const expected = file.expected();
      for (unsigned const threads : {1U, 3U}) check_same(file.streamed(threads), expected);
      io::load_options const less{.max_bytes = text.size()};
      check_same(file.streamed(2, {}, less), file.expected({}, less));
      CHECK(file.expected({}, less).find("the text is longer than") != std::string::npos);
      // Nobody has to read it.
      io::spef_stream unread(file.path);
      unread = io::spef_stream(file.path);
      CHECK(unread.name() == file.path);
    }
  }
}

TEST_CASE("who watches a stream comes to its size", "[stream]") {
  auto const text = long_spef(9 * mebibyte);
  for (int const level : {0, 1}) {
    packed_file const file(gzip(text, 0, 0, level));
    auto const size = std::filesystem::file_size(file.path);
    io::spef_stream stream(file.path);
    bool const is_long = level == 0;
    CHECK(stream.size() == (is_long ? size : text.size()));
    std::atomic<std::uint64_t> done{0};
    model::diagnostics seen;
    (void)io::read_spef(tbb_executor(2), std::move(stream), seen, {.progress = &done});
    CHECK(done == (is_long ? size : text.size() - text.find("*D_NET")));
  }
}

TEST_CASE("what is wrong with a stream's file is said when it is read", "[stream]") {
  io::spef_stream missing("/no/such/file");
  model::diagnostics seen;
  auto const error =
      gsta_test::error_of([&] { (void)io::read_spef(host_executor{}, std::move(missing), seen); });
  REQUIRE(error);
  CHECK(error->line == 0);
  CHECK_THAT(std::string(error->what()), gsta_test::contains("there is no such file"));
  packed_file const file(gzip(gsta_test::small_spef));
  CHECK_THROWS_AS(io::read_spef(host_executor{}, io::spef_stream(file.path), seen, {.coupling_factor = -1}),
                  argument_error);
}
