#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <memory_resource>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gsta/model/name.hpp"
#include "gsta/model/wires.hpp"
#include "src/io/reader_memory.hpp"
#include "src/io/spef_names.hpp"
#include "src/io/spef_nodes.hpp"
#include "src/io/spef_scanner.hpp"
#include "src/io/spef_state.hpp"
#include "src/io/text.hpp"

namespace gsta::io::detail {

/// What a piece of a file held.
struct spef_run {
  std::vector<model::wire_net> nets{};
  spef_tallies unused{};
  std::shared_ptr<reader_memory> memory{};  ///< of the nets
};

/// Reads nets: *D_NET with its wire, *R_NET with its drivers' models.
class spef_net_reader : protected spef_scanner {
 public:
  /// `spent` counts what all readers of the file had from the name map.
  spef_net_reader(spef_piece const& piece, spef_state& state, std::atomic<std::size_t>& spent, spef_run& into)
      : spef_scanner(piece),
        state_(state),
        run_(into),
        spent_(spent),
        most_spent_(spef_names::most_mapped(piece.file_bytes)),
        nodes_(state.names, piece.text) {}

 protected:
  // *D_NET n 0.5 *V 1  *CONN ... *CAP ... *RES ... *END
  void read_net() {
    auto& net = begin_net(false);
    for (;;) {
      auto const at = place();
      if (take("*CONN")) {
        read_pins();
      } else if (take("*CAP")) {
        read_capacitors();
      } else if (take("*RES")) {
        read_resistors();
      } else if (take("*END")) {
        return end_net(net);
      } else if (take("*INDUC")) {
        count(spef_unused::inductors, at);
        skip_words();
      } else {
        fail_expected("*CONN, *CAP, *RES or *END in the net");
      }
    }
  }

  // *R_NET n 0.5  *DRIVER ... *END
  void read_reduced_net() {
    auto& net = begin_net(true);
    while (take("*DRIVER")) read_driver(net.reduced);
    if (!take("*END")) fail_expected("*DRIVER, *RC or *END in the reduced net");
    end_net(net);
  }

  void count(spef_unused kind, model::wire_location at) noexcept { run_.unused.add(kind, at); }

  spef_state& state_;

 private:
  /// The net's own line.
  model::wire_net& begin_net(bool is_reduced) {
    auto const at = place();
    auto const reference = need_reference();
    if (is_reduced && state_.to_ps == 0)
      fail_at(reference, "there is no *T_UNIT before the first reduced net");
    state_.settle_names(reference);
    spent_before_ = mapped_bytes_ = spent_.load(std::memory_order_relaxed);
    auto* const pool = &run_.memory->pool();
    auto& net = run_.nets.emplace_back(model::wire_net{
        resolve(reference), 0, state_.names.pin_delimiter(), std::pmr::vector<model::name>(pool),
        std::pmr::vector<model::wire_connection>(pool), std::pmr::vector<model::capacitor>(pool),
        std::pmr::vector<model::resistor>(pool), at});
    nodes_.begin_net(reference, net.name);
    net.total = need_value(state_.to_ff, "capacitance");
    if (take_mark('V')) need_word("a number");
    return net;
  }

  void end_net(model::wire_net& net) {
    net.connections.assign(pins_.begin(), pins_.end());
    net.capacitors.assign(capacitors_.begin(), capacitors_.end());
    net.resistors.assign(resistors_.begin(), resistors_.end());
    net.names.reserve(nodes_.stored().size());
    for (auto const* const one : nodes_.stored()) net.names.push_back(model::name::shared(one));
    pins_.clear();
    capacitors_.clear();
    resistors_.clear();
    if (auto const mapped = mapped_bytes_ - spent_before_; mapped > 0)
      check_spent(spent_.fetch_add(mapped) + mapped, {at_, 0});
  }

  // *I u1:A I *C 1 2 *L 0.1 *D INV
  void read_pins() {
    for (;;) {
      bool const is_instance = take_mark('I'), is_port = !is_instance && take_mark('P');
      if (is_instance || is_port) {
        auto const at = place();
        auto const node = node_of(need_reference());
        pins_.push_back({node, is_port, need_direction(), at});
      } else if (!take_mark('N')) {
        return;
      }
      skip_attributes();
    }
  }

  // 1 node 0.5   or   1 node other 0.5: the words of the line tell which
  void read_capacitors() {
    while (take_entry()) {
      auto& made = capacitors_.emplace_back(model::capacitor{node_of(need_reference()), {}, 0.0f});
      constexpr auto expected = "a number, or the other node of a coupling capacitor";
      if (at_ == end_) fail_expected(expected);
      auto const third = next_word();
      if (!has_word_in_line()) {
        made.value = value_of(third, state_.to_ff, "capacitance");
      } else {
        if (!is_reference(third)) fail_expected(expected, third);
        made.other = node_of(third);
        made.value = state_.coupling_factor * value_of(next_word(), state_.to_ff, "capacitance");
      }
      skip_blanks();
      skip_sensitivities();
    }
  }

  // 1 a b 0.1
  void read_resistors() {
    while (take_entry()) {
      auto& made = resistors_.emplace_back(model::resistor{{}, {}, 0.0f, place()});
      made.a = node_of(need_reference());
      made.b = node_of(need_reference());
      made.value = need_value(state_.to_kohm, "resistance");
      skip_sensitivities();
    }
  }

  /// *SC 1:0.2 2:0.1 after a value: what it changes with the process.
  void skip_sensitivities() {
    if (at_ == end_ || *at_ != '*') return;
    auto const at = place();
    if (!take("*SC")) return;
    count(spef_unused::sensitivities, at);
    while (at_ != end_ && is_digit(*at_)) {
      auto const* const begin = at_;
      auto const word = next_word();
      auto const colon = word.find(':');
      if (colon == word.npos || colon + 1 == word.size()) {
        at_ = begin;
        return;
      }
      skip_blanks();
    }
  }

  // u1:Z *CELL INV *C2_R1_C1 0.1 20 0.3 *LOADS *RC u2:A 0.01
  void read_driver(std::vector<model::reduced_driver>& drivers) {
    auto const at = place();
    auto& made = drivers.emplace_back(model::reduced_driver{resolve(need_reference()), 0, 0, 0, {}, at});
    if (take("*CELL")) skip_plain_word();
    if (!take("*C2_R1_C1")) fail_expected("*C2_R1_C1, the driver's pi model");
    made.near_end = need_value(state_.to_ff, "capacitance");
    made.resistance = need_value(state_.to_kohm, "resistance");
    made.far_end = need_value(state_.to_ff, "capacitance");
    if (!take("*LOADS")) fail_expected("*LOADS");
    while (take("*RC")) {
      auto const pin_at = place();
      model::name pin = resolve(need_reference());
      made.sinks.push_back({std::move(pin), need_value(state_.to_ps, "delay"), pin_at});
      skip_poles();
    }
  }

  // *Q 2 -1.5 ( -3 4 ) *K 2 1 2
  void skip_poles() {
    auto const at = place();
    if (!take_mark('Q')) return;
    count(spef_unused::poles, at);
    skip_numbers();
    if (take_mark('K')) skip_numbers();
  }
  void skip_numbers() {
    while (has_word()) skip_plain_word();
  }

  model::direction need_direction() {
    using enum model::direction;
    auto const way = at_ == end_ ? '\0' : *at_;
    bool const is_one = way == 'I' || way == 'O' || way == 'B';
    if (!is_one || !is_word_end(at_ + 1)) fail_expected("I, O or B");
    skip_plain_word();
    return way == 'I' ? input : way == 'O' ? output : inout;
  }

  /// A name, or `*12` or `*12:rest`, through the name map.
  std::string resolve(std::string_view reference) {
    std::string name;
    std::size_t mapped = 0;
    if (!state_.names.append_known(reference, name, mapped)) state_.names.fail_unknown(file_, reference);
    check_spent(mapped_bytes_ += mapped, reference);
    return name;
  }
  model::wire_node node_of(std::string_view reference) {
    auto const node = nodes_.find(reference, run_.memory->pool(), mapped_bytes_);
    if (node.is_none()) state_.names.fail_unknown(file_, reference);
    check_spent(mapped_bytes_, reference);
    return node;
  }
  /// A few bytes may ask for terabytes.
  void check_spent(std::size_t mapped_bytes, std::string_view at) const {
    constexpr auto too_many = "the names that the file refers to are far longer than the file";
    if (mapped_bytes > most_spent_) fail_at(at, too_many);
  }

  float need_value(double scale, char const* what) {
    if (!has_word()) fail_expected("a number");
    auto const result = value_of(next_word(), scale, what);
    skip_blanks();
    return result;
  }
  float value_of(std::string_view word, double scale, char const* what) {
    double number = 0;
    if (!read_number(word, number)) number = typical_of(word);
    auto const result = static_cast<float>(number * scale);
    if (number >= 0 && result <= most_of_wires) return result;
    fail_value(word, number < 0 ? what : nullptr);
  }
  /// `what` should not be negative; null: the number is too large.
  [[noreturn, gnu::cold, gnu::noinline]] void fail_value(std::string_view word, char const* what) const {
    if (what == nullptr) fail_at(word, "the number " + in_quotes(word) + " is out of range");
    fail_at(word, std::string("expected a ") + what + " that is not negative, found " + in_quotes(word));
  }
  /// The middle one of three.
  [[gnu::noinline]] double typical_of(std::string_view word) {
    auto const first = word.find(':');
    if (first == word.npos) return number_of(file_, word);  // throws
    auto const second = word.find(':', first + 1);
    if (second == word.npos) fail_at(word, "expected a number or a triple a:b:c, found " + in_quotes(word));
    count(spef_unused::triple, place_of(word.data()));
    number_of(file_, word.substr(0, first));
    number_of(file_, word.substr(second + 1));
    return number_of(file_, word.substr(first + 1, second - first - 1));
  }

  /// Of capacitances, resistances, and of delays likewise.
  static constexpr float most_of_wires = most_capacitance;
  static_assert(most_of_wires == most_resistance && most_of_wires <= most_time);

  spef_run& run_;
  std::atomic<std::size_t>& spent_;
  std::size_t most_spent_, spent_before_ = 0, mapped_bytes_ = 0;
  spef_nodes nodes_;
  std::vector<model::wire_connection> pins_;  // of the net that is read
  std::vector<model::capacitor> capacitors_;
  std::vector<model::resistor> resistors_;
};

}  // namespace gsta::io::detail
