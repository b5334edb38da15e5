#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>

#include "gsta/io/detail/spef_net_reader.ipp"

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

}  // namespace gsta::io::detail
