#pragma once

#include <atomic>
#include <cstddef>
#include <vector>

#include "gsta/core/host_memory.hpp"
#include "gsta/core/host_threads.hpp"
#include "gsta/core/units.hpp"

namespace gsta::detail {

/// Items by rows, as arcs by the pin that they leave: row r has those from begin[r] to begin[r + 1], on
/// several threads in any order. `visit(k, item)`, twice for each k of n, calls `item(row, what)` for some of
/// the items; it may run on any thread.
template <class T>
struct shared_rows {
  large_vector<id> begin;
  large_vector<T> items;

  template <class Visit>
  shared_rows(host_threads const& threads, std::size_t rows, std::size_t n, Visit const& visit) {
    begin.assign(rows + 2, 0);
    bool const alone = threads.count() == 1;
    // What was there before one more.
    auto const count = [alone](id& at) {
      return alone ? at++ : std::atomic_ref(at).fetch_add(1, std::memory_order_relaxed);
    };
    each(threads, n, [&](std::size_t k) { visit(k, [&](id row, T const&) { count(begin[row + 2]); }); });
    for (std::size_t row = 1; row < begin.size(); ++row) begin[row] += begin[row - 1];
    items.resize(static_cast<std::size_t>(begin.back()));
    // Where a row goes on is where it ends at last, and so where the next one begins.
    each(threads, n, [&](std::size_t k) {
      visit(k, [&](id row, T const& what) { items[count(begin[row + 1])] = what; });
    });
    begin.pop_back();
  }
  std::size_t rows() const noexcept { return begin.size() - 1; }

 private:
  template <class Op>
  static void each(host_threads const& threads, std::size_t n, Op const& op) {
    constexpr std::size_t at_once = std::size_t{1} << 15U;
    threads.for_each_piece((n + at_once - 1) / at_once, [&](std::size_t p) {
      for (auto k = p * at_once; k < n && k < (p + 1) * at_once; ++k) op(k);
    });
  }
};

}  // namespace gsta::detail
