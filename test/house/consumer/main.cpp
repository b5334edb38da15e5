#include <gsta/gsta.hpp>

float third(float x);

int main() {
  gsta::host_executor const exec;
  gsta::buffer<float, gsta::memory_space::host> values(exec, 8);
  gsta::fill(exec, values.view(), third(6.0f));
  return gsta::math::ordered_sum<float>(8, [&](int i) { return values[i]; }) == 16.0f ? 0 : 1;
}
