// The only file of this driver that knows executors. CMake compiles it as CUDA where there is a CUDA
// compiler.
#ifdef __CUDACC__
#include "gsta/core/cuda_executor.cuh"
#include "gsta/core/with_executor.cuh"
#include "gsta/sta/gradient_plan.cuh"
#else
#include "gsta/core/with_executor.hpp"
#endif
#include <algorithm>
#include <chrono>
#include <memory>

#include "gsta/path/worst_path.hpp"
#include "gsta/sta/snapshot.hpp"
#include "gsta/sta/timing_plan.hpp"
#include "place/placement.hpp"
#include "place/run.hpp"

namespace place {

namespace {

constexpr int between_looks = 10;  // iterations: what a device found is looked at once in a while

/// One iteration, again and again: on a host it is called, on a device recorded once as a graph.
template <executor E, class F>
class repeated {
 public:
  repeated(E const& exec, F const& f) : exec_(exec), f_(f) {}
  void operator()() const { f_(exec_); }

 private:
  E exec_;
  F f_;
};
/// Where work goes that may run beside timing: on a host, in front of it.
template <executor E>
struct work_beside {
  E const& fork(E const& exec) const { return exec; }
  void join(E const&) const {}
};

#ifdef __CUDACC__
template <>
struct work_beside<gsta::cuda_executor> : gsta::side_stream {};
template <class F>
class repeated<gsta::cuda_executor, F> {
 public:
  repeated(gsta::cuda_executor const& exec, F const& f)
      : exec_(exec), work_(gsta::captured_work::record(exec, f)) {}
  void operator()() const { work_.launch(exec_); }

 private:
  gsta::cuda_executor exec_;
  gsta::captured_work work_;
};
#endif

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// All modes on one executor.
template <executor E>
class modes_run {
 public:
  static constexpr memory_space S = E::space;

  modes_run(E const& exec, problem& of, options const& settings, drivers::progress_bar& progress)
      : exec_(exec), problem_(of), settings_(settings), progress_(progress) {}

  /// The shortest period that each mode meets. Adds one seed to `into`.
  void add_periods(periods_result& into) {
    first_ = problem_;
    mode_result const alone = place_by(mode::wirelength, false);
    double const needed = static_cast<double>(period_of(problem_) - alone.late.worst_slack);
    for (auto& of : into.modes) {
      float length = 0, overflow = 0;
      of.period.push_back(find_shortest_period(needed, settings_.precision, [&](double period) {
        first_.restore(problem_);
        set_period(problem_, static_cast<float>(period));
        // Wirelength alone does not hear of the period: it is placed once.
        auto const tried = of.kind == mode::wirelength ? timed_anew(alone) : place_by(of.kind, false);
        bool const is_met = tried.late.worst_slack >= 0;
        if (is_met) {
          length = tried.length;
          overflow = tried.overflow;
        }
        return is_met;
      }));
      of.length.push_back(length);
      of.overflow.push_back(overflow);
    }
    first_.restore(problem_);
  }

  run_result all() {
    run_result result;
    result.device = S == memory_space::device ? "cuda" : "host";
    if (settings_.period > 0) {
      set_period(problem_, settings_.period);
    } else {
      find_period();
    }
    result.period = period_of(problem_);
    // A page shows the timing of wirelength alone too; what is measured goes without.
    bool const is_watched = !settings_.html.empty() && settings_.timed_iterations == 0;
    for (mode const kind : settings_.modes) result.modes.push_back(place_by(kind, is_watched));
    return result;
  }

 private:
  /// What a period changes in a problem: tries under other periods begin with the same numbers.
  struct before_periods {
    before_periods() = default;
    before_periods(problem const& of) : clocks(of.design.clocks), requirements(of.design.requirements) {}
    void restore(problem& of) const {
      of.design.clocks = clocks;
      of.design.requirements = requirements;
    }
    decltype(gsta::flat_design::clocks) clocks;
    decltype(gsta::flat_design::requirements) requirements;
  };

  /// A finished placement under the period that the problem has now.
  mode_result timed_anew(mode_result const& placed) {
    placement<E> cells(exec_, problem_, {}, 1);
    cells.put(exec_, placed.x, placed.y);
    gsta::buffer<float, S> ones(exec_, problem_.design.net_driver.size());
    fill(exec_, ones.view(), 1.0f);
    mode_result result;
    finish(cells, std::as_const(ones).view(), result);
    return result;
  }

  /// So that wirelength alone misses it by the share asked for.
  void find_period() {
    mode_result const alone = place_by(mode::wirelength, false);
    float const needed = period_of(problem_) - alone.late.worst_slack;
    set_period(problem_, needed / (1 + settings_.miss));
  }

  /// A thousandth of a period an endpoint is as good as nothing missed.
  schedule_options weighing(mode kind, gsta::timer<E> const* timer) const {
    schedule_options result;
    if (kind != mode::gradient) return result;
    auto const endpoints = static_cast<float>(timer->view().checks.endpoint_pin.size());
    result.timing_worth = settings_.worth;
    result.least_cost = period_of(problem_) * std::max(1.0f, endpoints / 1000);
    return result;
  }
  float gamma() const { return settings_.gamma > 0 ? settings_.gamma : period_of(problem_) / 100; }
  gsta::timer_options timing() const {
    gsta::timer_options result = problem_.timing;
    result.keep_tree_sums = false;  // wires are stars
    return result;
  }

  /// `is_watched`: wirelength alone is timed in every iteration, for the record.
  mode_result place_by(mode kind, bool is_watched) {
    progress_.stage(std::string("placing by ") + name_of(kind),
                    static_cast<std::size_t>(settings_.iterations));
    std::unique_ptr<gsta::timer<E>> timer;
    if (kind != mode::wirelength || is_watched)
      timer = std::make_unique<gsta::timer<E>>(exec_, problem_.design, timing());
    placement<E> cells(exec_, problem_, weighing(kind, timer.get()),
                       static_cast<std::size_t>(settings_.iterations));
    gsta::buffer<float, S> ones(exec_, problem_.design.net_driver.size());
    fill(exec_, ones.view(), 1.0f);
    std::unique_ptr<guide<E>> by;
    guidance<S> advice{std::as_const(ones).view(), {}, {}, {}, {}};
    if (timer) {
      cells.place_pins(exec_);
      by = std::make_unique<guide<E>>(exec_, kind, *timer, cells.layout(), cells.star(problem_), settings_,
                                      gamma());
      advice = by->view();
    }
    work_beside<E> beside;
    bool const weighs_nets = kind == mode::weights;
    auto const once = [&cells, &by, &advice, &beside, weighs_nets](E const& exec) {
      cells.place_pins(exec);
      auto const& other = beside.fork(exec);
      cells.find_field(other);
      if (!weighs_nets) cells.find_pull(other, advice);
      if (by) by->enqueue(exec);
      if (weighs_nets) cells.find_pull(exec, advice);
      beside.join(exec);
      cells.step(exec, advice);
    };
    repeated<E, std::remove_const_t<decltype(once)>> const iterate(exec_, once);
    mode_result result;
    result.kind = kind;
    iterate_until_spread(iterate, cells, result);
    cells.settle(exec_);
    finish(cells, std::as_const(ones).view(), result);
    if (settings_.timed_iterations > 0) result.iteration_milliseconds = measure(iterate);
    return result;
  }

  template <class Iterate>
  void iterate_until_spread(Iterate const& iterate, placement<E> const& cells, mode_result& result) {
    exec_.sync();
    auto const start = std::chrono::steady_clock::now();
    for (int done = 0; done < settings_.iterations;) {
      int const part = std::min(between_looks, settings_.iterations - done);
      for (int i = 0; i < part; ++i) iterate();
      auto const seen = cells.records(exec_, static_cast<std::size_t>(done), static_cast<std::size_t>(part));
      result.record.insert(result.record.end(), seen.begin(), seen.end());
      done += part;
      progress_.advance_to(static_cast<std::size_t>(done));
      if (seen.back().overflow <= settings_.overflow) break;
    }
    result.seconds = seconds_since(start);
  }

  /// Where cells are in the end, and how the design is timed there: all modes by the same yardstick, an
  /// update by a plan.
  void finish(placement<E>& cells, span<float const, S> ones, mode_result& result) {
    gsta::timer<E> timer(exec_, problem_.design, timing());
    auto plan = timer.prepare(exec_, {.star = cells.star(problem_)});  // stays until it has run
    plan.run();
    result.late = timer.summary(exec_, gsta::split::late);
    gsta::require(result.late.is_constrained(),
                  "nothing is constrained for setup: there is no slack to place by");
    auto const measured = cells.measure(exec_, {ones, {}, {}, {}, {}});
    result.length = measured.length;
    result.overflow = measured.overflow;
    result.x = to_vector(exec_, cells.cells().x.view());
    result.y = to_vector(exec_, cells.cells().y.view());
    auto const slack = to_vector(exec_, timer.view().node_slack);
    auto const node_pin = to_vector(exec_, timer.view().node_pin);
    result.slack.assign(result.x.size(), gsta::math::infinity);
    for (std::size_t node = 0; node < slack.size(); ++node) {
      float& worst = result.slack[problem_.pin_cell[node_pin[node]]];
      worst = std::min({worst, slack[node][2], slack[node][3]});
    }
    result.worst_path = worst_path_of(timer, node_pin);
  }

  std::vector<id> worst_path_of(gsta::timer<E> const& timer, std::vector<id> const& node_pin) const {
    auto const paths = trace_worst(exec_, path_problem_of(timer), timer.view().node_predecessor);
    auto const slack = to_vector(exec_, paths.view.slack);
    auto const check = to_vector(exec_, paths.view.check);
    auto const checks = to_vector(exec_, timer.view().checks.check);
    std::size_t worst = slack.size();
    for (std::size_t p = 0; p < slack.size(); ++p) {
      if (is_late(checks[check[p]].kind) && (worst == slack.size() || slack[p] < slack[worst])) worst = p;
    }
    std::vector<id> pins;
    if (worst == slack.size()) return pins;
    auto const begin = to_vector(exec_, paths.view.begin.subspan(worst, 2));
    auto const first = static_cast<std::size_t>(begin[0]), count = static_cast<std::size_t>(begin[1]) - first;
    for (id const node : to_vector(exec_, paths.view.node.subspan(first, count)))
      pins.push_back(node_pin[node]);
    return pins;
  }

  template <class Iterate>
  double measure(Iterate const& iterate) {
    iterate();  // away from the solution, back on the way
    exec_.sync();
    auto const start = std::chrono::steady_clock::now();
    for (int i = 0; i < settings_.timed_iterations; ++i) iterate();
    exec_.sync();
    return 1000 * seconds_since(start) / settings_.timed_iterations;
  }

  E const& exec_;
  problem& problem_;
  options const& settings_;
  drivers::progress_bar& progress_;
  before_periods first_;
};

struct search_periods {
  options const& settings;
  drivers::progress_bar& progress;
  template <executor E>
  periods_result operator()(E const& exec) const {
    periods_result result;
    result.device = E::space == memory_space::device ? "cuda" : "host";
    result.precision = settings.precision;
    for (mode const kind : settings.modes) result.modes.push_back({kind, {}, {}, {}});
    for (int s = 0; s < settings.seeds; ++s) {
      options with = settings;
      with.seed = settings.seed + static_cast<std::uint64_t>(s);
      problem of = load(with, progress);
      result.seeds.push_back(with.seed);
      result.design = of.name.substr(0, of.name.find(", seed "));
      result.cells = of.movable();
      result.pins = of.pin_cell.size();
      modes_run<E>(exec, of, with, progress).add_periods(result);
    }
    return result;
  }
};

struct run_modes {
  problem& of;
  options const& settings;
  drivers::progress_bar& progress;
  template <executor E>
  run_result operator()(E const& exec) const {
    return modes_run<E>(exec, of, settings, progress).all();
  }
};

}  // namespace

mode_result const* run_result::find(mode kind) const {
  for (auto const& m : modes) {
    if (m.kind == kind) return &m;
  }
  return nullptr;
}

double mode_periods::median() const {
  std::vector<double> met;
  for (auto const& found : period) met.push_back(found.met);
  return median_of(std::move(met));
}

mode_periods const* periods_result::find(mode kind) const {
  for (auto const& m : modes) {
    if (m.kind == kind) return &m;
  }
  return nullptr;
}

periods_result find_periods(options const& settings, drivers::progress_bar& progress) {
  return gsta::with_executor(settings.device.where, settings.device.threads,
                             search_periods{settings, progress});
}

run_result run(problem& of, options const& settings, drivers::progress_bar& progress) {
  return gsta::with_executor(settings.device.where, settings.device.threads,
                             run_modes{of, settings, progress});
}

}  // namespace place
