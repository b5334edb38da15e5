// gsta::host: what makes arrival nodes and checks.
#include "gsta/constrain/detail/make_host_checks.hpp"
#include "gsta/constrain/detail/make_host_nodes.hpp"
