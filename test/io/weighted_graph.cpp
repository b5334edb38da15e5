#include "gsta/io/weighted_graph.hpp"

#include <string>
#include <vector>

#include "test/io/sizes.hpp"
#include "test/io/texts.hpp"
#include "test/support/catch.hpp"

using namespace gsta;
using gsta_test::error_of;
using gsta_test::text;

namespace {

model::weighted_graph read(std::string const& content) { return io::read_weighted_graph(text(content)); }

void check_edge(model::weighted_edge const& edge, int from, int to, double weight) {
  CHECK(edge.from == from);
  CHECK(edge.to == to);
  CHECK(edge.weight == weight);
}

struct spoilt {
  std::string content;
  std::size_t line, column;
  char const* words;
};

void check_refused(std::vector<spoilt> const& rows) {
  for (auto const& row : rows) {
    // A matrix has its kind in line 1.
    bool const in_kind = row.content.starts_with("%%") && row.line == 1;
    auto const at = in_kind ? row.content.size() : gsta_test::behind_first_line(row.content, "%%");
    auto const check = [&](io::source const& file, std::size_t lines) {
      CAPTURE(file.name(), row.content.substr(0, 400), row.words);
      auto const error = error_of([&] { (void)io::read_weighted_graph(file); });
      REQUIRE(error);
      CHECK_THAT(std::string(error->what()), gsta_test::contains(row.words));
      CHECK(error->line == row.line + (in_kind ? 0 : lines));
      CHECK(error->column == row.column);
    };
    gsta_test::at_every_size(row.content, check, at);
  }
}

std::string const market = "%%MatrixMarket matrix coordinate real general\n";

}  // namespace

TEST_CASE("a DIMACS graph is read: comments, blank lines, any spacing and line ends") {
  auto const graph =
      read("c one\n\np sp 4 5\r\n a 1 2 3\na\t1 3 +4\r\nc a 9 9 9\na 2 4 5  \na 3 4 -7\na 2 3 1.5");
  CHECK(graph.file == "x");
  CHECK(graph.vertices == 4);
  REQUIRE(graph.edges.size() == 5);
  check_edge(graph.edges[0], 0, 1, 3);
  check_edge(graph.edges[1], 0, 2, 4);
  check_edge(graph.edges[2], 1, 3, 5);
  check_edge(graph.edges[3], 2, 3, -7);
  check_edge(graph.edges[4], 1, 2, 1.5);
  CHECK(graph.edges[0].line == 4);
  CHECK(graph.edges[4].line == 9);
}

TEST_CASE("a whole weight is kept exactly, however it is written, a fraction is not whole") {
  auto const edges =
      read(
          "p sp 1 8\na 1 1 9007199254740993\na 1 1 -9223372036854775808\na 1 1 3.0\na 1 1 2e3\n"
          "a 1 1 0.5\na 1 1 1e300\na 1 1 9223372036854775808\na 1 1 -0\n")
          .edges;
  REQUIRE(edges.size() == 8);
  CHECK(edges[0].exact == 9007199254740993);  // 2^53 + 1, which no double is
  CHECK(edges[0].is_whole);
  CHECK(edges[1].exact == std::numeric_limits<std::int64_t>::min());
  CHECK(edges[2].is_whole);
  CHECK(edges[2].exact == 3);
  CHECK(edges[3].is_whole);
  CHECK(edges[3].exact == 2000);
  CHECK_FALSE(edges[4].is_whole);
  CHECK_FALSE(edges[5].is_whole);
  CHECK(edges[5].weight == 1e300);
  CHECK_FALSE(edges[6].is_whole);  // 2^63 does not fit
  CHECK(edges[6].weight == 9223372036854775808.0);
  CHECK(edges[7].is_whole);
  CHECK(edges[7].weight == 0);
}

TEST_CASE("a Matrix Market file is read: row to column, real, integer and pattern") {
  auto const real =
      read("%%MatrixMarket MATRIX Coordinate real General\n% a comment\n3 3 3\n1 2 0.5\n2 3 1e3\n1 1 -2\n");
  CHECK(real.vertices == 3);
  REQUIRE(real.edges.size() == 3);
  check_edge(real.edges[0], 0, 1, 0.5);
  check_edge(real.edges[1], 1, 2, 1000);
  check_edge(real.edges[2], 0, 0, -2);
  CHECK(real.edges[2].line == 6);
  auto const whole = read("%%MatrixMarket matrix coordinate integer general\n2 2 1\n2 1 7\n");
  check_edge(whole.edges.at(0), 1, 0, 7);
  CHECK(whole.edges[0].exact == 7);
  CHECK(whole.edges[0].is_whole);
  auto const pattern = read("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n2 1\n");
  check_edge(pattern.edges.at(0), 1, 0, 1);
  CHECK(pattern.edges[0].is_whole);
  CHECK(pattern.edges[0].exact == 1);
}

TEST_CASE("numbers have a plus sign under every header, and may be too small for a double") {
  std::string const head = "%%MatrixMarket matrix coordinate ", size = " general\n3 3 1\n1 2 ";
  for (std::string const kind : {"real", "integer", "unsigned-integer", "Unsigned-Integer"}) {
    CAPTURE(kind);
    auto const edges = read(head + kind + size + "+5\n").edges;
    CHECK(edges.at(0).weight == 5);
    CHECK(edges[0].exact == 5);
    CHECK(edges[0].is_whole);
  }
  for (auto const& tiny : std::vector<std::string>{
           "1e-400", "-1e-400", "+1e-400", "0.000001E-395", "99999999999999999999e-999999999999999999999",
           "0." + std::string(5000, '0') + "1", "123e-500", "0001e-400", ".1e-399"}) {
    CAPTURE(tiny.substr(0, 40));
    CHECK(read(head + "real" + size + tiny + "\n").edges.at(0).weight == 0);
    CHECK(read("p sp 2 1\na 1 2 " + tiny + "\n").edges.at(0).weight == 0);
  }
  CHECK(read(head + "real" + size + "5e-324\n").edges.at(0).weight == 5e-324);
  for (auto const& huge :
       std::vector<std::string>{"1e400", "-1e400", "0.0001e500", "1" + std::string(400, '0') + ".5e-2",
                                "0.001e99999999999999999999999", "1e400x"}) {
    CAPTURE(huge.substr(0, 40));
    auto const error = error_of([&] { (void)read(head + "real" + size + huge + "\n"); });
    REQUIRE(error);
    CHECK(error->line == 3);
    CHECK(error->column == 5);
  }
}

TEST_CASE("a matrix of unsigned integers holds all of 64 bits") {
  std::string const head = "%%MatrixMarket matrix coordinate unsigned-integer general\n2 2 1\n1 2 ";
  auto const largest = read(head + "18446744073709551615\n").edges.at(0);
  CHECK_FALSE(largest.is_whole);
  CHECK(largest.weight == 18446744073709551616.0);
  CHECK(read(head + "9223372036854775807\n").edges.at(0).exact == 9223372036854775807);
  check_refused({{head + "-1\n", 3, 5, "expected an integer from 0 to 18446744073709551615, found \"-1\""},
                 {head + "+-1\n", 3, 5, "expected an integer"},
                 {head + "1.5\n", 3, 5, "expected an integer"},
                 {head + "18446744073709551616\n", 3, 5, "expected an integer"}});
}

TEST_CASE("a symmetric matrix gives both directions, its diagonal one edge") {
  auto const graph = read("%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n2 1 5\n3 3 6\n3 1 7\n");
  CHECK(graph.is_symmetric);
  CHECK_FALSE(read("%%MatrixMarket matrix coordinate real general\n1 1 0\n").is_symmetric);
  REQUIRE(graph.edges.size() == 5);
  check_edge(graph.edges[0], 1, 0, 5);
  check_edge(graph.edges[1], 0, 1, 5);
  check_edge(graph.edges[2], 2, 2, 6);
  check_edge(graph.edges[3], 2, 0, 7);
  check_edge(graph.edges[4], 0, 2, 7);
}

TEST_CASE("graphs without edges, without vertices") {
  CHECK(read("p sp 0 0").vertices == 0);
  CHECK(read("p sp 2147483647 0\n").vertices == 2147483647);
  CHECK(read(market + "5 5 0\n").vertices == 5);
  CHECK(read(market + "0 0 0\n").vertices == 0);
}

TEST_CASE("bad DIMACS is refused in its place") {
  check_refused({
      {"", 0, 0, "empty"},
      {std::string("p sp\0", 5), 1, 5, "NUL"},
      {"c only\n", 2, 1,
       "expected p sp VERTICES ARCS, or %%MatrixMarket in line 1, found the end of the file"},
      {"a 1 2 3\n", 1, 1, "expected p sp VERTICES ARCS"},
      {"p max 3 3\n", 1, 3, "expected sp (a graph for shortest paths), found \"max\""},
      {"p sp -1 3\n", 1, 6, "expected the number of vertices from 0 to 2147483647, found \"-1\""},
      {"p sp 2147483648 3\n", 1, 6, "expected the number of vertices"},
      {"p sp 3\n", 1, 7, "expected the number of arcs"},
      {"p sp 3 1.5\n", 1, 8, "expected the number of arcs"},
      {"p sp 3 1 7\n", 1, 10, "expected the end of the line, found \"7\""},
      {"p sp 2 1\np sp 2 1\n", 2, 1, "expected an arc a FROM TO WEIGHT, found \"p\""},
      {"p sp 2 1\nab 1 2 3\n", 2, 1, "expected an arc a FROM TO WEIGHT, found \"ab\""},
      {"p sp 2 1\na 0 2 3\n", 2, 3, "expected a vertex from 1 to 2, found \"0\""},
      {"p sp 2 1\na 1 3 3\n", 2, 5, "expected a vertex from 1 to 2, found \"3\""},
      {"p sp 2 1\na 1 99999999999999999999 3\n", 2, 5, "expected a vertex from 1 to 2"},
      {"p sp 2 1\na 1 2x 3\n", 2, 5, "expected a vertex from 1 to 2, found \"2x\""},
      {"p sp 2 1\na 1 2\n", 2, 6, "expected a number, found the end of the line"},
      {"p sp 2 1\na 1 2 nan\n", 2, 7, "expected a number, found \"nan\""},
      {"p sp 2 1\na 1 2 -inf\n", 2, 7, "expected a number, found \"-inf\""},
      {"p sp 2 1\na 1 2 1e999\n", 2, 7, "expected a number, found \"1e999\""},
      {"p sp 2 1\na 1 2 +-3\n", 2, 7, "expected a number"},
      {"p sp 2 1\na 1 2 3 4\n", 2, 9, "expected the end of the line, found \"4\""},
      {"p sp 2 1\na 1 2 3\na 1 2 3\n", 3, 1, "expected the end of the file after 1 edge, found \"a\""},
      {"p sp 2 2\na 1 2 3\n", 3, 1, "expected 2 edges, as stated (there are 1), found the end of the file"},
      {"p sp 2 99999999999999\na 1 2 3\n", 3, 1, "(there are 1)"},
  });
}

TEST_CASE("bad Matrix Market is refused in its place") {
  check_refused({
      {"%%MatrixMarket vector coordinate real general\n", 1, 16, "expected matrix, found \"vector\""},
      {"%%MatrixMarket matrix array real general\n", 1, 23, "expected coordinate, found \"array\""},
      {"%%MatrixMarket matrix coordinate complex general\n", 1, 34,
       "expected real, integer, unsigned-integer or pattern"},
      {"%%MatrixMarket matrix coordinate real hermitian\n", 1, 39, "expected general or symmetric"},
      {"%%MatrixMarket matrix coordinate real\n", 1, 38, "general or symmetric, found the end of the line"},
      {market + "% nothing\n", 3, 1, "expected ROWS COLUMNS ENTRIES, found the end of the file"},
      {market + "3 4 1\n1 1 1\n", 2, 3, "expected as many columns as rows, found \"4\""},
      {market + "3 3 1\n1 4 1\n", 3, 3, "expected a vertex from 1 to 3, found \"4\""},
      {market + "3 3 1\n1 1\n", 3, 4, "expected a number, found the end of the line"},
      {market + "3 3 1\n1 1 2 x\n", 3, 7, "expected the end of the line, found \"x\""},
      {market + "3 3 1\n1 1 2\n1 2 2\n", 4, 1, "expected the end of the file after 1 edge"},
      {market + "3 3 2\n1 1 2\n", 4, 1, "expected 2 edges, as stated (there are 1)"},
      {"%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 0.5\n", 3, 5, "expected an integer"},
      {"%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1 1\n", 3, 5,
       "expected the end of the line"},
  });
}

TEST_CASE("every prefix of a graph is read or refused, and so is any one byte replaced") {
  for (std::string const valid :
       {"c x\np sp 4 3\na 1 2 3\na 1 3 4.5\na 2 4 -5\n",
        "%%MatrixMarket matrix coordinate real symmetric\n%\n3 3 2\n2 1 0.5\n3 3 1\n"}) {
    for (std::size_t n = 0; n < valid.size(); ++n) {
      (void)error_of([&] { (void)read(valid.substr(0, n)); });
      for (char const c : {'a', 'p', '%', ' ', '\n', '-', '.', '\x80', '9', '0'}) {
        auto changed = valid;
        changed[n] = c;
        (void)error_of([&] {
          for (auto const& edge : read(changed).edges) {
            REQUIRE((edge.from >= 0 && edge.to >= 0));
          }
        });
      }
    }
    CHECK_FALSE(error_of([&] { (void)read(valid); }));
  }
}

TEST_CASE("a line of 100 MB is refused in its place") {
  std::string const filler(100'000'000, '7');
  check_refused({{filler, 1, 1, "expected p sp VERTICES ARCS"},
                 {"p sp 1 1\na 1 1 " + filler + "x", 2, 7, "expected a number"},
                 {"p sp 1 1\na " + filler + " 1 1", 2, 3, "expected a vertex from 1 to 1"}});
  CHECK(read("c" + filler + "\np sp 1 1\na 1 1 1").edges.size() == 1);
}
