// Writes a generated design as files: bench_generate PRESET FOLDER [OPTION VALUE]...
#include <charconv>
#include <cstdio>
#include <exception>
#include <string_view>
#include <system_error>

#include "bench/generate_files.hpp"

namespace {

constexpr char usage[] =
    "usage: bench_generate PRESET FOLDER [OPTION VALUE]...\n"
    "  --wires star|tree\n"
    "  --cells N                with so many cells, and as many pins a cell as the preset has\n"
    "  --clock-depth N          buffers between the clock port and a register, at most\n"
    "  --clock-fanout N         registers that a leaf of the clock tree drives, at most (0: about 24)\n"
    "  --clock-depth-spread N   leaves lie up to N levels above the deepest, at random\n"
    "  --clock-derate-early N   thousandths: factor on early delays of the clock tree\n"
    "  --clock-derate-late N    on its late delays\n"
    "  --data-derate-early N    on early delays of all the rest\n"
    "  --data-derate-late N     on late ones\n";

struct number_option {
  std::string_view name;
  int gsta_bench::generate_options::* member;
};
constexpr number_option number_options[] = {
    {"--clock-depth", &gsta_bench::generate_options::clock_depth},
    {"--clock-fanout", &gsta_bench::generate_options::clock_fanout},
    {"--clock-depth-spread", &gsta_bench::generate_options::clock_depth_spread},
    {"--clock-derate-early", &gsta_bench::generate_options::clock_derate_early},
    {"--clock-derate-late", &gsta_bench::generate_options::clock_derate_late},
    {"--data-derate-early", &gsta_bench::generate_options::data_derate_early},
    {"--data-derate-late", &gsta_bench::generate_options::data_derate_late}};

/// False where there is no such option, or it does not take the value.
bool set_option(gsta_bench::generate_options& options, std::string_view name, std::string_view value) {
  if (name == "--wires") {
    options.wires = value == "star" ? gsta_bench::generated_wires::star : gsta_bench::generated_wires::tree;
    return value == "star" || value == "tree";
  }
  if (name == "--cells") {
    char const* const end = value.data() + value.size();
    std::size_t cells = 0;
    auto const [stop, error] = std::from_chars(value.data(), end, cells);
    if (error != std::errc() || stop != end || cells == 0) return false;
    options.pins = options.pins * cells / options.cells;
    options.cells = cells;
    return true;
  }
  for (auto const& known : number_options) {
    if (known.name != name) continue;
    char const* const end = value.data() + value.size();
    auto const [stop, error] = std::from_chars(value.data(), end, options.*known.member);
    return error == std::errc() && stop == end;
  }
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  auto const refuse = [] {
    std::fputs(usage, stderr);
    return 2;
  };
  if (argc < 3 || argc % 2 == 0) return refuse();
  try {
    auto options = gsta_bench::preset(argv[1]);
    for (int i = 3; i < argc; i += 2) {
      if (!set_option(options, argv[i], argv[i + 1])) return refuse();
    }
    gsta_bench::write_files(options, argv[2]);
  } catch (std::exception const& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
  }
  return 0;
}
