#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "gsta/core/vector_by_id.hpp"
#include "gsta/path/detail/timing/part.hpp"
#include "gsta/path/path_problem.hpp"
#include "gsta/path/path_set.hpp"
#include "gsta/path/timing_graph.hpp"

namespace gsta::detail {

/// How far checks are looked at, ps, and what k paths do not exceed, fs.
struct front_bound {
  double looked_at;
  femtoseconds sure;
};

/// The part of a design in which the first k paths lie: what is in front of the checks whose worst slack is
/// among the first k, or may be as rounding goes. Nodes and checks keep their order, so that ties are settled
/// as in the whole.
class front_part {
 public:
  static constexpr memory_space S = memory_space::host;

  /// Of the paths of one side, or of both. Nothing where slacks are not known, where the part would be most
  /// of the design, where fewer than k checks have a slack, or where data are required as they come.
  static std::optional<front_part> find(path_problem<S> const& whole, known_slacks<S> const& known,
                                        std::optional<split> side, std::size_t k) {
    if (whole.latches.size() != 0 || known.check.size() != whole.checks.size() || k == 0) return {};
    front_part part(whole, side);
    auto const most = part.bound(known, k);
    if (!most) return {};
    part.sure_ = most->sure;
    for (std::size_t i = 0; i < whole.checks.size(); ++i) {
      if (static_cast<double>(part.least(known, i)) > most->looked_at) continue;
      part.check_.push_back(static_cast<id>(i));
      if (!part.add_cone(whole.checks[i].data)) return {};
    }
    part.gather();
    return part;
  }

  /// The search graph of one side, which stands for the nodes and checks of the whole.
  template <host_side_executor E>
  timing_search<S> search(E const& exec, split side) const {
    path_problem<S> of = whole_;
    of.fanin_begin = view_of(fanin_begin_);
    of.fanin_from = view_of(fanin_from_);
    of.fanin_arc = view_of(fanin_arc_);
    of.arrival = view_of(arrival_);
    of.asserted = view_of(asserted_);
    of.checks = view_of(checks_);
    of.check_required = view_of(required_);
    of.ends = view_of(ends_);
    return renamed(make_timing_search(exec, of, side));
  }

  /// Whether nothing that was left out can be among these, the first k of the part with slacks below a bound.
  /// It could where the slacks that are known are not those of the worst paths.
  bool holds(path_set_view<S> const& first, std::size_t k, femtoseconds below) const noexcept {
    return below <= sure_ + 1 || (first.size() == k && first.slack[k - 1] <= sure_);
  }

 private:
  front_part(path_problem<S> const& whole, std::optional<split> side)
      : whole_(whole), side_(side), place_(whole.node_count(), none) {}

  timing_search<S> renamed(timing_search<S>&& made) const {
    auto& view = made.view;
    host_executor const exec;
    auto const vertices = static_cast<std::size_t>(view.graph.source());
    buffer<id, S> pin(exec, vertices), slot(exec, view.slot.size());
    for (std::size_t v = 0; v < vertices; ++v) {
      id const own = view.pin_of(static_cast<id>(v));
      pin[v] = 2 * node_[own / 2] + own % 2;
    }
    for (std::size_t i = 0; i < slot.size(); ++i) slot[i] = 2 * check_[view.slot[i] / 2] + view.slot[i] % 2;
    view.plain = 0;
    view.pin = made.keep(std::move(pin));
    view.slot = made.keep(std::move(slot));
    view.pins = static_cast<id>(2 * whole_.node_count());
    return std::move(made);
  }

  bool ends_at(std::size_t check, id data_edge) const noexcept {
    if (side_ && is_late(whole_.checks[check].kind) != (*side_ == split::late)) return false;
    return whole_.ends.empty() || whole_.ends[2 * check + static_cast<std::size_t>(data_edge)] != 0;
  }
  /// The least slack that is known of a check's wanted ends.
  float least(known_slacks<S> const& known, std::size_t check) const noexcept {
    float found = math::infinity;
    for (id e = 0; e < 2; ++e)
      if (ends_at(check, e)) found = std::min(found, known.check[check][e]);
    return found;
  }

  /// A slack that k paths do not exceed, and no less for what sums of floats and of whole fs differ by.
  std::optional<front_bound> bound(known_slacks<S> const& known, std::size_t k) const {
    std::vector<float> slack;
    float largest = 0;
    auto const see = [&](float value) {
      if (math::is_defined(value)) largest = std::max(largest, std::fabs(value));
    };
    for (std::size_t i = 0; i < known.check.size(); ++i) {
      for (int e = 0; e < 2; ++e) see(known.check[i][e]), see(whole_.check_required[i][e]);
      if (float const of = least(known, i); math::is_defined(of)) slack.push_back(of);
    }
    for (std::size_t node = 0; node < whole_.node_count(); ++node)
      for (int c = 0; c < conditions; ++c) see(whole_.arrival[node][c]);
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
      if (!whole_.ends.empty())
        ends_.insert(ends_.end(), {whole_.ends[2 * check], whole_.ends[2 * check + 1]});
    }
  }

  static constexpr id shut = -2, open_ = -3;

  path_problem<S> whole_;
  std::optional<split> side_;
  femtoseconds sure_ = 0;
  vector_by_id<id> place_;         // [nodes] none, shut or open; then in the part
  vector_by_id<id> node_, check_;  // of the part, ascending in the end
  std::vector<id> waiting_;
  std::vector<id> fanin_begin_, fanin_from_, fanin_arc_;
  std::vector<per_condition<float>> arrival_, asserted_;
  std::vector<timing_check> checks_;
  std::vector<per_edge> required_;
  std::vector<std::uint8_t> ends_;
};

}  // namespace gsta::detail
