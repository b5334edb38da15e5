// flatten on several threads against flatten on one: the same arrays, notes and errors, whatever the input
// lacks.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <memory_resource>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "gsta/core/tbb_executor.hpp"
#include "gsta/flat/detail/name_places.hpp"
#include "test/flat/model_maker.hpp"
#include "test/support/backends.hpp"
#include "test/support/catch.hpp"
#include "test/support/random.hpp"

using namespace gsta;
using gsta_test::prng;

namespace {

/// Rows of gates between flip-flops, with wires, and with what netlists and parasitics should not have.
struct random_design : gsta_test::model_maker {
  explicit random_design(std::uint64_t seed) : random(seed) {
    if (random.chance(30)) constraints.rules = model::timing_rules::contest;
    library.cells[library.cell_index.at("BUF")].supply_pins = {"VDD"};
    input("clk");
    input("in");
    output("out");
    if (random.chance(50)) port("both", model::direction::inout);
    clock("clk", "clk", true);
    int const gates = random.between(1, 20000);
    for (int i = 0; i < gates; ++i) add_gate(i);
    bool const lists_nets = random.chance(60);
    for (int i = 0; lists_nets && i < gates; ++i)
      if (!random.chance(1)) netlist.wires.push_back("n" + std::to_string(i));
    for (int i = 0; i < gates; ++i) add_wire(i);
    if (random.chance(70)) add_hints();
    options.step_at_ports = random.chance(50);
  }

  std::string net(int i) { return i < 0 ? "in" : "n" + std::to_string(i); }

  void add_gate(int i) {
    auto const input_net = net(i - 1 - random.below(std::min(i + 1, 50)));
    auto& made = netlist.instances.emplace_back();
    made.name = "u" + std::to_string(i);
    made.cell = random.chance(10) ? "DFF" : random.chance(50) ? "INV" : "AND2";
    bool const sdc = constraints.rules == model::timing_rules::sdc;
    if (random.chance(1)) made.cell = "BUF";
    if (sdc && random.chance(1)) made.cell = "BOX" + std::to_string(random.below(3));
    auto const connect = [&](char const* pin, std::string const& to) {
      made.connections.push_back({pin, to, {}});
    };
    if (made.cell == "DFF") connect("CK", "clk");
    connect(made.cell == "DFF" ? "D" : "A", input_net);
    if (made.cell == "AND2" && !random.chance(5)) connect("B", net(i - 1));
    if (made.cell == "BUF") connect("VDD", random.chance(50) ? "power" : "");
    if (!random.chance(1)) connect(made.cell == "DFF" ? "Q" : "Z", net(random.chance(1) ? i / 2 : i));
  }

  /// Where the netlist lists the nets of connections, here and there wrongly.
  void add_hints() {
    std::unordered_map<std::string_view, std::uint32_t> place;
    for (auto const& wire : netlist.wires) place.emplace(wire, static_cast<std::uint32_t>(place.size()) + 1);
    if (random.chance(20) && !netlist.wires.empty()) netlist.wires.push_back(netlist.wires.front());
    for (auto& instance : netlist.instances) {
      for (auto& connection : instance.connections) {
        auto const found = place.find(connection.net);
        if (found != place.end()) connection.wire = found->second;
        if (random.chance(3)) connection.wire = static_cast<std::uint32_t>(random.below(30000));
      }
    }
  }

  void add_wire(int i) {
    if (random.chance(20)) return;
    auto const& gate = netlist.instances[static_cast<std::size_t>(i)];
    std::string const name = random.chance(1) ? "unknown" : net(i),
                      driver = gate.name + (gate.cell == "DFF" ? ":Q" : ":Z");
    auto& wire = parasitics.nets.emplace_back();
    wire.name = name;
    auto const point = [&] { return name + ":" + std::to_string(random.below(6)); };
    auto const node = [&]() -> std::string {
      if (random.chance(2)) return "lost:" + std::to_string(random.below(2));
      if (random.chance(20)) return "u" + std::to_string(random.below(i + 20)) + ":A";
      return random.chance(3) ? "n0:3" : point();
    };
    wire.connect(driver, false, model::direction::output);
    if (random.chance(2)) wire.connect("u1:W", false, model::direction::input);
    for (int k = random.below(6); k >= 0; --k) {
      auto const at = node(), other = random.chance(10) ? node() : "";
      wire.add_capacitor(at, random.real(0, 2), other);
    }
    std::string last = random.chance(98) ? driver : "x:y";
    for (int k = random.below(8); k > 0; --k) {
      auto const next = node();
      wire.add_resistor(last, next, random.real(0, 1));
      if (random.chance(80)) last = next;
    }
    parasitics.net_index.assign(parasitics.nets, name, parasitics.nets.size() - 1);
  }

  prng random;
};

bool has_given_back = false;  // a memory of spent wires, before the others

/// What flatten gives, or its error, as one text.
template <class Flatten>
std::string as_text(Flatten const& flatten) {
  std::string all;
  model::diagnostics notes;
  auto const bytes = [&](char const* name, auto const& array) {
    all += std::string("\n") + name + " " + std::to_string(array.size());
    std::string_view const text(reinterpret_cast<char const*>(array.data()), array.size() * sizeof(array[0]));
    all += " " + std::to_string(std::hash<std::string_view>{}(text));
  };
  try {
    flat_design const d = flatten(notes);
    bytes("pin_load", d.pin_load);
    bytes("asserted_slew", d.asserted_slew);
    bytes("net_driver", d.net_driver);
    bytes("net_begin", d.net_begin);
    bytes("net_sink", d.net_sink);
    bytes("parallel_begin", d.parallel_begin);
    bytes("parallel_driver", d.parallel_driver);
    bytes("rc_node_begin", d.rc_node_begin);
    bytes("rc_edge_begin", d.rc_edge_begin);
    bytes("rc_root", d.rc_root);
    bytes("rc_node_sink", d.rc_node_sink);
    bytes("rc_edge_a", d.rc_edge_a);
    bytes("rc_edge_b", d.rc_edge_b);
    bytes("rc_capacitance", d.rc_capacitance);
    bytes("rc_resistance", d.rc_resistance);
    bytes("rc_response", d.rc_response);
    bytes("wire_responses", d.wire_responses);
    bytes("arc_from", d.arc_from);
    bytes("arc_to", d.arc_to);
    bytes("arc_type_of", d.arc_type_of);
    bytes("check_data", d.check_data);
    bytes("shadow_of", d.shadow_of);
    bytes("outputs", d.outputs);
    for (auto const* names : {&d.pin_name, &d.net_name})
      for (auto const& name : *names) all += "\n" + name;
  } catch (input_error const& e) {
    all += e.what();
  }
  for (auto const& note : notes.entries())
    all += "\n" + std::to_string(note.count) + " " + note.kind + ": " + note.first;
  return all;
}

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

/// Wires that are given back while they are read make the same design, and none is left.
void check_spent_wires(random_design const& m, std::string const& expected, unsigned threads) {
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
}

void check_all_threads(random_design const& m) {
  flatten_input const input{m.library, m.library, m.netlist, m.parasitics, m.constraints};
  auto const one = as_text([&](auto& notes) { return gsta::flatten(input, m.options, notes); });
  auto without_hints = m.netlist;
  for (auto& instance : without_hints.instances)
    for (auto& connection : instance.connections) connection.wire = 0;
  flatten_input const plain{m.library, m.library, without_hints, m.parasitics, m.constraints};
  bool const hints_count_for_nothing =
      one == as_text([&](auto& notes) { return gsta::flatten(plain, m.options, notes); });
  CHECK(hints_count_for_nothing);
  for (unsigned const threads : gsta_test::tested_threads) {
    tbb_executor const exec(threads);
    bool const same =
        one == as_text([&](auto& notes) { return gsta::flatten(exec, input, m.options, notes); });
    INFO("threads " << threads);
    CHECK(same);
    check_spent_wires(m, one, threads);
  }
}

}  // namespace

TEST_CASE("flatten gives the same on any number of threads, also of faulty input", "[flat][small]") {
  for (std::uint64_t seed = 0; seed < 14; ++seed) {
    INFO("seed " << seed);
    random_design m(seed);
    check_all_threads(m);
    m.options.strict_parasitics = true;
    check_all_threads(m);
    if (m.netlist.instances.size() > 1) m.netlist.instances.back().name = m.netlist.instances.front().name;
    check_all_threads(m);
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

namespace {
struct named {
  std::string name;
};
}  // namespace

TEST_CASE("places are found by names, and of the same name the first stays", "[flat][small]") {
  detail::name_places table;
  std::vector<named> list;
  CHECK(table.find(list, "a") == none);
  for (int i = 0; i < 5000; ++i) {
    list.push_back({std::string(static_cast<std::size_t>(i % 20), 'x') + std::to_string(i)});
    CHECK(table.add(list, list.size() - 1));
  }
  list.push_back({""});
  CHECK(table.add(list, 5000));
  list.push_back({"0"});
  CHECK_FALSE(table.add(list, 5001));
  for (int i = 0; i <= 5000; ++i) CHECK(table.find(list, list[static_cast<std::size_t>(i)].name) == i);
  CHECK(table.find(list, "0") == 0);
  CHECK(table.find(list, "y") == none);
}

TEST_CASE("several threads put names into a table, and tell whether one is there twice", "[flat]") {
  std::vector<named> list;
  for (int i = 0; i < 60000; ++i)
    list.push_back({std::string(static_cast<std::size_t>(i % 23), 'x') + "/" + std::to_string(i)});
  auto const wrong_places = [&](detail::name_places const& table, auto const& name_at, auto const& place_at) {
    std::size_t wrong = 0, next = 0;
    table.find_all(list, list.size(), name_at, [&](std::size_t i, id place) {
      wrong += i != next++ || place != place_at(i) || table.find(list, name_at(i)) != place;
    });
    return wrong + (next != list.size());
  };
  for (unsigned const threads : {1U, 2U, 16U}) {
    INFO("threads " << threads);
    tbb_executor const exec(threads);
    detail::name_places table;
    std::vector<std::string> others;
    for (auto const& one : list) others.push_back("y" + one.name);
    auto const own = [&](std::size_t i) -> std::string_view { return list[i].name; };
    auto const other = [&](std::size_t i) -> std::string_view { return others[i]; };
    auto const nowhere = [](std::size_t) { return none; };
    CHECK(wrong_places(table, own, nowhere) == 0);
    REQUIRE(table.add_distinct(exec, list));
    CHECK(wrong_places(table, own, [](std::size_t i) { return static_cast<id>(i); }) == 0);
    CHECK(wrong_places(table, other, nowhere) == 0);
    list.push_back({"x"});
    CHECK(table.find(list, "x") == none);
    CHECK(table.add(list, 60000));
    CHECK(table.find(list, "x") == 60000);
    list.pop_back();
    auto twice = list;
    twice[59999] = twice[3];
    detail::name_places empty;
    REQUIRE_FALSE(empty.add_distinct(exec, twice));
    CHECK(empty.find(twice, twice[3].name) == none);
    CHECK(empty.add(twice, 3));
    CHECK_FALSE(empty.add(twice, 59999));
    CHECK(empty.find(twice, twice[59999].name) == 3);
  }
}

TEST_CASE("names are read as their letters, joined and cleared", "[flat][small]") {
  model::name const a("ab"), b("c"), none;
  CHECK(a + b == "abc");
  CHECK(a + "/" + b == "ab/c");
  CHECK("x" + a == "xab");
  CHECK(std::string("x") + a + b == "xabc");
  CHECK(none + a == "ab");
  std::string const letters = a;
  CHECK(letters == "ab");
  auto copy = a;
  CHECK((copy == a && copy.place() != a.place()));
  copy.clear();
  CHECK((copy.empty() && copy == none && a == "ab"));
}
