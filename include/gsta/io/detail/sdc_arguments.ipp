#pragma once

#include <algorithm>

#include "gsta/core/macros.hpp"
#include "gsta/io/closest_name.hpp"
#include "gsta/io/detail/sdc_arguments.hpp"
#include "gsta/io/detail/text.hpp"

namespace gsta::io::detail {

struct sdc_option {
  std::string_view name;
  bool takes_value = false, unsupported = false, ignored = false;
};

GSTA_INLINE std::vector<sdc_option> sdc_options_of(std::string_view spec) {
  std::vector<sdc_option> result;
  for (std::size_t at = 0; at < spec.size();) {
    auto const stop = std::min(spec.find(' ', at), spec.size());
    auto const entry = spec.substr(at, stop - at);
    auto const name = entry.substr(0, entry.find_first_of(":!?~"));
    auto const marks = entry.substr(name.size());
    result.push_back(
        {name, marks.find(':') != marks.npos, marks.find('!') != marks.npos, marks.find('?') != marks.npos});
    at = stop + 1;
  }
  return result;
}

/// An exact name, or the first that starts so; those that take a value first.
GSTA_INLINE sdc_option const& find_option(std::vector<sdc_option> const& known, std::string_view word) {
  sdc_option const* found = nullptr;
  for (auto const& option : known) {
    if (option.name == word) return option;
    if (!option.name.starts_with(word)) continue;
    if (found == nullptr || (option.takes_value && !found->takes_value)) found = &option;
  }
  if (found != nullptr) return *found;
  std::vector<std::string> names;
  for (auto const& option : known) names.emplace_back(option.name);
  throw sdc_unknown_option("unknown option " + in_quotes("-" + std::string(word)) +
                           did_you_mean(word, names, "-"));
}

GSTA_INLINE bool is_option(std::string const& word) noexcept {
  return word.size() > 1 && word[0] == '-' && (word[1] == '_' || (word[1] | 32) >= 'a') &&
         (word[1] | 32) <= 'z';
}

GSTA_INLINE sdc_arguments::sdc_arguments(std::string_view spec, std::vector<std::string> arguments) {
  auto const known = sdc_options_of(spec);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!is_option(arguments[i])) {
      words.push_back(std::move(arguments[i]));
      continue;
    }
    auto const& option = find_option(known, std::string_view(arguments[i]).substr(1));
    std::string value;
    if (option.takes_value) {
      if (++i == arguments.size())
        throw sdc_error("the option -" + std::string(option.name) + " needs a value");
      value = std::move(arguments[i]);
    }
    if (option.unsupported) unsupported.push_back("-" + std::string(option.name));
    if (option.ignored) ignored.push_back("-" + std::string(option.name));
    options_.emplace_back(option.name, std::move(value));
  }
}

GSTA_INLINE std::string const* sdc_arguments::value(std::string_view option) const noexcept {
  auto const found =
      std::find_if(options_.rbegin(), options_.rend(), [&](auto const& o) { return o.first == option; });
  return found == options_.rend() ? nullptr : &found->second;
}

GSTA_INLINE void sdc_arguments::expect_words(std::size_t least, std::size_t most) const {
  if (words.size() >= least && words.size() <= most) return;
  auto const expected =
      least == most ? std::to_string(least) : std::to_string(least) + " to " + std::to_string(most);
  throw sdc_error("expected " + expected + (most == 1 ? " argument" : " arguments") +
                  " beside options, found " + std::to_string(words.size()));
}

}  // namespace gsta::io::detail
