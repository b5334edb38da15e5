#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "gsta/path/detail/credited/tracer.hpp"
#include "gsta/path/detail/timing/front.hpp"
#include "gsta/path/detail/timing/latched.hpp"
#include "gsta/path/detail/timing/tracer.hpp"

namespace gsta::detail {

/// The paths of one side that end where a problem says, found in a part of the design that is made when they
/// are first asked for and kept for further questions.
template <executor E>
class side_search {
 public:
  static constexpr memory_space S = E::space;

  /// `front`: where the first paths surely lie, or null; it must outlive this.
  side_search(E const& exec, path_arrays<S> const& of, split side, path_request<E> const& request,
              front_part const* front = nullptr)
      : exec_(exec), of_(of), side_(side), request_(request), front_(front) {}

  /// The first k paths with at most `per_end` to each check and data edge.
  path_buffers<S> find(std::size_t k, std::size_t per_end) {
    request_.k = k;
    request_.per_end = per_end;
    if (side_ == split::late && of_.problem.latches.size() != 0) return find_latched();
    if (!part_) part_ = made(of_.problem, request_);
    return listed(*part_, of_.credits, request_);
  }

 private:
  path_buffers<S> find_latched() const {
    auto const search = [&](path_problem<S> const& problem, span<id const, S> capture_row,
                            path_request<E> const& request) {
      path_credits<S> credits = of_.credits;
      credits.tree.capture_row = capture_row;
      auto part = made(problem, request);
      return listed(part, credits, request);
    };
    return latched_tracer<E, decltype(search)>(exec_, of_.problem, of_.credits, request_, search).trace();
  }

  search_part<S> made(path_problem<S> const& problem, path_request<E> const& request) const {
    path_tracer<E> const tracer(exec_, request);
    auto part = tracer.constrained(graph_of(problem));
    if (!of_.credits.any()) tracer.complete(part);
    return part;
  }
  timing_search<S> graph_of(path_problem<S> const& problem) const {
    if constexpr (host_side_executor<E>) {
      if (front_ != nullptr) return front_->search(exec_, side_);
    }
    return make_timing_search(exec_, problem, side_);
  }

  path_buffers<S> listed(search_part<S>& part, path_credits<S> const& credits,
                         path_request<E> const& request) const {
    return credits.any() ? credited_tracer<E>(exec_, credits, request).trace(part)
                         : path_tracer<E>(exec_, request).trace(part);
  }

  E const& exec_;
  path_arrays<S> of_;
  split side_;
  path_request<E> request_;
  front_part const* front_;
  std::optional<search_part<S>> part_;
};

/// Searches that make what they search in: a side's graph, or in front of its worst checks a part of that.
template <executor E>
class fresh_search {
 public:
  static constexpr memory_space S = E::space;

  fresh_search(E const& exec, path_arrays<S> const& of, path_request<E> const& request)
      : exec_(exec), of_(of), request_(request) {
    require_fitting(of.problem);
    if (of.credits.any()) require_fitting(of.problem, of.credits);
  }

  /// Ends of the lists that follow, by 2 * check + data edge; empty: all.
  void set_ends(std::vector<std::uint8_t> const& ends) {
    ends_ = clone(exec_, ends);
    of_.problem.ends = std::as_const(ends_).view();
  }
  /// Tries to find the first k paths, of a side or both, in front of the worst checks: true where searches
  /// will do so, until `widen`.
  bool narrow(std::optional<split> side, std::size_t k) {
    if constexpr (host_side_executor<E>) {
      if (request_.constraint.empty()) front_ = front_part::find(of_.problem, of_.slacks, side, k);
    }
    return front_.has_value();
  }
  void widen() noexcept { front_.reset(); }
  bool holds(path_buffers<S> const& first, std::size_t k) const {
    if constexpr (host_side_executor<E>) return front_->holds(first.view, k, request_.below);
    return true;
  }
  side_search<E> of_side(split side) const {
    return {exec_, of_, side, request_, front_ ? &*front_ : nullptr};
  }

 private:
  E const& exec_;
  path_arrays<S> of_;
  path_request<E> const& request_;
  buffer<std::uint8_t, S> ends_;
  std::optional<front_part> front_;
};

}  // namespace gsta::detail
