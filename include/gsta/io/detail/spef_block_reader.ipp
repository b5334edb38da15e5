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
#include "gsta/model/wires.hpp"

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
  bool read_net() {
    if (!is_same_name(next_word(), "*D_NET")) return false;
    skip_blanks();
    auto const at = place();
    std::string_view const net = next_word();
    if (!is_reference(net)) return false;
    name_.clear();
    float total = 0;
    std::size_t mapped = 0;
    if (!header_.names.append_known(net, name_, mapped)) return false;
    mapped_bytes += mapped;
    nodes_.begin_net(net, name_);
    skip_blanks();
    if (!read_value(next_word(), header_.to_ff, total)) return false;
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
    keep_net(total, at);
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
      auto const node = find_node(pin);
      if (node.is_none()) return false;
      pins_.push_back({node, mark[1] == 'P', way[0] == 'I' ? input : way[0] == 'O' ? output : inout, at});
      if (!skip_attributes()) return false;
    }
  }

  bool read_capacitors() {
    while (next_entry()) {
      auto const node = next_word();
      if (!is_reference(node)) return false;
      skip_blanks();
      auto const third = next_word();
      while (at_ != end_ && (*at_ == ' ' || *at_ == '\t')) ++at_;
      bool const ends = at_ == end_ || is_blank(*at_) || *at_ == '*';
      bool const coupled = !ends && !(*at_ == '/' && at_ + 1 != end_ && at_[1] == '/');
      auto const value = coupled ? next_word() : third;
      auto& made = capacitors_.emplace_back(model::capacitor{find_node(node), {}, 0.0f});
      if (made.node.is_none() || third.empty() || !read_value(value, header_.to_ff, made.value)) return false;
      if (coupled) {
        if (!is_reference(third)) return false;
        made.other = find_node(third);
        if (made.other.is_none()) return false;
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
      auto& made = resistors_.emplace_back(model::resistor{{}, {}, 0.0f, at});
      if (!is_reference(a) || !is_reference(b) || !read_value(next_word(), header_.to_kohm, made.value))
        return false;
      made.a = find_node(a);
      made.b = find_node(b);
      if (made.a.is_none() || made.b.is_none()) return false;
    }
    return true;
  }

  model::wire_node find_node(std::string_view reference) {
    return nodes_.find(reference, memory_.pool(), mapped_bytes);
  }

  /// As `spef_state::value`; false where that would throw.
  bool read_value(std::string_view word, double scale, float& into) {
    double number = 0;
    if (word.empty() || word.front() == '*') return false;
    if (!read_number(word, number) && !read_triple(word, number)) return false;
    into = static_cast<float>(number * scale);
    return number >= 0 && into <= most_capacitance;
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

  void keep_net(float total, model::wire_location at) {
    auto& pool = memory_.pool();
    auto& made = nets.emplace_back(model::wire_net{name_,
                                                   total,
                                                   header_.names.pin_delimiter(),
                                                   std::pmr::vector<model::name>(&pool),
                                                   {pins_.begin(), pins_.end(), &pool},
                                                   {capacitors_.begin(), capacitors_.end(), &pool},
                                                   {resistors_.begin(), resistors_.end(), &pool},
                                                   at});
    made.names.reserve(nodes_.stored().size());
    for (auto const* const one : nodes_.stored()) made.names.push_back(model::name::shared(one));
  }

  spef_state const& header_;
  reader_memory& memory_;
  spef_nodes nodes_;
  std::string name_;  // of the net that is read, and what it has
  std::vector<model::wire_connection> pins_;
  std::vector<model::capacitor> capacitors_;
  std::vector<model::resistor> resistors_;
};

}  // namespace gsta::io::detail
