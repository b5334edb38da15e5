// How many questions a second a live reader answers by the number of threads that ask at once: WNS and TNS,
// what a random pin has, the worst path of a random check. Usage: bench_live_readers [--credits] [PRESET...];
// without words aes_core and vga_lcd, with RC trees. The questions of a processor second stand beside, for
// machines whose cores others use too. Exits with 1 if a thread gets other answers than one that asks alone.
#include <time.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "bench/generate.hpp"
#include "bench/host_clock.hpp"
#include "gsta/sta/live_reader.hpp"
#include "test/support/random.hpp"

namespace {

using gsta::id;
using live = gsta::live_timer<gsta::host_executor>;
using reader = gsta::live_reader<gsta::host_executor>;

enum class question { figures, pin, path };
constexpr std::pair<question, char const*> questions[] = {
    {question::figures, "WNS and TNS"}, {question::pin, "a pin"}, {question::path, "a worst path"}};

/// Asks of random places. All state is its own; threads share the reader alone.
class asker {
 public:
  asker(reader const& of, id pins, id checks, std::uint64_t seed)
      : of_(&of), pins_(pins), checks_(checks), random_(seed) {}

  /// What an answer says, as a number.
  std::uint64_t ask(question what) {
    if (what == question::pin) return bits(of_->pin(random_.below(pins_)).slack);
    if (what == question::path) {
      id const check = random_.below(checks_);
      auto const path = of_->worst_path(check, random_.chance(50) ? gsta::edge::rise : gsta::edge::fall);
      return path.empty() ? 0 : path.size() * 1'000'003 + static_cast<std::uint64_t>(path.front().node);
    }
    auto const of = of_->summary(random_.chance(50) ? gsta::split::late : gsta::split::early);
    return std::bit_cast<std::uint64_t>(of.tns) + static_cast<std::uint64_t>(of.violations);
  }
  std::uint64_t ask(question what, int times) {
    std::uint64_t all = 0;
    for (int i = 0; i < times; ++i) all = all * 31 + ask(what);
    return all;
  }

 private:
  static std::uint64_t bits(gsta::per_condition<float> const& of) {
    std::uint64_t all = 0;
    for (int c = 0; c < gsta::conditions; ++c) all = all * 31 + std::bit_cast<std::uint32_t>(of[c]);
    return all;
  }

  reader const* of_;
  id pins_, checks_;
  gsta_test::prng random_;
};

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// Of one thread; no two share a line of the cache.
struct alignas(128) tally {
  std::uint64_t asked = 0, answers = 0;
  double seconds = 0, processor = 0;
};

struct rates {
  double a_second = 0, a_processor_second = 0;
  bool same = true;
};

/// So many threads ask for half a second. First each asks what the others ask, once.
rates measure(reader const& of, id pins, id checks, question what, unsigned threads) {
  constexpr int first = 2000, between_looks = 64;
  constexpr double long_enough = 0.5;
  using clock = std::chrono::steady_clock;
  auto const expected = asker(of, pins, checks, 1).ask(what, first);
  std::vector<tally> tallies(threads);
  std::atomic<unsigned> ready{0};
  auto const work = [&](unsigned i) {
    tally mine;
    mine.answers = asker(of, pins, checks, 1).ask(what, first);
    asker asks(of, pins, checks, 2 + i);
    ++ready;
    while (ready.load(std::memory_order_relaxed) < threads) std::this_thread::yield();
    double const processor = thread_seconds();
    auto const begin = clock::now();
    std::uint64_t sum = 0;
    for (; mine.seconds < long_enough; mine.asked += between_looks) {
      sum += asks.ask(what, between_looks);
      mine.seconds = std::chrono::duration<double>(clock::now() - begin).count();
    }
    mine.processor = thread_seconds() - processor;
    if (sum == 42) std::fputs("\n", stderr);  // read, so that nothing is left out
    tallies[i] = mine;
  };
  std::vector<std::thread> all;
  for (unsigned i = 0; i < threads; ++i) all.emplace_back(work, i);
  for (auto& thread : all) thread.join();
  rates found;
  double asked = 0, processor = 0;
  for (auto const& one : tallies) {
    found.a_second += static_cast<double>(one.asked) / one.seconds;
    asked += static_cast<double>(one.asked), processor += one.processor;
    found.same = found.same && one.answers == expected;
  }
  found.a_processor_second = asked / processor;
  return found;
}

/// The most of several runs, so that a neighbour's burst does not count.
rates best_of(int runs, reader const& of, id pins, id checks, question what, unsigned threads) {
  rates best;
  for (int run = 0; run < runs; ++run) {
    auto const found = measure(of, pins, checks, what, threads);
    best = {std::max(best.a_second, found.a_second),
            std::max(best.a_processor_second, found.a_processor_second), best.same && found.same};
  }
  return best;
}

bool measure(std::string const& name, gsta::timer_options const& how) {
  auto options = gsta_bench::preset(name);
  options.wires = gsta_bench::generated_wires::tree;
  auto made = gsta_bench::generate_netlist(options);
  gsta::host_executor const exec;
  live timer(exec, made.placed.design, how);
  reader const of(timer);
  auto const pins = static_cast<id>(made.placed.design.pin_load.size());
  auto const checks = static_cast<id>(of.timing().view().checks.check.size());
  bool good = true;
  for (auto const& [what, text] : questions) {
    double alone = 0;
    for (unsigned const threads : {1u, 2u, 4u, 8u, 16u}) {
      auto const found = best_of(5, of, pins, checks, what, threads);
      if (threads == 1) alone = found.a_second;
      std::printf("| %s | %s | %u | %.3f | %.3f | %.2f |\n", name.c_str(), text, threads,
                  found.a_second * 1e-6, found.a_processor_second * 1e-6, found.a_second / alone);
      std::fflush(stdout);
      good = good && found.same;
      if (threads == 16 && std::thread::hardware_concurrency() >= 16)
        std::printf("%s target %s, %s: 16 threads %.2f >= 12 times one\n",
                    found.a_second >= 12 * alone ? "PASS" : "MISS", name.c_str(), text,
                    found.a_second / alone);
    }
  }
  return good;
}

}  // namespace

int main(int argc, char** argv) {
  gsta::timer_options how;
  std::vector<std::string> names;
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--credits")
      how.credits = gsta::common_path::by_pin;
    else
      names.emplace_back(argv[i]);
  }
  if (names.empty()) names = {"aes_core", "vga_lcd"};
  std::printf("%s, %u threads\n", gsta_bench::processor_name().c_str(), std::thread::hardware_concurrency());
  std::puts(
      "| design | question | threads | M a second | M a processor second | times one thread |\n"
      "|---|---|---|---|---|---|");
  bool good = true;
  for (auto const& name : names) good = measure(name, how) && good;
  std::printf("%s bench_live_readers: each thread gets the same answers\n", good ? "PASS" : "FAIL");
  return good ? 0 : 1;
}
