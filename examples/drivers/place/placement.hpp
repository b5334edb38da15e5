#pragma once

#include <utility>
#include <vector>

#include "gsta/slack/summary.hpp"
#include "place/guide.hpp"
#include "place/nesterov.hpp"
#include "place/problem.hpp"
#include "place/wirelength.hpp"

namespace place {

/// An endpoint's late slack: what misses adds up to TNS, the least is WNS.
template <memory_space S>
struct slack_term {
  span<gsta::per_split const, S> slack;
  GSTA_HD sum_and_least operator()(std::size_t i) const noexcept {
    double const late = slack[i][gsta::split::late];
    return late < 0 ? sum_and_least{late, late} : sum_and_least{};
  }
};

/// A placement on its way: where cells are, and all that an iteration needs, on one executor.
template <executor E>
class placement {
 public:
  static constexpr memory_space S = E::space;

  placement(E const& exec, problem const& from, schedule_options const& weighing, std::size_t iterations)
      : on_(from.die),
        weighing_(weighing),
        layout_(clone_view(exec, from.layout())),
        cell_{clone(exec, from.x), clone(exec, from.y)},
        solid_{clone(exec, from.x), clone(exec, from.y)},
        before_{clone(exec, from.x), clone(exec, from.y)},
        gradient_(make_plane(exec, from.movable())),
        gradient_before_(make_plane(exec, from.movable())),
        pin_(make_plane(exec, from.pin_cell.size())),
        pull_(make_plane(exec, from.terminal_net.size())),
        length_(exec, 2 * from.design.net_driver.size()),
        charges_(exec, from.die),
        force_(exec, from.movable()),
        pair_scratch_(exec, sum_lanes + sum_groups),
        slack_scratch_(exec, sum_lanes + sum_groups),
        found_(exec, 4),
        slack_(exec, 1),
        state_(exec, 1),
        record_(exec, iterations) {
    schedule first;
    first.smoothing = smoothing_at(1.0, on_.bin_side());
    fill(exec, state_.view(), first);
    fill(exec, record_.view(), iteration_record{});
    fill(exec, slack_.view(), sum_and_least{});
  }

  /// Where pins are now, for whoever times them.
  void place_pins(E const& exec) { put_pins(exec, std::as_const(cell_).view()); }

  /// The two parts of a step that may run beside timing: how several_checks the die is, which takes nothing
  /// from it, and how nets pull, which takes the weights of nets. Neither waits.
  void find_field(E const& exec) { charges_.update(exec, layout_.view, std::as_const(cell_).view()); }
  void find_pull(E const& exec, guidance<S> const& by) {
    for_each_n(exec, length_.size(),
               wirelength_op<S>{layout_.view, std::as_const(pin_).view(), by.net_weight, by.pair_weight,
                                std::as_const(state_).view(), pull_.view(), length_.view()});
  }

  /// Moves all cells once, guided by what timing says, and keeps a record. Does not wait.
  void step(E const& exec, guidance<S> const& by) {
    gather_forces(exec, by);
    tallies<S> const found = tally(exec, by);
    for_each_n(exec, 1, weigh_op<S>{weighing_, on_, found, state_.view(), record_.view()});
    move(exec, found);
  }

  /// Cells, and their pins, to places found elsewhere: [cells] um.
  void put(E const& exec, std::vector<float> const& x, std::vector<float> const& y) {
    copy(exec, gsta::view_of(x), cell_.x.view());
    copy(exec, gsta::view_of(y), cell_.y.view());
    exec.sync();  // the vectors are the caller's
    place_pins(exec);
  }

  /// Moves pins to the last solution. The place where gradients were taken runs ahead of it.
  void settle(E const& exec) {
    copy(exec, std::as_const(solid_.x).view(), cell_.x.view());
    copy(exec, std::as_const(solid_.y).view(), cell_.y.view());
    place_pins(exec);
  }

  layout_view<S> const& layout() const { return layout_.view; }
  gsta::star_view<S> star(problem const& of) const {
    return {pin_.x.view(), pin_.y.view(), of.resistance, of.capacitance, layout_.view.is_clock};
  }
  std::vector<iteration_record> records(E const& exec, std::size_t first, std::size_t count) const {
    return to_vector(exec, record_.view().subspan(first, count));
  }
  plane_buffer<S> const& cells() const { return cell_; }

  /// Exact half-perimeter wirelength and overflow of where cells are (waits).
  iteration_record measure(E const& exec, guidance<S> const& by) {
    find_field(exec);
    find_pull(exec, by);
    gather_forces(exec, by);
    tally(exec, by);
    auto const sums = to_vector(exec, found_.view());
    double const bin = on_.bin_side();
    return {static_cast<float>(sums[0].first),
            static_cast<float>(sums[1].first * bin * bin / static_cast<double>(on_.cell_area)), 0, 0};
  }

 private:
  std::size_t movable() const { return layout_.view.movable(); }
  span<two_sums, S> found(std::size_t i) { return found_.view().subspan(i, 1); }
  motion<S> all() {
    return {cell_.view(), solid_.view(), before_.view(), gradient_.view(), gradient_before_.view()};
  }

  void put_pins(E const& exec, plane<float const, S> cell) {
    for_each_n(exec, layout_.view.pin_cell.size(), place_pins_op<S>{layout_.view, cell, pin_.view()});
  }

  void gather_forces(E const& exec, guidance<S> const& by) {
    for_each_n(exec, movable(),
               gather_op<S>{layout_.view, on_, std::as_const(cell_).view(), std::as_const(pull_).view(),
                            std::as_const(charges_.field).view(), by.gradient, by.net_weight, force_.view()});
  }

  tallies<S> tally(E const& exec, guidance<S> const& by) {
    auto const scratch = pair_scratch_.view();
    add_up(exec, length_.size(), length_term<S>{std::as_const(length_).view(), by.net_weight}, scratch,
           found(0));
    add_up(exec, charges_.density.size(),
           overflow_term<S>{std::as_const(charges_.density).view(), on_.most_full}, scratch, found(1));
    add_up(exec, movable(), force_term<S>{std::as_const(force_).view()}, scratch, found(2));
    if (!by.endpoint_slack.empty())
      add_up(exec, by.endpoint_slack.size(), slack_term<S>{by.endpoint_slack}, slack_scratch_.view(),
             slack_.view());
    return {found(0), found(1), found(2), found(3), slack_.view(), by.cost};
  }

  void move(E const& exec, tallies<S> const& tallied) {
    auto const now = std::as_const(state_).view();
    motion<S> const every = all();
    for_each_n(exec, movable(), gradient_op<S>{layout_.view, on_, std::as_const(force_).view(), now, every});
    add_up(exec, movable(),
           moved_term<S>{std::as_const(cell_).view(), std::as_const(before_).view(),
                         std::as_const(gradient_).view(), std::as_const(gradient_before_).view()},
           pair_scratch_.view(), found(3));
    for_each_n(exec, 1,
               step_op<S>{0.5 * static_cast<double>(on_.bin_side()), static_cast<double>(movable()),
                          tallied.moved, state_.view()});
    for_each_n(exec, movable(), move_op<S>{layout_.view, on_, now, every});
  }

  die on_;
  schedule_options weighing_;
  gsta::owned<layout_view, S> layout_;
  plane_buffer<S> cell_, solid_, before_, gradient_, gradient_before_, pin_, pull_;
  gsta::buffer<float, S> length_;
  charge_field<S> charges_;
  gsta::buffer<cell_force, S> force_;
  gsta::buffer<two_sums, S> pair_scratch_;
  gsta::buffer<sum_and_least, S> slack_scratch_;
  gsta::buffer<two_sums, S> found_;  // length, overflow, forces, moves
  gsta::buffer<sum_and_least, S> slack_;
  gsta::buffer<schedule, S> state_;
  gsta::buffer<iteration_record, S> record_;
};

}  // namespace place
