#include "gsta/io/source.hpp"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include "test/io/texts.hpp"
#include "test/support/catch.hpp"

using namespace gsta;

namespace {

/// A file that is gone with the test.
struct temporary_file {
  explicit temporary_file(std::string const& content)
      : path((std::filesystem::temp_directory_path() /
              ("gsta_io_" + std::to_string(reinterpret_cast<std::uintptr_t>(this)) + ".txt"))
                 .string()) {
    std::ofstream(path, std::ios::binary) << content;
  }
  ~temporary_file() { std::filesystem::remove(path); }
  temporary_file(temporary_file const&) = delete;
  temporary_file& operator=(temporary_file const&) = delete;
  std::string path;
};

/// gzip of `*SPEF "x"` and a newline.
std::string gzipped() {
  constexpr unsigned char bytes[] = {0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03,
                                     0xd3, 0x0a, 0x0e, 0x70, 0x75, 0x53, 0x50, 0xaa, 0x50, 0xe2,
                                     0x02, 0x00, 0xd2, 0x18, 0x41, 0xbc, 0x0a, 0x00, 0x00, 0x00};
  return {reinterpret_cast<char const*>(bytes), sizeof bytes};
}

}  // namespace

TEST_CASE("a plain file is loaded as it is") {
  temporary_file const file("abc\r\nd");
  auto const loaded = io::load(file.path);
  CHECK(loaded.text() == "abc\r\nd");
  CHECK(loaded.name() == file.path);
}

TEST_CASE("a gzip file is known by its content") {
  temporary_file const file(gzipped());
  CHECK(io::load(file.path).text() == "*SPEF \"x\"\n");
}

TEST_CASE("members of gzip are one text, and nothing else may stand behind them") {
  temporary_file const twice(gzipped() + gzipped());
  CHECK(io::load(twice.path).text() == "*SPEF \"x\"\n*SPEF \"x\"\n");
  auto const refused = [](std::string const& content, std::string const& words) {
    temporary_file const file(content);
    auto const error = gsta_test::error_of([&] { (void)io::load(file.path); });
    REQUIRE(error);
    CHECK(error->line == 0);
    CHECK(error->file == file.path);
    CHECK_THAT(std::string(error->what()), gsta_test::contains(words));
  };
  for (std::string const junk : {"x", "\n", "*D_NET 1 2\n", "\x1f", "\x1f\x8c"}) {
    refused(gzipped() + junk, "behind its end stands something else");
    refused(gzipped() + gzipped() + junk, "behind its end stands something else");
  }
  refused(gzipped() + std::string(512, '\0') + "x", "behind its end stands something else");
  refused(gzipped() + std::string(512, '\0') + gzipped(), "behind its end stands something else");
  refused(gzipped() + "\x1f\x8b", "it ends too early");
  refused(gzipped() + gzipped().substr(0, 15), "it ends too early");
  refused(gzipped() + "\x1f\x8b\x09 is not deflated", "damaged");
  temporary_file const one("\x1f");
  CHECK(io::load(one.path).text() == "\x1f");  // too short to be gzip
}

TEST_CASE("gzip padded with zeros is read, however many there are") {
  for (std::size_t const zeros : {1, 2, 511, 1 << 18, 600'000}) {
    temporary_file const padded(gzipped() + std::string(zeros, '\0'));
    CHECK(io::load(padded.path).text() == "*SPEF \"x\"\n");
    temporary_file const twice(gzipped() + gzipped() + std::string(zeros, '\0'));
    CHECK(io::load(twice.path).text() == "*SPEF \"x\"\n*SPEF \"x\"\n");
  }
}

TEST_CASE("a text is as long as it may be, plain or packed") {
  temporary_file const plain("*SPEF \"x\"\n"), packed(gzipped()), twice(gzipped() + gzipped());
  CHECK(io::load(plain.path, {.max_bytes = 10}).text().size() == 10);
  CHECK(io::load(packed.path, {.max_bytes = 10}).text().size() == 10);
  for (auto const* const file : {&plain, &packed, &twice}) {
    auto const error = gsta_test::error_of([&] { (void)io::load(file->path, {.max_bytes = 9}); });
    REQUIRE(error);
    CHECK(error->line == 0);
    CHECK_THAT(std::string(error->what()), gsta_test::contains("the text is longer than 9 bytes"));
  }
}

TEST_CASE("lines and columns count from 1, in bytes") {
  auto const file = io::source::from_text("x", "ab\nc\n\nd");
  auto const at = [&](std::size_t offset) {
    auto const place = file.locate(offset);
    return std::to_string(place.line) + ":" + std::to_string(place.column);
  };
  CHECK(at(0) == "1:1");
  CHECK(at(2) == "1:3");
  CHECK(at(3) == "2:1");
  CHECK(at(5) == "3:1");
  CHECK(at(6) == "4:1");
  CHECK(at(7) == "4:2");
  CHECK(at(1000) == "4:2");
}

TEST_CASE("a file that cannot be loaded is reported at line 0") {
  auto const check = [](std::string const& path, std::string const& words) {
    auto const error = gsta_test::error_of([&] { (void)io::load(path); });
    REQUIRE(error);
    CHECK(error->file == path);
    CHECK(error->line == 0);
    CHECK(error->column == 0);
    CHECK_THAT(std::string(error->what()), gsta_test::contains(words));
  };
  check("/no/such/file", "no such file");
  check(std::filesystem::temp_directory_path().string(), "folder");
  temporary_file const empty("");
  check(empty.path, "empty");
  temporary_file const cut(gzipped().substr(0, gzipped().size() - 9));
  check(cut.path, "damaged");
  auto flipped = gzipped();
  flipped[12] = static_cast<char>(flipped[12] ^ 0x55);
  temporary_file const spoilt(flipped);
  check(spoilt.path, "damaged");
}

TEST_CASE("a file that is no text is reported at its first NUL") {
  temporary_file const file(std::string("ab\ncd\0e", 7));
  auto const error = gsta_test::error_of([&] { (void)io::load(file.path); });
  REQUIRE(error);
  CHECK(error->line == 2);
  CHECK(error->column == 3);
}

TEST_CASE("a byte order mark is no part of a text", "[source]") {
  auto const marked = io::source::from_text("a", "\xEF\xBB\xBFx\ny");
  CHECK(marked.text() == "x\ny");
  CHECK(marked.locate(0).column == 1);
  CHECK(io::source::from_text("a", "\xEF\xBBx").text() == "\xEF\xBBx");
  CHECK(io::source::from_text("a", "x\xEF\xBB\xBF").text() == "x\xEF\xBB\xBF");
  temporary_file const only("\xEF\xBB\xBF");
  auto const error = gsta_test::error_of([&] { (void)io::load(only.path); });
  REQUIRE(error);
  CHECK(error->line == 0);
}
