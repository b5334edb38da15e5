#pragma once

#include <utility>

#include "gsta/path/detail/bounded/memory.hpp"
#include "gsta/path/detail/expand/expand.hpp"

namespace gsta::detail {

/// Row i of `to` from row `from[i]`, with parents renumbered where `renumbered` says how.
template <memory_space S>
struct gather_deviations_op {
  deviation_tree_view<S> tree;
  span<id const, S> from, renumbered;
  deviation_spans<S> to;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const row = from[i], parent = tree.parent[row];
    bool const renumber = parent != none && !renumbered.empty();
    to.set(i, tree.cost[row], renumber ? renumbered[parent] : parent, tree.side[row], tree.tail[row],
           tree.depth[row]);
  }
};

/// Rows of a deviation tree, in the account of working memory.
template <memory_space S>
class deviation_rows {
 public:
  static constexpr std::size_t bytes_each = sizeof(femtoseconds) + 4 * sizeof(id);

  deviation_rows() = default;
  template <executor E>
  deviation_rows(E const& exec, work_memory& memory, std::size_t rows)
      : cost_(exec, memory, rows),
        parent_(exec, memory, rows),
        side_(exec, memory, rows),
        tail_(exec, memory, rows),
        depth_(exec, memory, rows) {}

  std::size_t size() const noexcept { return cost_.size(); }
  deviation_spans<S> spans() noexcept {
    return {cost_.view(), parent_.view(), side_.view(), tail_.view(), depth_.view()};
  }

 private:
  work_array<femtoseconds, S> cost_;
  work_array<id, S> parent_, side_, tail_, depth_;
};

template <memory_space S>
deviation_spans<S> rows_of(deviation_spans<S> const& all, std::size_t first, std::size_t count) {
  return {all.cost.subspan(first, count), all.parent.subspan(first, count), all.side.subspan(first, count),
          all.tail.subspan(first, count), all.depth.subspan(first, count)};
}

/// Where: the executor; does not wait.
template <executor E>
void copy_rows(E const& exec, deviation_spans<E::space> const& from, deviation_spans<E::space> const& to) {
  auto const each = [&](auto const& source, auto const& target) {
    using value = std::remove_reference_t<decltype(source[0])>;
    copy(exec, span<value const, E::space>(source), target);
  };
  each(from.cost, to.cost);
  each(from.parent, to.parent);
  each(from.side, to.side);
  each(from.tail, to.tail);
  each(from.depth, to.depth);
}

/// One deviation tree in two regions: paths that are kept, from row 0 on, and open ones, children that are
/// not among them yet, from row `open_begin()` on. Only kept paths are parents.
template <executor E>
class deviation_store {
 public:
  static constexpr memory_space S = E::space;

  deviation_store(E const& exec, work_memory& memory) : exec_(exec), memory_(memory) {}

  std::size_t kept() const noexcept { return kept_; }
  std::size_t open() const noexcept { return open_; }
  std::size_t open_begin() const noexcept { return kept_room_; }
  std::size_t open_room() const noexcept { return rows_.size() - kept_room_; }
  deviation_spans<S> spans() noexcept { return rows_.spans(); }
  deviation_spans<S> kept_rows() noexcept { return rows_of<S>(spans(), 0, kept_); }
  deviation_spans<S> open_rows() noexcept { return rows_of<S>(spans(), open_begin(), open_); }

  void set_kept(std::size_t count) noexcept { kept_ = count; }
  void set_open(std::size_t count) noexcept { open_ = count; }

  /// Makes room for so many at least; numbers of open paths change.
  void reserve(std::size_t kept_wanted, std::size_t open_wanted) {
    if (kept_wanted <= kept_room_ && open_wanted <= open_room()) return;
    std::size_t const kept_next = kept_wanted <= kept_room_ ? kept_room_ : kept_wanted;
    std::size_t const open_next = open_wanted <= open_room() ? open_room() : open_wanted;
    require(kept_next + open_next <= static_cast<std::size_t>(std::numeric_limits<id>::max()),
            "k_critical_paths: more paths at once than ids can number");
    deviation_rows<S> next(exec_, memory_, kept_next + open_next);
    copy_rows(exec_, kept_rows(), rows_of<S>(next.spans(), 0, kept_));
    copy_rows(exec_, open_rows(), rows_of<S>(next.spans(), kept_next, open_));
    rows_ = std::move(next);
    kept_room_ = kept_next;
  }

 private:
  E const& exec_;
  work_memory& memory_;
  deviation_rows<S> rows_;
  std::size_t kept_ = 0, open_ = 0, kept_room_ = 0;
};

}  // namespace gsta::detail
