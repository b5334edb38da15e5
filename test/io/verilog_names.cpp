// Numbers of a netlist's names, given by several threads: one for each name and each name its own, whether
// the table of counted names takes it or the other one.

#include "src/io/verilog_names.hpp"

#include <algorithm>
#include <deque>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gsta/core/tbb_executor.hpp"
#include "test/support/catch.hpp"
#include "test/support/random.hpp"

using namespace gsta;
using gsta_test::prng;
using io::detail::verilog_counted_names;
using io::detail::verilog_names;

namespace {

std::string name_as_tools_write(prng& random) {
  auto const count = std::to_string(random.below(random.chance(50) ? 1000 : 100000000));
  switch (random.below(6)) {
    case 0:
      return "n" + count;
    case 1:
      return "_" + count + "_";
    case 2:
      return "U" + count.substr(0, 3);
    case 3:
      return "core/reg_" + count;
    case 4:
      return random.pick(
          std::vector<std::string>{"a", "ab", "abc", "a1", "12", "012_", "0123", "__1_", "1__"});
    default:
      return "x" + std::string(1, static_cast<char>('a' + random.below(26))) + count;
  }
}

/// Numbers them in pieces; false where there was no room.
bool number_all(tbb_executor const& exec, verilog_names& names, std::vector<std::string> const& all,
                verilog_names::guess const& more, std::vector<verilog_names::number>& numbers) {
  constexpr std::size_t at_once = 200;
  auto const pieces = (all.size() + at_once - 1) / at_once;
  numbers.assign(all.size(), verilog_names::missing);
  names.begin_sharing(exec, more, pieces);
  host_threads(exec).for_each_piece(pieces, [&](std::size_t p) {
    auto const first = p * at_once;
    names.number_shared(
        std::min(at_once, all.size() - first),
        [&](std::size_t i) { return std::string_view(all[first + i]); },
        [&](std::size_t i, verilog_names::number number) { numbers[first + i] = number; });
  });
  names.end_sharing();
  return std::find(numbers.begin(), numbers.end(), verilog_names::missing) == numbers.end();
}

}  // namespace

TEST_CASE("a counted name is split into its last two digits and all else") {
  std::unordered_map<std::string, std::pair<std::uint64_t, std::uint32_t>> met;
  std::unordered_map<std::uint64_t, std::string> stems;
  prng random(3);
  std::vector<char> const letters = {'a', 'Z',  '_',    '0',    '1',    '9', '/',
                                     ':', '\0', '\x7f', '\x80', '\xff', '['};
  for (int i = 0; i < 200000; ++i) {
    std::string name;
    for (int size = random.between(1, 10); size > 0; --size) name += random.pick(letters);
    auto const is_digit = [&](std::size_t at) { return name[at] >= '0' && name[at] <= '9'; };
    auto const word = verilog_counted_names::split(name);
    auto const end = name.size() - (name.back() == '_' ? 1 : 0);
    bool const expected = name.size() >= 4 && name.size() <= 8 && name.find('\0') == name.npos &&
                          is_digit(end - 1) && is_digit(end - 2);
    INFO("name " << name);
    REQUIRE((word.stem != 0) == expected);
    if (!expected) continue;
    REQUIRE(word.count == static_cast<std::uint32_t>(10 * (name[end - 2] - '0') + name[end - 1] - '0'));
    auto stem = name;
    stem[end - 1] = stem[end - 2] = '*';
    REQUIRE(stems.emplace(word.stem, stem).first->second == stem);
  }
  CHECK(stems.size() > 1000);
}

TEST_CASE("names have one number each from several threads, with much room and with little") {
  for (unsigned seed = 0; seed < 24; ++seed) {
    INFO("seed " << seed);
    prng random(seed);
    tbb_executor const exec(1 + seed % 4);
    verilog_names names;
    std::deque<std::string> known{"1'b0", "n1234", "_0815_", "U17", "long_name_17"};
    for (auto const& name : known) names.number_of(name);
    std::vector<verilog_names::number> numbers;
    for (std::size_t i = 0; i < known.size(); ++i) numbers.push_back(names.find(known[i]));
    // One text after the other: rows of counted names are too few at first, and more later.
    std::vector<std::vector<std::string>> texts;
    for (int text = 0; text < 3; ++text) {
      auto& all = texts.emplace_back();
      for (int i = 0; i < 3000; ++i)
        all.push_back(random.chance(30) && i > 0 ? all[i / 2] : name_as_tools_write(random));
      std::size_t const stems = seed % 3 == 0 ? 0 : seed % 3 == 1 ? 40 : 4000;
      std::vector<verilog_names::number> got;
      bool const has_room = number_all(exec, names, all, {seed % 2 == 0 ? 10U : 3000U, stems, 10}, got);
      if (!has_room) REQUIRE(number_all(exec, names, all, {3000, 0, 3000}, got));
      known.insert(known.end(), all.begin(), all.end());
      numbers.insert(numbers.end(), got.begin(), got.end());
      known.push_back("late" + std::to_string(text) + "99");
      numbers.push_back(names.number_of(known.back()));
    }
    std::unordered_map<std::string, verilog_names::number> number_of;
    std::unordered_map<verilog_names::number, std::string> name_of;
    for (std::size_t i = 0; i < known.size(); ++i) {
      INFO("name " << known[i]);
      REQUIRE(number_of.emplace(known[i], numbers[i]).first->second == numbers[i]);
      REQUIRE(name_of.emplace(numbers[i], known[i]).first->second == known[i]);
      REQUIRE(names[numbers[i]] == known[i]);
      REQUIRE(names.find(known[i]) == numbers[i]);
      REQUIRE(names.number_of(known[i]) == numbers[i]);
    }
    CHECK(names.find("n_one_has1234") == verilog_names::missing);
    CHECK(names.find("zz9999") == verilog_names::missing);
  }
}

TEST_CASE("a counted name keeps its number when a table made anew has no room for it") {
  // One that was there and 7 names with lower numbers come before 7 others, which the first table had.
  std::vector<std::string> alike;  // stems that begin at the same row of up to 32
  prng random(1);
  while (alike.size() < 15) {
    std::string name = "aaaa00";
    for (int k = 0; k < 4; ++k) name[static_cast<std::size_t>(k)] = static_cast<char>('a' + random.below(26));
    auto const stem = verilog_counted_names::split(name).stem;
    if ((stem ^ stem >> 29U) * 0x9E3779B97F4A7C15U >> 59U == 3) alike.push_back(name);
  }
  host_executor const exec;
  verilog_counted_names full;
  full.reset(13, exec);
  for (std::size_t i = 0; i < alike.size(); ++i)
    CHECK((full.place_of(verilog_counted_names::split(alike[i])) != nullptr) == (i < 8));

  verilog_names names;
  names.number_of(alike[0]);
  std::vector<std::string> first, second(alike.begin() + 8, alike.end());
  for (int i = 0; i < 25; ++i) first.push_back("other" + std::to_string(i));
  first.insert(first.end(), alike.begin() + 1, alike.begin() + 8);
  std::vector<verilog_names::number> of_first(first.size()), of_second(second.size());
  names.begin_sharing(exec, {64, 1, 64}, 2);
  auto const number = [&](auto const& texts, auto& numbers, auto const& before) {
    names.number_shared(
        texts.size(), [&](std::size_t i) { return before(i), std::string_view(texts[i]); },
        [&](std::size_t i, verilog_names::number got) { numbers[i] = got; });
  };
  number(first, of_first, [&](std::size_t i) {  // as if another thread did so when the first one is that far
    if (i == 25) number(second, of_second, [](std::size_t) {});
  });
  names.end_sharing();
  CHECK(*std::max_element(of_first.begin(), of_first.end()) <
        *std::min_element(of_second.begin(), of_second.end()));
  names.begin_sharing(exec, {64, 12, 64}, 1);
  names.end_sharing();
  CHECK(names.find(alike[0]) == 0);
  for (std::size_t i = 0; i < first.size(); ++i) CHECK(names.find(first[i]) == of_first[i]);
  for (std::size_t i = 0; i < second.size(); ++i) {
    CHECK(names.find(second[i]) == of_second[i]);
    CHECK(names.number_of(second[i]) == of_second[i]);
  }
}
