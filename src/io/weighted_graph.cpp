// Graphs in the formats of DIMACS and of Matrix Market.

#include "gsta/io/weighted_graph.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "gsta/io/source.hpp"
#include "src/io/text.hpp"

namespace gsta::io::detail {
namespace {

/// Reads a text of many short lines word by word, without a copy and without a list of its words. Errors
/// point at the word.
class line_scanner {
 public:
  explicit line_scanner(source const& file) noexcept
      : file_(file), at_(file.text().data()), end_(at_ + file.text().size()) {}

  /// Goes to the next line that has a word and does not begin with `comment`; false at the end of the text.
  bool next_line(char comment) noexcept {
    for (;;) {
      skip_blanks();
      if (at_ == end_) return false;
      if (*at_ == '\n') {
        ++at_;
        ++line_;
      } else if (*at_ == comment) {
        auto const* const newline =
            static_cast<char const*>(std::memchr(at_, '\n', static_cast<std::size_t>(end_ - at_)));
        at_ = newline == nullptr ? end_ : newline;
      } else {
        return true;
      }
    }
  }

  std::size_t line() const noexcept { return line_; }

  /// The next word of the line; empty where the line is over.
  std::string_view word() noexcept {
    skip_blanks();
    auto const* const begin = at_;
    while (at_ != end_ && !is_blank(*at_)) ++at_;
    return {begin, static_cast<std::size_t>(at_ - begin)};
  }

  /// Where the next word of the line starts.
  std::size_t offset() noexcept {
    skip_blanks();
    return static_cast<std::size_t>(at_ - file_.text().data());
  }

  /// Takes the next word if it is this one letter.
  bool letter(char wanted) noexcept {
    skip_blanks();
    if (at_ == end_ || *at_ != wanted || !ends_word(at_ + 1)) return false;
    ++at_;
    return true;
  }

  /// A whole number from `least` to `most`; `what` stands in the error: "expected the number of arcs".
  std::int64_t whole(std::int64_t least, std::int64_t most, char const* what) {
    skip_blanks();
    std::int64_t value = 0;
    auto const read = std::from_chars(behind_plus(), end_, value);
    if (read.ec != std::errc{} || !ends_word(read.ptr) || value < least || value > most) {
      fail_here(std::string(what) + " from " + std::to_string(least) + " to " + std::to_string(most));
    }
    at_ = read.ptr;
    return value;
  }

  /// A whole number of 64 bits without a sign; true where `exact` holds it.
  bool unsigned_whole(double& value, std::int64_t& exact) {
    skip_blanks();
    std::uint64_t whole = 0;
    auto const read = std::from_chars(behind_plus(), end_, whole);
    if (read.ec != std::errc{} || !ends_word(read.ptr))
      fail_here("an integer from 0 to " + std::to_string(std::numeric_limits<std::uint64_t>::max()));
    at_ = read.ptr;
    bool const fits = whole <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    value = static_cast<double>(whole);
    exact = fits ? static_cast<std::int64_t>(whole) : 0;
    return fits;
  }

  /// A finite number; true where it is an integer that fits, whatever way it was written. What is too small
  /// for a double is 0.
  bool number(double& value, std::int64_t& exact) {
    skip_blanks();
    auto const* const digits = behind_plus();
    auto const integer = std::from_chars(digits, end_, exact);
    if (integer.ec == std::errc{} && ends_word(integer.ptr)) {
      at_ = integer.ptr;
      value = static_cast<double>(exact);
      return true;
    }
    auto real = std::from_chars(digits, end_, value);
    if (real.ec == std::errc::result_out_of_range && is_below_one(digits, real.ptr)) {
      real.ec = {};
      value = 0;
    }
    if (real.ec != std::errc{} || !ends_word(real.ptr) || !std::isfinite(value)) fail_here("a number");
    at_ = real.ptr;
    constexpr double most = 9007199254740992.0;  // 2^53: all integers up to here are doubles
    bool const is_whole = std::trunc(value) == value && std::fabs(value) <= most;
    exact = is_whole ? static_cast<std::int64_t>(value) : 0;
    return is_whole;
  }

  /// Throws unless the line is over.
  void end_line() {
    skip_blanks();
    if (at_ != end_ && *at_ != '\n') fail_here("the end of the line");
  }

  /// Throws "expected EXPECTED, found ..." at the next word.
  [[noreturn]] void fail_here(std::string const& expected) { fail_expected(file_, offset(), expected); }

 private:
  /// Where the digits of a number begin that stands here: from_chars takes no plus.
  char const* behind_plus() const noexcept {
    return end_ - at_ > 1 && *at_ == '+' && at_[1] != '-' ? at_ + 1 : at_;
  }
  bool ends_word(char const* at) const noexcept { return at == end_ || is_blank(*at); }
  void skip_blanks() noexcept {
    while (at_ != end_ && *at_ != '\n' && is_blank(*at_)) ++at_;
  }

  source const& file_;
  char const *at_, *end_;
  std::size_t line_ = 1;
};

constexpr std::int64_t most_vertices = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t most_edges = std::numeric_limits<std::int64_t>::max();

/// Both formats end up here, edge by edge.
struct graph_reader {
  source const& file;
  line_scanner lines{file};
  model::weighted_graph graph{};
  std::int64_t stated = 0;  ///< how many edges the file says it has

  /// The text bounds how many edges there can be, whatever it says.
  void expect(std::int64_t vertices, std::int64_t edges, std::size_t shortest_line) {
    auto const possible = file.text().size() / shortest_line + 1;
    graph.vertices = static_cast<std::int32_t>(vertices);
    stated = edges;
    graph.edges.reserve(std::min(static_cast<std::size_t>(edges), possible));
  }

  void read_ends(model::weighted_edge& edge) {
    edge.from = static_cast<std::int32_t>(lines.whole(1, graph.vertices, "a vertex")) - 1;
    edge.to = static_cast<std::int32_t>(lines.whole(1, graph.vertices, "a vertex")) - 1;
    edge.line = static_cast<std::uint32_t>(
        std::min<std::size_t>(lines.line(), std::numeric_limits<std::uint32_t>::max()));
  }

  void check_room(std::int64_t edges_read) {
    if (edges_read == stated) lines.fail_here("the end of the file after " + count_of_edges());
  }
  void check_all_read(std::int64_t edges_read) {
    if (edges_read < stated) {
      lines.fail_here(count_of_edges() + ", as stated (there are " + std::to_string(edges_read) + ")");
    }
  }
  std::string count_of_edges() const { return std::to_string(stated) + (stated == 1 ? " edge" : " edges"); }
};

/// c comment / p sp VERTICES ARCS / a FROM TO WEIGHT
void read_dimacs(graph_reader& in) {
  auto& lines = in.lines;
  if (!lines.next_line('c') || !lines.letter('p')) {
    lines.fail_here("p sp VERTICES ARCS, or %%MatrixMarket in line 1");
  }
  if (auto const kind = lines.word(); kind != "sp") {
    fail_expected(in.file, offset_of(in.file, kind), "sp (a graph for shortest paths)");
  }
  auto const vertices = lines.whole(0, most_vertices, "the number of vertices");
  auto const arcs = lines.whole(0, most_edges, "the number of arcs");
  lines.end_line();
  in.expect(vertices, arcs, sizeof("a 1 1 1"));
  auto& edges = in.graph.edges;
  while (lines.next_line('c')) {
    in.check_room(static_cast<std::int64_t>(edges.size()));
    if (!lines.letter('a')) lines.fail_here("an arc a FROM TO WEIGHT");
    auto& edge = edges.emplace_back();
    in.read_ends(edge);
    edge.is_whole = lines.number(edge.weight, edge.exact);
    lines.end_line();
  }
  in.check_all_read(static_cast<std::int64_t>(edges.size()));
}

struct matrix_kind {
  bool is_pattern = false, is_integer = false, is_unsigned = false;
};

bool same_word(std::string_view word, std::string_view small) noexcept {
  auto const same = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; };
  return std::equal(word.begin(), word.end(), small.begin(), small.end(), same);
}

/// %%MatrixMarket matrix coordinate real|integer|unsigned-integer|pattern general|symmetric
matrix_kind read_matrix_kind(graph_reader& in) {
  auto const one_of = [&](std::initializer_list<char const*> words, char const* expected) {
    auto const word = in.lines.word();
    for (auto const* const candidate : words) {
      if (same_word(word, candidate)) return std::string_view(candidate);
    }
    fail_expected(in.file, offset_of(in.file, word), expected);
  };
  matrix_kind kind;
  in.lines.word();
  one_of({"matrix"}, "matrix");
  one_of({"coordinate"}, "coordinate");
  auto const field = one_of({"real", "integer", "unsigned-integer", "pattern"},
                            "real, integer, unsigned-integer or pattern");
  kind.is_pattern = field == "pattern";
  kind.is_integer = field == "integer";
  kind.is_unsigned = field == "unsigned-integer";
  in.graph.is_symmetric = one_of({"general", "symmetric"}, "general or symmetric") == "symmetric";
  in.lines.end_line();
  return kind;
}

void read_weight(graph_reader& in, matrix_kind kind, model::weighted_edge& edge) {
  if (kind.is_pattern) {
    edge.weight = 1;
    edge.exact = 1;
    edge.is_whole = true;
  } else if (kind.is_integer) {
    constexpr auto most = std::numeric_limits<std::int64_t>::max();
    edge.exact = in.lines.whole(-most, most, "an integer");
    edge.weight = static_cast<double>(edge.exact);
    edge.is_whole = true;
  } else if (kind.is_unsigned) {
    edge.is_whole = in.lines.unsigned_whole(edge.weight, edge.exact);
  } else {
    edge.is_whole = in.lines.number(edge.weight, edge.exact);
  }
}

void read_matrix_market(graph_reader& in) {
  auto& lines = in.lines;
  auto const kind = read_matrix_kind(in);
  if (!lines.next_line('%')) lines.fail_here("ROWS COLUMNS ENTRIES");
  auto const rows = lines.whole(0, most_vertices, "the number of rows");
  auto const columns_at = lines.offset();
  if (lines.whole(0, most_vertices, "the number of columns") != rows) {
    fail_expected(in.file, columns_at, "as many columns as rows");
  }
  auto const entries = lines.whole(0, most_edges, "the number of entries");
  lines.end_line();
  in.expect(rows, entries, kind.is_pattern ? sizeof("1 1") : sizeof("1 1 1"));
  std::int64_t read = 0;
  for (; lines.next_line('%'); ++read) {
    in.check_room(read);
    model::weighted_edge edge;
    in.read_ends(edge);
    read_weight(in, kind, edge);
    lines.end_line();
    in.graph.edges.push_back(edge);
    if (in.graph.is_symmetric && edge.from != edge.to) {
      std::swap(edge.from, edge.to);
      in.graph.edges.push_back(edge);
    }
  }
  in.check_all_read(read);
}

}  // namespace
}  // namespace gsta::io::detail

namespace gsta::io {

model::weighted_graph read_weighted_graph(source const& file) {
  detail::check_text(file);
  detail::graph_reader in{file};
  in.graph.file = file.name();
  if (file.text().starts_with("%%MatrixMarket")) {
    detail::read_matrix_market(in);
  } else {
    detail::read_dimacs(in);
  }
  return std::move(in.graph);
}

}  // namespace gsta::io
