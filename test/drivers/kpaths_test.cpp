// The driver kpaths as its users run it: what it prints, and what it refuses.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "test/drivers/command.hpp"
#include "test/support/catch.hpp"
#include "test/support/gzip.hpp"
#include "test/support/random.hpp"
#include "test/support/skip.hpp"

using namespace gsta_test;

namespace {

namespace fs = std::filesystem;

/// A folder of its own for graph files.
class graph_folder {
 public:
  graph_folder() {
    std::string pattern = (fs::temp_directory_path() / "gsta-kpaths-XXXXXX").string();
    REQUIRE(mkdtemp(pattern.data()) != nullptr);
    folder_ = pattern;
  }
  ~graph_folder() { fs::remove_all(folder_); }
  graph_folder(graph_folder const&) = delete;
  graph_folder& operator=(graph_folder const&) = delete;

  std::string path(std::string const& name) const { return (folder_ / name).string(); }
  std::string write(std::string const& name, std::string const& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }

 private:
  fs::path folder_;
};

outcome kpaths(std::vector<std::string> words) {
  if (std::find(words.begin(), words.end(), "--device") == words.end())
    words.insert(words.end(), {"--device", "host"});
  return run_driver("kpaths", words);
}

void expect_lines(outcome const& seen, std::string const& lines) {
  CAPTURE(seen.err);
  CHECK(seen.exit_code == 0);
  CHECK(seen.out == lines);
}

struct plain_edge {
  int from, to;
  double weight;
};
struct plain_path {
  double cost;
  std::vector<int> vertices;
};

/// All paths by trying all ways, cheapest first; of equal ones that which begins at the smaller vertex, or
/// takes the earlier edge where they part.
std::vector<plain_path> all_paths(int vertices, std::vector<plain_edge> const& edges) {
  std::vector<plain_path> result;
  std::function<void(int, double, std::vector<int>)> const walk = [&](int v, double cost,
                                                                      std::vector<int> path) {
    path.push_back(v);
    bool is_end = true;
    for (plain_edge const& e : edges) {
      if (e.from != v) continue;
      is_end = false;
      walk(e.to, cost + e.weight, path);
    }
    if (is_end) result.push_back({cost, path});
  };
  for (int v = 1; v <= vertices; ++v) {
    bool leaves = false, enters = false;
    for (plain_edge const& e : edges) {
      leaves = leaves || e.from == v;
      enters = enters || e.to == v;
    }
    if (leaves && !enters) walk(v, 0, {});
  }
  std::stable_sort(result.begin(), result.end(),
                   [](plain_path const& a, plain_path const& b) { return a.cost < b.cost; });
  return result;
}

std::string printed(std::vector<plain_path> const& paths, std::size_t k) {
  std::string text;
  for (std::size_t p = 0; p < std::min(k, paths.size()); ++p) {
    char cost[40];
    std::snprintf(cost, sizeof cost, "%.9g", paths[p].cost);
    text += cost;
    for (int const v : paths[p].vertices) text.append(" ").append(std::to_string(v));
    text += "\n";
  }
  return text;
}

std::string number(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

std::string dimacs(int vertices, std::vector<plain_edge> const& edges) {
  std::string text = "c made up\np sp " + std::to_string(vertices);
  text.append(" ").append(std::to_string(edges.size())).append("\n");
  for (plain_edge const& e : edges) {
    text.append("a ").append(std::to_string(e.from)).append(" ").append(std::to_string(e.to));
    text.append(" ").append(number(e.weight)).append("\n");
  }
  return text;
}

/// An acyclic graph whose ids say nothing of its order.
std::vector<plain_edge> random_edges(prng& random, int vertices, double unit) {
  std::vector<int> order;
  for (int v = 1; v <= vertices; ++v) order.push_back(v);
  random.shuffle(order);
  std::vector<plain_edge> edges;
  for (int i = random.below(3 * vertices); vertices > 1 && i > 0; --i) {
    int const a = random.below(vertices - 1), b = random.between(a + 1, vertices - 1);
    edges.push_back({order[static_cast<std::size_t>(a)], order[static_cast<std::size_t>(b)],
                     unit * random.between(-3, 6)});
  }
  return edges;
}

void expect_refused(outcome const& seen, std::string const& file, std::size_t line, std::size_t column,
                    std::string const& words) {
  CAPTURE(seen.err);
  CHECK(seen.exit_code == 1);
  CHECK(seen.out.empty());
  auto const error = read_error(seen);
  CHECK(error.file == file);
  CHECK(error.line == line);
  CHECK(error.column == column);
  CHECK_THAT(error.sentence, contains(words));
}

std::string const market = "%%MatrixMarket matrix coordinate ";

}  // namespace

TEST_CASE("kpaths prints the cheapest paths of a DIMACS graph, by every engine") {
  graph_folder const files;
  // Vertex 6 stands alone; 4 -> 5 twice makes two paths of each.
  auto const file =
      files.write("g.gr", "p sp 6 7\na 1 2 3\na 1 3 1\na 2 4 1\na 3 4 3\na 4 5 0\na 4 5 0\na 2 5 1.0\n");
  for (std::string const engine : {"bounded", "dual-queue", "level-mdl"}) {
    CAPTURE(engine);
    auto const run = [&](std::vector<std::string> more) {
      more.insert(more.begin(), {file, "--engine", engine});
      return kpaths(more);
    };
    expect_lines(run({"--k", "3"}), "4\n4\n4\n");
    expect_lines(run({"--k", "9", "--show-paths"}), "4 1 2 4 5\n4 1 2 4 5\n4 1 2 5\n4 1 3 4 5\n4 1 3 4 5\n");
    expect_lines(run({"--k", "1", "--show-paths", "--threads", "1"}), "4 1 2 4 5\n");
    expect_lines(run({"--k", "0"}), "");
  }
  expect_lines(kpaths({file, "--k", "9", "--engine", "level-mdl", "--mdl", "0"}), "4\n");
}

TEST_CASE("kpaths says what it did on stderr, and nothing without being asked") {
  graph_folder const files;
  auto const file = files.write("g.gr", "p sp 3 2\na 1 2 0.5\na 2 3 0.25\n");
  CHECK(kpaths({file, "--k", "2", "--weights", "float"}).err.empty());
  auto const seen = kpaths({file, "--k", "2", "--weights", "float", "--stats"});
  CHECK(seen.out == "0.75\n");
  CHECK_THAT(seen.err, contains("weights are multiples of 2^-2, exactly"));
  CHECK_THAT(seen.err, contains("1 paths of 2 asked for, by bounded on host"));
}

TEST_CASE("kpaths keeps the directions of a general matrix that is acyclic beside its diagonal") {
  graph_folder const files;
  auto const acyclic = files.write("a.mtx", market + "real general\n4 4 4\n3 1 2\n1 2 5\n2 2 9\n3 2 8\n");
  auto const seen = kpaths({acyclic, "--k", "5", "--show-paths"});
  expect_lines(seen, "7 3 1 2\n8 3 2\n");
  CHECK(seen.err.empty());
  auto const cyclic = files.write("c.mtx", market + "real general\n3 3 4\n1 2 5\n2 3 1\n3 1 7\n3 3 1\n");
  auto const turned = kpaths({cyclic, "--k", "5", "--show-paths"});
  expect_lines(turned, "6 1 2 3\n7 1 3\n");
  CHECK(turned.err == cyclic +
                          ": note: the matrix has a cycle: 1 of its 3 edges were turned, so that all go from "
                          "the smaller to the larger number\n");
}

TEST_CASE("kpaths finds the same paths of a general matrix as of the same graph in DIMACS") {
  graph_folder const files;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    prng random(seed);
    int const vertices = random.between(2, 12);
    auto const edges = random_edges(random, vertices, 1);
    auto const n = std::to_string(vertices);
    std::string text = market + (random.chance(50) ? "integer" : "real") + " general\n";
    text += n + " " + n + " " + std::to_string(edges.size()) + "\n";
    for (plain_edge const& e : edges)
      text.append(std::to_string(e.from) + " " + std::to_string(e.to) + " " + number(e.weight) + "\n");
    auto const seen = kpaths({files.write("r.mtx", text), "--k", "1000", "--show-paths"});
    expect_lines(seen,
                 kpaths({files.write("r.gr", dimacs(vertices, edges)), "--k", "1000", "--show-paths"}).out);
    CHECK(seen.err.empty());
  }
}

TEST_CASE("kpaths reads unsigned matrices, plus signs, numbers too small for a double and padded gzip") {
  graph_folder const files;
  auto const whole = files.write("u.mtx", market + "unsigned-integer general\n2 2 2\n1 2 +5\n1 2 7\n");
  expect_lines(kpaths({whole, "--k", "5"}), "5\n7\n");
  auto const large =
      files.write("l.mtx", market + "unsigned-integer general\n2 2 1\n1 2 18446744073709551615\n");
  expect_lines(kpaths({large, "--k", "5", "--weights", "float"}), "1.84467441e+19\n");
  expect_refused(kpaths({large, "--k", "5"}), large, 3, 5, "expected a whole weight (of 64 bits");
  auto const tiny = files.write("t.mtx", market + "real general\n2 2 2\n1 2 1e-400\n1 2 +0.5\n");
  expect_lines(kpaths({tiny, "--k", "5", "--weights", "float"}), "0\n0.5\n");
  auto const padded = files.write("p.gr.gz", gzip("p sp 2 1\na 1 2 3\n") + std::string(1000, '\0'));
  expect_lines(kpaths({padded, "--k", "5"}), "3\n");
}

TEST_CASE("kpaths says which weights cannot be summed exactly, and prints none of their sums") {
  graph_folder const files;
  auto const refuse = [&](std::string const& edges, std::string const& k, std::size_t line,
                          std::size_t column, std::string const& words) {
    CAPTURE(edges);
    auto const file = files.write(
        "f.gr", "p sp 4 " + std::to_string(std::count(edges.begin(), edges.end(), '\n')) + "\n" + edges);
    for (std::string const engine : {"bounded", "dual-queue", "level-mdl"})
      expect_refused(kpaths({file, "--k", k, "--weights", "float", "--engine", engine}), file, line, column,
                     words);
  };
  std::string const beside_5 = "the weight \"5\" is too small beside the weight \"1e300\" of line 2";
  refuse("a 1 2 1e300\na 2 3 1e300\na 1 3  5\n", "1", 4, 8, beside_5);
  refuse("a 1 2 1e300\na 1 2 5\na 1 2 1e-9\n", "2", 4, 7,
         "\"1e-9\" is too small beside the weight \"1e300\"");
  refuse("a 1 2 1e300\na 2 3 -1e300\na 1 3 -5\n", "1", 4, 7, "\"-5\" is too small");
  refuse("a 1 2 1e300\na 2 3 5\na 3 4 -1e300\n", "1", 3, 7, "\"5\" is too small");
  refuse("a 1 2 1.7e308\na 2 3 1.7e308\n", "1", 2, 7,
         "\"1.7e308\" is too large: the cost of a path is beyond what a double holds");
  refuse("a 1 2 -1.7e308\na 2 3 -1.7e308\n", "1", 2, 7, "is too large");
  refuse("a 1 2 1\na 2 3 1\na 1 3 1e-30\n", "2", 4, 7, "\"1e-30\" is too small");
}

TEST_CASE("kpaths prints sums of weights that differ by much where what is lost does not show") {
  graph_folder const files;
  auto const print = [&](std::string const& edges, std::string const& k, std::string const& lines) {
    CAPTURE(edges);
    auto const file = files.write(
        "f.gr", "p sp 4 " + std::to_string(std::count(edges.begin(), edges.end(), '\n')) + "\n" + edges);
    expect_lines(kpaths({file, "--k", k, "--weights", "float"}), lines);
  };
  print("a 1 2 1e300\na 2 3 5\na 1 3 2e300\n", "2", "1e+300\n2e+300\n");
  print("a 1 2 1e300\na 2 3 1e300\n", "1", "2e+300\n");
  print("a 1 2 1.7e308\n", "1", "1.7e+308\n");
  print("a 1 2 1e-300\na 2 3 5e-324\n", "1", "1e-300\n");
  print("a 1 2 5e-324\na 2 3 1e-323\n", "1", "1.48219694e-323\n");
  print("a 1 2 1\na 2 3 1e-30\n", "1", "1\n");
  print("a 1 2 0.1\na 2 3 -0.1\na 1 3 0\n", "2", "0\n0\n");
  print("a 1 2 1e4\na 2 3 0.1\na 1 3 0.3\n", "2", "0.3\n10000.1\n");
}

TEST_CASE("kpaths prints right sums of random weights of any size, or says which are too small") {
  graph_folder const files;
  int printed = 0, refused = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    prng random(seed);
    int const vertices = random.between(2, 8), powers = random.between(0, 60);
    auto edges = random_edges(random, vertices, 1);
    for (plain_edge& e : edges) {
      e.weight = std::ldexp(static_cast<double>(random.between(1, 1 << 20)), random.between(-powers, powers));
      if (random.chance(20)) e.weight = -e.weight;
    }
    auto const paths = all_paths(vertices, edges);
    auto const seen =
        kpaths({files.write("r.gr", dimacs(vertices, edges)), "--k", "1000", "--weights", "float"});
    if (seen.exit_code == 1) {
      ++refused;
      CHECK_THAT(seen.err, contains("is too small beside the weight"));
      continue;
    }
    ++printed;
    std::istringstream lines(seen.out);
    double cost = 0;
    for (plain_path const& path : paths) {
      REQUIRE(lines >> cost);
      CHECK(std::abs(cost - path.cost) <= 1e-8 * std::abs(path.cost));
    }
    CHECK_FALSE(lines >> cost);
  }
  CHECK(printed > 10);
  CHECK(refused > 10);
}

TEST_CASE("kpaths turns a matrix into an acyclic graph, upwards and without its diagonal") {
  graph_folder const files;
  auto const symmetric =
      files.write("s.mtx", market + "integer symmetric\n3 3 4\n1 1 5\n2 1 5\n3 1 7\n3 2 1\n");
  expect_lines(kpaths({symmetric, "--k", "5", "--show-paths"}), "6 1 2 3\n7 1 3\n");
  auto const general =
      files.write("g.mtx", market + "real general\n4 4 5\n1 2 5\n2 1 3\n3 2 1.0\n4 4 9\n3 1 10\n");
  expect_lines(kpaths({general, "--k", "5", "--show-paths"}), "4 1 2 3\n6 1 2 3\n10 1 3\n");
  auto const pattern = files.write("p.mtx", market + "pattern symmetric\n3 3 2\n3 1\n3 2\n");
  expect_lines(kpaths({pattern, "--k", "5", "--show-paths"}), "1 1 3\n1 2 3\n");
}

TEST_CASE("kpaths prints real costs to nine digits and whole ones in full, beyond what a double holds") {
  graph_folder const files;
  auto const large = files.write("l.gr", "p sp 2 2\na 1 2 9007199254740993\na 1 2 -1234567890\n");
  expect_lines(kpaths({large, "--k", "2"}), "-1234567890\n9007199254740993\n");
  auto const real = files.write("r.gr", "p sp 3 2\na 1 2 1e-5\na 2 3 0.333333333333\n");
  expect_lines(kpaths({real, "--k", "1", "--weights", "float"}), "0.333343333\n");
  // One path may cost nearly 2^61 more than another.
  auto const apart = files.write(
      "a.gr", "p sp 3 3\na 1 2 500000000000000000\na 2 3 500000000000000000\na 1 3 -1000000000000000000\n");
  for (std::string const engine : {"bounded", "dual-queue", "level-mdl"})
    expect_lines(kpaths({apart, "--k", "3", "--engine", engine}),
                 "-1000000000000000000\n1000000000000000000\n");
  // Only sums beyond 60 bits are too large.
  auto const huge = files.write("h.gr", "p sp 3 2\na 1 2 1152921504606846975\na 2 3   1\n");
  expect_refused(kpaths({huge, "--k", "1"}), huge, 3, 9, "too large for exact sums");
  expect_lines(kpaths({huge, "--k", "1", "--weights", "float"}), "1.1529215e+18\n");
}

TEST_CASE("kpaths reads gzip, and graphs with nothing to find") {
  graph_folder const files;
  // gzip of an arc from 2 to 1.
  std::string const bytes(
      "\037\213\010\000\000\000\000\000\002\003\053\120\050\056\120\060\122"
      "\060\344\112\004\221\012\346\134\000\027\310\102\303\021\000\000\000",
      34);
  auto const packed = files.write("g.gr.gz", bytes);
  expect_lines(kpaths({packed, "--k", "2", "--show-paths"}), "7 2 1\n");
  for (std::string const text : {"p sp 0 0\n", "p sp 5 0\n", "p sp 2147483647 0\n"})
    expect_lines(kpaths({files.write("none.gr", text), "--k", "1000000000"}), "");
  auto const two = files.write("two.gr", "p sp 2147483647 1\na 2147483647 1 -3\n");
  expect_lines(kpaths({two, "--k", "1000000000", "--show-paths"}), "-3 2147483647 1\n");
  auto const diagonal = files.write("d.mtx", market + "pattern general\n2 2 2\n1 1\n2 2\n");
  expect_lines(kpaths({diagonal, "--k", "1"}), "");
}

TEST_CASE("kpaths prints all paths of random graphs in order, by trying all ways") {
  graph_folder const files;
  std::vector<std::string> const engines{"bounded", "dual-queue", "level-mdl"};
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    CAPTURE(seed);
    prng random(seed);
    int const vertices = random.between(1, 12);
    double const unit = random.chance(50) ? 1 : 0.125;
    auto const edges = random_edges(random, vertices, unit);
    auto const paths = all_paths(vertices, edges);
    auto const file = files.write("r.gr", dimacs(vertices, edges));
    std::size_t const k = random.chance(50) ? 1000000 : paths.size() / 2 + 1;
    expect_lines(kpaths({file, "--k", std::to_string(k), "--show-paths", "--engine", random.pick(engines),
                         "--weights", unit == 1 && random.chance(50) ? "int" : "float"}),
                 printed(paths, k));
  }
}

TEST_CASE("kpaths refuses a cycle and names its vertices") {
  graph_folder const files;
  auto const loop = files.write("l.gr", "p sp 9 4\na 1 7 1\na 7 3 1\na 3 9 1\na 9 7 1\n");
  auto const seen = kpaths({loop, "--k", "1"});
  expect_refused(seen, loop, 3, 1, "the graph has a cycle: ");
  bool named = false;
  for (std::string const vertices : {"7 3 9\n", "3 9 7\n", "9 7 3\n"})
    named = named || seen.err.ends_with(": " + vertices);
  CHECK(named);
  auto const self = files.write("s.gr", "p sp 2 1\na 2 2 1\n");
  expect_refused(kpaths({self, "--k", "1"}), self, 2, 1, "the graph has a cycle: 2");
}

TEST_CASE("kpaths refuses bad graphs in their place") {
  graph_folder const files;
  auto const refuse = [&](std::string const& text, std::size_t line, std::size_t column,
                          std::string const& words) {
    auto const file = files.write("bad.gr", text);
    expect_refused(kpaths({file, "--k", "1"}), file, line, column, words);
  };
  refuse("p sp 2 2\na 1 2 1\na 1 2 0.5 \r\n", 3, 7, "expected a whole weight");
  refuse("p sp 2 1\na 1 2 9223372036854775808", 2, 7, "expected a whole weight");
  refuse("p sp 2 1\na 1 3 1\n", 2, 5, "expected a vertex");
  refuse("p sp 2 1\na 1 2 nan\n", 2, 7, "expected a number");
  refuse("", 0, 0, "empty");
  refuse(market + "real general\n2 2 1\n1 2 0.25\n", 3, 5, "found \"0.25\"");
  auto const none = files.path("none.gr");
  expect_refused(kpaths({none, "--k", "1"}), none, 0, 0, "no such file");
  auto const good = files.write("good.gr", "p sp 2 1\na 1 2 1\n");
  CHECK(kpaths({good, "--k", "1"}).exit_code == 0);
}

TEST_CASE("kpaths refuses wrong usage, and a backend that is not there") {
  graph_folder const files;
  auto const file = files.write("g.gr", "p sp 2 1\na 1 2 1\n");
  using words = std::vector<std::string>;
  for (words const& more :
       {words{}, words{"--k"}, words{"--k", "-1"}, words{"--k", "few"}, words{"--k", "1", "stray"},
        words{"--k", "1", "--engine", "yen"}, words{"--k", "1", "--weights", "double"},
        words{"--k", "1", "--mdl", "3"}, words{"--k", "1", "--engine", "level-mdl", "--mdl", "-1"},
        words{"--k", "1", "--threads", "-1"}, words{"--k", "1", "--device", "tpu"}}) {
    CAPTURE(more);
    words all{file};
    all.insert(all.end(), more.begin(), more.end());
    auto const seen = run_driver("kpaths", all);
    CHECK(seen.exit_code == 2);
    CHECK(seen.out.empty());
    CHECK(std::count(seen.err.begin(), seen.err.end(), '\n') == 1);
  }
  CHECK(run_driver("kpaths", {"--k", "1"}).exit_code == 2);
  CHECK_THAT(run_driver("kpaths", {"--help"}).out, contains("--show-paths"));
  auto const cuda = kpaths({file, "--k", "1", "--device", "cuda"});
  CHECK((cuda.exit_code == 3 || cuda.out == "1\n"));
}

TEST_CASE("kpaths prints the same on a GPU", "[gpu]") {
  graph_folder const files;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    CAPTURE(seed);
    prng random(seed);
    auto const file = files.write("r.gr", dimacs(40, random_edges(random, 40, 0.5)));
    for (std::string const engine : {"bounded", "dual-queue", "level-mdl"}) {
      std::vector<std::string> words{file,    "--k",      "2000", "--show-paths", "--weights",
                                     "float", "--engine", engine, "--device",     "cuda"};
      auto const seen = kpaths(words);
      if (seen.exit_code == 3) gsta_test::skip("there is no GPU");
      words.back() = "host";
      expect_lines(seen, kpaths(words).out);
    }
  }
}
