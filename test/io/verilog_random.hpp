#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

/// Random hierarchical designs as Verilog text, and what they are connected like: worked out bit by bit from
/// the generator's own records, by names in a graph, not by the reader's way.
namespace gsta_test {

/// One bit of an expression: of a signal, or '0', '1' or 'x' where `signal` is empty.
struct bit {
  std::string signal;
  char literal = 'x';
};

struct random_expression {
  std::string text;
  std::vector<bit> bits;  ///< left to right
};

struct random_signal {
  std::string name, text;  ///< text: with the backslash and blank of an escaped name
  bool is_bus = false;
  int from = 0, to = 0;
  int width() const { return std::abs(from - to) + 1; }
  std::string bit_name(int position) const {
    return is_bus ? name + "[" + std::to_string(from < to ? from + position : from - position) + "]" : name;
  }
};

struct random_connection {
  std::size_t port = 0;
  random_expression value;
};

struct random_instance {
  std::string name;
  int module = -1;  ///< -1: a cell of scalar pins P0, P1, ...
  std::vector<random_connection> connections;
};

struct random_module {
  std::string name;
  std::size_t port_count = 0;
  std::vector<random_signal> signals;  ///< ports first
  std::vector<std::pair<random_expression, random_expression>> assigns;
  std::vector<random_instance> instances;
};

/// The nodes are names of net bits with their paths, of cells' pins (with a '.' before the pin), "0" and "1".
struct connectivity {
  std::map<std::string, std::vector<std::string>> edges;
  std::vector<std::string> pins;
  void join(std::string const& a, std::string const& b) {
    edges[a].push_back(b);
    edges[b].push_back(a);
  }
  /// A number for each node, the same for those that are connected. The levels connect nothing.
  std::map<std::string, int> components() const {
    std::map<std::string, int> found;
    int count = 0;
    for (auto const& [start, ignored] : edges) {
      if (start == "0" || start == "1" || found.count(start) != 0) continue;
      std::vector<std::string> open{start};
      found[start] = count;
      while (!open.empty()) {
        auto const node = open.back();
        open.pop_back();
        for (auto const& next : edges.at(node)) {
          if (next != "0" && next != "1" && found.emplace(next, count).second) open.push_back(next);
        }
      }
      ++count;
    }
    return found;
  }
};

class random_design {
 public:
  explicit random_design(unsigned seed) : random_(seed) {
    int const count = 1 + below(5);
    for (int i = 0; i < count; ++i) modules_.push_back(make_module(i));
  }

  std::string text() {
    std::string all;
    std::vector<std::size_t> order(modules_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::shuffle(order.begin(), order.end(), random_);
    for (auto const i : order) all += text_of(modules_[i]);
    return all;
  }
  random_module const& top() const { return modules_.back(); }

  connectivity elaborate() const {
    connectivity result;
    for (std::size_t p = 0; p < top().port_count; ++p) {
      auto const& port = top().signals[p];
      for (int k = 0; k < port.width(); ++k) add_pin(result, "." + port.bit_name(k), port.bit_name(k));
    }
    elaborate(top(), "", result);
    return result;
  }

 private:
  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(random_); }

  random_module make_module(int index);
  random_expression part_of(random_module const& m);
  random_expression expression(random_module const& m, int depth, bool with_literals);
  void add_instance(random_module& m, int index);
  std::string text_of(random_module const& m);
  std::string connections_of(random_instance const& instance);
  static std::string range_of(random_signal const& s) {
    return s.is_bus ? "[" + std::to_string(s.from) + ":" + std::to_string(s.to) + "] " : std::string();
  }

  static void add_pin(connectivity& to, std::string const& pin, std::string const& net) {
    to.pins.push_back(pin);
    to.edges[pin];
    if (!net.empty()) to.join(pin, net);
  }
  void elaborate(random_module const& m, std::string const& path, connectivity& to) const;

  std::mt19937 random_;
  std::vector<random_module> modules_;
};

inline random_module random_design::make_module(int index) {
  random_module m;
  m.name = "m" + std::to_string(index);
  m.port_count = static_cast<std::size_t>(1 + below(4));
  auto const count = m.port_count + static_cast<std::size_t>(1 + below(6));
  for (std::size_t i = 0; i < count; ++i) {
    random_signal s;
    s.name = s.text = "s" + std::to_string(i);
    if (below(5) == 0) {
      s.name += ".x$";
      s.text = "\\" + s.name + " ";
    }
    s.is_bus = below(2) == 0;
    if (s.is_bus) {
      s.from = below(7) - 2;
      s.to = below(7) - 2;
    }
    m.signals.push_back(s);
  }
  for (int i = below(4); i > 0; --i) {
    auto const target = expression(m, 1, false);
    m.assigns.emplace_back(target, expression(m, 1, true));
  }
  for (int i = 1 + below(5); i > 0; --i) add_instance(m, index);
  return m;
}

/// A signal, or a bit or part of one.
inline random_expression random_design::part_of(random_module const& m) {
  auto const& s = m.signals[static_cast<std::size_t>(below(static_cast<int>(m.signals.size())))];
  int first = 0, last = s.width() - 1;
  random_expression e;
  e.text = s.text;
  if (s.is_bus && below(2) == 0) {
    first = below(s.width());
    last = first + below(s.width() - first);
    auto const number = [&](int k) { return std::to_string(s.from < s.to ? s.from + k : s.from - k); };
    e.text += "[" + number(first) + (last != first || below(2) == 0 ? ":" + number(last) : "") + "]";
  }
  for (int k = first; k <= last; ++k) e.bits.push_back({s.bit_name(k), 'x'});
  return e;
}

inline random_expression random_design::expression(random_module const& m, int depth, bool with_literals) {
  int const kind = below(6);
  if (kind == 0 && with_literals) {
    random_expression e;
    e.text = std::to_string(1 + below(4)) + "'b";
    auto const width = static_cast<std::size_t>(e.text[0] - '0');
    for (std::size_t i = 0; i < width; ++i) {
      char const c = "01x"[below(3)];
      e.text += c;
      e.bits.push_back({"", c});
    }
    return e;
  }
  if (kind > 2 || depth > 3) return part_of(m);
  random_expression e;
  int const times = with_literals && below(3) == 0 ? 1 + below(3) : 0;  // 0: no replication
  std::string inside;
  for (int i = 1 + below(3); i > 0; --i) {
    auto const piece = expression(m, depth + 1, with_literals);
    inside += (inside.empty() ? "" : ", ") + piece.text;
    e.bits.insert(e.bits.end(), piece.bits.begin(), piece.bits.end());
  }
  e.text = times == 0 ? "{" + inside + "}" : "{" + std::to_string(times) + "{" + inside + "}}";
  auto const once = e.bits;
  for (int i = 1; i < times; ++i) e.bits.insert(e.bits.end(), once.begin(), once.end());
  return e;
}

inline void random_design::add_instance(random_module& m, int index) {
  random_instance instance;
  instance.name = "u" + std::to_string(m.instances.size());
  if (index > 0 && below(2) == 0) instance.module = below(index);
  auto const pins =
      instance.module < 0 ? std::size_t{3} : modules_[static_cast<std::size_t>(instance.module)].port_count;
  for (std::size_t p = 0; p < pins; ++p) {
    random_connection c;
    c.port = p;
    if (below(8) != 0) c.value = expression(m, 0, true);
    // A cell's pins are scalar; several bits would make a bus of them.
    if (instance.module < 0 && c.value.bits.size() > 1) c.value = {};
    instance.connections.push_back(c);
  }
  m.instances.push_back(instance);
}

inline std::string random_design::connections_of(random_instance const& instance) {
  std::string all;
  bool const by_position = instance.module >= 0 && below(3) == 0;
  for (auto const& c : instance.connections) {
    if (!by_position && c.value.text.empty() && below(2) == 0) continue;
    all += all.empty() && c.port == 0 ? "" : by_position || !all.empty() ? ", " : "";
    if (by_position) {
      all += c.value.text;
      continue;
    }
    all += "." + (instance.module < 0
                      ? "P" + std::to_string(c.port)
                      : modules_[static_cast<std::size_t>(instance.module)].signals[c.port].text);
    all += "(" + c.value.text + ")";
  }
  return all;
}

inline std::string random_design::text_of(random_module const& m) {
  bool const in_header = below(2) == 0;
  std::string header, body;
  for (std::size_t i = 0; i < m.signals.size(); ++i) {
    auto const& s = m.signals[i];
    if (i >= m.port_count) {
      body += "  wire " + range_of(s) + s.text + ";\n";
      continue;
    }
    std::string const declaration = std::string(below(2) == 0 ? "input " : "output ") + range_of(s) + s.text;
    header += (i == 0 ? "" : ", ") + (in_header ? declaration : s.text);
    if (!in_header) body += "  " + declaration + ";\n";
  }
  for (auto const& [target, value] : m.assigns)
    body += "  assign " + target.text + " = " + value.text + ";\n";
  for (auto const& instance : m.instances) {
    auto const cell = instance.module < 0 ? "CELL" : modules_[static_cast<std::size_t>(instance.module)].name;
    body += "  " + cell + " " + instance.name + " (" + connections_of(instance) + ");\n";
  }
  return "module " + m.name + " (" + header + ");\n" + body + "endmodule\n";
}

inline void random_design::elaborate(random_module const& m, std::string const& path,
                                     connectivity& to) const {
  auto const join_bit = [&](std::string const& node, bit const& b) {
    if (!b.signal.empty()) to.join(node, path + b.signal);
    if (b.signal.empty() && b.literal != 'x') to.join(node, std::string(1, b.literal));
  };
  for (auto const& [target, value] : m.assigns) {
    for (std::size_t i = 0; i < target.bits.size(); ++i) {  // from the right
      auto const& left = target.bits[target.bits.size() - 1 - i];
      bool const is_there = i < value.bits.size();
      join_bit(path + left.signal, is_there ? value.bits[value.bits.size() - 1 - i] : bit{"", '0'});
    }
  }
  for (auto const& instance : m.instances) {
    auto const inside = path + instance.name + "/";
    for (auto const& c : instance.connections) {
      if (instance.module < 0) {
        auto const pin = inside + "." + std::to_string(c.port);
        add_pin(to, pin, "");
        if (!c.value.bits.empty()) join_bit(pin, c.value.bits.back());
        continue;
      }
      auto const& port = modules_[static_cast<std::size_t>(instance.module)].signals[c.port];
      for (int i = 0; i < port.width() && i < static_cast<int>(c.value.bits.size()); ++i) {
        join_bit(inside + port.bit_name(port.width() - 1 - i),
                 c.value.bits[c.value.bits.size() - 1 - static_cast<std::size_t>(i)]);
      }
    }
    if (instance.module >= 0) elaborate(modules_[static_cast<std::size_t>(instance.module)], inside, to);
  }
}

}  // namespace gsta_test
