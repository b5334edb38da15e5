// Which name a misspelt word was meant to be.
#include "gsta/io/closest_name.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "test/support/catch.hpp"
#include "test/support/random.hpp"

namespace io = gsta::io;

namespace {

/// By the definition, on the words' ends.
std::size_t plain_distance(std::string const& a, std::string const& b) {
  if (a.empty() || b.empty()) return a.size() + b.size();
  auto const rest = [](std::string const& s, std::size_t n) { return s.substr(0, s.size() - n); };
  auto const same = a.back() == b.back() ? 0U : 1U;
  auto least = std::min({plain_distance(rest(a, 1), b) + 1, plain_distance(a, rest(b, 1)) + 1,
                         plain_distance(rest(a, 1), rest(b, 1)) + same});
  if (a.size() > 1 && b.size() > 1 && a.back() == b[b.size() - 2] && a[a.size() - 2] == b.back())
    least = std::min(least, plain_distance(rest(a, 2), rest(b, 2)) + 1);
  return least;
}

}  // namespace

TEST_CASE("names: the distance of spellings is the least number of edits") {
  gsta_test::prng random(7);
  for (int i = 0; i < 300; ++i) {
    std::string word[2];
    for (auto& of : word)
      for (int n = random.below(6); n > 0; --n) of += static_cast<char>('a' + random.below(3));
    INFO(word[0] << " and " << word[1]);
    CHECK(io::spelling_distance(word[0], word[1]) == plain_distance(word[0], word[1]));
  }
}

TEST_CASE("names: a misspelt one is said, a foreign one is not") {
  std::vector<std::string> const names{"from", "to", "set_false_path", "set_max_delay", "set_min_delay"};
  CHECK(io::closest_name("set_flase_path", names) == "set_false_path");
  CHECK(io::closest_name("form", names) == "from");
  CHECK(io::closest_name("set_mix_delay", names) == "set_max_delay");
  CHECK(io::closest_name("typo", names).empty());
  CHECK(io::closest_name("x", names).empty());
  CHECK(io::did_you_mean("form", names, "-") == ": did you mean -from?");
  CHECK(io::did_you_mean("nonsense", names).empty());
}
