#include "src/report/slack_bins.hpp"

#include <numeric>

#include "test/support/catch.hpp"

using namespace gsta;
using gsta::detail::make_slack_bins;
using gsta::detail::nice_step;
using gsta::detail::slack_bins;

namespace {

std::size_t total(slack_bins const& bins) {
  return std::accumulate(bins.count.begin(), bins.count.end(), std::size_t{0});
}

}  // namespace

TEST_CASE("slack bins: steps are 1, 2 or 5 times a power of ten", "[report]") {
  CHECK(nice_step(0) == 0.01);
  CHECK(nice_step(0.003) == 0.01);
  CHECK(nice_step(1) == 1);
  CHECK(nice_step(1.1) == 2);
  CHECK(nice_step(2.5) == 5);
  CHECK(nice_step(7) == 10);
  CHECK(nice_step(10) == 10);
  CHECK(nice_step(1234) == 2000);
}

TEST_CASE("slack bins: no values, one value", "[report]") {
  CHECK(make_slack_bins({}).count.empty());
  auto const one = make_slack_bins({-174.5f});  // a step of 20; three empty bins on either side
  CHECK(one.step == 20);
  CHECK(one.count == std::vector<std::size_t>{0, 0, 0, 1, 0, 0, 0});
  CHECK(one.low(3) == -180);
  CHECK(make_slack_bins({0.0f, 0.0f}).count == std::vector<std::size_t>{0, 0, 0, 2, 0, 0, 0});
}

TEST_CASE("slack bins: zero separates bins", "[report]") {
  auto const bins = make_slack_bins({-7, -0.001f, 0, 0.001f, 62});  // 69 / 32 makes a step of 5
  CHECK(bins.step == 5);
  CHECK(bins.first == -2);
  REQUIRE(bins.count.size() == 15);
  CHECK(bins.count[0] == 1);
  CHECK(bins.count[1] == 1);
  CHECK(bins.count[2] == 2);
  CHECK(bins.count[14] == 1);
  CHECK_FALSE((bins.open_low || bins.open_high));
}

TEST_CASE("slack bins: a few values far out share an end bin", "[report]") {
  std::vector<float> values;
  for (int i = 0; i < 1000; ++i) values.push_back(static_cast<float>(i % 100));
  values.insert(values.end(), {50'000, 60'000, -90'000});
  auto const bins = make_slack_bins(values);
  CHECK(bins.open_low);
  CHECK(bins.open_high);
  CHECK(bins.count.size() < 40);
  CHECK(bins.least == -90'000);
  CHECK(bins.most == 60'000);
  CHECK(total(bins) == 1003);
  // The violation is in a bin below zero of its own.
  CHECK(bins.low(0) < 0);
  CHECK(bins.low(1) == 0);
  CHECK(bins.count[0] == 1);
}

TEST_CASE("slack bins: ends that do not lie far out have bins of their own", "[report]") {
  std::vector<float> values{-10};
  for (int i = 0; i < 399; ++i) values.push_back(static_cast<float>(i));
  values.push_back(410);  // of 401 values two are left out at either end to see where the others lie
  auto const bins = make_slack_bins(values);
  CHECK_FALSE((bins.open_low || bins.open_high));
  CHECK(bins.step == 20);
  CHECK(bins.low(0) == -20);
  CHECK(bins.count.front() == 1);
  REQUIRE(bins.count.size() == 22);
  CHECK(bins.low(21) == 400);
  CHECK(bins.count.back() == 1);
}

TEST_CASE("slack bins: values far out on the good side of zero are not among violations", "[report]") {
  std::vector<float> values(1000, -500.0f);
  values.insert(values.end(), {-501, 9000});
  auto const bins = make_slack_bins(values);
  CHECK(bins.open_high);
  CHECK(bins.low(bins.count.size() - 1) == 0);
  CHECK(bins.count.back() == 1);
  CHECK(bins.count.size() < 40);
  CHECK(total(bins) == 1002);
}

TEST_CASE("slack bins: huge and tiny values", "[report]") {
  for (auto const& values : {std::vector<float>{-3e38f, 3e38f}, {1e-30f, 2e-30f}, {3e38f}, {-1e-38f, 0}}) {
    auto const bins = make_slack_bins(values);
    CHECK(total(bins) == values.size());
    CHECK(bins.count.size() < 40);
  }
}
