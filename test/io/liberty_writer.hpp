#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include "test/io/liberty_record.hpp"
#include "test/support/random.hpp"

/// Writes random libraries in units of their own, and keeps a record of what each pin must come out as, in ps
/// and fF. It shares nothing with the reader: buses are expanded in the record as they are written.
namespace gsta_test {

class liberty_writer {
 public:
  explicit liberty_writer(std::uint64_t seed) : random_(seed) {}

  std::vector<wanted_cell> cells;
  double defaults[3] = {0, 0, 0};  ///< of input, output, inout pins, fF

  std::string write() {
    ps_ = random_.pick<double>({1, 10, 100, 1000});
    ff_ = random_.pick<double>({1, 5, 100, 1000});
    std::string body;
    for (int i = 0; i < 3; ++i) defaults[i] = random_.chance(50) ? random_.real(0, 9) : 0;
    for (int i = 0; i < 6; ++i) body += new_template(i);
    for (int i = random_.between(1, 4); i > 0; --i) body += new_cell();
    char const* const unit = ps_ == 1 ? "1ps" : ps_ == 10 ? "10ps" : ps_ == 100 ? "\"100ps\"" : "1ns";
    std::string const load = ff_ == 1000  ? "(1, pf)"
                             : ff_ == 100 ? "(0.1,pf)"
                             : ff_ == 5   ? "(5, ff)"
                                          : "(1 ff)";
    std::string const head = std::string("time_unit : ") + unit + end() + "capacitive_load_unit " + load +
                             end() + "default_input_pin_cap : " + number(defaults[0] / ff_) + end() +
                             "default_output_pin_cap : " + number(defaults[1] / ff_) + end() +
                             "default_inout_pin_cap : " + number(defaults[2] / ff_) + end();
    return "library (random) {\n" + (random_.chance(50) ? head + body : body + head) + "}\n";
  }

 private:
  struct known_template {
    std::string name;
    bool is_check;
    std::vector<wanted_axis> axes;  ///< without values: each table has its own
    bool has_axes;
  };
  struct bits {
    std::string name;
    std::vector<std::string> pins;
    bool has_pin_groups = false;  ///< inside its own group
  };

  std::string end() { return random_.chance(25) ? "\n" : random_.chance(50) ? " ;\n" : "; "; }

  /// One of the ways to write a number.
  std::string number(double value) {
    char text[40];
    std::snprintf(text, sizeof text, random_.chance(50) ? "%.9g" : "%.8e", value);
    std::string result = text;
    if (result.rfind("0.", 0) == 0 && random_.chance(50)) result.erase(0, 1);
    if (result.find_first_of(".e") == result.npos && random_.chance(50)) result += '.';
    return value >= 0 && random_.chance(5) ? "+" + result : result;
  }

  std::string list(std::vector<double> const& values, double unit, std::size_t row) {
    std::string result = "(";
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (i % row == 0) result += i == 0 ? "\"" : random_.chance(50) ? "\", \\\n  \"" : "\" \"";
      result += number(values[i] / unit);
      if ((i + 1) % row != 0) result += random_.chance(50) ? ", " : " ";
    }
    return result + "\")";
  }

  double unit_of(std::string const& variable) const {
    return variable == "total_output_net_capacitance" ? ff_ : ps_;
  }
  std::vector<double> new_axis() {
    std::vector<double> values = {random_.real(0, 5)};
    for (int i = random_.below(4); i > 0; --i) values.push_back(values.back() + random_.real(0.5, 50));
    return values;
  }

  std::string new_template(int i) {
    bool const is_check = i % 3 == 2;
    known_template t{"t" + std::to_string(i), is_check, {}, random_.chance(60)};
    std::vector<std::string> variables =
        is_check ? std::vector<std::string>{"related_pin_transition", "constrained_pin_transition"}
                 : std::vector<std::string>{"input_net_transition", "total_output_net_capacitance"};
    if (!is_check && random_.chance(30)) variables[0] = "input_transition_time";
    random_.shuffle(variables);
    if (random_.chance(30)) variables.pop_back();
    std::string text = "lu_table_template (" + t.name + ") { ";
    for (std::size_t k = 0; k < variables.size(); ++k) {
      t.axes.push_back({variables[k], new_axis()});
      text += "variable_" + std::to_string(k + 1) + " : " + variables[k] + end();
      if (t.has_axes) text += index(k, t.axes[k]);
    }
    templates_.push_back(t);
    return text + "}\n";
  }
  std::string index(std::size_t k, wanted_axis const& axis) {
    return "index_" + std::to_string(k + 1) + " " + list(axis.values, unit_of(axis.variable), 99) + end();
  }

  std::string new_table(int kind, wanted_table& wanted) {
    bool const is_check = kind >= 4;
    std::string text = std::string(table_names[kind]) + " (";
    std::string axes;
    if (random_.chance(20)) {
      text += random_.chance(50) ? "scalar" : "\"scalar\"";
    } else {
      auto t = random_.pick(templates_);
      while (t.is_check != is_check) t = random_.pick(templates_);
      for (std::size_t k = 0; k < t.axes.size(); ++k) {
        if (t.has_axes && !random_.chance(30)) continue;
        t.axes[k].values = new_axis();
        axes += index(k, t.axes[k]);
      }
      wanted.axes = t.axes;
      text += t.name;
    }
    std::size_t count = 1;
    for (auto const& axis : wanted.axes) count *= axis.values.size();
    for (std::size_t i = 0; i < count; ++i) wanted.values.push_back(random_.real(-100, 900));
    auto const row = wanted.axes.empty() ? 1 : wanted.axes.back().values.size();
    return text + ") { " + axes + "values " + list(wanted.values, ps_, random_.chance(70) ? row : count) +
           end() + "}\n";
  }

  /// A timing() group, and for each of `width` bits what it means there.
  std::string new_timing(std::size_t width, std::vector<wanted_timing>& wanted) {
    bool const is_check = random_.chance(40);
    wanted_timing of_all;
    of_all.type = is_check ? random_.pick<std::string>({"setup_rising", "hold_falling", "skew_rising"}) : "";
    std::string tables;
    for (int kind = is_check ? 4 : 0; kind < (is_check ? 6 : 4); ++kind) {
      if (random_.chance(70)) tables += new_table(kind, of_all.tables[kind]);
    }
    if (tables.empty()) tables = new_table(is_check ? 4 : 0, of_all.tables[is_check ? 4 : 0]);
    wanted.assign(width, of_all);
    std::string names, attribute = random_.chance(25) ? "related_bus_pins" : "related_pin";
    for (int i = random_.between(1, 2); i > 0; --i) {
      auto const& from = random_.pick(sources_);
      names += (names.empty() ? "" : " ") + from.name;
      bool const pairs = attribute == "related_pin" && from.pins.size() == width;
      for (std::size_t k = 0; k < width; ++k) {
        auto& related = wanted[k].related;
        if (pairs) related.push_back(from.pins[k]);
        if (!pairs) related.insert(related.end(), from.pins.begin(), from.pins.end());
      }
    }
    std::string when;
    if (random_.chance(30))
      when = "when : \"" + new_expression(width, wanted, &wanted_timing::when) + "\"" + end();
    std::string const type = is_check ? "timing_type : " + of_all.type + end() : "";
    return "timing () { " + when + attribute + " : \"" + names + "\"; " + type + tables + "}\n";
  }

  /// An expression over sources that are single or `width` wide, and what it is for each bit.
  template <class T>
  std::string new_expression(std::size_t width, std::vector<T>& wanted, std::string T::* member) {
    std::string text;
    for (int i = random_.between(1, 3); i > 0; --i) {
      auto const& from = random_.pick(sources_);
      if (from.pins.size() != 1 && from.pins.size() != width) continue;
      std::string const sign = text.empty() ? random_.pick<std::string>({"", "!", "("})
                                            : random_.pick<std::string>({" & ", "*!", "^", " "});
      std::string const after = sign == "(" ? "')" : "";
      text += sign + from.name + after;
      for (std::size_t k = 0; k < width; ++k) {
        (wanted[k].*member) += sign + from.pins[from.pins.size() == 1 ? 0 : k] + after;
      }
    }
    if (text.empty()) {
      for (auto& bit : wanted) bit.*member = "1";
    }
    return text.empty() ? "1" : text;
  }

  /// Capacitances, which change what `pins` have so far.
  std::string new_capacitances(std::vector<wanted_pin*> const& pins) {
    std::string all, edges[2], ranges[2];
    auto const set = [&](int s, int e, double value) {
      for (auto* const pin : pins) pin->capacitance[s][e] = value;
    };
    if (random_.chance(60)) {
      double const value = random_.real(0, 50);
      for (int c = 0; c < 4; ++c) set(c / 2, c % 2, value);
      all = "capacitance : " + number(value / ff_) + end();
    }
    for (int e = 0; e < 2; ++e) {
      std::string const name = e == 0 ? "rise_capacitance" : "fall_capacitance";
      if (random_.chance(40)) {
        double const value = random_.real(0, 50);
        set(0, e, value);
        set(1, e, value);
        edges[e] = name + " : " + number(value / ff_) + end();
      }
      if (random_.chance(30)) {
        double const least = random_.real(0, 50), most = least + random_.real(0, 9);
        set(0, e, least);
        set(1, e, most);
        ranges[e] = name + "_range (" + number(least / ff_) + ", " + number(most / ff_) + ")" + end();
      }
    }
    std::vector<std::string> parts = {all, edges[0], edges[1], ranges[0], ranges[1]};
    random_.shuffle(parts);
    std::string text;
    for (auto const& part : parts) text += part;
    return text;
  }

  /// What stands in a pin, bus or bundle group, for the pins that it means.
  std::string new_body(std::vector<wanted_pin*> const& pins, std::string const& direction) {
    std::vector<std::string> parts;
    if (!direction.empty()) parts.push_back("direction : " + direction + end());
    for (auto* const pin : pins) {
      if (direction.empty()) continue;
      pin->direction = direction;
      double const preset = defaults[direction == "input" ? 0 : direction == "output" ? 1 : 2];
      for (int c = 0; c < 4; ++c) pin->capacitance[c / 2][c % 2] = preset;
    }
    parts.push_back(new_capacitances(pins));
    if (random_.chance(40)) {
      std::vector<wanted_pin> made(pins.size());
      parts.push_back("function : \"" + new_expression(pins.size(), made, &wanted_pin::function) + "\"" +
                      end());
      for (std::size_t k = 0; k < pins.size(); ++k) pins[k]->function = made[k].function;
    }
    std::string text;
    random_.shuffle(parts);
    for (auto const& part : parts) text += part;
    for (int i = random_.below(3); i > 0; --i) {
      std::vector<wanted_timing> made;
      text += new_timing(pins.size(), made);
      for (std::size_t k = 0; k < pins.size(); ++k) pins[k]->timing.push_back(made[k]);
    }
    return text;
  }

  std::string new_cell() {
    wanted_cell cell;
    cell.name = "C" + std::to_string(cells.size());
    int const groups = random_.between(1, 5);
    std::string types;
    sources_ = {};
    std::vector<std::string> heads;
    for (int i = 0; i < groups; ++i) types += new_names("P" + std::to_string(i), heads);
    std::string text;
    for (std::size_t i = 0; i < sources_.size(); ++i) text += heads[i] + new_group(sources_[i], cell) + "}\n";
    cells.push_back(cell);
    return "cell (" + cell.name + ") {\n" + (random_.chance(50) ? types + text : text + types) + "}\n";
  }

  /// A new pin, bus, range or bundle: its names into `sources_`, the start of its group into `heads`. What is
  /// returned goes into the cell.
  std::string new_names(std::string const& name, std::vector<std::string>& heads) {
    int const kind = random_.below(4), width = random_.between(2, 4), from = random_.below(3);
    bits made{name, {name}, kind >= 2};
    if (kind == 0) {
      heads.push_back("pin (" + name + ") { ");
    } else if (kind == 3) {
      std::string members;
      made.pins.clear();
      for (int i = 0; i < width; ++i) {
        made.pins.push_back(name + std::string(1, static_cast<char>('a' + i)));
        members += (i == 0 ? "" : ", ") + made.pins.back();
      }
      heads.push_back("bundle (" + name + ") { members (" + members + "); ");
    } else {
      bool const downwards = random_.chance(50);
      int const first = downwards ? from + width - 1 : from, last = downwards ? from : from + width - 1;
      made.pins.clear();
      for (int i = first;; i += downwards ? -1 : 1) {
        made.pins.push_back(name + "[" + std::to_string(i) + "]");
        if (i == last) break;
      }
      if (kind == 1) {
        heads.push_back("pin (" + name + "[" + std::to_string(first) + ":" + std::to_string(last) + "]) { ");
      } else {
        heads.push_back("bus (" + name + ") { bus_type : type_" + name + "; ");
      }
    }
    sources_.push_back(made);
    return kind == 2 ? type_of(made) : "";
  }

  static std::string type_of(bits const& bus) {
    auto const digit = [](std::string const& pin) { return pin.substr(pin.size() - 2, 1); };
    bool const downwards = bus.pins.front() > bus.pins.back();
    return "type (type_" + bus.name +
           ") { base_type : array; data_type : bit; bit_width : " + std::to_string(bus.pins.size()) +
           "; bit_from : " + digit(bus.pins.front()) + "; bit_to : " + digit(bus.pins.back()) +
           "; downto : " + (downwards ? "true" : "false") + "; }\n";
  }

  std::string new_group(bits const& of, wanted_cell& cell) {
    std::vector<wanted_pin> made(of.pins.size());
    std::vector<wanted_pin*> all;
    for (std::size_t k = 0; k < made.size(); ++k) {
      made[k].name = of.pins[k];
      all.push_back(&made[k]);
    }
    std::string const body = new_body(all, random_.pick<std::string>({"input", "output", "inout"}));
    std::string inner;
    for (std::size_t k = 0; of.has_pin_groups && k < all.size(); ++k) {
      if (!random_.chance(30)) continue;
      bool const is_pair =
          made[k].name.find('[') != made[k].name.npos && k + 1 < all.size() && random_.chance(50);
      auto range = made[k].name;
      if (is_pair) range.insert(range.size() - 1, ":" + made[k + 1].name.substr(range.size() - 2, 1));
      inner += "pin (" + range + ") { ";
      inner += is_pair ? new_body({all[k], all[k + 1]}, "") : new_body({all[k]}, "");
      inner += "}\n";
      if (is_pair) ++k;
    }
    cell.pins.insert(cell.pins.end(), made.begin(), made.end());
    if (of.pins.size() > 1) cell.buses.push_back(of.pins);
    return random_.chance(50) ? body + inner : inner + body;
  }

  prng random_;
  double ps_ = 1, ff_ = 1;
  std::vector<known_template> templates_;
  std::vector<bits> sources_;  ///< of the cell being written: what expressions and related pins name
};

}  // namespace gsta_test
