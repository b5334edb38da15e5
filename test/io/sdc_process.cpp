// The process of its own that SDC is read in, where it does not get on.
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>

#include "test/io/sdc_design.hpp"

using namespace gsta_test::sdc;

namespace {

/// How many of the next children wait for ever, as for a lock that another thread held when they were made;
/// children count it down, so it lies in memory that they share.
std::atomic<int>& children_to_stop() {
  static auto* const count = [] {
    void* const memory =
        mmap(nullptr, sizeof(std::atomic<int>), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    REQUIRE(memory != MAP_FAILED);
    return new (memory) std::atomic<int>(0);
  }();
  return *count;
}

void stop_a_child() {
  if (children_to_stop().load() <= 0) return;
  --children_to_stop();
  for (;;) pause();
}

}  // namespace

TEST_CASE("a child that waits for a lock for ever is replaced", "[sdc]") {
  static bool const stops = pthread_atfork(nullptr, nullptr, stop_a_child) == 0;
  REQUIRE(stops);
  for (int const stopped : {1, 2}) {
    CAPTURE(stopped);
    children_to_stop() = stopped;
    auto const r = read(
        "create_clock -name c -period 2 clk\n"
        "set_max_fanout 3 [get_ports -quiet nothing]\n");
    CHECK(children_to_stop() == 0);
    REQUIRE(r.constraints.clocks.size() == 1);
    CHECK(r.count("set_max_fanout of an empty list") == 1);
  }
}
