// Which resistors a wire loses when it is made a tree, against a walk that is written down as OpenSTA's is.

#include "gsta/flat/detail/wire_tree.hpp"

#include <map>
#include <set>

#include "test/support/catch.hpp"
#include "test/support/random.hpp"

using gsta::id;
using gsta::none;

namespace {

struct wire {
  id root = none;
  std::size_t nodes = 0;
  std::vector<id> a{}, b{};
  std::vector<float> resistance{};

  /// How many resistors it loses.
  std::size_t cut() {
    gsta::detail::wire_scratch scratch;
    auto const gone =
        gsta::detail::wire_loop_cutter(
            {root, nodes, gsta::view_of(a), gsta::view_of(b), gsta::view_of(resistance)}, scratch)
            .cut();
    for (auto* const of : {&a, &b}) of->resize(of->size() - gone);
    resistance.resize(resistance.size() - gone);
    return gone;
  }
};

/// Enters nodes and leaves them again; what meets one that it is inside of is marked and never taken.
class marking_walk {
 public:
  explicit marking_walk(wire const& of) : wire_(of) { enter(of.root, none); }
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

  wire const& wire_;
  std::set<id> inside_;
};

wire random_wire(std::uint64_t seed) {
  gsta_test::prng random(seed);
  wire made;
  int const nodes = random.between(1, 12), resistors = random.below(nodes + nodes / 2 + 2);
  made.nodes = static_cast<std::size_t>(nodes);
  made.root = random.below(nodes);
  for (int i = 0; i < resistors; ++i) {
    made.a.push_back(random.below(nodes));
    made.b.push_back(random.below(nodes));
    made.resistance.push_back(static_cast<float>(i));  // its number
  }
  return made;
}

}  // namespace

TEST_CASE("wires lose the resistors that a walk into the depth marks", "[flat][small]") {
  std::size_t cut = 0, kept = 0;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    CAPTURE(seed);
    wire const before = random_wire(seed);
    wire after = before;
    marking_walk const walk(before);
    std::size_t const gone = after.cut();
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
  wire row{0, nodes};
  for (id i = 0; i < nodes; ++i) {
    row.a.push_back(i);
    row.b.push_back((i + 1) % nodes);
    row.resistance.push_back(1);
  }
  CHECK(row.cut() == 1);
  CHECK(row.b.back() == nodes - 1);
}
