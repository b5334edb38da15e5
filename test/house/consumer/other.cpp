#include <gsta/gsta.hpp>

float third(float x) { return gsta::math::div(x, 3.0f); }
