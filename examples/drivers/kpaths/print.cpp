#include "kpaths/print.hpp"

#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "gsta/core/error.hpp"

namespace kpaths {

namespace {

/// Standard output by the megabyte: a path may be hundreds of vertices long, and there may be millions.
class line_writer {
 public:
  line_writer() : text_(capacity) {}

  void character(char c) { *room(1) = c, ++used_; }
  void whole(std::int64_t value) {
    char* const at = room(32);
    used_ += static_cast<std::size_t>(std::to_chars(at, at + 32, value).ptr - at);
  }
  /// As `%.9g` prints it.
  void real(double value) {
    char* const at = room(32);
    used_ +=
        static_cast<std::size_t>(std::to_chars(at, at + 32, value, std::chars_format::general, 9).ptr - at);
  }
  void finish() {
    flush();
    if (std::fflush(stdout) != 0) fail();
  }

 private:
  static constexpr std::size_t capacity = std::size_t{1} << 20;

  char* room(std::size_t most) {
    if (used_ + most > capacity) flush();
    return text_.data() + used_;
  }
  void flush() {
    if (std::fwrite(text_.data(), 1, used_, stdout) != used_) fail();
    used_ = 0;
  }
  [[noreturn]] static void fail() {
    throw gsta::input_error("standard output", 0, 0, std::string("cannot write: ") + std::strerror(errno));
  }

  std::vector<char> text_;
  std::size_t used_ = 0;
};

/// Walks path p: along the forest but where a sidetrack leaves it. Source and sink are not the file's.
void print_vertices(line_writer& out, gsta::weighted_search const& search, found_paths const& found,
                    std::size_t p) {
  auto const graph = search.view();
  gsta::id next = found.begin[p];
  gsta::id const last = found.begin[p + 1];
  for (gsta::id v = graph.source();;) {
    bool const leaves =
        next < last && found.side[next] >= graph.begin[v] && found.side[next] < graph.begin[v + 1];
    v = graph.to[leaves ? found.side[next++] : found.choice[v]];
    if (v == graph.sink()) return;
    out.character(' ');
    out.whole(search.vertex[v] + 1);
  }
}

char const* name_of(gsta::schemes::any_path_engine const& engine) {
  if (std::holds_alternative<gsta::schemes::dual_queue>(engine)) return "dual-queue";
  return std::holds_alternative<gsta::schemes::level_mdl>(engine) ? "level-mdl" : "bounded";
}

}  // namespace

void print_turned(options const& settings, loaded_graph const& graph) {
  std::fprintf(stderr,
               "%s: note: the matrix has a cycle: %zu of its %zu edges were turned, so that all go from the "
               "smaller to the larger number\n",
               settings.graph.c_str(), graph.turned, graph.edges);
}

void print_paths(options const& settings, loaded_graph const& graph, found_paths const& found) {
  line_writer out;
  for (std::size_t p = 0; p < found.cost.size(); ++p) {
    if (settings.real_weights) {
      out.real(graph.search.cost_of(found.cost[p]));
    } else {
      out.whole(found.cost[p]);
    }
    if (settings.show_paths) print_vertices(out, graph.search, found, p);
    out.character('\n');
  }
  out.finish();
}

void print_stats(options const& settings, loaded_graph const& graph, found_paths const& found) {
  auto const& did = found.statistics;
  std::fprintf(stderr, "kpaths: %zu vertices, %zu edges; %zu vertices have edges\n", graph.vertices,
               graph.edges, graph.search.vertex.size());
  if (settings.real_weights) {
    std::fprintf(stderr, "kpaths: weights are multiples of 2^%d%s\n", -graph.search.grid,
                 graph.exact ? ", exactly" : ", rounded");
  }
  std::fprintf(stderr, "kpaths: %zu paths of %zu asked for, by %s on %s\n", found.cost.size(),
               settings.search.k, name_of(settings.engine), found.device.c_str());
  std::fprintf(stderr, "kpaths: %zu generated in %zu waves, %zu sidetracks active, %.1f MiB at most\n",
               did.generated, did.waves, did.active, static_cast<double>(did.peak_bytes) / 1048576);
  std::fprintf(stderr, "kpaths: rows %.3f ms, costs %.3f ms, search %.3f ms\n", found.rows_ms, found.costs_ms,
               found.search_ms);
}

}  // namespace kpaths
