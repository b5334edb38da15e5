// Which names of a SPEF's nodes are one node: points by their numbers, others by what they are called at
// last.
#include <string>

#include "gsta/io/spef.hpp"
#include "test/io/spef_compare.hpp"
#include "test/io/texts.hpp"
#include "test/support/catch.hpp"

using namespace gsta;

namespace {

/// One net `NET`, as the file calls it, with resistors between its nodes. It stands behind another one, so
/// that it is read as a piece.
std::string one_net(std::string const& map, std::string const& net, std::string const& resistors) {
  return "*SPEF \"x\"\n*DIVIDER /\n*DELIMITER :\n*BUS_DELIMITER [ ]\n*C_UNIT 1 FF\n*R_UNIT 1 KOHM\n" + map +
         "\n*D_NET first 1\n*END\n*D_NET " + net + " 1\n*RES\n" + resistors + "*END\n";
}

model::parasitics read(std::string const& content) {
  auto const file = gsta_test::text(content);
  model::diagnostics seen;
  auto wires = io::read_spef(file, seen);
  auto const as_read = gsta_test::spef_as_read([&](auto& notes) { return io::read_spef(file, notes); });
  CHECK(as_read == gsta_test::spef_in_one_piece(file));
  REQUIRE(wires.nets.size() == 2);
  return wires;
}

}  // namespace

TEST_CASE("points of a net are their numbers, and all else is a name") {
  auto const wires =
      read(one_net("", "n", "1 n:0 n:99999 1\n2 n:07 n:100000 1\n3 n:7 m:7 1\n4 n n:x 1\n5 n:7 n:+7 1\n"));
  auto const& net = wires.nets[1];
  CHECK(net.resistors[0].a == model::wire_node::point(0));
  CHECK(net.resistors[0].b == model::wire_node::point(99999));
  CHECK(net.resistors[2].a == model::wire_node::point(7));
  CHECK(net.resistors[4].a == net.resistors[2].a);
  REQUIRE(net.names.size() == 6);
  char const* const names[] = {"n:07", "n:100000", "m:7", "n", "n:x", "n:+7"};
  for (std::size_t i = 0; i < 6; ++i) CHECK(net.names[i] == names[i]);
  CHECK(net.name_of(net.resistors[0].b) == "n:99999");
  CHECK(net.name_of({}).empty());
}

TEST_CASE("a node that a file calls in several ways is one node") {
  std::string const map = "*NAME_MAP\n*1 a[3]\n*2 a[3]\n*3 u1\n";
  auto const wires = read(one_net(map, "*1",
                                  "1 *1:7 *2:7 1\n2 a[3]:7 a\\[3\\]:7 1\n3 *3:A u1:A 1\n4 u\\1:A *3:A 1\n"
                                  "5 *1 a[3] 1\n"));
  auto const& net = wires.nets[1];
  CHECK(net.name == "a[3]");
  for (auto const& r : net.resistors) CHECK(r.a == r.b);
  CHECK(net.resistors[0].a == model::wire_node::point(7));
  CHECK(net.resistors[1].a == net.resistors[0].a);
  CHECK(net.resistors[2].a == net.resistors[3].a);
  REQUIRE(net.names.size() == 2);
  CHECK(net.names[0] == "u1:A");
  CHECK(net.names[1] == "a[3]");
}

TEST_CASE("wires made by hand have the nodes that a reader finds") {
  model::wire_net made;
  made.name = "n";
  made.connect("u1:A");
  made.add_capacitor("n:3", 2);
  made.add_capacitor("u1:A", 1, "m:4");
  made.add_resistor("n:3", "u1:A", 5, {9, 3});
  CHECK(made.connections[0].pin == model::wire_node::named(0));
  CHECK(made.capacitors[0].node == model::wire_node::point(3));
  CHECK(made.capacitors[1].node == made.connections[0].pin);
  CHECK(made.name_of(made.capacitors[1].other) == "m:4");
  CHECK(made.resistors[0].b == made.connections[0].pin);
  CHECK(made.names.size() == 2);
  made.delimiter = '1';  // a digit parts nothing
  CHECK_FALSE(made.node("n12").is_point());
}
