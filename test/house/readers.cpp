// Many threads ask a live timer, all of them first at once, behind each of several rounds of edits. Built
// with -fsanitize=thread, which ends it with an error where two of them race; and what they read is what one
// thread reads.
#include <atomic>
#include <cstdio>
#include <memory>
#include <thread>
#include <vector>

#include "gsta/sta/live_reader.hpp"
#include "test/support/random.hpp"
#include "test/support/random_circuit.hpp"

namespace {

using gsta::id;
using live = gsta::live_timer<gsta::host_executor>;
using reader = gsta::live_reader<gsta::host_executor>;

/// A sum over what everyone must read alike.
struct answers {
  double figures = 0;
  std::size_t steps = 0;

  bool operator==(answers const&) const = default;
};

answers ask(reader const& of, std::size_t pins) {
  answers all;
  for (auto const side : {gsta::split::early, gsta::split::late})
    all.figures += static_cast<double>(of.summary(side).tns);
  for (std::size_t p = 0; p < pins; ++p) {
    auto const at = of.pin(static_cast<id>(p));
    for (int c = 0; c < gsta::conditions; ++c) {
      for (float const value : {at.slack[c], at.arrival[c], at.slew[c]})
        if (gsta::math::is_defined(value)) all.figures += static_cast<double>(value);
    }
  }
  for (std::size_t i = 0; i < of.timing().view().checks.check.size(); ++i)
    all.steps += of.worst_path(static_cast<id>(i), gsta::edge::rise).size();
  return all;
}

bool run(std::uint64_t seed) {
  auto design = gsta_test::random_circuit(seed, 150);
  gsta::timer_options options;
  if (seed % 2 == 1) options.credits = gsta::common_path::by_pin;
  live timer(gsta::host_executor{}, design, options);
  gsta_test::prng random(seed);
  std::size_t const pins = design.pin_load.size();
  for (int round = 0; round < 5; ++round) {
    for (int i = 0; i < 10; ++i)
      timer.edits().set_pin_load(random.below(static_cast<int>(pins)),
                                 gsta::same_value(static_cast<float>(random.real(0.5, 20))));
    auto const asked = std::make_unique<reader>(timer);
    std::vector<answers> seen(8);
    std::atomic<int> ready{0};
    std::vector<std::thread> threads;
    for (auto& own : seen)
      threads.emplace_back([&] {
        for (++ready; ready < static_cast<int>(seen.size());) std::this_thread::yield();
        own = ask(*asked, pins);
      });
    for (auto& thread : threads) thread.join();
    gsta::timer<gsta::host_executor> fresh(gsta::host_executor{}, design, options);
    fresh.update(gsta::host_executor{});
    answers const expected = ask(*asked, pins);
    bool good =
        fresh.summary(gsta::host_executor{}, gsta::split::late).tns == asked->summary(gsta::split::late).tns;
    for (auto const& own : seen) good = good && own == expected;
    if (good && expected.steps > 0) continue;
    std::printf("seed %llu, round %d: threads read different things\n", static_cast<unsigned long long>(seed),
                round);
    return false;
  }
  return true;
}

}  // namespace

int main() {
  for (std::uint64_t seed = 0; seed < 6; ++seed)
    if (!run(seed)) return 1;
}
