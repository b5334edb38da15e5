// Says: gsta needs C++20: compile with -std=c++20
// Flags: -std=c++17
#include <gsta/gsta.hpp>
#include <gsta/io/liberty.hpp>
#include <gsta/sta/timer.hpp>

int main() { return gsta::slack_summary{}.wns == 0 ? 0 : 1; }
