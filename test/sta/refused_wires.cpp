// Wires of files that are refused, designs that a wire replacer does not know, and what is taken back.
#include <gsta/sta/wire_replacer.hpp>

#include "gsta/flat/match_names.hpp"
#include "gsta/io/spef.hpp"
#include "test/sta/wires_of_files.hpp"

using namespace gsta_test;
namespace io = gsta::io;
using gsta::host_executor;
using gsta::live_timer;
using gsta::wire_replacer;

namespace {

/// in -> b1 -> n -> b2 -> out, and a net of its own beside it.
struct two_nets {
  model_maker m;
  model::parasitics wires;
  gsta::flat_design design;

  two_nets() {
    m.input("in");
    m.output("out");
    m.instance("BUF", "b1", {{"A", "in"}, {"Z", "n"}});
    m.instance("BUF", "b2", {{"A", "n"}, {"Z", "out"}});
    m.clock("clk", "", false);
    m.arrival("in", "clk", same_value(0.0f));
    m.required("out", "clk", {0, 0, -5, -5});
    m.netlist.wires = {"in", "n", "out"};
    m.wire("n", {"b1:Z", "b2:A"}, 2, 1);
    wires = m.parasitics;
    wires.file = "first.spef";
    design = flat(m, wires);
  }
  wire_replacer replacer() {
    return {{m.library, m.library, m.netlist, wires, m.constraints}, wires, m.options};
  }
  static model::parasitics file(std::string const& nets, char delimiter = ':') {
    model::diagnostics notes;
    return io::read_spef(
        io::source::from_text(
            "later.spef", std::string("*SPEF \"x\"\n*DIVIDER /\n*DELIMITER ") + delimiter +
                              "\n*BUS_DELIMITER [ ]\n*T_UNIT 1 PS\n*C_UNIT 1 FF\n*R_UNIT 1 KOHM\n" + nets),
        notes);
  }
};

constexpr char const* good_net =
    "*D_NET n 5\n*CONN\n*I b1:Z O\n*I b2:A I\n*CAP\n1 b1:Z 2\n2 n:1 3\n*RES\n1 b1:Z n:1 1\n2 n:1 b2:A "
    "2\n*END\n";

}  // namespace

TEST_CASE("wires that cannot be taken are refused with their place, and nothing changes", "[sta]") {
  two_nets at;
  at.m.options.strict_parasitics = true;
  host_executor const exec;
  live_timer<host_executor> live(exec, at.design);
  auto replacer = at.replacer();
  auto const before = at.design;
  auto const known = look_at(at.wires);
  auto const refused = [&](model::parasitics more, std::string const& words) {
    model::diagnostics merged, notes;
    INFO(words);
    CHECK_THROWS_MATCHES(replacer.replace(live.edits(), std::move(more), merged, notes), gsta::input_error,
                         Catch::Matchers::Message(words));
    CHECK(!live.edits().items().any());
    CHECK(notes.entries().empty());
    CHECK(merged.entries().empty());
    CHECK(look_at(at.wires) == known);
    CHECK(at.wires.file == "first.spef");
    check_same_design(at.design, before);
  };
  std::string const good = good_net;
  refused(at.file(good + "*D_NET nobody 1\n*CONN\n*I b1:Z O\n*CAP\n1 b1:Z 1\n*END\n"),
          "later.spef:19:8: error: the netlist has no net named nobody");
  refused(at.file(good + "*D_NET out 1\n*CONN\n*I b2:Z O\n*I b9:A I\n*CAP\n1 b2:Z 1\n*END\n"),
          "later.spef:22:4: error: net out names a pin that the netlist lacks: b9:A");
  refused(at.file(good, '|'), "later.spef:0:0: error: its *DELIMITER differs from that of first.spef");
  refused(at.file("*D_NET n 1\n*CONN\n*I b1:Z O\n*CAP\n1 b1:Z 9e11\n2 b1:Z 9e11\n*END\n"),
          "later.spef:8:8: error: net n has capacitances or resistances that are out of range");
  model::diagnostics merged, notes;
  replacer.replace(live.edits(), at.file(good), merged, notes);  // what was refused is forgotten
  CHECK(notes.entries().empty());
  live.update();
  CHECK(at.wires.nets.size() == 2);
  auto const fresh = flat(at.m, at.wires);
  check_same_design(at.design, fresh);
  CHECK(at.design.rc_resistance.size() == 2);
  CHECK(compare_with_fresh(exec, live, fresh, {}).failed == 0);
}

TEST_CASE("a wire replacer knows its design", "[sta]") {
  two_nets at, other;
  other.m.instance("INV", "i", {{"A", "n"}, {"Z", "k"}});
  other.design = flat(other.m, other.wires);
  host_executor const exec;
  model::diagnostics merged, notes;
  {
    auto replacer = at.replacer();
    gsta::flat_editor edits(other.design);
    CHECK_THROWS_WITH(replacer.replace(edits, at.file(good_net), merged, notes), contains("other nets"));
    CHECK(at.wires.nets.size() == 1);
  }
  live_timer<host_executor> live(exec, at.design);
  auto replacer = at.replacer();
  auto const known = look_at(at.wires);
  auto const before = at.design;
  live.begin();
  replacer.replace(live.edits(), at.file(good_net), merged, notes);
  live.update();
  (void)live.edit_structure([](gsta::structure_editor& edits) { (void)edits.add_pin("spare"); });
  CHECK_THROWS_WITH(replacer.replace(live.edits(), at.file(good_net), merged, notes),
                    contains("structure was edited"));
  CHECK(at.wires.nets.size() == 2);
  // Two designs further, each with a replacer of its own, in the same transaction.
  for (std::size_t nets : {3U, 4U}) {
    auto next = flat(at.m, at.wires);
    auto const maps = gsta::match_by_name(at.design, next);
    live.replace(std::move(next), maps);
    auto again = at.replacer();
    again.replace(live.edits(),
                  at.file(nets == 3 ? "*D_NET out 1\n*CONN\n*I b2:Z O\n*CAP\n1 b2:Z 4\n*END\n" : good_net),
                  merged, notes);
    live.update();
    CHECK(at.wires.nets.size() == nets);
    CHECK(compare_with_fresh(exec, live, flat(at.m, at.wires), {}).failed == 0);
  }
  live.roll_back();
  CHECK(look_at(at.wires) == known);
  CHECK(at.wires.nets.size() == 1);
  CHECK(at.wires.file == "first.spef");
  check_same_design(at.design, before);
  CHECK(compare_with_fresh(exec, live, before, {}).failed == 0);
  replacer.replace(live.edits(), at.file(good_net), merged, notes);  // is of this design again
  live.update();
  CHECK(compare_with_fresh(exec, live, flat(at.m, at.wires), {}).failed == 0);
}

TEST_CASE("a file of wires is tried and taken back", "[sta][small]") {
  two_nets at;
  auto const& m = at.m;
  auto& wires = at.wires;
  auto const before = at.design;
  host_executor const exec;
  live_timer<host_executor> live(exec, at.design);
  gsta::flatten_input const input{m.library, m.library, m.netlist, wires, m.constraints};
  auto later = at.file(good_net);
  model::diagnostics merged, notes;
  wire_replacer replacer(input, wires, m.options);
  live.begin();
  replacer.replace(live.edits(), later, merged, notes);
  live.update();
  CHECK(compare_with_fresh(exec, live, flat(m, wires), {}).failed == 0);
  CHECK(at.design.rc_capacitance != before.rc_capacitance);
  live.roll_back();
  CHECK(wires.nets.size() == 1);
  check_same_design(at.design, before);
  CHECK(compare_with_fresh(exec, live, before, {}).failed == 0);
}
