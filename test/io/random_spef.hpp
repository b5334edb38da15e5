#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "gsta/io/spef.hpp"
#include "gsta/model/wires.hpp"
#include "test/io/spef_compare.hpp"
#include "test/support/random.hpp"

namespace gsta_test {

inline constexpr char const* spef_header =
    "*SPEF \"x\"\n*DIVIDER /\n*DELIMITER :\n*BUS_DELIMITER [ ]\n*T_UNIT 1 PS\n*C_UNIT 1 PF\n*R_UNIT 1 OHM\n";

/// A file of SPEF, and what it means: its writer knows.
struct written_spef {
  /// A word that may be replaced by a wrong one, and what is to be said then.
  struct fault {
    std::size_t begin, size;
    std::string by, error;  ///< the error behind the file's name
  };
  struct note {
    std::string kind;
    std::string first;  ///< behind the file's name
    std::size_t count = 0;
  };

  std::string text;
  gsta::model::parasitics wires;
  std::map<int, note> notes;  ///< in the order in which they are reported
  std::vector<fault> faults;

  /// As `spef_as_read` has it of a file of that name.
  std::string as_read(std::string const& name) const {
    return spef_as_read([&](auto& seen) {
      for (auto const& [kind, one] : notes) seen.add(one.kind, name + one.first, one.count);
      auto read = wires;
      read.file = name;
      return read;
    });
  }
  /// The text with one of its words replaced, and the error then.
  std::pair<std::string, std::string> spoilt(prng& random, std::string const& name) const {
    auto const& one = random.pick(faults);
    return {std::string(text).replace(one.begin, one.size, one.by), name + one.error + " "};
  }
};

/// Writes nets as extraction does, with all that may stand in them, and keeps what they mean.
class spef_writer {
 public:
  spef_writer(prng& random, int nets, gsta::io::spef_options const& options)
      : random_(random),
        nets_(nets),
        is_mapped_(random.chance(50)),
        prefix_(options.prefix.empty() ? "" : options.prefix + "/"),
        factor_(options.coupling_factor) {
    put(spef_header);
    if (!is_mapped_) return;
    put("*NAME_MAP\n");
    for (int i = 0; i < nets_; ++i)
      put("*" + std::to_string(i) + " top/n\\[" + std::to_string(i) + "]\n*" + std::to_string(nets_ + i) +
          " top/u" + std::to_string(i) + "\n");
  }

  written_spef finish() && { return std::move(made_); }

  /// Nets whose numbers are those of their names, but for some that stand twice.
  void nets() {
    for (int i = 0; i < nets_; ++i) {
      net(i);
      if (random_.chance(1)) reduced_net(i);
      if (random_.chance(1)) other_sections();
    }
  }

  /// More of the header, in the place of more nets. It changes the unit of capacitance.
  void header_goes_on() {
    put("*C_UNIT 2 FF\n*NAME_MAP\n*77777777 late\n");
    to_ff_ = 2;
  }

 private:
  using fault = written_spef::fault;

  void put(std::string const& piece) {
    for (char const c : piece) {
      made_.text += c;
      ++column_;
      if (c != '\n') continue;
      ++line_;
      column_ = 1;
    }
  }
  std::string here() const { return ":" + std::to_string(line_) + ":" + std::to_string(column_); }
  gsta::model::wire_location place() const { return {line_, column_}; }
  void blank() {
    put(random_.pick(std::vector<std::string>{" ", " ", " ", "  ", "\t", "\f", " // note\n", "\r\n"}));
  }
  void end_line() { put(random_.pick(std::vector<std::string>{"\n", " \n", " // c\n", "\r\n"})); }
  void count(int order, char const* kind) {
    auto& one = made_.notes.try_emplace(order, written_spef::note{kind, here(), 0}).first->second;
    ++one.count;
  }
  /// The word that comes next may be replaced.
  void plant(std::string const& word, std::string const& by, std::string const& sentence) {
    if (random_.chance(5)) made_.faults.push_back({made_.text.size(), word.size(), by, here() + sentence});
  }

  float value(double scale) {
    auto const text = random_.pick(std::vector<std::string>{"0", "1", "0.25", "12.345678901", "1e-3", "+4",
                                                            "0.1234567890123456", "3.", "1:2:3", "0.000001",
                                                            "123456789", ".5"});
    if (text == "1:2:3") count(6, "value of three corners a:b:c, the typical one used");
    plant(text, "bad", ": error: expected a number, found \"bad\"");
    auto const number = std::strtod(text == "1:2:3" ? "2" : text.c_str(), nullptr);
    put(text);
    return static_cast<float>(number * scale);
  }
  /// Returns what a written name means.
  std::string name(std::string const& written, std::string const& meant) {
    plant(written, "*999999999:1", ": error: the name map has no \"*999999999\"");
    put(written);
    return prefix_ + meant;
  }
  std::string net_name(int i, std::string const& behind = "") {
    auto const number = std::to_string(i);
    return is_mapped_ ? name("*" + number + behind, "top/n[" + number + "]" + behind)
                      : name("n" + number + behind, "n" + number + behind);
  }
  std::string pin_name(int i) {
    return is_mapped_ ? name("*" + std::to_string(nets_ + i) + ":A", "top/u" + std::to_string(i) + ":A")
                      : name("u" + std::to_string(i) + ":A", "u" + std::to_string(i) + ":A");
  }
  std::string node(int of_net, int nodes) {
    int const k = random_.below(nodes + 1);
    return k == 0 ? pin_name(random_.below(nets_)) : net_name(of_net, ":" + std::to_string(k));
  }

  void keep(gsta::model::wire_net net, std::string const& at) {
    bool const is_first = made_.wires.find(net.name) == nullptr;
    made_.wires.add(std::move(net));
    if (is_first) return;
    auto& one =
        made_.notes.try_emplace(7, written_spef::note{"net extracted twice, the last one used", at, 0})
            .first->second;
    ++one.count;
  }

  void net(int i) {
    int const nodes = random_.between(1, random_.chance(2) ? 300 : 8);
    gsta::model::wire_net made;
    put("\n*D_NET");
    blank();
    auto const at = here();
    made.at = place();
    made.name = net_name(random_.chance(2) ? 0 : i);
    blank();
    made.total = value(to_ff_);
    put(random_.chance(5) ? " *V 1\n" : "\n");
    if (random_.chance(90)) pins(made, i);
    put("*CAP\n");
    for (int k = 0; k < nodes; ++k) capacitor(made, i, nodes, k);
    if (random_.chance(2)) inductors();
    put("*RES\n");
    for (int k = 0; k < nodes; ++k) resistor(made, i, nodes, k);
    plant("*END", "*FOO", ": error: expected *CONN, *CAP, *RES or *END in the net, found \"*FOO\"");
    put("*END\n");
    keep(std::move(made), at);
  }

  void pins(gsta::model::wire_net& made, int i) {
    using enum gsta::model::direction;
    put("*CONN\n*I ");
    auto const pin_at = place();
    made.connect(pin_name(i), false, output, pin_at);
    put(" O *C 1 2 *D INV");
    put(random_.chance(5) ? " \"two\nlines\"\n" : "\n");
    if (random_.chance(10)) {
      put("*N ");
      put("n:1 *C 3 4 // node\n");
    }
    put("*P");
    blank();
    auto const port_at = place();
    auto const port = name("p" + std::to_string(i), "p" + std::to_string(i));
    blank();
    bool const is_input = random_.chance(50);
    plant("I", "Z", ": error: expected I, O or B, found \"Z\"");
    put(is_input ? "I" : "B");
    put("\n");
    made.connect(port, true, is_input ? input : inout, port_at);
  }

  void capacitor(gsta::model::wire_net& made, int i, int nodes, int k) {
    put(std::to_string(k));
    blank();
    auto const from = node(i, nodes);
    put(" ");
    std::string other;
    if (random_.chance(20)) {
      other = node(i, nodes);
      put("\t");
    }
    auto const farads = value(to_ff_);
    made.add_capacitor(from, other.empty() ? farads : factor_ * farads, other);
    sensitivities();
    end_line();
  }

  void resistor(gsta::model::wire_net& made, int i, int nodes, int k) {
    put(std::to_string(k) + " ");
    auto const at = place();
    auto const a = node(i, nodes);
    blank();
    auto const b = node(i, nodes);
    put(" ");
    made.add_resistor(a, b, value(1.0 / 1000), at);
    sensitivities();
    put("\n");
  }

  void sensitivities() {
    if (!random_.chance(1)) return;
    put(" ");
    count(4, "*SC sensitivities, skipped");
    put("*SC 1:0.2 2:-3e1");
  }
  void inductors() {
    count(3, "*INDUC, skipped");
    put("*INDUC\n1 a b 2\n");
  }

  void reduced_net(int i) {
    gsta::model::wire_net made;
    put("*R_NET ");
    auto const at = here();
    made.at = place();
    made.name = net_name(i);
    put(" ");
    made.total = value(to_ff_);
    for (int drivers = random_.below(3); drivers > 0; --drivers) driver(made.reduced.emplace_back(), i);
    put("\n");
    plant("*END", "*FOO", ": error: expected *DRIVER, *RC or *END in the reduced net, found \"*FOO\"");
    put("*END\n");
    keep(std::move(made), at);
  }

  void driver(gsta::model::reduced_driver& made, int i) {
    put("\n*DRIVER ");
    made.at = place();
    made.pin = pin_name(i);
    put(" *CELL INV *C2_R1_C1 ");
    made.near_end = value(to_ff_);
    put(" ");
    made.resistance = value(1.0 / 1000);
    put(" ");
    made.far_end = value(to_ff_);
    blank();
    put("*LOADS\n");
    for (int sinks = random_.below(4); sinks > 0; --sinks) {
      auto& sink = made.sinks.emplace_back();
      put("*RC ");
      sink.at = place();
      sink.pin = pin_name(random_.below(nets_));
      put(" ");
      sink.elmore = value(1);
      put("\n");
      if (!random_.chance(30)) continue;
      count(1, "*Q *K poles and residues of a reduced net, skipped: its Elmore delays count");
      put("*Q 2 -1.5 ( -3 4 ) *K 2 1 2\n");
    }
  }

  void other_sections() {
    count(0, "physical net (*D_PNET, *R_PNET), skipped");
    put("*D_PNET q 1 *CONN \"x\n*END \" *END\n");
    count(2, "*DEFINE (hierarchical SPEF), skipped");
    put("*DEFINE u7 u8 \"block\"\n");
  }

  prng& random_;
  int nets_;
  bool is_mapped_;
  std::string prefix_;
  float factor_;
  double to_ff_ = 1000;
  std::uint32_t line_ = 1, column_ = 1;
  written_spef made_;
};

/// Nets behind a header; `header_goes_on`: and it goes on behind them, with other nets behind that.
inline written_spef random_spef(prng& random, int nets, bool header_goes_on = false,
                                gsta::io::spef_options const& options = {}) {
  spef_writer writer(random, nets, options);
  writer.nets();
  if (header_goes_on) {
    writer.header_goes_on();
    writer.nets();
  }
  return std::move(writer).finish();
}

}  // namespace gsta_test
