// Which resistors a wire loses when it is made a tree, against a walk that is written down as OpenSTA's is.

#include "gsta/flat/detail/wire_tree.hpp"

#include <map>
#include <set>

#include "test/support/catch.hpp"
#include "test/support/random.hpp"

using gsta::id;
using gsta::none;
using gsta::detail::wire_draft;

namespace {

/// Enters nodes and leaves them again; what meets one that it is inside of is marked and never taken.
class marking_walk {
 public:
  explicit marking_walk(wire_draft const& wire) : wire_(wire) { enter(wire.root, none); }
  std::set<std::size_t> loops;
  std::map<id, int> times_entered;

 private:
  void enter(id node, std::size_t from) {
    inside_.insert(node);
    ++times_entered[node];
    for (std::size_t e = 0; e < wire_.a.size(); ++e) {
      if ((wire_.a[e] != node && wire_.b[e] != node) || loops.count(e) != 0) continue;
      id const other = wire_.a[e] == node ? wire_.b[e] : wire_.a[e];
      if (other == node || e == from) continue;
      if (inside_.count(other) != 0) {
        loops.insert(e);
      } else {
        enter(other, e);
      }
    }
    inside_.erase(node);
  }

  wire_draft const& wire_;
  std::set<id> inside_;
};

wire_draft random_wire(std::uint64_t seed) {
  gsta_test::prng random(seed);
  wire_draft wire;
  int const nodes = random.between(1, 12), resistors = random.below(nodes + nodes / 2 + 2);
  wire.capacitance.resize(static_cast<std::size_t>(nodes));
  wire.root = random.below(nodes);
  for (int i = 0; i < resistors; ++i) {
    wire.a.push_back(random.below(nodes));
    wire.b.push_back(random.below(nodes));
    wire.resistance.push_back(static_cast<float>(i));  // its number
  }
  return wire;
}

}  // namespace

TEST_CASE("wires lose the resistors that a walk into the depth marks", "[flat][small]") {
  std::size_t cut = 0, kept = 0;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    CAPTURE(seed);
    wire_draft const before = random_wire(seed);
    wire_draft after = before;
    marking_walk const walk(before);
    std::size_t const gone = gsta::detail::wire_loop_cutter(after).cut();
    std::vector<float> expected;
    for (std::size_t e = 0; e < before.a.size(); ++e) {
      if (walk.loops.count(e) == 0 && before.a[e] != before.b[e]) expected.push_back(before.resistance[e]);
    }
    REQUIRE(after.resistance == expected);
    REQUIRE(gone == before.a.size() - expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      auto const e = static_cast<std::size_t>(expected[i]);
      REQUIRE((after.a[i] == before.a[e] && after.b[i] == before.b[e]));
    }
    for (auto const& [node, times] : walk.times_entered) REQUIRE(times == 1);
    cut += gone;
    kept += expected.size();
  }
  CHECK(cut > 3000);
  CHECK(kept > 3000);
}

TEST_CASE("a wire of a million nodes in a row is walked", "[flat]") {
  constexpr id nodes = 1000000;
  wire_draft wire;
  wire.root = 0;
  wire.capacitance.resize(nodes);
  for (id i = 0; i < nodes; ++i) {
    wire.a.push_back(i);
    wire.b.push_back((i + 1) % nodes);
    wire.resistance.push_back(1);
  }
  CHECK(gsta::detail::wire_loop_cutter(wire).cut() == 1);
  CHECK(wire.b.back() == nodes - 1);
}
