// gsta::host: what collects tables into a pool.
#include "gsta/lut/detail/lut_pool_builder.hpp"
