// Liberty's grammar.

#include "src/io/liberty_syntax.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <tao/pegtl.hpp>
#include <vector>

#include "gsta/io/source.hpp"
#include "src/io/text.hpp"

namespace gsta::io::detail {
namespace {

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

namespace liberty_grammar {

struct blanks : by_hand<blanks> {
  /// A backslash before a line's end continues the line, which between words means nothing.
  static bool continues_line(char const* at, char const* end) noexcept {
    return *at == '\\' && at + 1 != end && (at[1] == '\n' || at[1] == '\r' || at[1] == ' ' || at[1] == '\t');
  }
  template <class State>
  static char const* skip(State& state, char const* at, char const* end) {
    while (at != end) {
      if (is_blank(*at) || continues_line(at, end)) {
        ++at;
      } else if (*at == '/' && at + 1 != end && at[1] == '*') {
        at = skip_block_comment(state.file, at, end);
      } else if (*at == '/' && at + 1 != end && at[1] == '/') {
        at = skip_line(at, end);
      } else {
        break;
      }
    }
    return at;
  }
};

struct quoted_string : by_hand<quoted_string> {
  /// A string goes on over a line's end only behind a backslash, maybe with blanks between.
  static bool is_continued(std::string_view string, std::size_t newline) noexcept {
    auto const last = string.find_last_not_of(" \t\r", newline - 1);
    return last != std::string_view::npos && string[last] == '\\';
  }
  static bool breaks_off(std::string_view string) noexcept {
    for (auto at = string.find('\n'); at != std::string_view::npos; at = string.find('\n', at + 1)) {
      if (!is_continued(string, at)) return true;
    }
    return false;
  }
  template <class State>
  static char const* skip(State& state, char const* begin, char const* end) {
    if (begin == end || *begin != '"') return nullptr;
    auto const* at = begin;
    do {
      ++at;
      at = static_cast<char const*>(std::memchr(at, '"', static_cast<std::size_t>(end - at)));
    } while (at != nullptr && at[-1] == '\\');
    if (at == nullptr || breaks_off({begin, static_cast<std::size_t>(at - begin)})) {
      fail(state.file, offset_of(state.file, {begin, 1}), "the quoted string is not closed on its line");
    }
    return at + 1;
  }
};

struct comment_start : pegtl::sor<pegtl::string<'/', '*'>, pegtl::string<'/', '/'>> {};
/// A word without signs that end it everywhere, and without `More`.
template <char... More>
struct word
    : pegtl::plus<pegtl::not_at<comment_start>, pegtl::not_one<' ', '\t', '\n', '\r', '\f', '\v', ';', ',',
                                                               '(', ')', '{', '}', '"', '\\', More...>> {};
struct line_end : pegtl::seq<pegtl::opt<pegtl::one<'\r'>>, pegtl::one<'\n'>> {};

/// An unquoted value runs to the semicolon, or, where that is missing, to the line's end: expressions have
/// blanks.
struct bare_value
    : pegtl::plus<pegtl::not_at<comment_start>, pegtl::sor<pegtl::seq<pegtl::one<'\\'>, line_end>,
                                                           pegtl::not_one<';', '\n', '{', '}', '"'>>> {};
struct statement_name : word<':', '='> {};
struct semicolon : pegtl::one<';'> {};

struct value : pegtl::sor<quoted_string, bare_value> {
  static constexpr auto expected = "a value after ':'";
};
struct simple : pegtl::if_must<pegtl::one<':'>, blanks, value, blanks, pegtl::opt<semicolon>> {};
struct equals : pegtl::one<'='> {};
struct assignment : pegtl::if_must<equals, blanks, value, blanks, pegtl::opt<semicolon>> {};

struct argument : pegtl::sor<quoted_string, word<>> {};
struct arguments_end : pegtl::one<')'> {
  static constexpr auto expected = "',' or ')'";
};
/// Arguments stand between commas or blanks; a bare one may be a range, `A[3:0]`.
struct argument_list : pegtl::star<pegtl::sor<argument, pegtl::one<','>>, blanks> {};
struct group_open : pegtl::one<'{'> {};
struct group_close : pegtl::one<'}'> {};
struct complex : pegtl::if_must<pegtl::one<'('>, blanks, argument_list, arguments_end, blanks,
                                pegtl::opt<pegtl::sor<group_open, semicolon>>> {};
struct name_end : pegtl::sor<simple, complex, assignment> {
  static constexpr auto expected = "':' or '(' after the name";
};
struct statement : pegtl::if_must<statement_name, blanks, name_end> {};

/// Groups are counted by the actions, not nested in the grammar: no input can drive the parser deep.
struct item : pegtl::sor<statement, group_close, semicolon> {};
struct text_end : pegtl::eof {
  static constexpr auto expected = "a statement";
};
struct file : pegtl::must<blanks, pegtl::star<item, blanks>, text_end> {};

}  // namespace liberty_grammar

struct liberty_syntax_state {
  static constexpr std::size_t deepest = 256;

  source const& file;
  liberty_syntax result{};
  std::vector<std::uint32_t> open{};  ///< the groups that are not closed yet

  liberty_statement& last() { return result.statements.back(); }
  void begin_statement(std::string_view name) {
    auto const next = static_cast<std::uint32_t>(result.statements.size());
    auto const first_argument = static_cast<std::uint32_t>(result.arguments.size());
    result.statements.push_back({name, first_argument, 0, next + 1, statement_kind::simple});
  }
  void add_argument(std::string_view text) {
    bool const is_quoted = text.size() >= 2 && text.front() == '"';
    result.arguments.push_back(is_quoted ? text.substr(1, text.size() - 2) : trimmed(text));
    ++last().argument_count;
  }
  void open_group() {
    last().kind = statement_kind::group;
    if (open.size() == deepest)
      fail(file, offset_of(file, last().name), "groups are nested more than 256 deep");
    open.push_back(static_cast<std::uint32_t>(result.statements.size()) - 1);
  }
  void close_group(std::string_view brace) {
    if (open.empty()) fail(file, offset_of(file, brace), "there is no open group for this \"}\"");
    result.statements[open.back()].end = static_cast<std::uint32_t>(result.statements.size());
    open.pop_back();
  }
};

template <class Rule>
struct liberty_action : pegtl::nothing<Rule> {};
template <>
struct liberty_action<liberty_grammar::statement_name> {
  template <class Input>
  static void apply(Input const& in, liberty_syntax_state& state) {
    state.begin_statement(piece_of(in));
  }
};
template <>
struct liberty_action<liberty_grammar::value> {
  template <class Input>
  static void apply(Input const& in, liberty_syntax_state& state) {
    state.add_argument(piece_of(in));
  }
};
template <>
struct liberty_action<liberty_grammar::argument> : liberty_action<liberty_grammar::value> {};
template <>
struct liberty_action<liberty_grammar::arguments_end> {
  static void apply0(liberty_syntax_state& state) { state.last().kind = statement_kind::complex; }
};
template <>
struct liberty_action<liberty_grammar::equals> {
  static void apply0(liberty_syntax_state& state) { state.last().kind = statement_kind::assignment; }
};
template <>
struct liberty_action<liberty_grammar::group_open> {
  static void apply0(liberty_syntax_state& state) { state.open_group(); }
};
template <>
struct liberty_action<liberty_grammar::group_close> {
  template <class Input>
  static void apply(Input const& in, liberty_syntax_state& state) {
    state.close_group(piece_of(in));
  }
};

}  // namespace

liberty_syntax read_liberty_syntax(source const& file) {
  check_text(file);
  if (file.text().size() > 0xffff'ffffU) fail(file, 0, "the file is larger than 4 GiB");
  liberty_syntax_state state{file};
  parse<liberty_grammar::file, liberty_action>(file, state);
  if (!state.open.empty()) {
    auto const& group = state.result.statements[state.open.back()];
    auto const text = file.text();
    auto const at = file.locate(offset_of(file, group.name));
    fail(file, text.size(),
         "expected '}' to close the group " + in_quotes(group.name) + " of line " + std::to_string(at.line) +
             ", found the end of the file");
  }
  return std::move(state.result);
}

}  // namespace gsta::io::detail
