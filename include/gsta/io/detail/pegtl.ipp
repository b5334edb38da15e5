#pragma once

#include <tao/pegtl.hpp>

#include "gsta/core/macros.hpp"
#include "gsta/io/detail/text.hpp"

/// How the grammars use PEGTL: one kind of input, and errors that are sentences.
///
/// Each grammar has a state with a member `file` (the source), which its actions fill.
namespace gsta::io::detail {

namespace pegtl = tao::pegtl;

/// Turns a failed must<rule> into a sentence. The rule says what it is: `expected`, or, for what is
/// recognised only to be refused, `unsupported`, with `hint(begin, end)` of the text there behind it. A rule
/// without either cannot fail (it is optional, say).
template <class Rule>
struct sentence_control : pegtl::normal<Rule> {
  /// Inside must<> PEGTL does not go back to where a rule began; the sentence has to point there.
  template <pegtl::apply_mode A, pegtl::rewind_mode M, template <class...> class Action,
            template <class...> class Control, class Input, class State>
  static bool match(Input& in, State& state) {
    constexpr auto mode = requires { Rule::expected; } ? pegtl::rewind_mode::required : M;
    return pegtl::normal<Rule>::template match<A, mode, Action, Control>(in, state);
  }

  template <class Input, class State>
  [[noreturn]] static void raise(Input const& in, State& state) {
    auto const offset = static_cast<std::size_t>(in.current() - state.file.text().data());
    if constexpr (requires { Rule::unsupported; }) {
      auto sentence = std::string(Rule::unsupported) + " not supported yet";
      if constexpr (requires { Rule::hint(in.current(), in.end()); })
        sentence += Rule::hint(in.current(), in.end());
      fail(state.file, offset, sentence);
    } else if constexpr (requires { Rule::expected; }) {
      fail_expected(state.file, offset, Rule::expected);
    } else {
      fail_expected(state.file, offset, "something else");
    }
  }
};

/// Runs a grammar over a file.
template <class Grammar, template <class...> class Action, class State>
void parse(source const& file, State& state) {
  auto const text = file.text();
  pegtl::memory_input<pegtl::tracking_mode::lazy, pegtl::eol::lf, char const*> in(
      text.data(), text.data() + text.size(), file.name().c_str());
  pegtl::parse<Grammar, Action, sentence_control>(in, state);
}

/// A rule that a function does by hand: `Step::skip(state, begin, end)` returns where the rule ends, or
/// nullptr where it does not match. For blanks, comments and strings, which are most of a file's bytes.
template <class Step>
struct by_hand {
  using rule_t = by_hand;
  using subs_t = pegtl::empty_list;

  template <pegtl::apply_mode, pegtl::rewind_mode, template <class...> class, template <class...> class,
            class Input, class State>
  static bool match(Input& in, State& state) {
    char const* const end = Step::skip(state, in.current(), in.end());
    if (end == nullptr) return false;
    in.bump(static_cast<std::size_t>(end - in.current()));
    return true;
  }
};

/// The words for an action's piece of text.
template <class ActionInput>
std::string_view piece_of(ActionInput const& in) noexcept {
  return {in.begin(), in.size()};
}

}  // namespace gsta::io::detail
