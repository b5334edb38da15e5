#pragma once

#include <initializer_list>
#include <optional>

#include "bench/repower.hpp"
#include "gsta/sta/edited_timer.hpp"
#include "test/support/random_circuit.hpp"
#include "test/support/timing_case.hpp"
#include "test/update/random_edits.hpp"

namespace gsta_test {

/// Edits designs at random on an executor, in transactions and without, and compares all arrays with those of
/// a fresh timer there.
template <class E>
class repair_comparison {
 public:
  std::size_t compared = 0, edits = 0, updates = 0, refused = 0, rolled_back = 0, moved = 0, in_full = 0;

  explicit repair_comparison(E const& exec) : exec_(exec) {}

  void run(std::uint64_t seed, gsta::flat_design design, gsta::timer_options const& options, int rounds) {
    design_ = std::move(design);
    options_ = options;
    seed_ = seed;
    done_.clear();
    prng random(seed + 1000);
    begin_anew();
    for (int i = 0; i < rounds; ++i) {
      if (random.chance(50))
        edit_for_good(random);
      else
        try_something(random);
    }
  }

 private:
  using timer = gsta::edited_timer<E>;

  void begin_anew() {
    edit_.reset();
    std::size_t const longest[] = {4096, 6, 2};
    timer_.emplace(exec_, design_, options_, gsta::repair_options{longest[seed_ % 3], full_from()});
    edit_.emplace(timer_->edits(), seed_ + 7 * edits);
  }

  /// Some designs always repair, some go by time, some are timed in full from a few words on.
  std::optional<std::size_t> full_from() const {
    if (seed_ % 4 == 0) return std::nullopt;
    return seed_ % 4 == 1 ? std::size_t{4} : std::size_t{1} << 30;
  }

  void edit_some(prng& random) {
    for (int k = random.between(1, 4); k > 0; --k) {
      done_ += " " + edit_->edit();
      ++edits;
    }
  }

  /// False where a new timer has to be made.
  bool update() {
    bool const graph = timer_->edits().marks().graph;
    try {
      timer_->update();
    } catch (gsta::argument_error const&) {
      ++refused;
      return false;
    }
    CHECK(!graph);
    ++updates;
    in_full += timer_->timed_in_full();
    if (seed_ % 4 > 1) CHECK(!timer_->timed_in_full());
    return true;
  }

  void edit_for_good(prng& random) {
    edit_some(random);
    if (!update()) {
      done_ += " (anew)";
      begin_anew();
    } else if (random.chance(30)) {  // another one behind it, before anybody has looked
      edit_some(random);
      if (!update()) begin_anew();
    }
    compare_with_fresh("edited");
  }

  void try_something(prng& random) {
    gsta::timer<E> before(exec_, design_, options_);
    before.update(exec_);
    timer_->begin();
    done_ += " begin";
    edit_some(random);
    bool fits = update();
    if (fits) compare_with_fresh("tried");
    edit_some(random);
    if (fits && random.chance(50)) fits = update();
    if (fits && random.chance(30)) {
      if (!timer_->edits().marks().any()) {
        timer_->commit();
        done_ += " commit";
        return compare_with_fresh("kept");
      }
    }
    timer_->roll_back();
    done_ += " roll back";
    ++rolled_back;
    compare(before, "rolled back");
  }

  void compare_with_fresh(char const* what) {
    gsta::timer<E> fresh(exec_, design_, options_);
    fresh.update(exec_);
    compare(fresh, what);
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

template <class E>
void repairs_equal_fresh_timers(E const& exec, std::uint64_t first, std::uint64_t count, int rounds = 8) {
  repair_comparison<E> all(exec);
  for (std::uint64_t seed = first; seed < first + count; ++seed)
    all.run(seed, random_circuit(seed), options_of(seed).timer, rounds);
  CAPTURE(all.compared, all.edits, all.updates, all.refused, all.rolled_back, all.moved, all.in_full);
  CHECK(all.updates > 2 * count);
  CHECK(all.rolled_back > count);
  CHECK(all.refused > 0);
  CHECK(all.moved > count);
  CHECK(all.in_full > count / 8);  // and others are repaired
  CHECK(all.in_full < all.updates);
}

/// Gates of a generated netlist repowered, from one at a time to most of them at once.
template <class E>
void repowers_equal_fresh_timers(E const& exec, char const* preset, std::initializer_list<int> gates) {
  auto options = gsta_bench::preset(preset);
  options.wires = gsta_bench::generated_wires::tree;
  auto made = gsta_bench::generate_netlist(options);
  auto& design = made.placed.design;
  gsta::edited_timer<E> timer(exec, design, {}, {.in_full = std::size_t{1} << 30});
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

}  // namespace gsta_test
