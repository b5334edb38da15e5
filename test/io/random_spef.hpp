#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "test/support/random.hpp"

namespace gsta_test {

inline constexpr char const* spef_header =
    "*SPEF \"x\"\n*DIVIDER /\n*DELIMITER :\n*BUS_DELIMITER [ ]\n*T_UNIT 1 PS\n*C_UNIT 1 PF\n*R_UNIT 1 OHM\n";

/// Nets as extraction writes them, with all that the pieces know, and some of what only the grammar does.
inline std::string random_spef(prng& random, int nets, bool only_known) {
  bool const mapped = random.chance(50);
  std::string text = spef_header;
  if (mapped) {
    text += "*NAME_MAP\n";
    for (int i = 0; i < nets; ++i)
      text += "*" + std::to_string(i) + " top/n\\[" + std::to_string(i) + "]\n*" + std::to_string(nets + i) +
              " top/u" + std::to_string(i) + "\n";
  }
  auto const number = [&] {
    std::vector<std::string> const forms = {
        "0",  "1",     "0.25",     "12.345678901", "1e-3", "+4", "0.1234567890123456",
        "3.", "1:2:3", "0.000001", "123456789",    ".5"};
    return random.pick(forms);
  };
  auto const net = [&](int i) { return mapped ? "*" + std::to_string(i) : "n" + std::to_string(i); };
  auto const pin = [&](int i) {
    return (mapped ? "*" + std::to_string(nets + i) : "u" + std::to_string(i)) + ":A";
  };
  auto const blank = [&] {
    std::vector<std::string> const forms = {" ", " ", " ", "  ", "\t", "\f", " // note\n", "\r\n"};
    return random.pick(forms);
  };
  for (int i = 0; i < nets; ++i) {
    int const nodes = random.between(1, random.chance(2) ? 300 : 8);
    auto const node = [&] {
      int const k = random.below(nodes + 1);
      return k == 0 ? pin(random.below(nets)) : net(i) + ":" + std::to_string(k);
    };
    text += "\n*D_NET" + blank() + net(random.chance(2) ? 0 : i) + blank() + number() + "\n";
    if (random.chance(90)) {
      text += "*CONN\n*I " + pin(i) + " O *C 1 2 *D INV\n";
      if (random.chance(10)) text += "*N " + net(i) + ":1 *C 3 4 // node\n";
      text += "*P" + blank() + "p" + std::to_string(i) + blank() +
              random.pick(std::vector<std::string>{"I", "B"}) + "\n";
    }
    text += "*CAP\n";
    for (int k = 0; k < nodes; ++k)
      text += std::to_string(k) + blank() + node() + " " + (random.chance(20) ? node() + "\t" : "") +
              number() + random.pick(std::vector<std::string>{"\n", " \n", " // c\n", "\r\n"});
    if (!only_known && random.chance(1)) text += "*INDUC\n1 a b 2\n";
    text += "*RES\n";
    for (int k = 0; k < nodes; ++k)
      text += std::to_string(k) + " " + node() + blank() + node() + " " + number() + "\n";
    text += "*END\n";
    if (!only_known && random.chance(1)) text += "*R_NET n 1\n*END\n";
  }
  return text;
}

/// One to three edits, of which most make it wrong.
inline void spoil_spef(prng& random, std::string& text) {
  std::vector<std::string> const pieces = {"*D_NET ",
                                           "\n*D_NET n 1\n",
                                           "*END",
                                           "\"",
                                           "*CAP\n",
                                           "*",
                                           "-1",
                                           " ",
                                           "\n",
                                           "*RES",
                                           "*SC 1:2",
                                           "// x",
                                           "*C_UNIT 1 FF\n",
                                           "*NAME_MAP\n*5 x\n",
                                           "1:2",
                                           "*999999 ",
                                           "*99999999999999999999999 ",
                                           "\"\n*D_NET n 1\n\"",
                                           "*V 1",
                                           "*I",
                                           "\\",
                                           "1e999",
                                           "*P q"};
  for (int edits = random.between(1, 3); edits > 0; --edits) {
    auto const at = static_cast<std::size_t>(random.below(static_cast<int>(text.size())));
    switch (random.below(3)) {
      case 0:
        text.insert(at, random.pick(pieces));
        break;
      case 1:
        text.erase(at, static_cast<std::size_t>(random.between(1, 12)));
        break;
      default:
        text.resize(at);
        break;
    }
  }
}

}  // namespace gsta_test
