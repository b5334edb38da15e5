// Hashes and comparison of names against std::string_view's own comparison, for all lengths that are told
// apart.

#include "gsta/core/name_hash.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

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

TEST_CASE("names as files have them fill tables that take the low bits of hashes evenly", "[core]") {
  constexpr std::size_t places = std::size_t{1} << 17U;
  auto const probes = [&](auto const& name_of) {  // of open addressing, half full, in the middle a name
    std::vector<std::uint8_t> is_taken(places, 0);
    std::size_t sum = 0;
    for (std::size_t i = 0; i < places / 2; ++i, ++sum) {
      auto at = hash_of_name(name_of(i)) % places;
      for (; is_taken[at] != 0; at = (at + 1) % places) ++sum;
      is_taken[at] = 1;
    }
    return 2 * static_cast<double>(sum) / places;
  };
  constexpr double even = 1.6;  // 1.5 where places are random
  auto const number = [](std::size_t i) { return std::to_string(i); };
  auto const letters = [](std::size_t i) {
    std::string text;
    for (std::size_t k = 0, left = i; k < 6; ++k, left /= 26) text += static_cast<char>('a' + left % 26);
    return text;
  };
  CHECK(probes([&](std::size_t i) { return "n" + number(i); }) < even);
  CHECK(probes([&](std::size_t i) { return "n" + number(200000 + i); }) < even);
  CHECK(probes([&](std::size_t i) { return (i % 2 == 0 ? "u" : "n") + number(i / 2); }) < even);
  CHECK(probes([&](std::size_t i) { return "_" + number(i) + "_"; }) < even);
  CHECK(probes([&](std::size_t i) { return "bus[" + number(i) + "]"; }) < even);
  CHECK(probes([&](std::size_t i) { return "core/u" + number(i / 64) + "/reg[" + number(i % 64) + "]"; }) <
        even);
  CHECK(probes(letters) < even);
  CHECK(probes([&](std::size_t i) {
          auto text = letters(i);
          return std::string(text.rbegin(), text.rend());
        }) < even);
}
