#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <deque>
#include <initializer_list>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gsta/core/error.hpp"
#include "gsta/core/host_memory.hpp"
#include "src/io/reader_memory.hpp"
#include "src/io/spef_net_reader.hpp"
#include "src/io/spef_scanner.hpp"
#include "src/io/spef_state.hpp"
#include "src/io/text.hpp"

namespace gsta::io::detail {

/// Reads the sections of SPEF: the header's, and nets.
class spef_reader : private spef_net_reader {
 public:
  using spef_net_reader::spef_net_reader;

  /// From the beginning of a file.
  void read_file() {
    skip_blanks();
    if (!take("*SPEF")) fail_expected("*SPEF at the start of the file");
    skip_words();
    while (at_ != end_)
      if (!read_section()) read_setting();
  }

  /// From the beginning of a net, behind the header, which other readers use meanwhile. Throws also where the
  /// header goes on.
  void read_nets() {
    while (at_ != end_)
      if (!read_section()) fail_expected("a net");
  }

 private:
  /// What changes nothing for the nets behind it; stays where something else stands.
  bool read_section() {
    auto const at = place();
    if (take("*D_NET")) {
      read_net();
    } else if (take("*R_NET")) {
      read_reduced_net();
    } else if (take("*D_PNET") || take("*R_PNET")) {
      count(spef_unused::other_net, at);
      skip_other_net();
    } else if (take("*DEFINE") || take("*PDEFINE")) {
      count(spef_unused::definition, at);
      skip_words();
    } else if (take("*VARIATION_PARAMETERS")) {
      count(spef_unused::variations, at);
      skip_words();
    } else {
      return take_unused();
    }
    return true;
  }

  bool take_unused() {
    for (auto const* const name : {"*DESIGN", "*DATE", "*VENDOR", "*PROGRAM", "*VERSION", "*L_UNIT",
                                   "*POWER_NETS", "*GROUND_NETS", "*PORTS", "*PHYSICAL_PORTS"}) {
      if (!take(name)) continue;
      skip_words();
      return true;
    }
    return false;
  }

  void skip_other_net() {
    while (at_ != end_ && !starts_with("*D_NET")) {
      if (take("*END")) return;
      skip_word();
    }
    fail_expected("*END");
  }

  void read_setting() {
    if (take("*NAME_MAP")) {
      read_name_map();
    } else if (take("*DELIMITER")) {
      state_.names.set_delimiter(need_sign());
    } else if (take("*DIVIDER")) {
      state_.names.set_divider(need_sign());
    } else if (take("*BUS_DELIMITER")) {
      state_.names.set_bus_delimiters(need_pair());
    } else if (take("*DESIGN_FLOW")) {
      read_flow();
    } else if (take("*C_UNIT")) {
      read_unit(state_.to_ff, "PF or FF", {{"FF", 1, 1}, {"PF", 1000, 1}});
    } else if (take("*R_UNIT")) {
      read_unit(state_.to_kohm, "OHM or KOHM", {{"KOHM", 1, 1}, {"OHM", 1, 1000}});
    } else if (take("*T_UNIT")) {
      read_unit(state_.to_ps, "NS or PS", {{"PS", 1, 1}, {"NS", 1000, 1}, {"US", 1e6, 1}});
    } else {
      fail_expected("*D_NET or another SPEF keyword");
    }
  }

  // *12 name
  void read_name_map() {
    while (end_ - at_ > 1 && *at_ == '*' && is_digit(at_[1])) {
      auto const* const begin = ++at_;
      while (at_ != end_ && is_digit(*at_)) ++at_;
      std::string_view const index(begin, static_cast<std::size_t>(at_ - begin));
      if (!is_word_end(at_)) fail_expected("a number after '*'");
      skip_blanks();
      state_.names.add(index, need_word("a name"));
    }
  }

  std::string_view need_sign() {
    if (at_ == end_ || !is_word_end(at_ + 1)) fail_expected("one of : . / |");
    return need_word("one of : . / |");
  }

  /// [] or [ ], up to the second sign.
  std::string_view need_pair() {
    if (!has_word()) fail_expected("a pair such as []");
    auto const* const begin = at_;
    auto const* end = begin + next_word().size();
    if (has_word_in_line()) {
      next_word();
      end = at_;
    }
    skip_blanks();
    return {begin, static_cast<std::size_t>(end - begin)};
  }

  /// PIN_CAP NONE, the rule, leaves the pins' own capacitance to the library; the others add it to the wires.
  void read_flow() {
    while (at_ != end_ && !is_keyword()) {
      if (*at_ != '"') {
        skip_word();
        continue;
      }
      auto const at = place();
      auto const flow = need_quoted();
      if (flow.find("PIN_CAP") == flow.npos || flow.find("NONE") != flow.npos) continue;
      state_.result.holds_pin_capacitance = true;
      count(spef_unused::pin_capacitance, at);
    }
  }

  struct unit {
    std::string_view capitals;
    double factor, divisor;
  };
  /// A number and one of the units, in capitals or not.
  void read_unit(double& into, char const* expected, std::initializer_list<unit> units) {
    auto const number = need_word("a number");
    auto const many = number_of(file_, number);
    if (many <= 0) fail_at(number, "expected a unit greater than 0, found " + in_quotes(number));
    auto const name = need_word(expected);
    auto const is_same = [](char a, char b) { return (a >= 'a' && a <= 'z' ? a - 'a' + 'A' : a) == b; };
    for (auto const& [capitals, factor, divisor] : units) {
      if (!std::equal(name.begin(), name.end(), capitals.begin(), capitals.end(), is_same)) continue;
      into = many * factor / divisor;
      return;
    }
    fail_at(name, std::string("expected ") + expected + ", found " + in_quotes(name));
  }
};

/// Reads a file by pieces, any thread one at a time, and joins what they held in their order.
class spef_runs {
 public:
  /// Of a text of so many bytes; 0: not known yet.
  spef_runs(spef_state& state, std::size_t bytes)
      : state_(state),
        bytes_(bytes),
        memories_(bytes == 0 ? most_memory : std::min(bytes + 1024, most_memory)) {}

  /// From the file's beginning, by this thread alone. Throws: input_error.
  void read_from_start(std::string_view text) {
    spef_run all;
    read({state_.file, text, 1, state_.file.text().size()}, all, [](auto& reader) { reader.read_file(); });
    reserve(all.nets.size());
    join(all);
  }

  /// The piece of that place behind the first net. Does nothing where another one was none that can be read
  /// so.
  void read_nets(spef_piece const& piece, std::size_t place) {
    if (has_failed_) return;
    spef_run made;
    try {
      read(piece, made, [](auto& reader) { reader.read_nets(); });
    } catch (input_error const&) {
      has_failed_ = true;
      return;
    }
    constexpr std::size_t least = 256;
    bytes_of_net_ = std::max(least, piece.text.size() / std::max<std::size_t>(1, made.nets.size()));
    keep(std::move(made), place);
    // One thread joins what there is while others go on reading.
    std::unique_lock const lock(joining_, std::try_to_lock);
    if (lock && bytes_ > 0) join_read();
  }
  bool has_failed() const noexcept { return has_failed_; }

  /// When all pieces are read; false where one was none that can be read so.
  bool finish() {
    if (has_failed_) return false;
    std::size_t left = 0;
    for (auto place = joined_; place < all_.size(); ++place) left += all_[place].nets.size();
    reserve(left);
    join_read();
    return true;
  }

  /// Where a net begins at the beginning of a line.
  static constexpr std::string_view block_start = "\n*D_NET ";

 private:
  template <class Read>
  void read(spef_piece const& piece, spef_run& into, Read const& read_all) {
    into.memory = memories_.take();
    auto const room = into.memory->room();
    into.nets.reserve(16 + piece.text.size() / bytes_of_net_ * 9 / 8);  // as many as others had, and more
    spef_reader reader(piece, state_, spent_, into);
    read_all(reader);
    // One that may not hold such a piece more is done: `spent_wires` gives back one after the other.
    if (auto const left = into.memory->room(); 2 * left > room) memories_.give_back(into.memory);
  }

  void keep(spef_run made, std::size_t place) {
    std::lock_guard const lock(keeping_);
    if (all_.size() <= place) all_.resize(place + 1);
    all_[place] = std::move(made);
  }
  /// The next one in order; null where it is not read yet.
  spef_run* next_read() {
    std::lock_guard const lock(keeping_);
    return joined_ < all_.size() && all_[joined_].memory ? &all_[joined_] : nullptr;
  }
  void join_read() {
    for (spef_run* one = next_read(); one != nullptr; one = next_read()) {
      if (joined_++ == 0) reserve(bytes_ / bytes_of_net_ * 17 / 16);
      join(*one);
    }
  }

  /// Room for so many nets more.
  void reserve(std::size_t count) {
    auto& all = state_.result;
    count += all.nets.size();
    all.nets.reserve(count);
    gsta::prefer_large_pages(all.nets.data(), count * sizeof(model::wire_net));
    all.net_index.reserve(count);
  }
  void join(spef_run& one) {
    auto& all = state_.result;
    all.memory.keep(one.memory, &one.memory->pool());
    state_.unused.add(one.unused);
    for (auto& net : one.nets) {
      auto const at = net.at;
      if (!all.add(std::move(net))) state_.unused.add(spef_unused::repeated_net, at);
    }
    std::vector<model::wire_net>().swap(one.nets);  // `= {}` would keep the memory
  }

  static constexpr std::size_t most_memory = std::size_t{16} << 20U;  // that a reader begins with

  spef_state& state_;
  std::size_t bytes_;
  reader_memories memories_;
  std::atomic<std::size_t> spent_{0};            // of what the name map may give
  std::atomic<std::size_t> bytes_of_net_{4096};  // in the piece that was read last
  std::atomic<bool> has_failed_{false};
  std::mutex joining_, keeping_;
  std::deque<spef_run> all_;  // which moves none as it grows
  std::size_t joined_ = 0;
};

}  // namespace gsta::io::detail
