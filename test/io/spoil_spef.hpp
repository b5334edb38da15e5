#pragma once

#include <string>
#include <vector>

#include "test/io/spoil_text.hpp"

namespace gsta_test {

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
  for (int edits = random.between(1, 3); edits > 0 && !text.empty(); --edits)
    spoil_text(random, text, pieces, 100);
}

}  // namespace gsta_test
