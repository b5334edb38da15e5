// The only file of this driver that knows executors. CMake compiles it as CUDA where there is a CUDA
// compiler.
#ifdef __CUDACC__
#include "gsta/core/with_executor.cuh"
#include "gsta/path/find_paths.cuh"
#include "gsta/path/path.cuh"
#include "gsta/sta/host_flow.cuh"
#else
#include "gsta/core/with_executor.hpp"
#endif
#include <cstdio>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include "gsta/flat/match_names.hpp"
#include "gsta/sta/design_rules.hpp"
#include "gsta/sta/live_timer.hpp"
#include "gsta/sta/path_points.hpp"
#include "gsta/sta/snapshot.hpp"
#include "sta/run.hpp"

namespace sta {

namespace {

gsta::timer_options timer_options_of(options const& settings) {
  gsta::timer_options timing = gsta::signoff_options(wire_model::ideal).timer;  // wires are known later
  timing.a_tree_at_a_time = timing.note_stages = true;
  if (settings.no_cppr) timing.credits = gsta::common_path::leave_in;
  return timing;
}

/// A design timed once: on a host plans take longer to make than they save, and figures need no required
/// times.
template <gsta::executor E>
class timed_design {
 public:
  timed_design(E const& exec, gsta::flat_design const& design, gsta::timer_options const& settings,
               bool figures_only)
      : timer_(exec, design, settings), is_whole_(!figures_only) {
    figures_only ? timer_.update_endpoints(exec) : timer_.update(exec);
  }
  gsta::timer<E>& timing() noexcept { return timer_; }
  /// Where figures turn out not to be enough.
  void complete(E const& exec) {
    if (!std::exchange(is_whole_, true)) timer_.update_required_times(exec);
  }

 private:
  gsta::timer<E> timer_;
  bool is_whole_;
};

#ifdef __CUDACC__
/// On a device the arrays are looked at there, and go up in pieces while others are used already.
template <>
class timed_design<gsta::cuda_executor> {
 public:
  timed_design(gsta::cuda_executor const& exec, gsta::flat_design const& design,
               gsta::timer_options const& settings, bool /*figures_only*/)
      : flow_(exec, design, pieces_, {.timing = once(settings), .plan = plan_of(settings)}) {}
  gsta::timer<gsta::cuda_executor>& timing() { return flow_.timing(); }
  void complete(gsta::cuda_executor const&) noexcept {}

 private:
  /// Sums over RC trees, 64 bytes a node, are for updates that follow; credits by a plan go with them.
  static gsta::timer_options once(gsta::timer_options settings) {
    settings.keep_tree_sums = settings.credits != gsta::common_path::leave_in;
    return settings;
  }
  /// To make a plan takes less time than it saves already once where drivers are solved, each for many steps:
  /// a loop over levels waits in each for its longest row of them.
  static std::optional<gsta::plan_options<gsta::memory_space::device>> plan_of(
      gsta::timer_options const& settings) {
    if (settings.delays.model != gsta::cell_model::effective) return std::nullopt;
    return gsta::plan_options<gsta::memory_space::device>{};
  }

  /// Half the usual size: to pin them takes as long as they save.
  gsta::pinned_pieces pieces_{{.piece_bytes = std::size_t{1} << 20U}};
  gsta::host_flow flow_;
};
#endif

void warn(std::size_t simplified, std::size_t falling, bool settled) {
  if (simplified > 0)
    std::fprintf(stderr,
                 "sta: at %zu places clock paths meet in too many ways; credits behind may be too small\n",
                 simplified);
  if (falling > 0)
    std::fprintf(
        stderr,
        "sta: at %zu places credits fall along clock paths, as early delays there are above late ones; "
        "credits behind may be too small\n",
        falling);
  if (!settled)
    std::fputs("sta: loops through latches did not come to rest; some depart later than they need\n", stderr);
}

/// Places where credits fall by more than floats round.
template <gsta::executor E>
std::size_t falling(E const& exec, gsta::timer<E> const& timer) {
  constexpr gsta::femtoseconds rounding = 10;
  if (timer.clocks().convention == gsta::common_path::leave_in) return 0;
  return gsta::falling_credits(exec, timer.view().clock_tree, timer.view().stage_credit, rounding);
}

/// Only the host edits designs that are timed.
template <gsta::executor E>
struct live_type {
  using type = std::monostate;
};
template <gsta::host_side_executor E>
struct live_type<E> {
  using type = std::optional<gsta::live_timer<E>>;
};
template <gsta::executor E>
using live_of = typename live_type<E>::type;

template <gsta::executor E>
class engine_on final : public timing_engine {
 public:
  /// `once`: designs stay where they are, and are timed once.
  engine_on(E const& exec, options const& settings, bool once)
      : exec_(exec), settings_(timer_options_of(settings)) {
    settings_.for_one_update = once;
  }

  char const* device() const noexcept override {
    return E::space == gsta::memory_space::device ? "cuda" : "host";
  }

  gsta::timing_snapshot const& time(gsta::flat_design const& design, wire_model wires,
                                    bool figures_only) override {
    forget();
    design_ = &design;
    wires_ = wires;
    settings_.delays = gsta::signoff_options(wires).timer.delays;
    timed_.emplace(exec_, design, settings_, figures_only);
    return look(figures_only);
  }

  gsta::timing_snapshot const& go_on(gsta::flat_design& design, gsta::flat_design&& next,
                                     wire_model wires) override {
    if constexpr (gsta::host_side_executor<E>) {
      if (live_ && &design == design_ && wires == wires_) {
        auto const maps = gsta::match_by_name(design, next);
        live_->replace(std::move(next), maps);
        return look(false);
      }
    }
    forget();
    std::swap(design, next);
    try {
      if constexpr (gsta::host_side_executor<E>) {
        design_ = &design;
        wires_ = wires;
        settings_.delays = gsta::signoff_options(wires).timer.delays;
        live_.emplace(exec_, design, settings_);
        return look(false);
      } else {
        return time(design, wires, false);
      }
    } catch (...) {
      std::swap(design, next);
      throw;
    }
  }

  gsta::flat_editor* edits([[maybe_unused]] gsta::flat_design& design) override {
    if constexpr (gsta::host_side_executor<E>) {
      if (&design != design_) return nullptr;
      if (!live_) {
        timed_.reset();
        live_.emplace(exec_, design, settings_);
      }
      return &live_->edits();
    } else {
      return nullptr;
    }
  }

  gsta::timing_snapshot const& update() override {
    if constexpr (gsta::host_side_executor<E>) live_->update();
    return look(false);
  }

  std::vector<gsta::path_group> paths(gsta::path_query const& asked, path_names const& points) override {
    if (asked.k == 0 && points.empty()) return {};
    gsta::path_query query = asked;
    if (!points.from.empty()) query.from = gsta::points_of(*design_, points.from);
    query.through = gsta::throughs_of(*design_, points.through);
    if (!points.to.empty()) query.to = gsta::points_of(*design_, points.to);
    try {
      auto const found = find_paths(query);
      auto const checks = to_vector(exec_, timing().view().checks.check);
      return gsta::path_groups_of(*design_, gsta::view_of(checks), found.view());
    } catch (gsta::range_error const&) {  // costs know no pins
      gsta::detail::throw_beyond(gsta::detail::find_beyond(exec_, timing()));
    }
  }

  gsta::stage_counts stages() override { return gsta::count_stages(exec_, timing()); }

  gsta::rule_report rules(gsta::rule_options const& asked) override {
    return gsta::check_design_rules(exec_, timing(), *design_, asked);
  }

 private:
  gsta::timer<E> const& timing() {
    if constexpr (gsta::host_side_executor<E>) {
      if (live_) return live_->timing();
    }
    return timed_->timing();
  }
  /// A live timer keeps what it searches in.
  gsta::path_set find_paths(gsta::path_query const& query) {
    if constexpr (gsta::host_side_executor<E>) {
      if (live_) return to_path_set(exec_, gsta::find_paths(exec_, *live_, query).view);
    }
    return to_path_set(exec_, gsta::find_paths(exec_, timing(), *design_, query).view);
  }
  void forget() {
    timed_.reset();
    if constexpr (gsta::host_side_executor<E>) live_.reset();
  }
  gsta::timing_snapshot const& look(bool figures_only) {
    auto const& timer = timing();
    warn(timer.clocks().simplified, falling(exec_, timer), timer.view().latches_settled);
    bool const all_constrained = timer.summary(exec_, gsta::split::late).unconstrained == 0 &&
                                 timer.summary(exec_, gsta::split::early).unconstrained == 0;
    bool const whole = !figures_only || !all_constrained;
    if (whole && timed_) timed_->complete(exec_);
    snapshot_ = gsta::take_figures(exec_, timer, whole);
    return snapshot_;
  }

  E exec_;
  gsta::timer_options settings_;
  gsta::flat_design const* design_ = nullptr;
  wire_model wires_ = wire_model::ideal;
  std::optional<timed_design<E>> timed_;
  live_of<E> live_;  ///< instead, of a design that is edited
  gsta::timing_snapshot snapshot_;
};

struct make_engine {
  options const& settings;
  std::function<void(timing_engine&)> const& work;
  bool is_last =
      false;  ///< the process ends behind it: what a device has is left to the system, which is faster

  template <gsta::executor E>
  void operator()(E const& exec) const {
    auto engine = std::make_unique<engine_on<E>>(exec, settings, is_last);
    work(*engine);
    [[maybe_unused]] static timing_engine* left = nullptr;
    if (is_last && E::space == gsta::memory_space::device) left = engine.release();
  }
};

}  // namespace

void with_timing_engine(options const& settings, std::function<void(timing_engine&)> const& work) {
  gsta::with_executor(settings.device.where, settings.device.threads, make_engine{settings, work});
}

std::future<void> wake_device([[maybe_unused]] options const& settings) {
#ifdef __CUDACC__
  if (settings.device.where != gsta::backend::host)
    return std::async(std::launch::async, [] {
      if (gsta::cuda_available()) (void)cudaFree(nullptr);  // what is wrong is said where it is used
    });
#endif
  return {};
}

gsta::path_query by_group(std::size_t k, std::size_t per_endpoint, bool max, bool min) {
  gsta::path_query query{.k = k, .per_endpoint = per_endpoint, .by_group = true};
  if (max && min)
    query.side.reset();
  else
    query.side = max ? gsta::split::late : gsta::split::early;
  return query;
}

timing_result time_design(gsta::flat_design const& design, options const& settings, bool with_paths,
                          drivers::progress_bar& progress) {
  timing_result result;
  std::function<void(timing_engine&)> const work = [&](timing_engine& engine) {
    progress.stage("timing");
    auto const wires = settings.wires.value_or(wire_model::elmore_slew);
    result = {engine.device(), engine.time(design, wires, settings.only_figures()), {}, {}, {}};
    result.rules = engine.rules({});
    result.stages = engine.stages();
    if (with_paths) progress.stage("paths");
    auto const asked = by_group(with_paths ? settings.paths : 0, settings.paths_per_endpoint,
                                settings.max_paths, settings.min_paths);
    try {
      result.paths = engine.paths(asked, settings.points);
    } catch (gsta::range_error const&) {
      throw;
    } catch (gsta::argument_error const& e) {
      throw drivers::usage_error(e.what());  // a name that the design does not have was mistyped
    }
  };
  gsta::with_executor(settings.device.where, settings.device.threads, make_engine{settings, work, true});
  return result;
}

}  // namespace sta
