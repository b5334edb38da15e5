#include "sta/shell/arguments.hpp"

#include <algorithm>
#include <charconv>
#include <sstream>

#include "gsta/io/closest_name.hpp"

namespace sta::shell {

namespace {

struct known_option {
  std::string_view name;
  bool takes_value;
};

bool is_letter(char c) noexcept { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_part_of_name(char c) noexcept { return is_letter(c) || c == '_' || (c >= '0' && c <= '9'); }

bool is_option(std::string const& word) noexcept {
  return word.size() > 1 && word[0] == '-' && is_letter(word[1]);
}

std::vector<known_option> known_in(std::string_view usage) {
  std::vector<known_option> result;
  for (auto at = usage.find("[-"); at != usage.npos; at = usage.find("[-", at)) {
    at += 2;
    auto const start = at;
    while (at < usage.size() && is_part_of_name(usage[at])) ++at;
    result.push_back({usage.substr(start, at - start), at < usage.size() && usage[at] == ' '});
  }
  return result;
}

/// An exact name, or the first that starts so; those that take a value first.
known_option const& find(std::vector<known_option> const& known, std::string const& word) {
  std::string_view const name = std::string_view(word).substr(1);
  known_option const* found = nullptr;
  for (auto const& option : known) {
    if (option.name == name) return option;
    if (!option.name.starts_with(name)) continue;
    if (found == nullptr || (option.takes_value && !found->takes_value)) found = &option;
  }
  if (found != nullptr) return *found;
  words names;
  for (auto const& option : known) names.emplace_back(option.name);
  throw refusal("unknown option " + in_quotes(word) + gsta::io::did_you_mean(name, names, "-"));
}

}  // namespace

words options_in(std::string_view usage) {
  words result;
  for (auto const& option : known_in(usage)) result.push_back("-" + std::string(option.name));
  return result;
}

std::string in_quotes(std::string_view word) {
  constexpr std::size_t longest = 200;
  std::string text(word.substr(0, longest));
  if (word.size() > longest) text += "...";
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < ' ' || c == 127) c = '?';
  }
  return "\"" + text + "\"";
}

arguments::arguments(std::string_view usage, words const& given) {
  auto const known = known_in(usage);
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (!is_option(given[i])) {
      rest_.push_back(given[i]);
      continue;
    }
    auto const& option = find(known, given[i]);
    if (option.takes_value && i + 1 == given.size())
      throw refusal("the option -" + std::string(option.name) + " needs a value");
    options_.emplace_back(option.name, option.takes_value ? given[++i] : std::string());
  }
}

std::string const* arguments::value(std::string_view option) const noexcept {
  auto const found =
      std::find_if(options_.rbegin(), options_.rend(), [&](auto const& o) { return o.first == option; });
  return found == options_.rend() ? nullptr : &found->second;
}

void arguments::expect_rest(std::size_t least, std::size_t most) const {
  if (rest_.size() >= least && rest_.size() <= most) return;
  auto const expected =
      least == most ? std::to_string(least) : std::to_string(least) + " to " + std::to_string(most);
  throw refusal("expected " + expected + (most == 1 ? " argument" : " arguments") +
                " beside options, found " + std::to_string(rest_.size()));
}

long arguments::integer(std::string_view option, long least, long most, long otherwise) const {
  auto const* const text = value(option);
  if (text == nullptr) return otherwise;
  long result = 0;
  auto const* const end = text->data() + text->size();
  auto const read = std::from_chars(text->data(), end, result);
  if (read.ec == std::errc{} && read.ptr == end && result >= least && result <= most) return result;
  throw refusal("-" + std::string(option) + ": expected a whole number from " + std::to_string(least) +
                " to " + std::to_string(most) + ", found " + in_quotes(*text));
}

double arguments::number(std::string_view option, double least, double most, double otherwise) const {
  auto const* const text = value(option);
  if (text == nullptr) return otherwise;
  double result = 0;
  auto const* const end = text->data() + text->size();
  auto const read = std::from_chars(text->data(), end, result);
  if (read.ec == std::errc{} && read.ptr == end && result >= least && result <= most) return result;
  std::ostringstream range;
  range << least << " to " << most;
  throw refusal("-" + std::string(option) + ": expected a number from " + range.str() + ", found " +
                in_quotes(*text));
}

}  // namespace sta::shell
