// Writes a generated design as files: bench_generate PRESET FOLDER [--wires star|tree]
#include <cstdio>
#include <exception>
#include <string_view>

#include "bench/generate_files.hpp"

int main(int argc, char** argv) {
  auto const usage = [] {
    std::fputs("usage: bench_generate PRESET FOLDER [--wires star|tree]\n", stderr);
    return 2;
  };
  if (argc != 3 && argc != 5) return usage();
  try {
    auto options = gsta_bench::preset(argv[1]);
    if (argc == 5) {
      std::string_view const wires = argv[4];
      if (std::string_view(argv[3]) != "--wires" || (wires != "star" && wires != "tree")) return usage();
      options.wires = wires == "star" ? gsta_bench::generated_wires::star : gsta_bench::generated_wires::tree;
    }
    gsta_bench::write_files(options, argv[2]);
  } catch (std::exception const& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
  }
  return 0;
}
