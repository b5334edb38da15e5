// Wires by their names, against a map that says the same, while names come, change their places and go.

#include "gsta/model/wire_index.hpp"

#include <map>
#include <string>

#include "gsta/model/wires.hpp"
#include "test/support/catch.hpp"
#include "test/support/random.hpp"

using gsta::model::parasitics;
using gsta::model::wire_index;

TEST_CASE("an index of wires knows the places that names have", "[flat][small]") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    CAPTURE(seed);
    gsta_test::prng random(seed);
    parasitics wires;
    std::map<std::string, std::size_t> expected;
    int const names = random.between(1, 300);
    for (int step = 0; step < 2000; ++step) {
      std::string const name = "net" + std::to_string(random.below(names));
      auto const found = expected.find(name);
      auto const before = found == expected.end() ? wire_index::npos : found->second;
      REQUIRE(wires.net_index.find(wires.nets, name) == before);
      if (random.chance(40)) {
        REQUIRE(wires.net_index.erase(wires.nets, name) == before);
        expected.erase(name);
      } else {
        REQUIRE(wires.add({.name = name}) == (before == wire_index::npos));
        expected[name] = wires.nets.size() - 1;
        REQUIRE(wires.find(name) == &wires.nets.back());
      }
      REQUIRE(wires.net_index.size() == expected.size());
    }
    std::map<std::string, std::size_t> visited;
    wires.net_index.for_each([&](std::size_t place) { visited[wires.nets.at(place).name] = place; });
    REQUIRE(visited == expected);
    parasitics const copy = wires;
    for (auto const& [name, place] : expected) REQUIRE(copy.find(name) == &copy.nets[place]);
  }
}
