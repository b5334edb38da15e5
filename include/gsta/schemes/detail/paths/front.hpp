#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "gsta/core/functional.hpp"
#include "gsta/path/detail/bounded/search.hpp"
#include "gsta/path/detail/expand/deviation_tree.hpp"
#include "gsta/path/k_critical.hpp"
#include "gsta/path/sidetrack_paths.hpp"
#include "gsta/schemes/detail/paths/first.hpp"
#include "gsta/schemes/path_settings.hpp"

namespace gsta {

namespace primitive {
struct path_engines;
}

namespace detail {

/// How a front works; nothing here changes which paths are first.
struct front_options {
  schemes::path_expansion expansion = schemes::path_expansion::thread;
  schemes::level_compression compression = schemes::level_compression::radix;
  /// Room for open rows: so many for each path wanted, but at least so many. A piece of the window whose
  /// children fill it is sorted before the next is expanded. 0: as many as memory holds.
  std::size_t open_per_path = 4;
  std::size_t least_open = std::size_t{1} << 20;
  /// Stop where the first k would be cut out of many ties, which is better ranked than compared.
  bool stop_at_ties = true;
};

/// Where a search by deviations stands: paths kept, those of them whose children are to be made next (the
/// window), and children that are still open. The papers' engines differ in what they do when.
///
/// Kernels that allocate and kernels that start kernels, which TCAD 2023 has, are counts, scans and plain
/// launches here: the host waits for each count anyway, to refuse what would not fit.
template <executor E>
class deviation_front {
 public:
  static constexpr memory_space S = E::space;

  deviation_front(E const& exec, search_problem<S> const& problem, k_paths_options const& options,
                  front_options const& how)
      : exec_(exec),
        problem_(problem),
        k_(std::min<std::size_t>(options.k, std::numeric_limits<id>::max())),
        how_(how),
        most_(std::max(options.below, std::numeric_limits<femtoseconds>::min() + 1) - 1),
        memory_(options.most_bytes),
        store_(exec, memory_) {
    best_ = best_cost(exec, problem);
    if (how.open_per_path > 0) {
      std::size_t const room = std::max(how.open_per_path * k_, how.least_open);
      most_open_ = std::min(room, options.most_bytes / (8 * deviation_rows<S>::bytes_each));
    }
    if (k_ > 0 && best_ <= most_) keep_root();
  }
  deviation_front(deviation_front const&) = delete;

  std::size_t wanted() const noexcept { return k_; }
  std::size_t kept() const noexcept { return store_.kept(); }
  std::size_t open() const noexcept { return store_.open(); }
  /// There are so many open that sorting them pays: their k-th bounds what else is made.
  bool open_is_large() const noexcept { return open() > std::max(k_, how_.least_open / 4); }
  bool has_window() const noexcept { return at_ < window_size_; }
  /// Where the search had to stop: k paths and many more cost no more than this, so many of them the same.
  std::optional<femtoseconds> const& tied() const noexcept { return tied_; }
  std::size_t generated() const noexcept { return generated_; }
  std::size_t waves() const noexcept { return waves_; }
  std::size_t peak_bytes() const noexcept { return memory_.peak(); }

  /// The window is what was kept since the last.
  void next_window() {
    if (has_window()) return;
    set_window(kept() - fresh_);
    for_each_n(exec_, window_size_, iota_op<S>{window_.view(), static_cast<id>(fresh_)});
    fresh_ = kept();
  }

  /// Makes the children of the best path.
  void open_root() {
    open_root_children(exec_, memory_, problem_, store_, best_, most_);
    count_made(open());
    fresh_ = 1;
    onward_ = work_array<id, S>(exec_, memory_, problem_.graph.vertex_count());
    for_each_n(exec_, onward_.size(), link_forest_op<S>{problem_, onward_.view()});
  }

  /// Makes the children of the next paths of the window: of all if there is room for them.
  void open_children() {
    std::size_t const chunk = std::min(chunk_, window_size_ - at_);
    work_array<std::int64_t, S> count(exec_, memory_, chunk), begin(exec_, memory_, chunk + 1);
    count_suffix_children(exec_, how_.expansion, count_suffix_children_op<S>{work(chunk), count.view()});
    exclusive_scan(exec_, count.read(), begin.view());
    std::size_t const taken = taken_of(chunk, begin.read());
    std::size_t const made = number_at(begin.read(), taken);
    make_suffix_children(exec_, how_.expansion,
                         make_suffix_children_op<S>{work(taken), begin.read(), store_.open_begin() + open()});
    store_.set_open(open() + made);
    count_made(made);
    at_ += taken;
    chunk_ = taken == chunk ? std::max(chunk_, 2 * chunk) : taken + taken / 4 + 1;
  }

  /// Cost of the open path number `rank` in the order of costs.
  femtoseconds open_cost(std::size_t rank) {
    work_array<id, S> rows(exec_, memory_, open());
    for_each_n(exec_, open(), iota_op<S>{rows.view(), static_cast<id>(store_.open_begin())});
    return first_of_rows().sort(rows.view(), rank + 1, how_.compression).cost;
  }
  femtoseconds least_open_cost() {
    return reduce(exec_, open(), value_term<femtoseconds, femtoseconds, S>{store_.open_rows().cost}, no_path,
                  smaller_of<femtoseconds>{});
  }

  /// Drops all open paths but the first `count`: others cannot matter. Not among ties.
  void keep_first_of_open(std::size_t count) {
    if (open() <= count) return;
    work_array<id, S> rows(exec_, memory_, open());
    for_each_n(exec_, open(), iota_op<S>{rows.view(), static_cast<id>(store_.open_begin())});
    if (!cut(rows.view(), count)) return;
    deviation_rows<S> first(exec_, memory_, count);
    for_each_n(exec_, count, gather_deviations_op<S>{store_.spans(), rows.read(), {}, first.spans()});
    store_.set_open(count);
    copy_rows(exec_, first.spans(), store_.open_rows());
  }

  /// Keeps the first k of all that is kept or open, and drops the others. Those that were open join the
  /// window, unless they are fewer than fill the k: then they wait for the next. Not among ties.
  void keep_open() {
    if (kept() + open() < k_) return append_open();
    std::size_t const all = kept() + open();
    work_array<id, S> rows(exec_, memory_, all);
    for_each_n(exec_, all, number_rows_op<S>{rows.view(), kept(), store_.open_begin()});
    if (!cut(rows.view(), k_)) return;
    auto const first = rows.read().subspan(0, k_);
    rewind_window(first);
    replace_kept(first);
  }

  /// Keeps the open rows from `first` on that cost no more than `alpha`; where k are known then, the others
  /// are dropped if `bounded`.
  void promote(std::size_t first, femtoseconds alpha, bool bounded) {
    std::size_t const count = open() - first;
    work_array<id, S> chosen(exec_, memory_, count);
    auto const cost = [&] { return rows_of<S>(store_.open_rows(), first, count).cost; };
    std::size_t const low = select(exec_, count, costs_at_most<S>{cost(), alpha, true}, chosen.view());
    if (low == 0) return;
    if (bounded && kept() + low >= k_) return keep_open();
    reserve_kept(kept() + low);
    take_rows(first, count, chosen.read().subspan(0, low), rows_of<S>(store_.spans(), kept(), low));
    store_.set_kept(kept() + low);
    std::size_t const rest = select(exec_, count, costs_at_most<S>{cost(), alpha, false}, chosen.view());
    deviation_rows<S> left(exec_, memory_, rest);
    take_rows(first, count, chosen.read().subspan(0, rest), left.spans());
    store_.set_open(first + rest);
    copy_rows(exec_, left.spans(), rows_of<S>(store_.open_rows(), first, rest));
  }

  /// The first k of what is kept.
  k_paths_result<S> result() {
    k_paths_result<S> result;
    if (kept() > 0) {
      auto const rows = store_.kept_rows();
      femtoseconds const largest = reduce(exec_, kept(), value_term<femtoseconds, femtoseconds, S>{rows.cost},
                                          best_, larger_of<femtoseconds>{});
      auto const sides =
          static_cast<std::size_t>(reduce(exec_, kept(), value_term<std::int64_t, id, S>{rows.depth},
                                          std::int64_t{0}, sum_of<std::int64_t>{}));
      require(sides <= static_cast<std::size_t>(std::numeric_limits<id>::max()),
              "k_critical_paths: the paths have more sidetracks than ids can number");
      memory_claim const last(memory_, ranking_bytes_each * kept() + sizeof(id) * (sides + 1));
      result.paths = smallest_paths<E>(exec_, problem_, rows, k_, best_, largest);
    } else {
      result.paths = clone_view<E, sidetrack_paths_view>(exec_, no_paths().view());
      exec_.sync();
    }
    // One by one: nvcc 13.0 takes designated initialisers in a class template's member by their position.
    result.statistics.generated = generated_;
    result.statistics.waves = waves_;
    result.statistics.peak_bytes = memory_.peak();
    return result;
  }

 private:
  /// Puts the first `count` of some rows in front; no path that costs more than they do matters from then on.
  /// False, and nothing in front, where they would be cut out of many.
  bool cut(span<id, S> rows, std::size_t count) {
    first_of_paths<E> const first = first_of_rows();
    cost_cut const at = first.sort(rows, count, how_.compression);
    if (how_.stop_at_ties && is_too_many(at.end, k_)) {
      tied_ = at.cost;
      return false;
    }
    first.sort_tie(rows, at);
    most_ = std::min(most_, at.cost);
    return true;
  }

  static constexpr std::size_t ranking_bytes_each = 56;  ///< of `smallest_paths`, with what it returns

  /// A list of no paths.
  struct no_paths {
    id zero = 0;
    sidetrack_paths_view<memory_space::host> view() const noexcept { return {{}, {&zero, 1}, {}}; }
  };

  void keep_root() {
    store_.reserve(1, 0);
    store_.set_kept(1);
    for_each_n(exec_, 1, make_root_op<S>{store_.spans(), best_});
    count_made(1);
  }
  void count_made(std::size_t paths) {
    generated_ += paths;
    ++waves_;
  }

  suffix_expansion<S> work(std::size_t count) {
    return {problem_, store_.spans(), onward_.read(), window_.read().subspan(at_, count), most_};
  }

  std::size_t number_at(span<std::int64_t const, S> values, std::size_t at) const {
    return static_cast<std::size_t>(to_vector(exec_, values.subspan(at, 1))[0]);
  }

  /// Of a chunk of the window, how many paths there is room for, at least one.
  std::size_t taken_of(std::size_t chunk, span<std::int64_t const, S> begin) {
    std::size_t const wanted = open() + number_at(begin, chunk);
    if (wanted > store_.open_room())
      store_.reserve(0, std::min(most_open_, std::max(wanted, 2 * store_.open_room())));
    if (wanted <= store_.open_room()) return chunk;
    auto const room = static_cast<std::int64_t>(store_.open_room() - std::min(open(), store_.open_room()));
    auto const fit = static_cast<std::size_t>(
        reduce(exec_, chunk, fits_in<S>{begin, room}, std::int64_t{0}, sum_of<std::int64_t>{}));
    if (fit > 0) return fit;
    store_.reserve(0, open() + number_at(begin, 1));
    return 1;
  }

  first_of_paths<E> first_of_rows() { return {exec_, memory_, problem_, store_.spans(), best_}; }

  void reserve_kept(std::size_t count) {
    std::size_t const room = store_.open_begin();
    if (count > room) store_.reserve(std::max(count, 2 * room), 0);
  }

  void set_window(std::size_t size) {
    if (window_.size() < size) {
      window_ = {};
      window_ = work_array<id, S>(exec_, memory_, size);
    }
    window_size_ = size;
    at_ = 0;
  }

  void append_open() {
    std::size_t const all = kept() + open();
    if (open() == 0) return;
    reserve_kept(all);
    copy_rows(exec_, store_.open_rows(), rows_of<S>(store_.spans(), kept(), open()));
    store_.set_kept(all);
    store_.set_open(0);
  }

  /// The window of those rows that have not been expanded, by the numbers that they will have.
  void rewind_window(span<id const, S> rows) {
    work_array<id, S> waiting;
    if (has_window()) {
      waiting = work_array<id, S>(exec_, memory_, kept());
      fill(exec_, waiting.view(), 0);
      for_each_n(exec_, window_size_ - at_,
                 mark_op<id, S>{window_.read().subspan(at_, window_size_ - at_), waiting.view(), 1});
    }
    work_array<id, S> next(exec_, memory_, rows.size());
    std::size_t const size =
        select(exec_, rows.size(), is_unexpanded<S>{rows, waiting.read(), fresh_}, next.view());
    window_ = std::move(next);
    window_size_ = size;
    at_ = 0;
  }

  void replace_kept(span<id const, S> rows) {
    work_array<id, S> renumbered(exec_, memory_, kept());
    for_each_n(exec_, rows.size(), renumber_op<S>{rows, renumbered.view()});
    deviation_rows<S> next(exec_, memory_, rows.size());
    for_each_n(exec_, rows.size(),
               gather_deviations_op<S>{store_.spans(), rows, renumbered.read(), next.spans()});
    store_.set_open(0);
    if (rows.size() > store_.open_begin()) store_.reserve(rows.size(), 0);
    store_.set_kept(rows.size());
    copy_rows(exec_, next.spans(), store_.kept_rows());
    fresh_ = rows.size();
  }

  void take_rows(std::size_t first, std::size_t count, span<id const, S> which,
                 deviation_spans<S> const& to) {
    deviation_spans<S> const from = rows_of<S>(store_.open_rows(), first, count);
    for_each_n(exec_, which.size(), gather_deviations_op<S>{from, which, {}, to});
  }

  E const& exec_;
  search_problem<S> problem_;
  std::size_t k_;
  front_options how_;
  femtoseconds best_ = no_path;
  femtoseconds most_;  ///< no path of a higher cost matters
  work_memory memory_;
  deviation_store<E> store_;
  std::size_t most_open_ = static_cast<std::size_t>(std::numeric_limits<id>::max());
  work_array<id, S> onward_, window_;
  std::size_t window_size_ = 0, at_ = 0;      ///< of it, those before `at_` are expanded
  std::size_t fresh_ = 0;                     ///< kept rows from here on have been in no window
  std::size_t chunk_ = std::size_t{1} << 20;  ///< how many of the window are counted at once
  std::size_t generated_ = 0, waves_ = 0;
  std::optional<femtoseconds> tied_;
};

/// The k best paths by rank, where k and many more are known to cost no more than `cost`: what
/// `bounded_paths` does with many. None where that is not possible: different costs are too many to count
/// paths by each, or memory is short.
///
/// Shapes, Units, Where, Exact: as `bounded_paths`. Cost: the vertices and edges within that cost, times the
/// different costs; then the edges of each path.
template <executor E>
std::optional<k_paths_result<E::space>> paths_by_rank(E const& exec, search_problem<E::space> const& problem,
                                                      search_rows<E::space> const& rows,
                                                      k_paths_options const& options, femtoseconds cost) {
  try {
    bounded_search<E> search(exec, problem, rows, options, {});
    if (search.rank_within(cost)) return search.take_result();
  } catch (argument_error const&) {  // engines that compare may do with less memory
    return std::nullopt;
  }
  return std::nullopt;
}

/// Searches with a front, as `advance(front)` says. Where ties are many, their paths are found by rank, as
/// `bounded` does it; where that takes too much (see there), by comparing them after all, from the start.
template <executor E, class Advance>
k_paths_result<E::space> search_by_front(E const& exec, search_rows<E::space> const& rows,
                                         search_problem<E::space> const& problem,
                                         k_paths_options const& options, front_options how,
                                         Advance const& advance) {
  static_assert(driver_known<primitive::path_engines, E>,
                "the papers' path engines on a device need gsta/schemes/path_engines.cuh");
  require_costs_of_graph(problem);
  search_statistics spent;
  std::optional<femtoseconds> tied;
  {
    deviation_front<E> front(exec, problem, options, how);
    advance(front);
    if (!front.tied()) return front.result();
    tied = front.tied();
    spent.generated = front.generated();
    spent.waves = front.waves();
    spent.peak_bytes = front.peak_bytes();
  }  // its memory is needed
  std::optional<k_paths_result<E::space>> ranked = paths_by_rank(exec, problem, rows, options, *tied);
  if (!ranked) {
    how.stop_at_ties = false;
    deviation_front<E> front(exec, problem, options, how);
    advance(front);
    ranked = front.result();
  }
  ranked->statistics.generated += spent.generated;
  ranked->statistics.waves += spent.waves;
  ranked->statistics.peak_bytes = std::max(ranked->statistics.peak_bytes, spent.peak_bytes);
  return std::move(*ranked);
}

}  // namespace detail
}  // namespace gsta
