#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "gsta/path/detail/bounded/few_grow.hpp"
#include "gsta/path/detail/bounded/memory.hpp"
#include "gsta/path/sidetrack_paths.hpp"

/// A search of few paths in one go: what is near the best path is gathered, and of that the first k paths are
/// made by one team of threads in memory that they share. On a device that is one launch and one wait, where
/// the search by counts has some ten of each.
namespace gsta::detail {

/// Calls `take(span, size)` for all working memory.
template <memory_space S, class Take>
void each_part(few_space<S>& space, std::size_t vertices, Take const& take) {
  take(space.report, 1);
  take(space.near_excess, few_limits::gathered);
  take(space.detour, few_limits::sides);
  take(space.counts, few_gathering<S>::counters);
  take(space.number, vertices);
  for (auto* part : {&space.found, &space.next}) take(*part, few_limits::vertices);
  take(space.long_row, few_limits::long_rows);
  for (auto* part : {&space.near_edge, &space.near_tail}) take(*part, few_limits::gathered);
  for (auto* part : {&space.edge, &space.tail, &space.head}) take(*part, few_limits::sides);
  for (auto* part : {&space.parent, &space.side}) take(*part, few_limits::nodes);
}

/// Working memory of a search of few paths, in one piece, and room for what it finds.
template <memory_space S>
class few_memory {
 public:
  static std::size_t bytes(std::size_t vertices, std::size_t k) {
    return used(vertices) + k * (sizeof(femtoseconds) + sizeof(id)) + sizeof(id) +
           few_limits::sidetracks_of_paths(k) * sizeof(id);
  }
  template <executor E>
  few_memory(E const& exec, work_memory& memory, std::size_t vertices, std::size_t k)
      : bytes_(exec, memory, used(vertices)),
        cost_(exec, memory, k),
        begin_(exec, memory, k + 1),
        side_(exec, memory, few_limits::sidetracks_of_paths(k)) {
    char* at = bytes_.view().data();
    each_part(space, vertices, [&]<class T>(span<T, S>& part, std::size_t size) {
      part = {reinterpret_cast<T*>(at), size};
      at += size * sizeof(T);
    });
  }

  few_space<S> space{};
  few_output<S> output() noexcept { return {cost_.view(), begin_.view(), side_.view()}; }

  /// The paths, where the report says that they are there.
  owned<sidetrack_paths_view, S> take(few_report const& report) {
    auto const paths = static_cast<std::size_t>(report.paths), sides = static_cast<std::size_t>(report.sides);
    owned<sidetrack_paths_view, S> result;
    result.view = {result.keep(std::move(cost_).release()).subspan(0, paths),
                   result.keep(std::move(begin_).release()).subspan(0, paths + 1),
                   result.keep(std::move(side_).release()).subspan(0, sides)};
    return result;
  }

 private:
  static std::size_t used(std::size_t vertices) {
    std::size_t sum = 0;
    few_space<S> none_yet{};
    each_part(none_yet, vertices, [&]<class T>(span<T, S>&, std::size_t size) { sum += size * sizeof(T); });
    return sum;
  }
  work_array<char, S> bytes_;
  work_array<femtoseconds, S> cost_;
  work_array<id, S> begin_, side_;
};

/// What a search of few paths is asked.
template <memory_space S>
struct few_question {
  few_gathering<S> gathering;
  few_output<S> output;
};

/// All threads there are: one.
struct one_worker {
  lone_thread alone;

  GSTA_HD lone_thread const& team() const noexcept { return alone; }
  GSTA_HD bool leads() const noexcept { return true; }
  template <memory_space S>
  GSTA_HD void sample(few_gathering<S> const& in) const noexcept {
    for (std::size_t i = 0; i < in.samples(); ++i) in.sample(i, in.vertex_classes());
  }
  template <memory_space S>
  GSTA_HD void collect(few_gathering<S> const& in, id attempt, femtoseconds range) const noexcept {
    auto const& graph = in.excess.problem.graph;
    for (std::size_t v = 0; v < in.space.number.size(); ++v) {
      if (!in.is_near(v, range)) continue;
      id const a = fetch_add(in.number(attempt, few_gathering<S>::near_vertices), 1);
      if (!in.put_vertex(a, static_cast<id>(v))) continue;
      for (id e = graph.begin[v]; e < graph.begin[v + 1]; ++e) {
        femtoseconds const x = in.sidetrack(static_cast<id>(v), e, range);
        if (x == no_path) continue;
        fetch_add(in.sidetrack_classes(attempt)[excess_class::of(x)], 1);
        in.put_sidetrack(fetch_add(in.number(attempt, few_gathering<S>::near_sidetracks), 1), a, e, x);
      }
    }
  }
  template <memory_space S>
  GSTA_HD void keep(few_gathering<S> const& in, id vertices, id sides, femtoseconds range) const noexcept {
    for (id a = 0; a < vertices; ++a) in.link(static_cast<std::size_t>(a));
    for (id i = 0; i < sides; ++i) in.keep(static_cast<std::size_t>(i), range);
  }
};

/// Asks on one thread.
template <executor E>
few_report ask_for_few(E const& exec, few_question<E::space> const& question) {
  fill(exec, question.gathering.space.counts, 0);
  auto const room = std::make_unique<few_room>();
  std::vector<std::uint64_t> held(few_limits::sides * few_room::most_words);
  one_worker const workers{{held.data()}};
  return find_few(workers, question.gathering, question.output, *room);
}

/// The first k paths, where they are made of few sidetracks; none where they are not, or memory is short:
/// then other ways lead there.
///
/// Shapes: a problem with prefixes; `density` as `few_limits::wanted` takes it. Cost: a pass over the
/// vertices, and over the rows of those near the best path; then some work for each path and sidetrack, by
/// one team. Where: the executor, on a host one thread; waits once. Throws: what allocation throws,
/// cuda_error. Exact: as bounded_paths.
template <executor E>
std::optional<k_paths_result<E::space>> paths_in_one_go(E const& exec,
                                                        search_problem<E::space> const& problem,
                                                        std::size_t k, femtoseconds below, double density,
                                                        work_memory& memory) {
  constexpr memory_space S = E::space;
  std::size_t const vertices = problem.graph.vertex_count();
  if (k > few_limits::k || problem.costs.prefix.empty() || !memory.fits(few_memory<S>::bytes(vertices, k)))
    return std::nullopt;
  std::size_t const wanted = few_limits::wanted(k, density);
  if (wanted > few_limits::sides) return std::nullopt;
  few_memory<S> room(exec, memory, vertices, k);
  few_report const report =
      ask_for_few(exec, few_question<S>{{{problem}, room.space, wanted, below}, room.output()});
  if (report.done == 0) return std::nullopt;
  k_paths_result<S> result;
  result.paths = room.take(report);
  result.statistics.generated = static_cast<std::size_t>(report.generated);
  result.statistics.waves = static_cast<std::size_t>(report.waves);
  result.statistics.active = static_cast<std::size_t>(report.active);
  return result;
}

}  // namespace gsta::detail
