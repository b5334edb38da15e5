// Random expression trees are printed in the many ways in which libraries write them, and evaluated by
// counting their assignments; the parser and its three-valued answers must agree.

#include "gsta/flat/detail/logic_function.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "test/support/catch.hpp"
#include "test/support/random.hpp"

using namespace gsta;
using gsta_test::prng;

namespace {

/// '0', '1', 'v' (an input), '!', '&', '|' or '^'.
struct tree {
  char kind;
  int input = 0;
  std::unique_ptr<tree> a, b;
};

std::unique_ptr<tree> random_tree(prng& random, int inputs, int depth) {
  if (depth == 0 || random.chance(15)) {
    if (random.chance(6)) return std::make_unique<tree>(tree{random.chance(50) ? '0' : '1', 0, {}, {}});
    return std::make_unique<tree>(tree{'v', random.below(inputs), {}, {}});
  }
  char const kind = std::string("!&&||^")[static_cast<std::size_t>(random.below(6))];
  auto a = random_tree(random, inputs, depth - 1);
  auto b = kind == '!' ? nullptr : random_tree(random, inputs, depth - 1);
  return std::make_unique<tree>(tree{kind, 0, std::move(a), std::move(b)});
}

bool value_of(tree const& t, unsigned assignment) {
  switch (t.kind) {
    case '0':
      return false;
    case '1':
      return true;
    case 'v':
      return (assignment >> t.input & 1U) != 0;
    case '!':
      return !value_of(*t.a, assignment);
    case '&':
      return value_of(*t.a, assignment) && value_of(*t.b, assignment);
    case '|':
      return value_of(*t.a, assignment) || value_of(*t.b, assignment);
    default:
      return value_of(*t.a, assignment) != value_of(*t.b, assignment);
  }
}

std::string const names[] = {"A", "B1", "S[3]", "n.x", "_q", "D0", "E", "F<2>", "1X", "J", "K", "L", "M"};

int id_of(std::string_view name) {
  for (int i = 0; i < 13; ++i) {
    if (names[i] == name) return i;
  }
  return none;
}

int tightness(char kind) { return kind == '|' ? 0 : kind == '&' ? 1 : kind == '^' ? 2 : kind == '!' ? 3 : 4; }

std::string blanks(prng& random) { return random.chance(30) ? random.chance(20) ? " \n " : " " : ""; }

std::string printed(tree const& t, prng& random);

/// With parentheses where the precedence needs them, and now and then where it does not.
std::string operand(tree const& t, prng& random, int at_least) {
  bool const needed = tightness(t.kind) < at_least;
  auto const text = printed(t, random);
  return needed || random.chance(10) ? "(" + blanks(random) + text + blanks(random) + ")" : text;
}

std::string printed(tree const& t, prng& random) {
  if (t.kind == '0' || t.kind == '1') return std::string(1, t.kind);
  if (t.kind == 'v') return names[t.input];
  if (t.kind == '!') {
    if (random.chance(40)) return operand(*t.a, random, 4) + blanks(random) + "'";
    return "!" + blanks(random) + operand(*t.a, random, 3);
  }
  int const own = tightness(t.kind);
  auto const a = operand(*t.a, random, own), b = operand(*t.b, random, own);
  if (t.kind == '^') return a + blanks(random) + "^" + blanks(random) + b;
  if (t.kind == '|') return a + blanks(random) + random.pick<char>({'|', '+'}) + blanks(random) + b;
  switch (random.below(3)) {
    case 0:
      return a + blanks(random) + "&" + blanks(random) + b;
    case 1:
      return a + blanks(random) + "*" + blanks(random) + b;
    default:
      return a + " " + b;
  }
}

/// All assignments of `inputs` inputs that agree with `values`, `except` left free.
template <class F>
void for_each_assignment(std::vector<logic_value> const& values, int except, F const& visit) {
  for (unsigned assignment = 0; assignment < 1U << values.size(); ++assignment) {
    bool agrees = true;
    for (int i = 0; i < static_cast<int>(values.size()); ++i) {
      auto const known = values[static_cast<std::size_t>(i)];
      bool const bit = (assignment >> i & 1U) != 0;
      agrees = agrees && (i == except || known == logic_value::unknown || bit == (known == logic_value::one));
    }
    if (agrees) visit(assignment);
  }
}

logic_value counted_value(tree const& t, std::vector<logic_value> const& values) {
  bool can_be[2] = {false, false};
  for_each_assignment(values, -1, [&](unsigned a) { can_be[value_of(t, a) ? 1 : 0] = true; });
  return can_be[0] && can_be[1] ? logic_value::unknown : can_be[1] ? logic_value::one : logic_value::zero;
}

input_sense counted_sense(tree const& t, std::vector<logic_value> const& values, int input) {
  bool rises = false, falls = false;
  for_each_assignment(values, input, [&](unsigned a) {
    bool const low = value_of(t, a & ~(1U << input)), high = value_of(t, a | 1U << input);
    rises = rises || (!low && high);
    falls = falls || (low && !high);
  });
  if (rises) return falls ? input_sense::non_unate : input_sense::positive;
  return falls ? input_sense::negative : input_sense::independent;
}

std::vector<logic_value> random_values(prng& random, int inputs, int percent_unknown) {
  std::vector<logic_value> values;
  for (int i = 0; i < inputs; ++i) {
    auto const known = random.chance(50) ? logic_value::one : logic_value::zero;
    values.push_back(random.chance(percent_unknown) ? logic_value::unknown : known);
  }
  return values;
}

logic_function parsed(std::string const& text) {
  auto const result = parse_logic(text, id_of);
  CAPTURE(text, result.problem, result.position);
  REQUIRE(result);
  return result.function;
}

logic_value value_of(std::string const& text, std::vector<logic_value> values) {
  values.resize(13, logic_value::unknown);
  return parsed(text).evaluate(view_of(std::as_const(values)));
}

}  // namespace

TEST_CASE("random expressions have the values and senses that counting gives") {
  for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
    prng random(seed);
    int const inputs = random.between(1, 9);
    auto const t = random_tree(random, inputs, random.between(0, 5));
    auto const text = printed(*t, random);
    CAPTURE(seed, text);
    auto const function = parsed(text);
    for (int round = 0; round < 4; ++round) {
      auto const values = random_values(random, inputs, 25 * (round + 1));
      auto const view = view_of(values);
      CHECK(function.evaluate(view) == counted_value(*t, values));
      int const input = random.below(inputs);
      CHECK(function.sense(input, view) == counted_sense(*t, values, input));
    }
  }
}

TEST_CASE("with many unknown inputs an answer is cautious, never wrong") {
  std::size_t known = 0, exact = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    prng random(seed);
    auto const t = random_tree(random, 13, 6);
    auto const text = printed(*t, random);
    CAPTURE(seed, text);
    auto const function = parsed(text);
    auto const values = random_values(random, 13, 90);
    auto const view = view_of(values);
    auto const value = function.evaluate(view);
    if (value != logic_value::unknown) {
      ++known;
      CHECK(value == counted_value(*t, values));
    }
    int const input = random.below(13);
    auto const truth = static_cast<int>(counted_sense(*t, values, input));
    auto const sense = static_cast<int>(function.sense(input, view));
    CHECK((sense & truth) == truth);
    if (sense == truth) ++exact;
  }
  CHECK(known > 5);
  CHECK(exact > 75);
}

TEST_CASE("up to ten unknown inputs are all tried, of more the answer is cautious") {
  // That B1 & !B1 is zero, and A never shows, only trying tells.
  auto const others = [](int n) {
    std::string sum;
    for (int i = 2; i <= n; ++i) sum += "*" + names[i];
    return sum;
  };
  std::vector<logic_value> const unknown(13, logic_value::unknown);
  CHECK(parsed("B1*!B1" + others(10)).evaluate(view_of(unknown)) == logic_value::zero);
  CHECK(parsed("B1*!B1" + others(11)).evaluate(view_of(unknown)) == logic_value::unknown);
  CHECK(parsed("A*B1*!B1" + others(10)).sense(0, view_of(unknown)) == input_sense::independent);
  CHECK(parsed("A*B1*!B1" + others(11)).sense(0, view_of(unknown)) == input_sense::positive);
}

TEST_CASE("the operators bind in Liberty's order") {
  using enum logic_value;
  // A, B1, S[3], n.x
  CHECK(value_of("A + B1 S[3]", {one, zero, zero}) == one);   // not (A + B1) S[3]
  CHECK(value_of("A B1 ^ S[3]", {zero, one, one}) == zero);   // A (B1 ^ S[3])
  CHECK(value_of("A B1 ^ S[3]", {zero, zero, one}) == zero);  // not (A B1) ^ S[3]
  CHECK(value_of("!A ^ B1", {one, one}) == one);              // (!A) ^ B1
  CHECK(value_of("A'B1'", {zero, zero}) == one);              // two operands
  CHECK(value_of("(A)(B1)", {one, one}) == one);
  CHECK(value_of("A!B1", {one, zero}) == one);
  CHECK(value_of("!!A''", {one}) == one);
  CHECK(value_of("!A'", {one}) == one);
  CHECK(value_of("A && B1 || n.x", {one, one, zero, zero}) == one);
  CHECK(value_of(" 1 ", {}) == one);
  CHECK(value_of("0 + A", {unknown}) == unknown);
  CHECK(value_of("1X * !1X", {}) == zero);
  CHECK(value_of(R"(\"1X\" + !1X)", {}) == one);
  CHECK(parsed("B1 & A & B1").inputs() == std::vector<id>{1, 0});
}

TEST_CASE("what is no expression is refused where it goes wrong") {
  struct row {
    char const* text;
    std::size_t position;
    char const* words;
  };
  for (auto const& r : std::vector<row>{{"", 0, "too early"},
                                        {"  ", 2, "too early"},
                                        {"A &", 3, "too early"},
                                        {"A & & &B1", 4, "expected an operand"},
                                        {"(A | B1", 7, "')'"},
                                        {"A)", 1, "expected an operator"},
                                        {"A == B1", 2, "expected an operator"},
                                        {"A & Z9", 4, "no pin Z9"},
                                        {"'A", 0, "expected an operand"},
                                        {"\"A", 1, "a name in quotes"},
                                        {"!", 1, "too early"}}) {
    auto const result = parse_logic(r.text, id_of);
    CAPTURE(r.text);
    CHECK_FALSE(result);
    CHECK(result.function.empty());
    CHECK(result.position == r.position);
    CHECK_THAT(result.problem, gsta_test::contains(r.words));
  }
}

TEST_CASE("nesting is bounded, length is not") {
  std::string const open(100'000, '('), close(100'000, ')'), inversions(100'001, '!');
  CHECK_THAT(parse_logic(open + "A" + close, id_of).problem, gsta_test::contains("too deep"));
  CHECK(parse_logic(std::string(200, '(') + "A" + std::string(200, ')'), id_of));
  CHECK(value_of(inversions + "A", {logic_value::one}) == logic_value::zero);
  std::string chain = "A";
  for (int i = 0; i < 100'000; ++i) chain += " ^ A";
  CHECK(value_of(chain, {logic_value::one}) == logic_value::one);
  std::string deep = "A";  // the stack grows with what stands to the left of a parenthesis
  for (int i = 0; i < 190; ++i) deep = "B1 | S[3] & (" + deep + ")";
  using enum logic_value;
  CHECK(value_of(deep, {one, zero, one}) == one);
  CHECK(value_of(deep, {zero, zero, one}) == zero);
}

TEST_CASE("a function asks for values, and an empty one has none") {
  std::vector<logic_value> const few(1, logic_value::one);
  CHECK_THROWS_AS(parsed("A & B1").evaluate(view_of(few)), argument_error);
  CHECK_THROWS_AS(parsed("A & B1").sense(0, view_of(few)), argument_error);
  CHECK_THROWS_AS(logic_function{}.evaluate(view_of(few)), argument_error);
  CHECK(parsed("B1 ^ A").sense(1, view_of(few)) ==
        input_sense::negative);  // what is asked for needs no value
}
