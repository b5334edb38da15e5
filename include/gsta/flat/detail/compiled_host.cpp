// gsta::host: what turns records with names into arrays.
#include "gsta/flat/detail/flatten.hpp"
