// flatten of wires that nobody needs any more: the same design while their memory goes, and is filled with
// something else.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <memory_resource>
#include <string>
#include <vector>

#include "gsta/core/tbb_executor.hpp"
#include "test/flat/random_design.hpp"
#include "test/support/backends.hpp"
#include "test/support/catch.hpp"

using namespace gsta;
using namespace gsta_test;

namespace {

/// Memory that is filled with something else when it goes.
class poisoned_memory final : public std::pmr::memory_resource {
  void* do_allocate(std::size_t bytes, std::size_t) override { return ::operator new(bytes); }
  void do_deallocate(void* data, std::size_t bytes, std::size_t) override {
    std::memset(data, 0xA5, bytes);
    ::operator delete(data);
  }
  bool do_is_equal(memory_resource const& other) const noexcept override { return this == &other; }
};
struct wire_memory {
  poisoned_memory from{};
  std::pmr::monotonic_buffer_resource pool{&from};
};

/// The same wires in memories of their own, most of them beside their neighbours, as readers make them.
struct wires_in_memories {
  wires_in_memories(model::parasitics const& of, std::uint64_t seed, bool mixed) {
    prng random(seed);
    wires.file = of.file;
    wires.pin_delimiter = of.pin_delimiter;
    std::vector<std::pmr::monotonic_buffer_resource*> pools;
    for (int i = random.between(1, 5); i >= 0; --i) {
      auto const one = std::make_shared<wire_memory>();
      wires.memory.keep(one, &one->pool);
      pools.push_back(&one->pool);
      kept.push_back(one);
    }
    for (std::size_t i = 0; i < of.nets.size(); ++i) {
      auto const at = random.chance(3) ? static_cast<std::size_t>(random.below(100)) : i * 7 / of.nets.size();
      auto& pool = *pools[at % pools.size()];
      auto const& net = of.nets[i];
      auto* const other = mixed && i % 1000 == 0 ? pools[(at + 1) % pools.size()] : &pool;
      auto& made =
          wires.nets.emplace_back(model::wire_net{net.name,
                                                  net.total,
                                                  net.delimiter,
                                                  std::pmr::vector<model::name>(&pool),
                                                  {net.connections.begin(), net.connections.end(), &pool},
                                                  {net.capacitors.begin(), net.capacitors.end(), &pool},
                                                  {net.resistors.begin(), net.resistors.end(), other},
                                                  net.at});
      made.names.reserve(net.names.size());
      for (auto const& name : net.names)
        made.names.push_back(model::name::shared(model::name::store(name, pool)));
    }
    wires.net_index = of.net_index;
  }
  std::size_t left() const {
    return static_cast<std::size_t>(
        std::count_if(kept.begin(), kept.end(), [](auto const& one) { return !one.expired(); }));
  }

  model::parasitics wires;
  std::vector<std::weak_ptr<wire_memory>> kept;
};

/// Wires that are given back while they are read make the same design, and none is left. Whether a memory
/// of theirs went before the others.
bool check_spent_wires(random_design const& m, std::string const& expected, unsigned threads) {
  bool has_given_back = false;
  for (bool const mixed : {false, true}) {
    wires_in_memories given(m.parasitics, threads + 10 * m.parasitics.nets.size(), mixed);
    flatten_input const input{m.library, m.library, m.netlist, given.wires, m.constraints, &given.wires};
    bool is_thrown = true;
    bool const same = expected == as_text([&](auto& notes) {
                        auto made = gsta::flatten(tbb_executor(threads), input, m.options, notes);
                        is_thrown = false;
                        return made;
                      });
    CHECK(same);
    if (is_thrown) continue;
    CHECK(given.wires.nets.empty());
    CHECK(given.wires.find("n0") == nullptr);
    bool const is_mixed = mixed && given.kept.size() > 1 && !m.parasitics.nets.empty();
    if (is_mixed) CHECK(given.left() == given.kept.size());
    has_given_back = has_given_back || given.left() < given.kept.size();
  }
  return has_given_back;
}

}  // namespace

TEST_CASE("wires that are given back while flatten reads them make the same design", "[flat][small]") {
  bool has_given_back = false;
  for (std::uint64_t seed = 0; seed < 14; ++seed) {
    INFO("seed " << seed);
    random_design m(seed);
    flatten_input const input{m.library, m.library, m.netlist, m.parasitics, m.constraints};
    for (bool const strict : {false, true}) {
      m.options.strict_parasitics = strict;
      auto const kept = as_text([&](auto& notes) { return gsta::flatten(input, m.options, notes); });
      for (unsigned const threads : tested_threads)
        has_given_back = check_spent_wires(m, kept, threads) || has_given_back;
    }
  }
  CHECK(has_given_back);
}

TEST_CASE("flatten refuses to give back other wires than it reads", "[flat][small]") {
  random_design const m(1);
  model::parasitics other;
  model::diagnostics notes;
  flatten_input const input{m.library, m.library, m.netlist, m.parasitics, m.constraints, &other};
  CHECK_THROWS_AS(gsta::flatten(input, m.options, notes), argument_error);
}
