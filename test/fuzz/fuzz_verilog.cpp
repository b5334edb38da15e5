#include <cstdlib>
#include <exception>
#include <thread>
#include <vector>

#include "gsta/core/executor.hpp"
#include "test/fuzz/fuzz_reader.hpp"
#include "test/io/verilog_compare.hpp"

namespace {

/// Two threads without oneTBB, each of which takes every other piece.
struct two_threads : gsta::host_executor {
  unsigned threads() const noexcept { return 2; }
  void share_pieces(std::size_t n, void const* data, void (*run)(void const* data, std::size_t i)) const {
    std::exception_ptr error[2];
    auto const take = [&](std::size_t first) {
      try {
        for (auto i = first; i < n; i += 2) run(data, i);
      } catch (...) {
        error[first] = std::current_exception();
      }
    };
    std::thread other(take, std::size_t{1});
    take(0);
    other.join();
    for (auto const& one : error)
      if (one) std::rethrow_exception(one);
  }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  return gsta_fuzz::run(data, size, [](gsta::io::source const& file) {
    two_threads const two;
    gsta::io::verilog_options options;
    options.instance_limit = 100'000;  // what multiplies is read in time
    std::vector<gsta::io::source> const files{file};
    if (!file.text().empty() && file.text().find('\0') == std::string_view::npos) {
      auto const expected = gsta_test::verilog_in_one_go(file, options);
      auto const seen = gsta_test::verilog_as_read(
          [&](auto& notes) { return gsta::io::read_verilog(two, files, options, notes); });
      if (seen != expected) std::abort();
    }
    gsta::model::diagnostics seen;
    (void)gsta::io::read_verilog(files, options, seen);
  });
}
