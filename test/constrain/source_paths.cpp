// Paths from masters to generated clocks against plain enumeration: every path of small random circuits with
// constant delays is walked, and the arrival at each generated clock's source is compared.

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "gsta/flat/detail/resolve_clocks.hpp"
#include "gsta/flat/detail/resolve_exceptions.hpp"
#include "gsta/sta/snapshot.hpp"
#include "gsta/sta/timer.hpp"
#include "test/support/catch.hpp"
#include "test/support/random.hpp"

using namespace gsta;

namespace {

enum class source_arc { gate, launch, latch, stop };

struct way_arc {
  id from, to;
  int in, out;  ///< edges
  source_arc is;
  double delay[2];  ///< early, late
};

/// A circuit of a clock m at pin 0, perhaps another one inside, and generated clocks; twice: as the engine
/// takes it, and as a list of arcs.
struct source_circuit {
  flat_design design;
  std::vector<way_arc> arcs;
  std::vector<generated_source> rows;  ///< as given, before pins are resolved
  std::vector<id> created;             ///< pins where clocks start that are not generated
  per_condition<float>
      insertion[3];  ///< by clock that is made: of the master, and of sides that do not follow
};

class source_maker {
 public:
  explicit source_maker(gsta_test::prng& random) : random_(random) {
    slew_ = c.design.luts.add({}, {}, {10.0f});
    for (int i = random_.between(6, 14); i > 0; --i) {
      id const pin = c.design.add_pin();
      c.design.asserted_slew[pin] = same_value(10.0f);
    }
    add_clock(0);
    for (id to = 1; to < pins(); ++to) {
      for (int n = random_.between(1, 3); n > 0; --n) add_arcs(random_.below(to), to);
    }
    std::vector<id> free;
    for (id pin = 1; pin < pins(); ++pin) free.push_back(pin);
    auto const take = [&] {
      auto const at = free.begin() + random_.below(static_cast<int>(free.size()));
      id const pin = *at;
      free.erase(at);
      return pin;
    };
    if (random_.chance(40)) add_clock(take());
    id const first = add_generated(take(), 0);
    if (random_.chance(60)) add_generated(take(), random_.chance(70) ? first : 0);
    for (int i = random_.below(3); i > 0; --i) add_barrier();
  }
  source_circuit c;

 private:
  id pins() const { return static_cast<id>(c.design.pin_load.size()); }
  per_condition<float> some_times() {
    per_condition<float> at;
    for (int k = 0; k < conditions; ++k) at[k] = static_cast<float>(random_.between(0, 40));
    return at;
  }
  id new_clock() {
    id const clock = static_cast<id>(c.design.clocks.size());
    c.design.add_clock(none, {1000000, {0, 500000}});
    c.design.rules.emplace_back();
    return clock;
  }
  void add_clock(id pin) {
    id const clock = new_clock();
    per_condition<float> const at = some_times();
    if (pin == 0) c.insertion[0] = at;
    for (int e = 0; e < 2; ++e) {
      per_condition<float> arrival = undefined_arrival();
      for (int k = e; k < conditions; k += 2) arrival[k] = at[k];
      c.design.sources.push_back({pin, 2 * clock + e, arrival, arrival_kind::clock});
    }
    c.created.push_back(pin);
  }
  void add_arcs(id from, id to) {
    int const sort = random_.below(10);
    source_arc const is = sort == 0   ? source_arc::stop
                          : sort == 1 ? source_arc::latch
                          : sort < 4  ? source_arc::launch
                                      : source_arc::gate;
    int const turns = random_.below(2), active = random_.below(2);
    arc_type type;
    type.launches = is == source_arc::launch;
    type.slews_only = is == source_arc::stop;
    if (is == source_arc::latch) type.only_clock = arc_type::only_source_paths;
    for (int out = 0; out < 2; ++out) {
      int const in = type.launches ? active : out ^ turns;
      way_arc arc{from, to, in, out, is, {}};
      for (int late = 0; late < 2; ++late) {
        arc.delay[late] = random_.between(1, 30);
        int const k = 2 * late + out;
        type.delay[k] = c.design.luts.add({}, {}, {static_cast<float>(arc.delay[late])});
        type.slew[k] = slew_;
        type.edges.set(k, static_cast<edge>(in));
      }
      c.arcs.push_back(arc);
    }
    c.design.add_arc(from, to, c.design.add_arc_type(type));
  }
  id add_generated(id pin, id master) {
    id const clock = new_clock();
    per_condition<float> const own = some_times();
    c.insertion[made_++] = own;
    bool const gates_only = random_.chance(20);
    id const through = random_.chance(40) ? none : random_.below(pins());
    for (int e = 0; e < 2; ++e) {
      std::uint8_t follows = 0;
      per_condition<float> arrival = undefined_arrival();
      for (int k = e; k < conditions; k += 2) {
        if (random_.chance(80))
          follows = static_cast<std::uint8_t>(follows | 1 << k);
        else
          arrival[k] = own[k];
      }
      auto const by = static_cast<edge_set>(random_.chance(70) ? 3 : 1 << random_.below(2));
      c.design.sources.push_back({pin, 2 * clock + e, arrival, arrival_kind::clock});
      c.rows.push_back({pin, 2 * clock + e, master, by, gates_only, follows, through});
    }
    c.design.generated = c.rows;
    return clock;
  }
  void add_barrier() {
    path_exception of;
    of.effect = exception_effect::false_path;
    for (int n = random_.between(1, 2); n > 0; --n)
      of.through.push_back(
          {{random_.below(pins())}, static_cast<edge_set>(random_.chance(50) ? 3 : 1 << random_.below(2))});
    if (random_.chance(20)) of.from.push_back(random_.below(pins()));  // no barrier then
    c.design.exceptions.push_back(of);
  }

  gsta_test::prng& random_;
  id slew_;
  std::size_t made_ = 1;
};

/// Every path, by recursion.
class all_ways {
 public:
  explicit all_ways(source_circuit const& c) : c_(c) {
    for (auto const& arc : c.arcs) from_[{arc.from, arc.in}].push_back(&arc);
    for (std::size_t i = 0; i < c.rows.size(); i += 2) find(i);
  }

  std::map<id, per_condition<float>> at;  ///< by launch edge: what arrives at the source
  std::size_t paths = 0, lost = 0;

 private:
  struct walk {
    id pin;
    int edge, launched;
    double early, late;
    bool has_way;
    std::vector<std::size_t> passed;
  };

  /// Both edges of a generated clock; its master is there already.
  void find(std::size_t i) {
    best_[0] = best_[1] = undefined_arrival();
    auto const& row = c_.rows[i];
    std::vector<id> starts;
    for (auto const& source : c_.design.sources)
      if (source.launch_edge == 2 * row.master) starts.push_back(source.pin);
    for (id const pin : starts) {
      for (int m = 0; m < 2; ++m) {
        per_condition<float> const master = row.master == 0 ? c_.insertion[0] : at.at(2 * row.master + m);
        bool const has_way = row.through == none || row.through == pin;
        go(i, come({pin, m, m, master[m], master[2 + m], has_way, passed_none()}, pin));
      }
    }
    for (int e = 0; e < 2; ++e) {
      auto const& of = c_.rows[i + static_cast<std::size_t>(e)];
      per_condition<float> result = undefined_arrival();
      for (int k = e; k < conditions; k += 2) {
        bool const follows = (of.follows >> k & 1) != 0;
        lost += follows && !math::is_defined(best_[e][k]);
        result[k] = !follows ? c_.insertion[i / 2 + 1][k] : math::is_defined(best_[e][k]) ? best_[e][k] : 0;
      }
      at[of.launch_edge] = result;
    }
  }
  void go(std::size_t i, walk const& here) {
    auto const& row = c_.rows[i];
    if (done(here)) return;
    for (auto const* const arc : from_[{here.pin, here.edge}]) {
      bool const is_gate = arc->is == source_arc::gate;
      if (arc->is == source_arc::stop || (row.gates_only && !is_gate)) continue;
      bool const starts = std::find(c_.created.begin(), c_.created.end(), arc->to) != c_.created.end();
      walk next = leave(here);
      if (starts || done(next)) continue;
      next = {arc->to,
              arc->out,
              here.launched,
              here.early + arc->delay[0],
              here.late + arc->delay[1],
              here.has_way || row.through == arc->to,
              next.passed};
      if (arc->to == row.pin && next.has_way) meet(i, next);
      go(i, come(next, arc->to));
    }
  }
  void meet(std::size_t i, walk const& here) {
    auto const& row = c_.rows[i + static_cast<std::size_t>(here.edge)];
    if ((row.master_edges >> here.launched & 1) == 0) return;
    ++paths;
    per_condition<float>& best = best_[here.edge];
    best[here.edge] = std::min(best[here.edge], static_cast<float>(here.early));
    best[2 + here.edge] = std::max(best[2 + here.edge], static_cast<float>(here.late));
  }

  std::vector<std::size_t> passed_none() const {
    return std::vector<std::size_t>(c_.design.exceptions.size(), 0);
  }
  bool done(walk const& here) const {
    for (std::size_t i = 0; i < here.passed.size(); ++i) {
      auto const& of = c_.design.exceptions[i];
      if (of.from.empty() && here.passed[i] == of.through.size()) return true;
    }
    return false;
  }
  walk pass(walk here, id pin, int at) const {
    for (std::size_t i = 0; i < here.passed.size(); ++i) {
      auto const& points = c_.design.exceptions[i].through;
      if (here.passed[i] == points.size()) continue;
      auto const& next = points[here.passed[i]];
      here.passed[i] += next.pins[0] == pin && next.at == at ? 1 : 0;
    }
    return here;
  }
  walk come(walk const& here, id pin) const { return pass(here, pin, 3); }
  walk leave(walk const& here) const { return pass(here, here.pin, 1 << here.edge); }

  source_circuit const& c_;
  std::map<std::pair<id, int>, std::vector<way_arc const*>> from_;
  per_condition<float> best_[2];
};

/// What arrives of a generated clock's edge at its source; there is one node of it.
per_condition<float> found_at(timing_snapshot const& s, id pin, id launch_edge) {
  per_condition<float> at = undefined_arrival();
  for (id n = s.pin_begin[pin]; n < s.pin_begin[pin + 1]; ++n) {
    auto const& t = s.tags[s.node_tag[n]];
    if (t.launch_edge == launch_edge && t.kind == arrival_kind::clock) at = s.node_arrival[n];
  }
  return at;
}

}  // namespace

TEST_CASE("what arrives at a generated clock's source is the worst of all paths there",
          "[constrain][small]") {
  std::size_t paths = 0, lost = 0;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    gsta_test::prng random(seed);
    source_maker made(random);
    all_ways truth(made.c);
    auto& design = made.c.design;
    INFO("seed " << seed);
    resolve_clocks(design);
    resolve_exceptions(design);
    host_executor const exec;
    timer timer(exec, design);
    timer.update(exec);
    auto const s = take_snapshot(exec, timer);
    for (auto const& of : design.generated) {
      per_condition<float> const at = found_at(s, of.pin, of.launch_edge),
                                 right = truth.at.at(of.launch_edge);
      for (int k = of.launch_edge % 2; k < conditions; k += 2) REQUIRE(std::abs(at[k] - right[k]) < 0.01f);
    }
    paths += truth.paths;
    lost += truth.lost;
  }
  CHECK(paths > 5'000);
  CHECK(lost > 500);
}
