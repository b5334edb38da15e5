// Lists of names against vectors of strings, and names written on several threads against those written on
// one.

#include "gsta/core/name_list.hpp"

#include <algorithm>
#include <iterator>
#include <ranges>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "gsta/core/error.hpp"
#include "gsta/core/host_threads.hpp"
#include "gsta/core/with_executor.hpp"
#include "test/support/catch.hpp"
#include "test/support/random.hpp"

using gsta::name_list;
using gsta_test::prng;
using strings = std::vector<std::string>;

namespace {

static_assert(std::ranges::random_access_range<name_list const>);
static_assert(std::ranges::sized_range<name_list const>);
static_assert(std::is_nothrow_default_constructible_v<name_list> &&
              std::is_nothrow_move_constructible_v<name_list>);

std::string random_name(prng& random) {
  auto const most = random.chance(10) ? 300 : 12;
  std::string name(static_cast<std::size_t>(random.below(most)), ' ');
  for (char& letter : name) letter = static_cast<char>('a' + random.below(26));
  return name;
}

void require_same(name_list const& list, strings const& names) {
  REQUIRE(list.size() == names.size());
  REQUIRE(list.empty() == names.empty());
  REQUIRE(std::equal(list.begin(), list.end(), names.begin(), names.end()));
  for (std::size_t i = 0; i < names.size(); ++i) REQUIRE(list[i] == names[i]);
  std::string letters;
  for (auto const& name : names) letters += name;
  REQUIRE(list.letters() == letters);
  REQUIRE(list == name_list(names));
}

}  // namespace

TEST_CASE("lists of names are as vectors of strings, whatever is done to them", "[core]") {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    CAPTURE(seed);
    prng random(seed);
    name_list list;
    strings names;
    for (int step = 0; step < 120; ++step) {
      auto const any = [&] { return static_cast<std::size_t>(random.below(static_cast<int>(names.size()))); };
      auto const what = names.empty() ? 0 : random.below(20);
      if (what < 12) {
        names.push_back(random_name(random));
        list.push_back(names.back());
      } else if (what < 15) {  // one of its own, which may move
        auto const i = any();
        names.push_back(std::string(names[i]));
        list.push_back(list[i]);
      } else if (what == 15) {
        auto const i = any(), k = any();
        names[i] = std::string(names[k]);
        list.rename(i, list[k]);
      } else if (what == 16) {
        auto const i = any();
        names[i] = random_name(random);
        list.rename(i, names[i]);
      } else if (what == 17) {
        name_list const copy = list;
        list = copy;
      } else if (what == 18) {
        auto moved = std::move(list);
        list = name_list();
        list = std::move(moved);
      } else if (random.chance(10)) {
        names.clear();
        list.clear();
      } else {
        list.reserve(names.size() + 9, 700);
      }
      require_same(list, names);
    }
  }
}

TEST_CASE("a list without names has no begins, and one of empty names has", "[core]") {
  name_list list;
  CHECK((list.empty() && list.begins().empty() && list.letters().empty() && list.begin() == list.end()));
  list.reserve(3, 8);
  CHECK((list.empty() && list == name_list{}));
  list.push_back("");
  list.push_back({});
  CHECK(list == strings{"", ""});
  CHECK(list != name_list{});
  CHECK(list != name_list{""});
  CHECK(list.begins().size() == 3);
  auto const moved = std::move(list);
  CHECK(moved.size() == 2);
  list = {"a", "bc"};
  CHECK(list.back() == "bc");
  list.clear();
  CHECK(list == name_list{});
  CHECK(name_list{"ab", "c"} != name_list{"a", "bc"});
}

TEST_CASE("algorithms walk over lists of names", "[core]") {
  name_list const list{"in", "u1/A", "", "u1/Z", "out"};
  CHECK(std::find(list.begin(), list.end(), "u1/Z") - list.begin() == 3);
  CHECK(std::find(list.begin(), list.end(), "u1") == list.end());
  CHECK(std::ranges::count_if(list, [](auto const name) { return name.starts_with("u1/"); }) == 2);
  CHECK(list.begin()->size() == 2);
  CHECK(list.end()[-1] == "out");
  CHECK(*(2 + list.begin() + 1) == "u1/Z");
  CHECK(list.begin() < list.end());
  strings backwards(std::make_reverse_iterator(list.end()), std::make_reverse_iterator(list.begin()));
  CHECK(backwards == strings{"out", "u1/Z", "", "u1/A", "in"});
  name_list const sorted{"a", "b", "d"};
  CHECK(*std::lower_bound(sorted.begin(), sorted.end(), "c") == "d");
}

TEST_CASE("names written on threads are those written on one", "[core]") {
  for (unsigned const threads : {1U, 2U, 16U}) {
    CAPTURE(threads);
    prng random(threads);
    strings names{"in", "out"};
    name_list list(names);
    constexpr std::size_t parts = 50, most = 40;
    std::vector<std::size_t> first, letter;
    std::size_t letters = 0;
    for (std::size_t p = 0; p < parts; ++p) {
      first.push_back(names.size());
      letter.push_back(list.letters().size() + letters);
      for (auto left = random.below(most); left > 0; --left) {
        names.push_back(random_name(random) + "/" + random_name(random));
        letters += names.back().size();
      }
    }
    first.push_back(names.size());
    list.push_back_unwritten(names.size() - list.size(), letters);
    gsta::with_executor(gsta::backend::host, threads, [&](auto const& exec) {
      gsta::host_threads(exec).for_each_piece(parts, [&](std::size_t p) {
        name_list::writer writer(list, first[p], letter[p]);
        for (auto i = first[p]; i < first[p + 1]; ++i) {
          auto const cut = names[i].find('/');
          writer.write(std::string_view(names[i]).substr(0, cut), '/', names[i].substr(cut + 1));
        }
      });
    });
    require_same(list, names);
  }
}

TEST_CASE("lists of names take letters with where names begin, if these fit together", "[core]") {
  auto const take = [](std::vector<std::uint64_t> const& begins, std::string_view letters) {
    return name_list({begins.begin(), begins.end()}, {letters.begin(), letters.end()});
  };
  CHECK(take({0, 2, 2, 5}, "inout") == strings{"in", "", "out"});
  CHECK(take({}, "") == name_list{});
  CHECK(take({0}, "") == name_list{});
  CHECK_THROWS_AS(take({}, "a"), gsta::argument_error);
  CHECK_THROWS_AS(take({0}, "a"), gsta::argument_error);
  CHECK_THROWS_AS(take({1, 1}, "a"), gsta::argument_error);
  CHECK_THROWS_AS(take({0, 2}, "a"), gsta::argument_error);
  CHECK_THROWS_AS(take({0, 2, 1, 3}, "abc"), gsta::argument_error);
}
