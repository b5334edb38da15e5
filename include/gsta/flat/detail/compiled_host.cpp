// gsta::host: what turns records with names into arrays, and checks arrays against each other.
#include "gsta/flat/detail/flatten.hpp"
#include "gsta/flat/detail/validate.hpp"
