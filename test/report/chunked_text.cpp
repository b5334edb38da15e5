#include "src/report/chunked_text.hpp"

#include <vector>

#include "test/support/catch.hpp"

using gsta::detail::chunked_text;

namespace {

/// The sizes of the pieces that leave, and all of them together.
struct collecting_sink {
  std::vector<std::size_t> sizes;
  std::string all;
  gsta::report_sink write = [this](std::string_view piece) {
    sizes.push_back(piece.size());
    all += piece;
  };
};

}  // namespace

TEST_CASE("text leaves in pieces of 64 KB, and what is left at the end", "[report]") {
  collecting_sink sink;
  chunked_text text(sink.write);
  text.flush();
  CHECK(sink.sizes.empty());  // nothing is no piece
  text.put(fmt::runtime("{}"), 1);
  text.flush();
  CHECK(sink.sizes == std::vector<std::size_t>{1});
  std::string const large(65'535, 'x');
  text.put_text(large);
  CHECK(sink.sizes.size() == 1);
  text.put_text("y");
  CHECK(sink.sizes == std::vector<std::size_t>{1, 65'536});
  text.put(fmt::runtime("{}{}"), large, "yz");
  CHECK(sink.sizes == std::vector<std::size_t>{1, 65'536, 65'537});
  text.put_char('w');
  CHECK(sink.sizes.size() == 3);
  text.flush();
  text.flush();
  CHECK(sink.sizes == std::vector<std::size_t>{1, 65'536, 65'537, 1});
  CHECK(sink.all == "1" + large + "y" + large + "yzw");
}
