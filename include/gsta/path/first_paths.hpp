#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "gsta/path/credited_paths.hpp"
#include "gsta/path/path_set.hpp"
#include "gsta/path/timing_paths.hpp"

namespace gsta {

/// What is known of the checks that paths end at, before any path is searched for.
struct known_slacks {
  host_span<per_edge const> check;  ///< [checks] ps, as `update_checks` found it, with credits or without
  std::size_t levels = 0;           ///< of the graph of nodes: no path has more arcs
};

namespace detail {

/// How far checks are looked at, ps, and what k paths do not exceed, fs.
struct front_bound {
  double looked_at;
  femtoseconds sure;
};

/// The part of a problem in which the first k paths lie: what is in front of the checks whose worst slack is
/// among the first k, or may be as rounding goes. Nodes and checks keep their order, so that ties are settled
/// as in the whole. Ids of arcs stay.
class front_part {
 public:
  using whole_problem = path_problem<memory_space::host>;

  /// Nothing where the part would be most of it, where fewer than k checks have a slack, or where data are
  /// required as they come.
  static std::optional<front_part> find(whole_problem const& whole, known_slacks const& known,
                                        std::size_t k) {
    if (whole.latches.size() != 0 || known.check.size() != whole.checks.size() || k == 0) return {};
    auto const most = bound(whole, known, k);
    if (!most) return {};
    front_part part(whole);
    part.sure_ = most->sure;
    for (std::size_t i = 0; i < whole.checks.size(); ++i) {
      if (static_cast<double>(least(known.check[i])) > most->looked_at) continue;
      part.check_.push_back(static_cast<id>(i));
      if (!part.add_cone(whole.checks[i].data)) return {};
    }
    part.gather();
    return part;
  }

  whole_problem problem() const noexcept {
    whole_problem of = whole_;
    of.fanin_begin = view_of(fanin_begin_);
    of.fanin_from = view_of(fanin_from_);
    of.fanin_arc = view_of(fanin_arc_);
    of.arrival = view_of(arrival_);
    of.asserted = view_of(asserted_);
    of.checks = view_of(checks_);
    of.check_required = view_of(required_);
    return of;
  }

  /// The rows of credits of the part, which must outlive it.
  path_credits<memory_space::host> credits(path_credits<memory_space::host> of) {
    launch_row_.clear();
    capture_row_.clear();
    for (id const node : node_)
      for (int c = 0; c < conditions; ++c)
        launch_row_.push_back(
            of.tree.launch_row[static_cast<std::size_t>(conditions) * static_cast<std::size_t>(node) +
                               static_cast<std::size_t>(c)]);
    for (id const check : check_) capture_row_.push_back(of.tree.capture_row[check]);
    of.tree.launch_row = view_of(std::as_const(launch_row_));
    of.tree.capture_row = view_of(std::as_const(capture_row_));
    return of;
  }

  /// Whether nothing that was left out can be among these, the first k of the part. It could where the slacks
  /// that are known are not those of the worst paths.
  bool holds(path_set const& first, std::size_t k) const noexcept {
    return first.size() == k && first.slack.back() <= sure_;
  }

  /// Paths of the part by ids of the whole.
  void rename(path_set& paths) const {
    for (id& node : paths.node) node = node_[node];
    for (id& check : paths.check) check = check_[check];
  }

 private:
  explicit front_part(whole_problem const& whole) : whole_(whole), place_(whole.node_count(), none) {}

  static float least(per_edge const& slack) noexcept { return std::min(slack[0], slack[1]); }

  /// A slack that k paths do not exceed, and no less for what sums of floats and of whole fs differ by.
  static std::optional<front_bound> bound(whole_problem const& whole, known_slacks const& known,
                                          std::size_t k) {
    std::vector<float> slack;
    float largest = 0;
    auto const see = [&](float value) {
      if (math::is_defined(value)) largest = std::max(largest, std::fabs(value));
    };
    for (std::size_t i = 0; i < known.check.size(); ++i) {
      for (int e = 0; e < 2; ++e) see(known.check[i][e]), see(whole.check_required[i][e]);
      if (float const of = least(known.check[i]); math::is_defined(of)) slack.push_back(of);
    }
    for (std::size_t node = 0; node < whole.node_count(); ++node)
      for (int c = 0; c < conditions; ++c) see(whole.arrival[node][c]);
    if (slack.size() < k) return {};
    auto const kth = slack.begin() + static_cast<std::ptrdiff_t>(k) - 1;
    std::nth_element(slack.begin(), kth, slack.end());
    // Each term is rounded to whole fs there, and each sum to a float here, of twice what arrives at most.
    double const step = 1e-3 + 2.0 * static_cast<double>(largest) * std::numeric_limits<float>::epsilon();
    double const apart = static_cast<double>(known.levels + 8) * step,
                 sure = static_cast<double>(*kth) + apart;
    return front_bound{sure + apart, static_cast<femtoseconds>(std::floor(1000 * sure))};
  }

  /// False where it has become most of the whole.
  bool add_cone(id data) {
    if (data < 0 || static_cast<std::size_t>(data) >= place_.size()) return false;  // the search says so
    if (!open(data)) return true;
    for (waiting_.assign(1, data); !waiting_.empty();) {
      id const node = waiting_.back();
      waiting_.pop_back();
      for (id k = whole_.fanin_begin[node]; k < whole_.fanin_begin[node + 1]; ++k) {
        id const arc = whole_.fanin_arc[k], from = whole_.fanin_from[k];
        if (whole_.edges[arc].code == 0) continue;
        if (whole_.launches(arc))
          add(from);  // paths start there
        else if (open(from))
          waiting_.push_back(from);
      }
    }
    return 2 * node_.size() <= place_.size();
  }
  void add(id node) {
    if (place_[node] != none) return;
    place_[node] = shut;
    node_.push_back(node);
  }
  /// Whether it was not open yet.
  bool open(id node) {
    add(node);
    if (place_[node] != shut) return false;
    place_[node] = open_;
    return true;
  }

  void gather() {
    std::sort(node_.begin(), node_.end());
    std::vector<std::uint8_t> is_open(node_.size());
    for (std::size_t i = 0; i < node_.size(); ++i) {
      is_open[i] = place_[node_[i]] == open_ ? 1 : 0;
      place_[node_[i]] = static_cast<id>(i);
    }
    fanin_begin_.assign(1, 0);
    for (std::size_t i = 0; i < node_.size(); ++i) {
      id const node = node_[i];
      arrival_.push_back(whole_.arrival[node]);
      asserted_.push_back(whole_.asserted[node]);
      for (id k = whole_.fanin_begin[node]; is_open[i] != 0 && k < whole_.fanin_begin[node + 1]; ++k) {
        if (whole_.edges[whole_.fanin_arc[k]].code == 0) continue;
        fanin_from_.push_back(place_[whole_.fanin_from[k]]);
        fanin_arc_.push_back(whole_.fanin_arc[k]);
      }
      fanin_begin_.push_back(static_cast<id>(fanin_from_.size()));
    }
    for (id const check : check_) {
      checks_.push_back(whole_.checks[check]);
      checks_.back().data = place_[checks_.back().data];
      required_.push_back(whole_.check_required[check]);
    }
  }

  static constexpr id shut = -2, open_ = -3;

  whole_problem whole_;
  femtoseconds sure_ = 0;
  std::vector<id> place_;         // [nodes] none, shut or open; then in the part
  std::vector<id> node_, check_;  // of the part, ascending in the end
  std::vector<id> waiting_;
  std::vector<id> fanin_begin_, fanin_from_, fanin_arc_, launch_row_, capture_row_;
  std::vector<corner_values> arrival_, asserted_;
  std::vector<timing_check> checks_;
  std::vector<per_edge> required_;
};

}  // namespace detail

/// The first k paths of both splits together, of a design whose slacks are known: as `credited_paths`, and
/// without credits as `timing_paths`. What cannot be among them is not looked at: only the cones in front of
/// the checks whose slack is among the first k, as far as rounding may tell, are searched.
///
/// Shapes: as there, and as `known_slacks` says; `credits` null: there are none. Units: as there. Cost: a
/// look at each node and check, then as the search of a design that has these cones alone; where they are
/// half of the design, where a constraint is asked for, or where there are latches, of all of it. Where:
/// host. Needs: slacks of the problem's arrivals and required times. Throws: as there. Exact: the same list.
template <host_side_executor E>
path_set first_paths(E const& exec, path_problem<memory_space::host> const& problem,
                     path_credits<memory_space::host> const* credits, known_slacks const& known,
                     timing_paths_options const& options) {
  auto const search = [&](auto const& of, path_credits<memory_space::host> const* by) {
    return to_path_set(
        exec,
        (by != nullptr ? credited_paths(exec, of, *by, options) : timing_paths(exec, of, options)).view);
  };
  std::optional<detail::front_part> part;
  if (options.constraint.empty()) part = detail::front_part::find(problem, known, options.k);
  if (!part) return search(problem, credits);
  std::optional<path_credits<memory_space::host>> own;
  if (credits != nullptr) own = part->credits(*credits);
  auto paths = search(part->problem(), own ? &*own : nullptr);
  if (!part->holds(paths, options.k)) return search(problem, credits);
  part->rename(paths);
  return paths;
}

}  // namespace gsta
