#include "gsta/io/weighted_graph.hpp"
#include "test/fuzz/fuzz_reader.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  return gsta_fuzz::run(data, size, [](gsta::io::source const& file) {
    auto const graph = gsta::io::read_weighted_graph(file);
    for (auto const& edge : graph.edges) {  // what consumers index with
      if (edge.from < 0 || edge.from >= graph.vertices || edge.to < 0 || edge.to >= graph.vertices)
        std::abort();
    }
  });
}
