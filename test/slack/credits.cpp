#include "test/slack/credits_body.hpp"
#include "test/support/backends.hpp"

using namespace gsta_test;

TEST_CASE("slacks with credits are those of the worst of all paths", "[slack][slow]") {
  credits::slacks_equal_all_paths(gsta::host_executor{}, 0, 3000);
}

TEST_CASE("slacks with credits are the same on every backend", "[slack][small]") {
  on_host_backends([](auto const& exec) { credits::slacks_equal_all_paths(exec, 3000, 3200); });
}

TEST_CASE("slacks rise with the credits that conventions give where clock paths meet", "[slack][small]") {
  on_host_backends([](auto const& exec) { credits::slacks_rise(exec, 0, 400); });
}
