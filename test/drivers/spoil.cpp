#include "test/drivers/spoil.hpp"

#include "test/support/catch.hpp"
#include "test/support/random.hpp"

namespace fs = std::filesystem;

namespace gsta_test {

error_line expect_refused(outcome const& seen, std::string const& file) {
  CAPTURE(seen.err, file);
  CHECK(seen.exit_code == 1);
  CHECK(seen.out.empty());
  CHECK(seen.seconds < 30);
  auto const error = read_error(seen);
  CHECK(error.file == file);
  return error;
}

void expect_refused_at(outcome const& seen, std::string const& file, place at, std::string const& words) {
  auto const error = expect_refused(seen, file);
  CAPTURE(error.sentence);
  CHECK(error.line == at.line);
  CHECK(error.column == at.column);
  CHECK_THAT(error.sentence, contains(words));
}

void check_replacements(sandbox const& design, run_design const& run, std::vector<replacement> const& rows) {
  for (auto const& row : rows) {
    CAPTURE(row.file, row.from, row.to);
    auto at = design.replace(row.file, row.from, row.to);
    if (!row.anchor.empty()) at = design.find(row.file, row.anchor);
    at.column += row.offset;
    expect_refused_at(run(design), design.path(row.file), at, row.words);
    design.restore(row.file);
  }
}

void check_no_file(sandbox const& design, run_design const& run, std::string const& file) {
  CAPTURE(file);
  auto const path = design.path(file);
  fs::remove(path);
  expect_refused_at(run(design), path, {0, 0}, "there is no such file");
  fs::create_directory(path);
  expect_refused_at(run(design), path, {0, 0}, "found a folder");
  fs::remove(path);
  design.write(file, "");
  expect_refused_at(run(design), path, {0, 0}, "empty");
  design.write(file, "\x1f\x8b\x08 no gzip at all");
  expect_refused_at(run(design), path, {0, 0}, "damaged");
  design.restore(file);
}

void check_binary(sandbox const& design, run_design const& run, std::string const& file) {
  CAPTURE(file);
  auto const path = design.path(file);
  auto text = design.read(file);
  auto const middle = text.size() / 2;
  text[middle] = '\0';
  design.write(file, text);
  expect_refused_at(run(design), path, place_of(text, middle), "NUL");
  for (int const lowest : {0, 1}) {
    prng random(static_cast<std::uint64_t>(lowest) + 7);
    std::string noise;
    for (int i = 0; i < 5000; ++i) noise += static_cast<char>(random.between(lowest, 255));
    design.write(file, noise);
    CHECK(expect_refused(run(design), path).line > 0);
  }
  design.restore(file);
}

void check_cut_short(sandbox const& design, run_design const& run, std::string const& file) {
  auto const text = design.read(file);
  constexpr std::size_t cuts = 12;
  for (std::size_t i = 1; i < cuts; ++i) {
    // Once between two bytes, once between two lines.
    auto const middle = text.size() * i / cuts;
    auto const line_end = text.rfind('\n', middle);
    for (auto const size : {middle, line_end == text.npos ? middle : line_end + 1}) {
      CAPTURE(file, size);
      design.write(file, text.substr(0, size));
      auto const seen = run(design);
      CAPTURE(seen.err);
      if (seen.exit_code == 0) continue;
      CHECK(seen.exit_code == 1);
      CHECK(seen.out.empty());
      auto const error = read_error(seen);
      // A name cut short is that of a file that is not there.
      bool const other = error.line == 0 && error.file.starts_with(design.path(""));
      CHECK((error.file == design.path(file) || other));
    }
  }
  design.restore(file);
}

}  // namespace gsta_test
