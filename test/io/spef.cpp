#include "gsta/io/spef.hpp"

#include <limits>
#include <string>

#include "test/io/texts.hpp"
#include "test/support/catch.hpp"

using namespace gsta;
using gsta_test::counted;
using gsta_test::text;
using gsta_test::with;

namespace {

model::parasitics read(std::string const& content) {
  model::diagnostics seen;
  auto result = io::read_spef(text(content), seen);
  CHECK(seen.entries().empty());
  return result;
}

}  // namespace

TEST_CASE("a net's connections, capacitors and resistors are read, names resolved") {
  auto const wires = read(gsta_test::small_spef);
  CHECK(wires.file == "x");
  CHECK(wires.pin_delimiter == ':');
  REQUIRE(wires.nets.size() == 1);
  auto const& net = wires.nets[0];
  CHECK(net.name == "n[1]");
  CHECK(wires.find("n[1]") == &wires.nets[0]);
  CHECK(net.total == 500.0F);
  CHECK(net.at.line == 15);
  CHECK(net.at.column == 8);
  REQUIRE(net.connections.size() == 2);
  CHECK(net.name_of(net.connections[0].pin) == "u1:A");
  CHECK_FALSE(net.connections[0].is_port);
  CHECK(net.connections[0].direction == model::direction::input);
  CHECK(net.connections[0].at.line == 17);
  CHECK(net.connections[0].at.column == 4);
  CHECK(net.name_of(net.connections[1].pin) == "b");
  CHECK(net.connections[1].is_port);
  CHECK(net.connections[1].direction == model::direction::output);
  REQUIRE(net.capacitors.size() == 2);
  CHECK(net.name_of(net.capacitors[0].node) == "n[1]:1");
  CHECK(net.capacitors[0].other.is_none());
  CHECK(net.capacitors[0].value == 250.0F);
  CHECK(net.name_of(net.capacitors[1].node) == "u1:A");
  CHECK(net.name_of(net.capacitors[1].other) == "n2:7");
  CHECK(net.capacitors[1].value == 125.0F);
  REQUIRE(net.resistors.size() == 1);
  CHECK(net.resistors[0].at.line == 24);
  CHECK(net.name_of(net.resistors[0].a) == "u1:A");
  CHECK(net.name_of(net.resistors[0].b) == "n[1]:1");
  CHECK(net.resistors[0].value == 1.5F);
}

TEST_CASE("coupling capacitors may be made smaller or larger") {
  model::diagnostics seen;
  auto const wires = io::read_spef(text(gsta_test::small_spef), seen, {.coupling_factor = 2});
  CHECK(wires.nets[0].capacitors[0].value == 250.0F);  // to ground
  CHECK(wires.nets[0].capacitors[1].value == 250.0F);
  for (float const wrong : {-1.0F, 1e30F, std::numeric_limits<float>::quiet_NaN()})
    CHECK_THROWS_AS(io::read_spef(text(gsta_test::small_spef), seen, {.coupling_factor = wrong}),
                    argument_error);
}

TEST_CASE("units are scaled to fF and kOhm") {
  auto const wires = read(with(with(gsta_test::small_spef, "1 PF", "10 FF"), "1 OHM", "2 KOHM"));
  CHECK(wires.nets[0].capacitors[0].value == 2.5F);
  CHECK(wires.nets[0].resistors[0].value == 3000.0F);
}

TEST_CASE("a file without nets, a net without parts") {
  CHECK(read("*SPEF \"x\"").nets.empty());
  auto const wires = read(
      "*SPEF \"x\"\n*DELIMITER .\n*C_UNIT 1 FF\n*R_UNIT 1 OHM\n*D_NET n 0 *V "
      "3\n*CONN\n*CAP\n*RES\n*END\n*D_NET m 0 *END");
  CHECK(wires.pin_delimiter == '.');
  CHECK(wires.nets.size() == 2);
}

TEST_CASE("names of digits are told from values by the words of their line") {
  auto const wires = read(with(gsta_test::small_spef, "2 *2:A n2:7 0.125", "2 15 16 0.125\n3 15 0.5"));
  CHECK(wires.nets[0].name_of(wires.nets[0].capacitors[1].other) == "16");
  CHECK(wires.nets[0].capacitors[2].value == 500.0F);
}

TEST_CASE("what is skipped is counted") {
  model::diagnostics seen;
  auto const wires = io::read_spef(
      text(with(with(with(gsta_test::small_spef, "1500", "1400:1500:1600 *SC 1:0.2 2:0.3"), "*END",
                     "*INDUC\n1 a b 0.1\n*END\n*R_PNET m 1.0\n*DRIVER u1:Z\n*END\n*D_NET *1 0.5 *END"),
                "*NAME_MAP", "*DEFINE u9 \"x\"\n*NAME_MAP")),
      seen);
  CHECK(wires.nets.size() == 2);
  CHECK(wires.find("n[1]") == &wires.nets.at(1));
  CHECK(wires.nets[0].resistors[0].value == 1.5F);
  CHECK(counted(seen, "a:b:c") == 1);
  CHECK(counted(seen, "*SC") == 1);
  CHECK(counted(seen, "*INDUC") == 1);
  CHECK(counted(seen, "physical net") == 1);
  CHECK(counted(seen, "*DEFINE") == 1);
  CHECK(counted(seen, "extracted twice") == 1);
}

TEST_CASE("a reduced net's pi models and Elmore's delays are read, in the header's units") {
  std::string const net =
      "*R_NET *1 0.5 *V 3\n*DRIVER *2:Z\n*CELL INV\n*C2_R1_C1 0.25 1500 1:2:3\n*LOADS\n*RC u3:A 0.125\n"
      "*RC b 2 // a port\n*DRIVER u9:Z *CELL *2 *C2_R1_C1 1 2 3 *LOADS *RC u3:A 4\n*END\n";
  model::diagnostics seen;
  auto const wires = io::read_spef(
      text(with(std::string(gsta_test::small_spef) + net, "*T_UNIT 1 NS", "*T_UNIT 10 PS")), seen);
  REQUIRE(wires.nets.size() == 2);
  CHECK(wires.find("n[1]") == &wires.nets.at(1));  // the last one counts, as of any net that stands twice
  CHECK(wires.nets[0].reduced.empty());
  auto const& of = wires.nets[1];
  CHECK(of.total == 500.0F);
  CHECK(of.at.line == 26);
  CHECK((of.connections.empty() && of.capacitors.empty() && of.resistors.empty()));
  REQUIRE(of.reduced.size() == 2);
  CHECK(of.reduced[0].pin == "u1:Z");
  CHECK(of.reduced[0].at.line == 27);
  CHECK(of.reduced[0].at.column == 9);
  CHECK(of.reduced[0].near_end == 250.0F);
  CHECK(of.reduced[0].resistance == 1.5F);
  CHECK(of.reduced[0].far_end == 2000.0F);
  REQUIRE(of.reduced[0].sinks.size() == 2);
  CHECK(of.reduced[0].sinks[0].pin == "u3:A");
  CHECK(of.reduced[0].sinks[0].elmore == 1.25F);
  CHECK(of.reduced[0].sinks[0].at.line == 31);
  CHECK(of.reduced[0].sinks[0].at.column == 5);
  CHECK(of.reduced[0].sinks[1].pin == "b");
  CHECK(of.reduced[0].sinks[1].elmore == 20.0F);
  CHECK(of.reduced[1].pin == "u9:Z");
  CHECK(of.reduced[1].far_end == 3000.0F);
  REQUIRE(of.reduced[1].sinks.size() == 1);
  CHECK(of.reduced[1].sinks[0].elmore == 40.0F);
  CHECK(counted(seen, "a:b:c") == 1);
  CHECK(counted(seen, "extracted twice") == 1);
  CHECK(counted(seen, "*Q") == 0);
}

TEST_CASE(
    "reduced nets may stand before others, without drivers, with poles that are counted in their place") {
  std::string const good = gsta_test::small_spef;
  model::diagnostics seen;
  auto const wires =
      io::read_spef(text(with(good, "*D_NET *1 0.5\n",
                              "*R_NET m 0\n*END\n*R_NET k 1 *DRIVER u1:Z *C2_R1_C1 1 2 3 *LOADS *RC u2:A 4\n"
                              "*Q 2 -1.5 ( -3 4 ) *K 2 1 2\n*RC u3:A 5 *Q 1 7 *END\n*D_NET *1 0.5\n")),
                    seen);
  REQUIRE(wires.nets.size() == 3);
  CHECK(wires.nets[0].name == "m");
  CHECK(wires.nets[0].reduced.empty());
  REQUIRE(wires.nets[1].reduced.size() == 1);
  CHECK(wires.nets[1].reduced[0].sinks.size() == 2);
  CHECK(wires.nets[2].resistors.size() == 1);
  CHECK(counted(seen, "*Q *K") == 2);
  for (auto const& note : seen.entries()) {
    if (note.kind.find("*Q *K") != note.kind.npos) CHECK(note.first == "x:18:1");
  }
}

TEST_CASE("divider and bus delimiters become / and [], escaped signs stay, wherever the header names them") {
  std::string const net =
      "*D_NET *1 0\n*CONN\n*I a.b:D<3> I\n*CAP\n1 a.n\\.1<2>:7 1\n*RES\n1 *1:2 *1.u3:A 1\n*END\n";
  auto const units = std::string("*C_UNIT 1 ff\n*R_UNIT 1 kohm\n");
  std::string const map = "*NAME_MAP\n*1 a.b<0>\n";
  std::string const signs = "*DIVIDER .\n*BUS_DELIMITER < >\n*DELIMITER :\n";
  for (auto const& head : {signs + units + map, map + units + signs}) {
    auto const wires = read("*SPEF \"x\"\n" + head + net);
    CHECK(wires.pin_delimiter == ':');
    REQUIRE(wires.nets.size() == 1);
    CHECK(wires.nets[0].name == "a/b[0]");
    CHECK(wires.nets[0].name_of(wires.nets[0].connections.at(0).pin) == "a/b:D[3]");
    CHECK(wires.nets[0].name_of(wires.nets[0].capacitors.at(0).node) == "a/n.1[2]:7");
    CHECK(wires.nets[0].name_of(wires.nets[0].resistors.at(0).a) == "a/b[0]:2");
    CHECK(wires.nets[0].name_of(wires.nets[0].resistors.at(0).b) == "a/b[0]/u3:A");
    CHECK(wires.nets[0].resistors.at(0).value == 1.0F);
  }
}

TEST_CASE("a bus delimiter without an end, and one that separates something else too") {
  std::string const units = "*SPEF \"x\"\n*C_UNIT 1 FF\n*R_UNIT 1 OHM\n";
  auto const one = read(units + "*BUS_DELIMITER _\n*D_NET a_1/b_22:7 0 *END\n*D_NET a_1b_ 0 *END\n");
  CHECK(one.nets.at(0).name == "a[1]/b[22]:7");
  CHECK(one.nets.at(1).name == "a_1b_");
  model::diagnostics seen;
  auto const same = io::read_spef(text(units + "*BUS_DELIMITER :\n*D_NET n:3 0 *END\n"), seen);
  CHECK(same.nets.at(0).name == "n:3");
  CHECK(counted(seen, "*BUS_DELIMITER") == 1);
}

TEST_CASE("a pin delimiter that is the divider too becomes / with it") {
  auto const wires = read(
      "*SPEF \"x\"\n*DIVIDER .\n*DELIMITER .\n*C_UNIT 1 FF\n*R_UNIT 1 OHM\n*D_NET a.n 0\n*CONN\n*I a.u1.A "
      "I\n*END\n");
  CHECK(wires.pin_delimiter == '/');
  CHECK(wires.nets.at(0).name == "a/n");
  CHECK(wires.nets[0].name_of(wires.nets[0].connections.at(0).pin) == "a/u1/A");
}

TEST_CASE("the file of a block gets its path in front of nets, instances and ports") {
  model::diagnostics seen;
  auto const wires = io::read_spef(text(gsta_test::small_spef), seen, {.prefix = "u1/u2"});
  auto const& net = wires.nets.at(0);
  CHECK(net.name == "u1/u2/n[1]");
  CHECK(wires.find("u1/u2/n[1]") != nullptr);
  CHECK(net.name_of(net.connections.at(0).pin) == "u1/u2/u1:A");
  CHECK(net.name_of(net.connections.at(1).pin) == "u1/u2/b");
  CHECK(net.connections[1].is_port);
  CHECK(net.name_of(net.capacitors.at(0).node) == "u1/u2/n[1]:1");
  CHECK(net.name_of(net.capacitors.at(1).other) == "u1/u2/n2:7");
  CHECK(net.name_of(net.resistors.at(0).a) == "u1/u2/u1:A");
}

TEST_CASE("every section and attribute of IEEE 1481 is read or counted") {
  model::diagnostics seen;
  auto const wires = io::read_spef(text(R"(*SPEF "IEEE 1481-2009"
*R_UNIT 1 OHM
*C_UNIT 1 FF
*L_UNIT 1 HENRY
*T_UNIT 1 PS
*DESIGN_FLOW "NAME_SCOPE LOCAL" "PIN_CAP INPUT_OUTPUT"
*BUS_DELIMITER []
*DELIMITER :
*DIVIDER /
*VERSION "1" *PROGRAM "p" *VENDOR "v" *DATE "d" *DESIGN "x"
*VARIATION_PARAMETERS
1 "width" N D 0.1 0.2
*POWER_NETS VDD VDDO
*GROUND_NETS VSS
*NAME_MAP
*1 n
*PHYSICAL_PORTS
pp1 I *C 1 2
*PORTS
a I *L 3.5 *S 1.0 0.5 0.5 *D BUF
*DEFINE u7 u8 "block"
*PDEFINE u9 "block"
*D_NET *1 4.0 *V 2
*CONN
*P a I *C 0.0 1.0 *L 2.0 *S 1.0 *D BUF
*I u1:A I *C 2.0 1.0 *L 0.1:0.2:0.3 *T 2
*N *1:1 *C 1.0 1.0
*CAP
1 *1:1 1.0
2 *1:1 m:2 2.0
3 m:2 *1:1 2.0
*INDUC
1 *1:1 u1:A 0.1
*RES
1 a *1:1 1
2 *1:1 u1:A 2
3 a u1:A 3
*END
*R_PNET q 1 *DRIVER u1:Z *END
*D_PNET r 1 *CONN *END
)"),
                                   seen);
  REQUIRE(wires.nets.size() == 1);
  auto const& net = wires.nets[0];
  REQUIRE(net.connections.size() == 2);
  CHECK(net.name_of(net.connections[0].pin) == "a");
  CHECK(net.connections[1].direction == model::direction::input);
  REQUIRE(net.capacitors.size() == 3);
  CHECK(net.name_of(net.capacitors[2].node) == "m:2");
  CHECK(net.name_of(net.capacitors[2].other) == "n:1");
  CHECK(net.resistors.size() == 3);  // a loop, kept as it is
  CHECK(wires.holds_pin_capacitance);
  CHECK(counted(seen, "PIN_CAP") == 1);
  CHECK(counted(seen, "*VARIATION_PARAMETERS") == 1);
  CHECK(counted(seen, "*DEFINE") == 2);
  CHECK(counted(seen, "*INDUC") == 1);
  CHECK(counted(seen, "physical net") == 2);
  CHECK(seen.entries().size() == 5);
}
