#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "gsta/path/detail/constrain/subgraph.hpp"
#include "gsta/path/detail/credited/rows.hpp"
#include "gsta/path/detail/timing/part.hpp"

namespace gsta::detail {

/// The graph of the states that paths within a bound come by, ready to be searched: its paths within the
/// bound are those of the design, with credits, and in their order.
template <memory_space S>
struct state_graph {
  search_part<S> part;
  std::size_t states = 0, edges = 0, waves = 0, nearby = 0;
  femtoseconds best = no_path;  ///< cost of the first path
  bool refused = false;         ///< there are paths beyond the bound
  memory_claim claim;
};

template <memory_space S>
struct state_totals_op {
  span<id const, S> row, entry, refused;
  span<id, S> total;
  GSTA_HD void operator()(std::size_t) const noexcept {
    total[0] = row[row.size() - 1];
    total[1] = entry[entry.size() - 1];
    total[2] = refused[0];
  }
};

/// Where the key of a level's first vertex stands.
template <memory_space S>
struct state_level_op {
  span<std::uint64_t const, S> key;
  span<id const, S> first;
  state_table<S> table;
  span<id, S> begin;
  GSTA_HD void operator()(std::size_t l) const noexcept {
    begin[l] = static_cast<id>(
        lower_bound(key, std::size_t{0}, key.size(), table.key_of(first[l], {no_path, 0, is_not_in_lane})));
  }
};

/// Makes it.
template <executor E>
class state_graph_maker {
  static constexpr memory_space S = E::space;

 public:
  state_graph_maker(E const& exec, near_part<S> const& nearby, credited_states<S> const& found,
                    std::size_t entries, femtoseconds most)
      : exec_(exec), near_(nearby), found_(found), entries_(entries), most_(most) {}

  /// Nothing where no path is within the bound.
  state_graph<S> make(work_memory& memory) {
    state_graph<S> made;
    made.refused = found_.refused();
    made.waves = found_.waves();
    made.nearby = near_.size();
    collect(memory);
    made.states = states_;
    if (states_ == 0) return made;
    number();
    count(memory, made);
    made.edges = rows_total_ + ends_total_;
    made.claim = memory_claim(memory, made.edges * (2 * sizeof(id) + sizeof(femtoseconds)) +
                                          (states_ + 2) * (6 * sizeof(id) + 2 * sizeof(femtoseconds)));
    fill(made);
    return made;
  }

 private:
  void collect(work_memory& memory) {
    std::size_t const slots = found_.table().key.size();
    work_array<id, S> slot(exec_, memory, slots);
    states_ = select(exec_, slots, is_claimed_op<S>{found_.table().key}, slot.view());
    key_ = work_array<std::uint64_t, S>(exec_, memory, states_);
    slot_ = work_array<id, S>(exec_, memory, states_);
    auto const taken = slot.read().subspan(0, states_);
    copy(exec_, taken, slot_.view());
    for_each_n(exec_, states_, gather_op<std::uint64_t, S>{taken, found_.table().key, key_.view()});
    sort_by_key(exec_, key_.view(), slot_.view(), found_.key_bits());
  }
  void number() {
    costs_ = cost_arrays<S>(exec_, states_ + 2, true);
    part_.pin = buffer<id, S>(exec_, states_);
    for_each_n(exec_, states_,
               number_state_op<S>{near_.view(), found_.table(), key_.read(), slot_.read(),
                                  costs_.prefix.view(), costs_.suffix.view(), part_.pin.view()});
  }
  state_rows<S> rows() const {
    return {near_.view(),         found_.table(),      most_, key_.read(), slot_.read(),
            costs_.view().prefix, costs_.view().suffix};
  }
  void count(work_memory& memory, state_graph<S>& made) {
    work_array<id, S> edges(exec_, memory, states_), entered(exec_, memory, entries_);
    buffer<id, S> refused(exec_, 1);
    gsta::fill(exec_, refused.view(), 0);
    for_each_n(exec_, states_, count_state_row_op<S>{rows(), edges.view(), refused.view()});
    for_each_n(exec_, entries_, count_entered_op<S>{rows(), entered.view()});
    credited_graph<S> const of = near_.view().of;
    require_ids<E>(exec_, edges.read(), entries_ + 3,
                   of.search.graph.edge_count() * of.tree.leaves_out.size(),
                   "credited_paths: the graph of states is larger than ids can number");
    row_ = work_array<id, S>(exec_, memory, states_ + 1);
    entry_ = work_array<id, S>(exec_, memory, entries_ + 1);
    exclusive_scan(exec_, edges.read(), row_.view());
    exclusive_scan(exec_, entered.read(), entry_.view());
    buffer<id, S> total(exec_, 3);
    for_each_n(exec_, 1, state_totals_op<S>{row_.read(), entry_.read(), refused.view(), total.view()});
    auto const totals = to_vector(exec_, total.view());
    rows_total_ = static_cast<std::size_t>(totals[0]);
    ends_total_ = static_cast<std::size_t>(totals[1]);
    made.refused = made.refused || totals[2] != 0;
  }

  void fill(state_graph<S>& made) {
    part_.begin = buffer<id, S>(exec_, states_ + 3);
    part_.to = buffer<id, S>(exec_, made.edges);
    part_.arc = buffer<id, S>(exec_, made.edges);
    part_.weight = buffer<femtoseconds, S>(exec_, made.edges);
    part_.slot = buffer<id, S>(exec_, ends_total_);
    state_graph_spans<S> const out{part_.begin.view(), part_.to.view(),   part_.weight.view(),
                                   part_.arc.view(),   part_.slot.view(), costs_.choice.view(),
                                   costs_.next.view()};
    gsta::fill(exec_, part_.arc.view(), none);
    for_each_n(exec_, states_, fill_state_row_op<S>{rows(), row_.read(), out});
    for_each_n(exec_, entries_ + 1, fill_entered_op<S>{rows(), row_.read(), entry_.read(), out});
    best_way const best = reduce(exec_, ends_total_,
                                 entered_term<S>{part_.to.view(), part_.weight.view(), costs_.suffix.view(),
                                                 static_cast<id>(rows_total_)},
                                 best_way{}, first_best_way{});
    made.best = best.cost;
    buffer<id, S> order(exec_, states_ + 2);
    for_each_n(
        exec_, states_ + 1,
        close_states_op<S>{best, states_, out, costs_.prefix.view(), costs_.suffix.view(), order.view()});
    costs_.height = heights(costs_.view().next);
    set_rows(made.part.rows, std::move(order));
    made.part.search = std::move(part_).part_of(near_.view().of.search);
    made.part.costs = std::move(costs_).release();
  }

  /// A path has at most one vertex a level.
  buffer<id, S> heights(span<id const, S> next) const {
    std::size_t const n = next.size();
    buffer<id, S> hop(exec_, n), height(exec_, n), next_hop(exec_, n), next_height(exec_, n);
    for_each_n(exec_, n, begin_heights_op<S>{next, hop.view(), height.view()});
    for (std::size_t reach = 1; reach < near_.level_first().size() + 1; reach *= 2) {
      for_each_n(exec_, n,
                 double_heights_op<S>{hop.view(), height.view(), next_hop.view(), next_height.view()});
      std::swap(hop, next_hop);
      std::swap(height, next_height);
    }
    return height;
  }

  void set_rows(search_rows<S>& rows, buffer<id, S>&& order) const {
    auto const first = clone(exec_, near_.level_first());
    buffer<id, S> begin(exec_, first.size());
    for_each_n(exec_, begin.size(),
               state_level_op<S>{key_.read(), first.view(), found_.table(), begin.view()});
    auto const of_states = to_vector(exec_, begin.view());
    rows.level_begin = {0};
    for (id const at : of_states) rows.level_begin.push_back(at + 1);
    rows.level_begin.push_back(static_cast<id>(states_) + 2);
    auto& all = rows.level_begin;
    all.erase(std::unique(all.begin(), all.end()), all.end());
    rows.order.view.vertex = rows.order.keep(std::move(order));
    rows.arrays.view.order = rows.order.view.vertex;
  }

  E const& exec_;
  near_part<S> const& near_;
  credited_states<S> const& found_;
  std::size_t entries_, states_ = 0, rows_total_ = 0, ends_total_ = 0;
  femtoseconds most_;
  work_array<std::uint64_t, S> key_;
  work_array<id, S> slot_, row_, entry_;
  cost_arrays<S> costs_;
  part_arrays<S> part_;
};

}  // namespace gsta::detail
