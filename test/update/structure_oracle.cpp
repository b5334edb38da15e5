// What `structure_editor` makes of a design, against lists of names that are edited one step at a time.
#include <map>
#include <set>
#include <sstream>

#include "gsta/flat/structure.hpp"
#include "test/support/catch.hpp"
#include "test/support/random_circuit.hpp"

using namespace gsta_test;

namespace {

using gsta::id;
using gsta::none;
using name = std::string;

/// A design as records with names. Ids are positions among all that ever were in one batch.
struct named_design {
  struct net {
    name driver;  // empty: gone
    std::vector<name> sinks;
    std::vector<std::pair<float, name>> nodes;
    std::vector<std::tuple<id, id, float>> edges;
    id root = none;
  };
  struct link {
    name from, to;
    id type;
    bool gone = false;
  };
  std::vector<name> pins;
  std::vector<net> nets;
  std::vector<link> arcs, checks;
  std::vector<std::pair<name, name>> sources;  // pin, kind and edge
  std::vector<std::set<name>> exceptions;      // points by list; an emptied list ends it
  std::map<name, name> shadow_of;

  explicit named_design(gsta::flat_design const& d) {
    pins.assign(d.pin_name.begin(), d.pin_name.end());
    for (std::size_t n = 0; n < d.net_driver.size(); ++n) {
      net of{at(d.net_driver[n]), {}, {}, {}, d.rc_root[n]};
      for (id a = d.net_begin[n]; a < d.net_begin[n + 1]; ++a) of.sinks.push_back(at(d.net_sink[a]));
      for (id k = d.rc_node_begin[n]; k < d.rc_node_begin[n + 1]; ++k) {
        id const arc = d.rc_node_sink[k];
        of.nodes.emplace_back(d.rc_capacitance[k], arc == none ? name() : at(d.net_sink[arc]));
      }
      for (id e = d.rc_edge_begin[n]; e < d.rc_edge_begin[n + 1]; ++e)
        of.edges.emplace_back(d.rc_edge_a[e], d.rc_edge_b[e], d.rc_resistance[e]);
      nets.push_back(of);
    }
    for (std::size_t i = 0; i < d.arc_from.size(); ++i)
      arcs.push_back({at(d.arc_from[i]), at(d.arc_to[i]), d.arc_type_of[i]});
    for (std::size_t i = 0; i < d.check_data.size(); ++i)
      checks.push_back({at(d.check_data[i]), at(d.check_clock[i]), d.check_type_of[i]});
    for (auto const& s : d.sources) sources.emplace_back(at(s.pin), std::to_string(s.launch_edge));
    for (std::size_t i = 0; i < d.shadow_of.size(); ++i)
      if (d.shadow_of[i] != none) shadow_of[pins[i]] = at(d.shadow_of[i]);
  }

  name at(id pin) const { return pins[static_cast<std::size_t>(pin)]; }

  void leave(name const& pin) {
    for (net& of : nets) {
      if (of.driver == pin) of.driver.clear();
      std::erase(of.sinks, pin);
      for (auto& node : of.nodes)
        if (node.second == pin) node.second.clear();
    }
  }
  void remove(name const& pin) {
    auto const shadows = shadow_of;
    for (auto const& [shadow, of] : shadows)
      if (of == pin && shadow_of.erase(shadow) != 0) remove(shadow);
    leave(pin);
    for (auto* const list : {&arcs, &checks})
      for (link& of : *list)
        if (of.from == pin || of.to == pin) of.gone = true;
    std::erase_if(sources, [&](auto const& s) { return s.first == pin; });
    shadow_of.erase(pin);
    for (name& of : pins)
      if (of == pin) of.clear();
  }

  std::string text() const {
    std::ostringstream out;
    for (auto const& pin : pins)
      if (!pin.empty()) out << "pin " << pin << "\n";
    for (auto const& of : nets) {
      if (of.driver.empty()) continue;
      out << "net " << of.driver << " ->";
      for (auto const& sink : of.sinks) out << " " << sink;
      out << "; root " << of.root;
      for (auto const& [c, sink] : of.nodes) out << " " << c << "@" << sink;
      for (auto const& [a, b, r] : of.edges) out << " " << a << "-" << b << "=" << r;
      out << "\n";
    }
    for (auto const* const list : {&arcs, &checks})
      for (link const& of : *list)
        if (!of.gone) out << of.from << " > " << of.to << " type " << of.type << "\n";
    for (auto const& [pin, edge] : sources) out << "source " << pin << " " << edge << "\n";
    for (auto const& [shadow, of] : shadow_of) out << "shadow " << shadow << " " << of << "\n";
    return out.str();
  }
};

/// The same edits of both, some of which are refused.
class both {
 public:
  both(gsta::flat_design const& design, prng& random) : edits_(design), lists_(design), random_(random) {}

  void edit(int number) {
    id const pin = some(lists_.pins.size()), net = some(lists_.nets.size() + 1);
    switch (random_.below(10)) {
      case 0:
        if (!is_pin(pin)) return refused([&] { edits_.remove_pin(pin); });
        edits_.remove_pin(pin);
        return lists_.remove(lists_.at(pin));
      case 1:
        lists_.pins.push_back("new" + std::to_string(number));
        CHECK(edits_.add_pin(lists_.pins.back()) + 1 == static_cast<id>(lists_.pins.size()));
        return;
      case 2:
      case 3:
        return connect(pin, net);
      case 4:
        if (!is_pin(pin)) return refused([&] { edits_.disconnect(pin); });
        edits_.disconnect(pin);
        return lists_.leave(lists_.at(pin));
      case 5:
        if (!is_net(net)) return refused([&] { edits_.remove_net(net); });
        edits_.remove_net(net);
        lists_.nets[static_cast<std::size_t>(net)].driver.clear();
        return;
      case 6:
        return drive(pin, net);
      case 7:
        if (!is_pin(pin) || drives(pin)) return refused([&] { edits_.add_net(pin); });
        edits_.add_net(pin);
        lists_.nets.push_back({lists_.at(pin), {}, {}, {}, none});
        return;
      case 8:
        return link(pin, some(lists_.pins.size()));
      default:
        return unlink(some(lists_.arcs.size() + 1));
    }
  }

  void check(gsta::flat_design design) {
    auto const maps = std::move(edits_).apply(design);
    gsta::validate(design);
    std::string const seen = named_design(design).text(), expected = lists_.text();
    CHECK(seen == expected);
    for (std::size_t i = 0; i < maps.pins.size(); ++i) {
      bool const there = !lists_.pins[i].empty();
      REQUIRE((maps.pins[i] != none) == there);
      if (there) REQUIRE(design.pin_name[static_cast<std::size_t>(maps.pins[i])] == lists_.pins[i]);
    }
  }

 private:
  id some(std::size_t size) { return random_.below(static_cast<int>(size)); }
  bool is_pin(id pin) const { return !lists_.at(pin).empty(); }
  bool is_net(id net) const {
    auto const n = static_cast<std::size_t>(net);
    return n < lists_.nets.size() && !lists_.nets[n].driver.empty();
  }
  bool drives(id pin) const {
    for (auto const& of : lists_.nets)
      if (of.driver == lists_.at(pin)) return true;
    return false;
  }
  template <class F>
  static void refused(F const& edit) {
    CHECK_THROWS_AS(edit(), gsta::argument_error);
  }

  void connect(id pin, id net) {
    if (!is_pin(pin) || !is_net(net)) return refused([&] { edits_.connect(pin, net); });
    auto& sinks = lists_.nets[static_cast<std::size_t>(net)].sinks;
    if (std::count(sinks.begin(), sinks.end(), lists_.at(pin)) != 0)
      return refused([&] { edits_.connect(pin, net); });
    edits_.connect(pin, net);
    sinks.push_back(lists_.at(pin));
  }
  void drive(id pin, id net) {
    bool const good = is_pin(pin) && is_net(net);
    bool const already = good && lists_.nets[static_cast<std::size_t>(net)].driver == lists_.at(pin);
    if (!good || (drives(pin) && !already)) return refused([&] { edits_.set_driver(net, pin); });
    edits_.set_driver(net, pin);
    lists_.nets[static_cast<std::size_t>(net)].driver = lists_.at(pin);
  }
  void link(id from, id to) {
    if (!is_pin(from) || !is_pin(to)) return refused([&] { edits_.add_arc(from, to, 0); });
    edits_.add_arc(from, to, 0);
    lists_.arcs.push_back({lists_.at(from), lists_.at(to), 0});
  }
  void unlink(id arc) {
    auto const a = static_cast<std::size_t>(arc);
    if (a >= lists_.arcs.size()) return refused([&] { edits_.remove_arc(arc); });
    if (lists_.arcs[a].gone) return;  // with its pin, which the editor sees in the end
    edits_.remove_arc(arc);
    lists_.arcs[a].gone = true;
  }

  gsta::structure_editor edits_;
  named_design lists_;
  prng& random_;
};

}  // namespace

TEST_CASE("a structure_editor does what lists of names do", "[update]") {
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    CAPTURE(seed);
    prng random(seed);
    auto design = random_circuit(seed, 5 + random.below(120));
    if (design.arc_types.empty()) continue;
    design.pin_name.clear();
    for (std::size_t i = 0; i < design.pin_load.size(); ++i)
      design.pin_name.push_back("p" + std::to_string(i));
    both edits(design, random);
    for (int i = 0; i < 25; ++i) edits.edit(i);
    edits.check(design);
  }
}
