#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "gsta/core/buffer.hpp"
#include "gsta/core/error.hpp"
#include "gsta/core/executor.hpp"
#include "gsta/core/sort.hpp"
#include "gsta/core/span.hpp"

/// The seam between gsta's drivers and the machine: the few bulk operations that every backend provides as
/// overloads. Drivers call them unqualified; nothing above this file knows CUB, Thrust or oneTBB.
///
/// Where: each runs in the order of its executor and, unless it returns a count, does not wait on a device.
/// Cost: O(n) work each, sorting O(n) for its fixed key width (O(n log n) on the host).
namespace gsta {

/// Calls `op(i)` once for every i in [0, n), in any order.
template <class Op>
void for_each_n(host_executor const&, std::size_t n, Op const& op) {
  for (std::size_t i = 0; i < n; ++i) op(i);
}

/// Chosen where a device's own is not included: it only says so.
template <executor E, class Op>
  requires(!host_side_executor<E>)
void for_each_n(E const&, std::size_t, Op const&) {
  static_assert(sizeof(Op) == 0, "bulk operations on a device need gsta/core/algorithm.cuh");
}

/// Copies `from` to `to`; sizes must be equal. On a cuda_executor either side may be a host or a device span,
/// and host memory that is not pinned makes the copy wait.
template <host_side_executor E, class T>
void copy(E const&, host_span<T const> from, host_span<T> to) {
  require(from.size() == to.size(), "copy: the two spans differ in size");
  if (!from.empty()) std::memcpy(to.data(), from.data(), from.size() * sizeof(T));
}

/// Chosen where a device's own is not included: it only says so.
template <executor E, class T, memory_space From, memory_space To>
  requires(!host_side_executor<E>)
void copy(E const&, span<T const, From>, span<T, To>) {
  static_assert(sizeof(T) == 0, "bulk operations on a device need gsta/core/algorithm.cuh");
}

namespace detail {
template <class T, memory_space S>
struct fill_op {
  span<T, S> out;
  T value;
  GSTA_HD void operator()(std::size_t i) const { out[i] = value; }
};
}  // namespace detail

/// Sets every element of `out` to `value`.
template <executor E, class T>
void fill(E const& exec, span<T, E::space> out, std::type_identity_t<T> const& value) {
  for_each_n(exec, out.size(), detail::fill_op<T, E::space>{out, value});
}

namespace detail {
template <class T>
void scan_serially(host_span<T const> in, host_span<T> out) {
  require(out.size() == in.size() + 1, "exclusive_scan: out must hold one element more than in");
  T sum = 0;
  for (std::size_t i = 0; i < in.size(); ++i) {
    T const next = sum + in[i];
    out[i] = sum;
    sum = next;
  }
  out[in.size()] = sum;
}

template <class Key>
void sort_serially(host_span<Key> keys, host_span<id> values) {
  require(keys.size() == values.size(), "sort_by_key: keys and values differ in size");
  std::vector<std::pair<Key, id>> pairs(keys.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] = {keys[i], values[i]};
  gsta::stable_sort(pairs.begin(), pairs.end(),
                    [](auto const& a, auto const& b) { return a.first < b.first; });
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    keys[i] = pairs[i].first;
    values[i] = pairs[i].second;
  }
}
}  // namespace detail

/// out[i] = in[0] + ... + in[i-1] for i in [0, n]; `out` has one element more than `in`, its last the total.
template <host_side_executor E>
void exclusive_scan(E const&, host_span<id const> in, host_span<id> out) {
  detail::scan_serially(in, out);
}
/// `exclusive_scan` for totals beyond what ids can number.
template <host_side_executor E>
void exclusive_scan(E const&, host_span<std::int64_t const> in, host_span<std::int64_t> out) {
  detail::scan_serially(in, out);
}

/// Sorts `keys` (none negative) and permutes `values` with them; equal keys keep their order.
template <host_side_executor E>
void sort_by_key(E const&, host_span<id> keys, host_span<id> values) {
  detail::sort_serially(keys, values);
}
/// `sort_by_key` for 64-bit keys, of which the lowest `bits` differ.
template <host_side_executor E>
void sort_by_key(E const&, host_span<std::uint64_t> keys, host_span<id> values, int /*bits*/ = 64) {
  detail::sort_serially(keys, values);
}

/// Sorts `items` by `before`, a strict order in which no two items are equal.
template <host_side_executor E, class Before>
void sort_by(E const&, host_span<id> items, Before const& before) {
  std::sort(items.begin(), items.end(), before);
}

/// Sorts `keys`, none of them negative.
template <host_side_executor E>
void sort(E const&, host_span<id> keys) {
  std::sort(keys.begin(), keys.end());
}

/// Writes the i in [0, n) for which `keep(i)` holds to `out`, ascending, and returns their number (waits).
template <host_side_executor E, class Predicate>
std::size_t select(E const&, std::size_t n, Predicate const& keep, host_span<id> out) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (keep(i)) out[count++] = static_cast<id>(i);
  }
  return count;
}

/// Combines `term(0)` to `term(n-1)` and `init` (waits). `combine` must be associative and commutative to the
/// bit: integer sums, minimum, maximum; never a sum of floats.
template <host_side_executor E, class T, class Term, class Combine>
T reduce(E const&, std::size_t n, Term const& term, T init, Combine const& combine) {
  for (std::size_t i = 0; i < n; ++i) init = combine(init, term(i));
  return init;
}

/// Chosen where a device's own is not included: it only says so.
template <executor E, class T, class Term, class Combine>
  requires(!host_side_executor<E>)
T reduce(E const&, std::size_t, Term const&, T init, Combine const&) {
  static_assert(sizeof(T) == 0, "bulk operations on a device need gsta/core/algorithm.cuh");
  return init;
}

/// A new buffer with the elements of `from`, which may lie in another space (waits only on a device).
template <executor E, class T, memory_space S>
buffer<T, E::space> clone(E const& exec, span<T const, S> from) {
  buffer<T, E::space> out(exec, from.size());
  copy(exec, from, out.view());
  return out;
}
/// A new buffer with the elements of a host vector, which must stay until the executor has copied them.
template <executor E, class T>
buffer<T, E::space> clone(E const& exec, std::vector<T> const& from) {
  return clone(exec, view_of(from));
}

/// The elements of `from` in a host vector (waits).
template <executor E, class T, memory_space S>
vector_by_id<std::remove_const_t<T>> to_vector(E const& exec, span<T, S> from) {
  vector_by_id<std::remove_const_t<T>> out;
  if (from.size() * sizeof(T) >= detail::large_array) {
    out.reserve(from.size());
    prefer_large_pages(out.data(), from.size() * sizeof(T));
  }
  out.resize(from.size());
  copy(exec, span<T const, S>(from.data(), from.size()), view_of(out));
  exec.sync();
  return out;
}

/// A view together with the arrays it looks at. The arrays never change, so a copy shares them.
///
/// `View<S>` is a struct of spans with `map<D>(f)`, which applies `f` to each span and gives a `View<D>`.
template <template <memory_space> class View, memory_space S>
class owned {
 public:
  View<S> view{};  ///< what it looks at: arrays of `keep`, or of somebody who outlives this

  /// Takes over `array` and returns the span to put into `view`.
  template <class T>
  span<T const, S> keep(buffer<T, S>&& array) {
    auto holder = std::make_shared<buffer<T, S>>(std::move(array));
    span<T const, S> const result = holder->view();
    arrays_.push_back(std::move(holder));
    return result;
  }
  /// Keeps alive what `view` looks into, whatever it is.
  void keep(std::shared_ptr<void const> other) { arrays_.push_back(std::move(other)); }
  /// False where `view` looks only at arrays that it does not own.
  bool keeps_arrays() const noexcept { return !arrays_.empty(); }

 private:
  std::vector<std::shared_ptr<void const>> arrays_;
};

/// A copy of all that `from` looks at, in the space of `exec` (host to device, say).
///
/// Cost: one allocation and one copy an array. Where: on the executor's stream; waits only for unpinned host
/// memory. Throws: what allocation throws, cuda_error.
template <executor E, template <memory_space> class View, memory_space S>
owned<View, E::space> clone_view(E const& exec, View<S> const& from) {
  owned<View, E::space> result;
  result.view = from.template map<E::space>([&](auto const& array) {
    using value = std::remove_const_t<std::remove_reference_t<decltype(array[0])>>;
    return result.keep(clone<E, value, S>(exec, array));
  });
  return result;
}

}  // namespace gsta
