#include "test/fuzz/mutate.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace gsta_fuzz {

namespace {

using gsta_test::prng;

constexpr std::size_t largest = 1U << 14U;  // longer inputs find the same and take longer

/// Numbers at the ends of what the readers' types hold, and words that some parsers take for numbers.
constexpr std::array extremes = {"0",
                                 "-0",
                                 "-1",
                                 "1e308",
                                 "1e309",
                                 "-1e308",
                                 "1e-320",
                                 "3.4028236e38",
                                 "4294967296",
                                 "2147483648",
                                 "-2147483649",
                                 "18446744073709551616",
                                 "9223372036854775807",
                                 "99999999999999999999999999",
                                 "inf",
                                 "nan",
                                 "0x1p4",
                                 "1e",
                                 "+-1",
                                 ".",
                                 "1.2.3"};

std::size_t below(prng& random, std::size_t n) { return static_cast<std::size_t>(random.next() % n); }

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.'; }

/// Where a chunk of at most `longest` bytes starts, and its size.
std::pair<std::size_t, std::size_t> chunk(std::string const& text, prng& random, std::size_t longest) {
  std::size_t const start = below(random, text.size());
  return {start, 1 + below(random, std::min(longest, text.size() - start))};
}

void change_byte(std::string& text, prng& random) {
  static std::string const telling("\"'(){}[]*\\/,;:#$`.=+- \n\r\t\0\x7f\x80\xff", 29);
  char& c = text[below(random, text.size())];
  switch (random.below(3)) {
    case 0:
      c = static_cast<char>(c ^ (1 << random.below(8)));
      break;
    case 1:
      c = static_cast<char>(random.below(256));
      break;
    default:
      c = telling[below(random, telling.size())];
      break;
  }
}

void insert_token(std::string& text, corpus const& from, prng& random) {
  std::string const gap(static_cast<std::size_t>(random.below(2)), ' ');
  text.insert(below(random, text.size() + 1), gap + random.pick(from.tokens) + gap);
}

void replace_word(std::string& text, std::string const& by, prng& random) {
  auto first = text.begin() + static_cast<std::ptrdiff_t>(below(random, text.size()));
  first = std::find_if(first, text.end(), is_word);
  text.replace(first, std::find_if_not(first, text.end(), is_word), by);
}

void replace_number(std::string& text, prng& random) {
  auto first = text.begin() + static_cast<std::ptrdiff_t>(below(random, text.size()));
  first = std::find_if(first, text.end(), [](char c) { return c >= '0' && c <= '9'; });
  text.replace(first, std::find_if_not(first, text.end(), is_word), extremes[below(random, extremes.size())]);
}

void repeat_chunk(std::string& text, prng& random) {
  auto const [start, size] = chunk(text, random, 200);
  std::string const piece = text.substr(start, size);
  std::string many;
  for (int n = random.chance(10) ? 400 : random.between(1, 4); n > 0; --n) many += piece;
  text.insert(start, many);
}

/// The start of one text and the end of another.
void splice(std::string& text, corpus const& from, prng& random) {
  std::string const& other = random.pick(from.seeds);
  text.resize(below(random, text.size() + 1));
  text += other.substr(below(random, other.size()));
}

void insert_foreign_chunk(std::string& text, corpus const& from, prng& random) {
  std::string const& other = random.pick(from.seeds);
  auto const [start, size] = chunk(other, random, 300);
  text.insert(below(random, text.size() + 1), other, start, size);
}

void spoil_once(std::string& text, corpus const& from, prng& random) {
  if (text.empty()) return insert_token(text, from, random);
  switch (random.below(12)) {
    case 0:
    case 1:
    case 2:
      return change_byte(text, random);
    case 3:
      return insert_token(text, from, random);
    case 4:
      return replace_word(text, random.pick(from.tokens), random);
    case 5:
      return replace_number(text, random);
    case 6:
      return repeat_chunk(text, random);
    case 7:
      return splice(text, from, random);
    case 8:
      return insert_foreign_chunk(text, from, random);
    case 9: {
      auto const [start, size] = chunk(text, random, 60);
      text.erase(start, size);
      return;
    }
    case 10: {
      auto const [start, size] = chunk(text, random, 300);
      std::rotate(text.begin() + static_cast<std::ptrdiff_t>(start),
                  text.begin() + static_cast<std::ptrdiff_t>(start + size / 2),
                  text.begin() + static_cast<std::ptrdiff_t>(start + size));
      return;
    }
    default:
      if (random.chance(30)) text.resize(below(random, text.size() + 1));
      return;
  }
}

}  // namespace

corpus::corpus(std::vector<std::string> texts) : seeds(std::move(texts)), tokens{" ", "\n", "\""} {
  seeds.erase(std::remove(seeds.begin(), seeds.end(), std::string()), seeds.end());
  if (seeds.empty()) seeds.emplace_back(" ");
  for (auto const& text : seeds) {
    for (std::size_t at = 0; at < text.size();) {
      std::size_t stop = at + 1;
      while (is_word(text[at]) && stop < text.size() && is_word(text[stop])) ++stop;
      tokens.push_back(text.substr(at, stop - at));
      at = stop;
    }
  }
  std::sort(tokens.begin(), tokens.end());
  tokens.erase(std::unique(tokens.begin(), tokens.end()), tokens.end());
}

std::string spoil(corpus const& from, prng& random) {
  std::string text = random.pick(from.seeds);
  int const times = random.chance(50) ? random.between(1, 3) : random.between(1, 12);
  for (int i = 0; i < times; ++i) spoil_once(text, from, random);
  if (text.size() > largest) text.resize(largest);
  return text;
}

}  // namespace gsta_fuzz
