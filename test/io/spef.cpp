#include "gsta/io/spef.hpp"

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
  CHECK(wires.net_index.at("n[1]") == 0);
  CHECK(net.total == 500.0F);
  CHECK(net.at.line == 15);
  CHECK(net.at.column == 8);
  REQUIRE(net.connections.size() == 2);
  CHECK(net.connections[0].pin == "u1:A");
  CHECK_FALSE(net.connections[0].is_port);
  CHECK(net.connections[0].direction == model::direction::input);
  CHECK(net.connections[1].pin == "b");
  CHECK(net.connections[1].is_port);
  CHECK(net.connections[1].direction == model::direction::output);
  REQUIRE(net.capacitors.size() == 2);
  CHECK(net.capacitors[0].node == "n[1]:1");
  CHECK(net.capacitors[0].other.empty());
  CHECK(net.capacitors[0].value == 250.0F);
  CHECK(net.capacitors[1].node == "u1:A");
  CHECK(net.capacitors[1].other == "n2:7");
  CHECK(net.capacitors[1].value == 125.0F);
  CHECK(net.capacitors[1].at.line == 22);
  REQUIRE(net.resistors.size() == 1);
  CHECK(net.resistors[0].a == "u1:A");
  CHECK(net.resistors[0].b == "n[1]:1");
  CHECK(net.resistors[0].value == 1.5F);
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
  CHECK(wires.nets[0].capacitors[1].other == "16");
  CHECK(wires.nets[0].capacitors[2].value == 500.0F);
}

TEST_CASE("what is skipped is counted") {
  model::diagnostics seen;
  auto const wires = io::read_spef(
      text(with(with(with(gsta_test::small_spef, "1500", "1400:1500:1600 *SC 1:0.2 2:0.3"), "*END",
                     "*INDUC\n1 a b 0.1\n*END\n*R_NET m 1.0\n*DRIVER u1:Z\n*END\n*D_NET *1 0.5 *END"),
                "*NAME_MAP", "*DEFINE u9 \"x\"\n*NAME_MAP")),
      seen);
  CHECK(wires.nets.size() == 2);
  CHECK(wires.net_index.at("n[1]") == 1);
  CHECK(wires.nets[0].resistors[0].value == 1.5F);
  CHECK(counted(seen, "a:b:c") == 1);
  CHECK(counted(seen, "*SC") == 1);
  CHECK(counted(seen, "*INDUC") == 1);
  CHECK(counted(seen, "other than *D_NET") == 1);
  CHECK(counted(seen, "*DEFINE") == 1);
  CHECK(counted(seen, "extracted twice") == 1);
}
