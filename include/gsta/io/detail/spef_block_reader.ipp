#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gsta/io/detail/reader_memory.hpp"
#include "gsta/io/detail/spef_nodes.hpp"
#include "gsta/io/detail/spef_scanner.ipp"
#include "gsta/io/detail/spef_state.ipp"
#include "gsta/model/name.hpp"
#include "gsta/model/netlist.hpp"

/// What is read here is what nearly all files are made of, and it is read as the grammar reads it; the
/// grammar alone knows the rest, and all errors: whatever is unknown here, or wrong, makes `read` say false,
/// and the whole file is the grammar's.
namespace gsta::io::detail {

/// Reads a run of *D_NET blocks.
class spef_block_reader : private spef_scanner {
 public:
  spef_block_reader(spef_state const& header, std::string_view blocks, std::uint32_t line,
                    reader_memory& memory)
      : spef_scanner(blocks, line), header_(header), memory_(memory), nodes_(header.names, blocks) {}

  /// `goes_on(bytes)` is asked behind each net, with the bytes that it had from the name map.
  template <class GoesOn>
  bool read(GoesOn const& goes_on) {
    while (at_ != end_) {
      std::size_t const before = mapped_bytes;
      if (!read_net() || !goes_on(mapped_bytes - before)) return false;
    }
    return true;
  }

  std::vector<model::wire_net> nets;
  std::size_t triples = 0, mapped_bytes = 0;
  model::wire_location first_triple;

 private:
  struct pin_entry {
    void const* pin;
    bool is_port;
    model::direction direction;
    model::wire_location at;
  };
  struct part_entry {
    void const *a, *b;
    float value;
    model::wire_location at;
  };

  bool read_net() {
    if (!is_same_name(next_word(), "*D_NET")) return false;
    skip_blanks();
    auto const at = place();
    std::string_view const net = next_word();
    if (!is_reference(net)) return false;
    nodes_.begin_net();
    auto const* const name = find_node(net);
    float total = 0;
    skip_blanks();
    if (name == nullptr || !read_value(next_word(), header_.to_ff, total)) return false;
    pins_.clear();
    capacitors_.clear();
    resistors_.clear();
    for (;;) {
      skip_blanks();
      auto const keyword = next_word();
      bool fits = false;
      if (is_same_name(keyword, "*CONN")) {
        fits = read_pins();
      } else if (is_same_name(keyword, "*CAP")) {
        fits = read_capacitors();
      } else if (is_same_name(keyword, "*RES")) {
        fits = read_resistors();
      } else if (is_same_name(keyword, "*END")) {
        break;
      }
      if (!fits) return false;
    }
    skip_blanks();
    keep_net(std::string(model::name::shared(name)), total, at);
    return true;
  }

  bool read_pins() {
    for (;;) {
      skip_blanks();
      auto const* const start = at_;
      auto const mark = next_word();
      if (!is_same_name(mark, "*I") && !is_same_name(mark, "*P")) {
        at_ = start;
        if (mark == "*N" || mark == "*C" || mark == "*L" || mark == "*D" || mark == "*S") {
          if (mark != "*N" && pins_.empty()) return false;
          next_word();
          if (!skip_attributes()) return false;
          continue;
        }
        return true;
      }
      skip_blanks();
      auto const at = place();
      auto const pin = next_word();
      if (!is_reference(pin)) return false;
      skip_blanks();
      auto const way = next_word();
      using enum model::direction;
      if (way.size() != 1 || (way[0] != 'I' && way[0] != 'O' && way[0] != 'B')) return false;
      auto const* const name = find_node(pin);
      if (name == nullptr) return false;
      pins_.push_back({name, mark[1] == 'P', way[0] == 'I' ? input : way[0] == 'O' ? output : inout, at});
      if (!skip_attributes()) return false;
    }
  }

  bool read_capacitors() {
    while (next_entry()) {
      auto const at = place();
      auto const node = next_word();
      if (!is_reference(node)) return false;
      skip_blanks();
      auto const third = next_word();
      while (at_ != end_ && (*at_ == ' ' || *at_ == '\t')) ++at_;
      bool const ends = at_ == end_ || is_blank(*at_) || *at_ == '*';
      bool const coupled = !ends && !(*at_ == '/' && at_ + 1 != end_ && at_[1] == '/');
      auto const value = coupled ? next_word() : third;
      part_entry& made = capacitors_.emplace_back(part_entry{find_node(node), nullptr, 0.0f, at});
      if (made.a == nullptr || third.empty() || !read_value(value, header_.to_ff, made.value)) return false;
      if (coupled) {
        if (!is_reference(third)) return false;
        made.b = find_node(third);
        if (made.b == nullptr) return false;
        made.value = header_.coupling_factor * made.value;
      }
    }
    return true;
  }

  bool read_resistors() {
    while (next_entry()) {
      auto const at = place();
      auto const a = next_word();
      skip_blanks();
      auto const b = next_word();
      skip_blanks();
      part_entry& made = resistors_.emplace_back(part_entry{nullptr, nullptr, 0.0f, at});
      if (!is_reference(a) || !is_reference(b) || !read_value(next_word(), header_.to_kohm, made.value))
        return false;
      made.a = find_node(a);
      made.b = find_node(b);
      if (made.a == nullptr || made.b == nullptr) return false;
    }
    return true;
  }

  void const* find_node(std::string_view reference) {
    auto const* const found = nodes_.find(reference, memory_.pool());
    if (found == nullptr) return nullptr;
    mapped_bytes += found->mapped_bytes;
    return found->name;
  }

  /// As `spef_state::value`; false where that would throw.
  bool read_value(std::string_view word, double scale, float& into) {
    double number = 0;
    if (word.empty() || word.front() == '*') return false;
    if (!read_number(word, number) && !read_triple(word, number)) return false;
    into = static_cast<float>(number * scale);
    return number >= 0 && std::isfinite(into);
  }

  bool read_triple(std::string_view word, double& number) {
    auto const first = word.find(':'), second = first == word.npos ? first : word.find(':', first + 1);
    double best = 0, worst = 0;
    if (second == word.npos || !to_number(word.substr(0, first), best) ||
        !to_number(word.substr(second + 1), worst) ||
        !to_number(word.substr(first + 1, second - first - 1), number))
      return false;
    if (triples++ == 0) first_triple = place_of(word.data());
    return true;
  }

  void keep_net(std::string name, float total, model::wire_location at) {
    auto& pool = memory_.pool();
    auto& made = nets.emplace_back(model::wire_net{
        std::move(name), total, std::pmr::vector<model::wire_connection>(&pool),
        std::pmr::vector<model::capacitor>(&pool), std::pmr::vector<model::resistor>(&pool), at});
    made.connections.reserve(pins_.size());
    for (auto const& p : pins_)
      made.connections.push_back({model::name::shared(p.pin), p.is_port, p.direction, p.at});
    made.capacitors.reserve(capacitors_.size());
    for (auto const& c : capacitors_)
      made.capacitors.push_back({model::name::shared(c.a), model::name::shared(c.b), c.value, c.at});
    made.resistors.reserve(resistors_.size());
    for (auto const& r : resistors_)
      made.resistors.push_back({model::name::shared(r.a), model::name::shared(r.b), r.value, r.at});
  }

  spef_state const& header_;
  reader_memory& memory_;
  spef_nodes nodes_;
  std::vector<pin_entry> pins_;
  std::vector<part_entry> capacitors_, resistors_;
};

}  // namespace gsta::io::detail
