// gsta::host: what makes arrival nodes, checks and clock trees.
#include "gsta/constrain/detail/make_host_checks.hpp"
#include "gsta/constrain/detail/make_host_clock_tree.hpp"
#include "gsta/constrain/detail/make_host_nodes.hpp"
