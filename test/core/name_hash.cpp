// Hashes and comparison of names against std::string_view's own comparison, for all lengths that are told
// apart.

#include "gsta/core/name_hash.hpp"

#include <cstdint>
#include <set>
#include <string>

#include "test/support/catch.hpp"

using gsta::hash_of_name;
using gsta::is_same_name;

TEST_CASE("names of the same letters are the same and have one hash, others differ in any letter", "[core]") {
  std::set<std::uint64_t> hashes;
  std::size_t names = 0;
  for (std::size_t size = 0; size < 80; ++size) {
    std::string const name(size, 'n');
    std::string const in_a_text = "<" + name + ">";
    auto const view = std::string_view(in_a_text).substr(1, size);
    CHECK(is_same_name(name, view));
    CHECK(hash_of_name(name) == hash_of_name(view));
    CHECK_FALSE(is_same_name(name, name + "n"));
    CHECK_FALSE(is_same_name(name + "n", name));
    hashes.insert(hash_of_name(name));
    ++names;
    for (std::size_t i = 0; i < size; ++i) {
      auto other = name;
      other[i] = 'm';
      CHECK_FALSE(is_same_name(name, other));
      CHECK_FALSE(is_same_name(other, name));
      hashes.insert(hash_of_name(other));
      ++names;
    }
  }
  CHECK(hashes.size() == names);
}
