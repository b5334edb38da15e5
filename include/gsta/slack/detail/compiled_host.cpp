// gsta::host: the order of checks of design rules.
#include "gsta/slack/detail/rule_order.hpp"
