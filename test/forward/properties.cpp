#include "test/forward/properties_body.hpp"
#include "test/support/backends.hpp"

using namespace gsta_test;

TEST_CASE("a false path over everything leaves no check", "[forward][small]") {
  on_host_backends([](auto const& exec) { false_everywhere_leaves_no_check(exec, 0, 60); });
}

TEST_CASE("factors of one change no bit", "[forward][small]") {
  on_host_backends([](auto const& exec) { factors_of_one_change_nothing(exec, 0, 100); });
}

TEST_CASE("an ideal clock's latency equals a propagated clock's insertion over wires without delay",
          "[forward][small]") {
  on_host_backends([](auto const& exec) { ideal_latency_equals_insertion(exec, 0, 40); });
}
