// Wires of files that are read later, on a live timer: what comes about is what a fresh flatten and a fresh
// timer make of the same netlist with those wires in the place of the nets' own.
#include <optional>

#include "test/sta/random_netlist.hpp"
#include "test/sta/wires_of_files.hpp"

namespace {

using namespace gsta_test;
using gsta::host_executor;
using gsta::live_timer;
using gsta::wire_replacer;

/// What a fresh read says of these wires, beyond what it says without wires.
counted notes_of_wires(model_maker const& m, model::parasitics const& wires) {
  model::diagnostics with, without;
  (void)flat(m, wires, with);
  (void)flat(m, {}, without);
  auto seen = counts_of(with);
  for (auto const& [kind, of] : counts_of(without)) {
    auto const found = seen.find(kind);
    REQUIRE(found != seen.end());
    CHECK(found->second.first == of.first);
    seen.erase(found);
  }
  return seen;
}

gsta::timer_options some_options(prng& random, bool sdc) {
  gsta::timer_options options;
  int const what = random.below(3);
  options.delays = {what == 0   ? gsta::wire_slew::keep
                    : what == 1 ? gsta::wire_slew::degrade
                                : gsta::wire_slew::reduce,
                    gsta::negative_slew::clip, gsta::unreached_sink::no_delay,
                    what == 2 ? gsta::cell_model::effective : gsta::cell_model::table};
  options.credits = sdc && random.chance(30) ? gsta::common_path::by_pin : gsta::common_path::leave_in;
  return options;
}

struct seen_so_far {
  std::size_t designs = 0, files = 0, roll_backs = 0, values = 0, full = 0, loads = 0, loops = 0,
              parallel = 0, latches = 0;
  std::map<std::string, std::size_t> kinds{};  // of notes
};

/// A design, its live timer, and files for it one after the other.
class live_wires {
 public:
  live_wires(std::uint64_t seed, bool sdc)
      : random_(seed),
        nets_(random_, sdc),
        wires_(nets_.wires(60)),
        options_(some_options(random_, sdc)),
        design_(flat(nets_.maker(), wires_)),
        live_(exec_, design_, options_) {}

  void run(int files, seen_so_far& seen) {
    auto const& m = nets_.maker();
    wire_replacer replacer({m.library, m.library, m.netlist, wires_, m.constraints}, wires_, m.options);
    for (int i = 0; i < files; ++i) step(replacer, seen);
    seen.full += live_.counts().full;
    seen.latches += !design_.latches.empty();
    seen.loops += !design_.loops.empty();
    seen.parallel += !design_.parallel_driver.empty();
    ++seen.designs;
  }

 private:
  /// Networks of the same shape.
  model::parasitics scaled(model::parasitics of) {
    for (auto& net : of.nets) {
      for (auto& one : net.capacitors) one.value *= random_.chance(50) ? 1.25f : 1.0f;
      for (auto& one : net.resistors) one.value *= random_.chance(50) ? 0.75f : 1.0f;
    }
    return of;
  }
  void read(wire_replacer& replacer, seen_so_far& seen) {
    auto const& m = nets_.maker();
    auto const file = random_.chance(30) && last_ ? scaled(*last_) : nets_.wires(random_.between(1, 60));
    last_ = file;
    auto const had_loads = design_.pin_load;
    model::parasitics expected = wires_;
    model::diagnostics merged, notes, merged_fresh;
    model::merge(expected, file, merged_fresh);
    replacer.replace(live_.edits(), file, merged, notes);
    CHECK(counts_of(merged) == counts_of(merged_fresh));
    CHECK(look_at(wires_) == look_at(expected));
    auto const said = counts_of(notes);
    CHECK(said == notes_of_wires(m, file));
    for (auto const& [kind, of] : said) seen.kinds[kind] += of.first;
    seen.loads += had_loads != design_.pin_load;
    seen.values += live_.edits().items().any() && !live_.edits().items().networks;
    ++seen.files;
  }
  void check_fresh() {
    auto const fresh = flat(nets_.maker(), wires_);
    check_same_design(design_, fresh);
    auto const compared = compare_with_fresh(exec_, live_, fresh, options_);
    INFO(compared.report());
    CHECK(compared.failed == 0);
    CHECK(compared.compared > 0);
  }
  void step(wire_replacer& replacer, seen_so_far& seen) {
    bool const tries = random_.chance(50);
    auto const before = look_at(wires_);
    auto const design_before = design_;
    if (tries) live_.begin();
    for (int i = random_.between(1, 2); i > 0; --i) {
      read(replacer, seen);
      if (random_.chance(70)) live_.update();
    }
    live_.update();
    check_fresh();
    if (!tries) return;
    if (random_.chance(30)) return live_.commit();
    live_.roll_back();
    ++seen.roll_backs;
    CHECK(look_at(wires_) == before);
    check_same_design(design_, design_before);
    check_fresh();
  }

  host_executor exec_;
  prng random_;
  random_netlist nets_;
  model::parasitics wires_;
  gsta::timer_options options_;
  gsta::flat_design design_;
  live_timer<host_executor> live_;
  std::optional<model::parasitics> last_;
};

}  // namespace

TEST_CASE("wires of files that come later have the bits of a fresh read", "[sta]") {
  seen_so_far seen;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    CAPTURE(seed);
    bool const sdc = seed % 3 != 0;
    live_wires(seed, sdc).run(5, seen);
  }
  CHECK(seen.designs == 300);
  CHECK(seen.files > 1800);
  CHECK(seen.roll_backs > 300);
  CHECK(seen.values > 100);  // networks that kept their shape
  CHECK(seen.full > 20);     // drivers that charge a net together, by effective capacitances
  CHECK(seen.loads > 100);
  CHECK(seen.loops > 20);
  CHECK(seen.latches > 15);
  CHECK(seen.parallel > 50);
  for (auto const* const kind :
       {"a net of the parasitics is not in the netlist", "a pin of the parasitics is not in the netlist",
        "a resistor of the parasitics ends where the netlist has nothing: left out",
        "a reduced net of the parasitics names a pin that is no sink of it: left out",
        "a net has a capacitance of its own (set_load): its wire in the parasitics is left out",
        "a wire of the parasitics does not name its net's driver: left out",
        "a resistor of the parasitics closes a loop: left out",
        "of several drivers one has capacitances that differ: they count at the others' own nodes"}) {
    CAPTURE(kind);
    CHECK(seen.kinds[kind] > 20);
  }
}
