// Tables: a pool that stores equal ones once, and looking things up within, beyond and in pairs.
#include <cmath>
#include <cstdio>
#include <gsta/gsta.hpp>

namespace {
bool near(float value, double expected) { return std::abs(static_cast<double>(value) - expected) < 1e-4; }
}  // namespace

int main() {
  gsta::lut_pool_builder builder;
  // x is the input slew in ps, y the load in fF; values go row by row, y fastest.
  gsta::id const delay = builder.add({10, 20, 40}, {1, 4},
                                     {/*slew 10*/ 5, 11,  //
                                      /*slew 20*/ 7, 13,  //
                                      /*slew 40*/ 10, 22});
  gsta::id const slew = builder.add({10, 20, 40}, {1, 4}, {8, 20, 9, 21, 12, 24});
  gsta::id const again = builder.add({10, 20, 40}, {1, 4}, {8, 20, 9, 21, 12, 24});
  gsta::id const constant = builder.add({}, {}, {6});
  auto const pool = builder.view();  // plain arrays, for lookups here or on a GPU
  std::printf("%zu tables on %zu axes, %zu values\n", pool.tables.size(), pool.axis_begin.size() - 1,
              pool.values.size());

  // At slew 30, load 2: half way between the last two rows, a third of the way along them.
  //   load 1: (7 + 10) / 2 = 8.5, load 4: (13 + 22) / 2 = 17.5, so 8.5 + 9 / 3 = 11.5.
  float const within = lookup(pool, delay, 30, 2);
  // At slew 0, load 1: the first segment goes on, 5 - 10 * (7 - 5) / 10 = 3. Beyond the largest load, too:
  // at slew 10, load 7: 11 + 3 * (11 - 5) / 3 = 17.
  float const below = lookup(pool, delay, 0, 1), above = lookup(pool, delay, 10, 7);
  std::printf("delay: %.2f ps within, %.2f and %.2f ps beyond the axes\n", within, below, above);

  // A cell arc needs delay and output slew at the same point: shared axes are searched once.
  // Slew at (30, 2): load 1: 10.5, load 4: 22.5, so 10.5 + 12 / 3 = 14.5.
  gsta::lookup_pair_result const both = lookup_pair(pool, delay, slew, 30, 2);
  std::printf("delay and slew: %.2f and %.2f ps\n", both.first, both.second);

  bool const good = slew == again && pool.tables.size() == 3 && near(within, 11.5) && near(below, 3) &&
                    near(above, 17) && both.first == within && near(both.second, 14.5) &&
                    lookup(pool, constant, 123, 456) == 6;
  return good ? 0 : 1;
}
