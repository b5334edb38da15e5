#pragma once

#include <algorithm>
#include <initializer_list>
#include <optional>

#include "bench/repower.hpp"
#include "gsta/sta/live_timer_by_levels.hpp"
#include "test/update/edited_cases.hpp"
#include "test/update/random_edits.hpp"
#include "test/update/random_structure.hpp"

namespace gsta_test {

/// Edits designs at random on an executor, in transactions and without, and compares all arrays with those of
/// a fresh timer there.
template <class E>
class repair_comparison {
 public:
  std::size_t compared = 0, edits = 0, rolled_back = 0, moved = 0, loops = 0;
  gsta::live_counts counts;

  explicit repair_comparison(E const& exec) : exec_(exec) {}

  void run(std::uint64_t seed, edited_case&& of, int rounds) {
    design_ = std::move(of.design);
    options_ = of.options;
    seed_ = seed;
    done_.clear();
    prng random(seed + 1000);
    std::size_t const longest[] = {4096, 6, 2};
    timer_.emplace(exec_, design_, options_,
                   gsta::repair_options{longest[seed_ % 3], full_from(), patience()});
    edit_.emplace(timer_->edits(), seed_ + 7 * edits);
    for (int i = 0; i < rounds; ++i) {
      if (random.chance(50))
        edit_for_good(random);
      else
        try_something(random);
    }
    auto const& more = timer_->counts();
    CHECK(more.updates == more.repaired + more.full + more.rebuilds);
    counts.updates += more.updates, counts.repaired += more.repaired, counts.full += more.full;
    counts.gave_up += more.gave_up, counts.rebuilds += more.rebuilds, counts.structures += more.structures;
    counts.full_credits += more.full_credits, counts.listed_checks += more.listed_checks;
  }

 private:
  using timer = gsta::live_timer<E, gsta::repair_walker::levels>;

  /// Some designs always repair, some go by their size, some are timed in full from a few words on.
  std::optional<std::size_t> full_from() const {
    if (seed_ % 4 == 0) return std::nullopt;
    return seed_ % 4 == 1 ? std::size_t{4} : std::size_t{1} << 30;
  }

  /// Some never give up, some at once, some behind a level or two.
  std::optional<std::size_t> patience() const {
    std::optional<std::size_t> const steps[] = {std::nullopt, 1, 0, 7, 40, std::size_t{1} << 30, 3};
    return steps[seed_ % 7];
  }

  void edit_some(prng& random) {
    for (int k = random.between(1, 4); k > 0; --k, ++edits) {
      if (random.chance(4)) {
        timer_->edits().set_wires(random_structure(random).networks(design_));
        done_ += " networks";
      } else if (random.chance(3)) {
        edit_structure(random);
      } else {
        done_ += " " + edit_->edit();
      }
    }
  }
  void edit_structure(prng& random) {
    try {
      timer_->edit_structure([&](gsta::structure_editor& structure) {
        done_ += " (" + random_structure(random).edit(structure, design_) + ")";
      });
    } catch (gsta::graph_error const&) {
      done_ += " loop";
      ++loops;
    }
  }

  void update() {
    auto const& items = timer_->edits().items();
    bool const any = items.any(), networks = items.networks;
    auto const before = timer_->counts();
    timer_->update();
    if (!any) return;
    auto const& now = timer_->counts();
    CAPTURE(seed_, done_);
    REQUIRE(now.updates == before.updates + 1);
    if (networks) CHECK(now.repaired == before.repaired);
    bool const repairs =
        options_.delays.model == gsta::cell_model::table && !timer_->timing().view().latches.any();
    if (repairs && !networks && seed_ % 4 > 1) CHECK(now.full == before.full);
    if (!repairs) CHECK(now.repaired == before.repaired);
  }

  void edit_for_good(prng& random) {
    edit_some(random);
    update();
    if (random.chance(30)) {  // another one behind it, before anybody has looked
      edit_some(random);
      update();
    }
    compare_with_fresh("edited");
  }

  void try_something(prng& random) {
    timer_->update();
    gsta::timer<E> before(exec_, design_, options_);
    before.update(exec_);
    timer_->begin();
    done_ += " begin";
    edit_some(random);
    update();
    if (random.chance(70)) compare_with_fresh("tried");
    edit_some(random);
    if (random.chance(50)) update();
    if (random.chance(30)) {
      timer_->commit();
      update();
      done_ += " commit";
      return compare_with_fresh("kept");
    }
    timer_->roll_back();
    done_ += " roll back";
    ++rolled_back;
    compare(before, "rolled back");
    compare_with_fresh("as the design is");
  }

  void compare_with_fresh(char const* what) {
    gsta::timer<E> fresh(exec_, design_, options_);
    fresh.update(exec_);
    compare(fresh, what);
    if constexpr (!gsta::host_side_executor<E>) {
      if (options_.delays.model == gsta::cell_model::effective) compare_with_host();
    }
  }

  /// A device finds effective capacitances by plans, a host by loops.
  void compare_with_host() {
    gsta::host_executor const host;
    gsta::timer<gsta::host_executor> fresh(host, design_, options_);
    fresh.update(host);
    auto const result = compare_bits(take_snapshot(host, fresh), take_snapshot(exec_, timer_->timing()));
    compared += result.compared;
    CAPTURE(seed_, done_, result.report());
    REQUIRE(result.failed == 0);
  }

  void compare(gsta::timer<E> const& with, char const* what) {
    auto figures = timer_->figures();
    timer_->finish();
    bit_comparison result = compare_timers(exec_, with, timer_->timing());
    detail::compare_summary(with.summary(exec_, gsta::split::early), figures.early, result);
    detail::compare_summary(with.summary(exec_, gsta::split::late), figures.late, result);
    compared += result.compared;
    figures = timer_->figures();
    moved += figures.counts.required > 0;
    CAPTURE(seed_, what, done_, result.report());
    REQUIRE(result.failed == 0);
  }

  E exec_;
  gsta::flat_design design_;
  gsta::timer_options options_;
  std::uint64_t seed_ = 0;
  std::string done_;
  std::optional<timer> timer_;
  std::optional<random_editor> edit_;
};

/// Each kind of design edited at random; returns what it took.
template <class E>
repair_comparison<E> repair_all(E const& exec, edited_case (*made)(std::uint64_t), std::uint64_t first,
                                std::uint64_t count, int rounds) {
  repair_comparison<E> all(exec);
  for (std::uint64_t seed = first; seed < first + count; ++seed) all.run(seed, made(seed), rounds);
  CHECK(all.counts.updates > 2 * count);
  CHECK(all.rolled_back > count);
  return all;
}

template <class E>
void repairs_equal_fresh_timers(E const& exec, std::uint64_t first, std::uint64_t count, int rounds = 8) {
  auto const all = repair_all(exec, plain_case, first, count, rounds);
  CAPTURE(all.compared, all.edits, all.counts.updates, all.rolled_back, all.moved, all.counts.full,
          all.counts.rebuilds, all.counts.structures, all.loops);
  CHECK(all.moved > count);
  CHECK(all.counts.full > count / 8);
  CHECK(all.counts.repaired > 2 * count);
  CHECK(all.counts.gave_up > count / 4);
  CHECK(all.counts.gave_up < all.counts.repaired);
  CHECK(all.counts.rebuilds > all.counts.structures);
  CHECK(all.counts.structures > 0);
}
template <class E>
void credited_repairs_equal_fresh_timers(E const& exec, std::uint64_t count, int rounds = 8) {
  auto const all = repair_all(exec, credited_case, 200, count, rounds);
  CAPTURE(all.counts.repaired, all.counts.full_credits, all.counts.full, all.counts.rebuilds);
  CHECK(all.counts.full_credits > count / 2);
  CHECK(all.counts.gave_up > 0);
  CHECK(all.counts.full_credits < all.counts.repaired);  // where no delay and no arrival moved
}
template <class E>
void effective_updates_equal_fresh_timers(E const& exec, std::uint64_t count, int rounds = 6) {
  auto const all = repair_all(exec, effective_case, 100, count, rounds);
  CHECK(all.counts.full > count);
  CHECK(all.counts.repaired == 0);
}
template <class E>
void latched_updates_equal_fresh_timers(E const& exec, std::uint64_t count, int rounds = 6) {
  auto const all = repair_all(exec, latched_case, 300, count, rounds);
  CHECK(all.counts.full > count);
  CHECK(all.counts.full > all.counts.repaired);  // a few have registers alone
}

/// Repairs by hand, which give up where they may not take many steps: whoever goes on, whether with another
/// edit, for figures or for required times, finds what waits.
template <class E>
void repairs_that_gave_up_go_on(E const& exec) {
  std::size_t gave_up = 0, went_on = 0;
  for (std::uint64_t seed = 0; seed < 24; ++seed) {
    gsta::flat_design design = random_circuit(seed, 300);
    auto options = options_of(seed).timer;
    options.keep_tree_sums = true;
    gsta::timer<E> timed(exec, design, options);
    timed.update(exec);
    auto const& model = timed.options().delays;
    auto const parts = gsta::detail::parts_of_timer(gsta::detail::state_of(timed));
    auto state = gsta::make_repair_state(exec, parts, {.longest = seed % 2 == 0 ? 4096u : 3u});
    prng random(seed);
    for (int i = 0; i < 8; ++i) {
      gsta::edit_records words;
      auto const net = static_cast<std::size_t>(random.below(static_cast<int>(design.net_driver.size())));
      id const sink = design.net_sink[static_cast<std::size_t>(design.net_begin[net])];
      auto const load = gsta::same_value(random.real(0.5, 60));
      design.pin_load[static_cast<std::size_t>(sink)] = load;
      words.loads.add(sink, load);
      for (std::size_t n = 0; n < design.net_driver.size(); ++n) {  // it may end several
        auto const first = design.net_sink.begin() + design.net_begin[n],
                   last = design.net_sink.begin() + design.net_begin[n + 1];
        if (design.net_driver[n] == sink || std::find(first, last, sink) != last)
          words.add_net(static_cast<id>(n), static_cast<id>(last - first));
      }
      state.options.patience = std::size_t{1} << random.below(6);
      gsta::repair_timing(exec, parts, model, words, state);
      if (random.chance(50)) continue;  // the next one goes on
      if (!gsta::try_figures(exec, parts, model, state)) ++gave_up;
      if (random.chance(30)) gsta::repair_required(exec, parts, model, state);
      auto const figures = gsta::read_figures(exec, parts, model, state);
      ++went_on;
      gsta::repair_required(exec, parts, model, state);
      gsta::timer<E> fresh(exec, design, options);
      fresh.update(exec);
      bit_comparison result = compare_timers(exec, fresh, timed);
      detail::compare_summary(fresh.summary(exec, gsta::split::early), figures.early, result);
      detail::compare_summary(fresh.summary(exec, gsta::split::late), figures.late, result);
      CAPTURE(seed, i, result.report());
      REQUIRE(result.failed == 0);
    }
  }
  CHECK(gave_up > 20);
  CHECK(went_on > gave_up);
}

/// Gates of a generated netlist repowered, from one at a time to most of them at once.
template <class E>
void repowers_equal_fresh_timers(E const& exec, char const* preset, std::initializer_list<int> gates) {
  auto options = gsta_bench::preset(preset);
  options.wires = gsta_bench::generated_wires::tree;
  auto made = gsta_bench::generate_netlist(options);
  auto& design = made.placed.design;
  gsta::live_timer<E, gsta::repair_walker::levels> timer(exec, design, {}, {.in_full = std::size_t{1} << 30});
  gsta_bench::repower some(made, 5);
  for (int const at_once : gates) {
    for (int i = 0; i < at_once; ++i) some.edit(timer.edits());
    timer.update();
    auto const figures = timer.figures();
    if (at_once % 2 != 0) continue;  // required times wait for a later one
    timer.finish();
    gsta::timer<E> fresh(exec, design);
    fresh.update(exec);
    bit_comparison result = compare_timers(exec, fresh, timer.timing());
    detail::compare_summary(fresh.summary(exec, gsta::split::early), figures.early, result);
    detail::compare_summary(fresh.summary(exec, gsta::split::late), figures.late, result);
    CAPTURE(preset, at_once, result.report());
    REQUIRE(result.failed == 0);
  }
  CHECK(timer.figures().counts.pins > 1000);
}

/// Without a word of how, the design's size chooses: one repowered gate is repaired, all of them are timed in
/// full, and another run of the same edits chooses alike.
template <class E>
void methods_go_by_counts(E const& exec) {
  auto options = gsta_bench::preset("tiny");
  options.wires = gsta_bench::generated_wires::tree;
  auto const made = gsta_bench::generate_netlist(options);
  auto const run = [&] {
    auto own = made;
    gsta::live_timer<E, gsta::repair_walker::levels> timer(exec, own.placed.design);
    gsta_bench::repower some(own, 3);
    std::vector<std::uint64_t> chosen;
    std::size_t const sizes[] = {1, 3, own.instances.size()};
    for (std::size_t const gates : sizes) {
      for (std::size_t i = 0; i < gates; ++i) some.edit(timer.edits());
      timer.update();
      timer.figures();
      auto const& counts = timer.counts();
      chosen.insert(chosen.end(), {counts.repaired, counts.full, counts.gave_up, counts.words});
    }
    CHECK(chosen[0] == 1);
    CHECK(chosen[9] == 1);
    return chosen;
  };
  auto const once = run();
  CHECK(once == run());
}

}  // namespace gsta_test
