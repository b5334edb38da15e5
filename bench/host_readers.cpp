// The readers on one thread, in bytes of text a second: the files of the open aes design where
// GSTA_OPEN_GOLDENS names its folder, else those of examples/designs/riscling (run from the project's root).
// Files are in memory.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <string>

#include "gsta/io/liberty.hpp"
#include "gsta/io/sdc.hpp"
#include "gsta/io/spef.hpp"
#include "gsta/io/verilog.hpp"

namespace {

struct texts {
  gsta::io::source liberty, verilog, spef, sdc;
};

texts load_texts() {
  using gsta::io::load;
  if (char const* const open = std::getenv("GSTA_OPEN_GOLDENS"); open != nullptr) {
    std::string const folder = open;
    return {load(folder + "/lib/nangate45_typ.lib"), load(folder + "/aes_nangate45/aes.v"),
            load(folder + "/aes_nangate45/aes.synth.spef"), load(folder + "/aes_nangate45/design.sdc")};
  }
  std::string const folder = "examples/designs/riscling/";
  return {load(folder + "plain45.lib"), load(folder + "riscling.v.gz"), load(folder + "riscling.spef.gz"),
          load(folder + "riscling.sdc")};
}

template <class Read>
void add(char const* name, gsta::io::source const& file, Read const& read) {
  benchmark::RegisterBenchmark(name, [&file, read](benchmark::State& state) {
    for (auto _ : state) {
      gsta::model::diagnostics notes;
      benchmark::DoNotOptimize(read(file, notes));
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * file.text().size()));
  })->Unit(benchmark::kMillisecond);
}

}  // namespace

int main(int argc, char** argv) {
  namespace io = gsta::io;
  benchmark::Initialize(&argc, argv);
  auto const files = load_texts();
  gsta::model::diagnostics notes;
  auto const library = io::read_liberty(files.liberty, notes);
  auto const netlist = io::read_verilog(files.verilog, notes);
  add("liberty", files.liberty, [](auto const& file, auto& seen) { return io::read_liberty(file, seen); });
  add("verilog", files.verilog, [](auto const& file, auto& seen) { return io::read_verilog(file, seen); });
  add("spef", files.spef, [](auto const& file, auto& seen) { return io::read_spef(file, seen); });
  add("sdc", files.sdc,
      [&](auto const& file, auto& seen) { return io::read_sdc(file, netlist, library, seen); });
  benchmark::RunSpecifiedBenchmarks();
}
