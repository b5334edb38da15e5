"""Finds where a fault can be planted in a C++ file of this house, and plants some.

There is no parser here. The house's format tells what a token is: a binary operator has blanks on both sides, the
bracket of a template argument, a reference, a pointer or a sign has not. What is misread does not compile and is
dropped by the caller.
"""

import collections
import hashlib
import re

Token = collections.namedtuple("Token", "kind text start end line spaced")

# A change of the tokens [first, last): `before` and `after` are put around them, `instead` replaces single tokens.
# `%d` stands for the number of the fault.
Site = collections.namedtuple("Site", "path line first last before after instead change key")

LEXEME = re.compile(r"""
    (?P<skip>//[^\n]*|/\*.*?\*/|\s+)
  | (?P<string>(?:u8)?R"(?P<mark>[^(]*)\(.*?\)(?P=mark)"|(?:u8)?"(?:\\.|[^"\\])*")
  | (?P<char>'(?:\\.|[^'\\])+')
  | (?P<number>\.?\d(?:[eEpP][+-]|'\w|[\w.])*)
  | (?P<name>[A-Za-z_]\w*)
  | (?P<op><=>|<<=|>>=|\.\.\.|->\*|->|::|\+\+|--|&&|\|\||[-+*/%&|^<>=!]=|<<|>>|\[\[|\]\]|.)
""", re.X | re.S)

# What holds on the machine that runs the host's tests; lines for others are no sites.
DEFINED = {"__SSE2__", "GSTA_HAS_TBB"}

PRECEDENCE = {op: rank for rank, ops in enumerate(
    ["||", "&&", "|", "^", "&", "== !=", "< <= > >=", "<=>", "<< >>", "+ -", "* / %"], 1) for op in ops.split()}
ASSIGNMENTS = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}
OPENING, CLOSING = {"(": ")", "[": "]", "{": "}", "[[": "]]"}, {")", "]", "}", "]]"}
ENDS = {",", ";", "?", ":"} | ASSIGNMENTS
LEADING = {"return", "throw", "case", "else", "do", "co_return"}

BINARY = {"<": ("less", "<="), "<=": ("less_equal", "<"), ">": ("greater", ">="), ">=": ("greater_equal", ">"),
          "==": ("equal", "!="), "!=": ("not_equal", "=="), "+": ("plus", "-"), "-": ("minus", "+"),
          "*": ("times", "+"), "/": ("divided", "*"), "%": ("modulo", "/")}
CALLS = {"math::add": "math::sub", "math::sub": "math::add", "math::mul": "math::add", "math::div": "math::mul",
         "std::min": "std::max", "std::max": "std::min", "math::min": "math::max", "math::max": "math::min",
         "std::lower_bound": "std::upper_bound", "std::upper_bound": "std::lower_bound"}
COMMUTATIVE = ("add", "mul", "min", "max")
VALUES = {"split::early": "split::late", "split::late": "split::early", "edge::rise": "edge::fall",
          "edge::fall": "edge::rise"}


def live_text(text):
    """The text with what other machines compile, and the directives themselves, blanked out."""
    lines, live = text.split("\n"), [True]
    continued = False
    for n, line in enumerate(lines):
        directive = re.match(r"\s*#\s*(\w+)(.*)", line)
        if directive and not continued:
            word, rest = directive.groups()
            if word in ("if", "ifdef", "ifndef"):
                live.append(live[-1] and holds(word, rest))
            elif word in ("else", "elif"):
                live[-1] = live[-2] and not live[-1]
            elif word == "endif":
                live.pop()
        if directive or continued or not live[-1]:
            lines[n] = " " * len(line)
        continued = (directive or continued) and line.endswith("\\")
    return "\n".join(lines)


def holds(word, condition):
    if word != "if":
        return (condition.strip() in DEFINED) == (word == "ifdef")
    condition = re.sub(r"defined\s*\(?\s*(\w+)\s*\)?", lambda m: str(m[1] in DEFINED), condition)
    condition = condition.replace("&&", " and ").replace("||", " or ").replace("!", " not ")
    condition = re.sub(r"\b(\d+)[uUlL]+\b", r"\1", condition)
    return bool(eval(condition, {"__builtins__": {}, "__cplusplus": 202002}))


class Source:
    """A file's tokens, which of them belong together, and which are code that runs."""

    def __init__(self, path, text):
        self.path, self.text = path, text
        self.tokens = tokens = []
        line = 1
        for match in LEXEME.finditer(live_text(text)):
            kind, lexeme = match.lastgroup, match[0]
            if match["string"] is not None:
                kind = "string"
            if kind != "skip":
                around = text[match.start() - 1:match.start()] + text[match.end():match.end() + 1]
                tokens.append(Token(kind, lexeme, match.start(), match.end(), line, around.isspace()))
            line += lexeme.count("\n")
        self.partner = self.pair_brackets()
        self.runs = [False] * len(tokens)
        self.mark_bodies(0, len(tokens), False)
        self.bar_constants()

    def is_at(self, i, *texts):
        return 0 <= i < len(self.tokens) and self.tokens[i].text in texts

    def kind(self, i):
        return self.tokens[i].kind if 0 <= i < len(self.tokens) else ""

    def pair_brackets(self):
        partner, stack = {}, []
        for i, token in enumerate(self.tokens):
            if token.kind != "op":
                continue
            if token.text in OPENING:
                stack.append(i)
            elif token.text in CLOSING and stack:
                partner[i] = stack.pop()
                partner[partner[i]] = i
            elif token.text == "<" and not token.spaced and self.kind(i - 1) == "name":
                stack.append(i)
            elif token.text in (">", ">>") and not token.spaced:
                for _ in token.text:
                    if stack and self.is_at(stack[-1], "<"):
                        partner[i] = stack.pop()
                        partner[partner[i]] = i
        return partner

    def mark_bodies(self, first, last, runs):
        """Marks what stands in functions' bodies, not in declarations."""
        i = head = first
        while i < last:
            self.runs[i] = runs
            if self.is_at(i, ";", "}"):
                head = i + 1
            if self.is_at(i, "{") and i in self.partner:
                inside = self.runs_inside(head, i, runs)
                self.mark_bodies(i + 1, self.partner[i], inside)
                i = self.partner[i]
                self.runs[i] = runs
                if not self.initialises(head, i, runs):
                    head = i + 1
            i += 1

    def runs_inside(self, head, brace, runs):
        words = [t.text for t in self.tokens[head:brace]]
        if words[:1] == ["template"]:
            words = words[self.partner.get(head + 1, head) - head + 1:]
        if any(w in ("namespace", "struct", "class", "union", "enum", "concept") for w in words) and \
                not (words[0] in ("if", "for", "while", "return") or "=" in words):
            return False
        return runs or ("(" in words and not self.initialises(head, self.partner[brace], runs))

    def initialises(self, head, closing, runs):
        """Whether these braces hold the value of a member in a constructor's list."""
        opening = self.partner[closing]
        words = [t.text for t in self.tokens[head:opening]]
        return not runs and "(" in words and ":" in words and "->" not in words and \
            self.kind(opening - 1) == "name" and words[-1] not in ("const", "noexcept", "override", "final", "mutable")

    def bar(self, first, last):
        for i in range(first, min(last, len(self.tokens))):
            self.runs[i] = False

    def bar_constants(self):
        """What the compiler works out is no site: a fault there cannot be switched on."""
        for i, token in enumerate(self.tokens):
            if token.text == "<" and i in self.partner:
                self.bar(i, self.partner[i] + 1)
            elif token.text in ("sizeof", "decltype", "noexcept", "alignof", "requires", "alignas") and \
                    self.is_at(i + 1, "("):
                self.bar(i, self.partner[i + 1] + 1)
            elif token.text == "constexpr" and self.is_at(i - 1, "if"):
                self.bar(i, self.partner[i + 1] + 1)
            elif token.text in ("constexpr", "static_assert", "using", "typedef", "case", "template", "goto"):
                self.bar(i, self.end_of(i, {";", ":", "{"}))
            elif "prefetch" in token.text or token.text == "fetch_ahead":  # has no effect but on time
                self.bar(i, self.end_of(i, {";", "{"}))
                body = self.end_of(i, {";", "{"})
                if self.is_at(body, "{") and self.is_at(i + 1, "("):
                    self.bar(body, self.partner[body])
            elif token.text in ("[[", "operator"):
                self.bar(i, self.partner.get(i, i + 1) + 1)
            elif token.text == "[" and self.kind(i - 1) == "name" and self.kind(i - 2) == "name" and \
                    not self.is_at(i - 2, *LEADING):
                self.bar(i, self.partner[i])
            elif token.text == "const" and self.kind(i + 1) == "name" and self.is_at(i + 2, "="):
                end = self.end_of(i, {";"})
                if not any(self.kind(k) == "name" for k in range(i + 3, end)):
                    self.bar(i, end)

    def end_of(self, i, stops):
        """The first of `stops` behind token i that is in no bracket."""
        while i < len(self.tokens) and not self.is_at(i, *stops):
            i = self.partner[i] if self.is_at(i, *OPENING) and i in self.partner else i
            i += 1
        return i

    def is_binary(self, i):
        return self.tokens[i].kind == "op" and self.tokens[i].text in PRECEDENCE and self.tokens[i].spaced

    def left_of(self, i, precedence):
        """The first token of the operand on the left of operator i."""
        k = i - 1
        while k >= 0:
            if k in self.partner and self.partner[k] < k:
                k = self.partner[k]
            elif self.is_at(k, *ENDS, *OPENING, *LEADING, "<") and not self.is_binary(k):
                break
            elif self.is_binary(k) and PRECEDENCE[self.tokens[k].text] < precedence:
                break
            k -= 1
        return k + 1

    def right_of(self, i, precedence):
        """One past the last token of the operand on the right of operator i."""
        k = i + 1
        while k < len(self.tokens):
            if k in self.partner and self.partner[k] > k:
                k = self.partner[k]
            elif self.is_at(k, *ENDS, *CLOSING):
                break
            elif self.is_binary(k) and PRECEDENCE[self.tokens[k].text] <= precedence:
                break
            k += 1
        return k

    def chain(self, i):
        """One past a chain of names, members, indices and calls that begins at token i."""
        while self.kind(i) == "name":
            i += 1
            while self.is_at(i, "(", "[") or (self.is_at(i, "<") and i in self.partner):
                i = self.partner[i] + 1
            if not self.is_at(i, "::", ".", "->"):
                break
            i += 1
        return i

    def words(self, first, last, longest=48):
        """The text of tokens [first, last) on one line, with its middle left out where it is long."""
        if first >= last:
            return ""
        text = " ".join(self.text[self.tokens[first].start:self.tokens[last - 1].end].split())
        return text if len(text) <= longest else text[:longest // 2] + " ... " + text[-longest // 2:]

    def shape(self, i):
        """What stands around token i, whatever it is called there: a fault stays itself through renaming."""
        return " ".join("x" if t.kind == "name" and len(t.text) > 2 else t.text
                        for t in self.tokens[max(0, i - 8):i + 9])


class Finder:
    """Lists the sites of a source."""

    def __init__(self, source):
        self.source, self.sites, self.seen = source, [], collections.Counter()
        rules = [self.operator, self.call, self.value, self.number, self.negation, self.condition, self.choice,
                 self.statement, self.swap]
        for i, runs in enumerate(source.runs):
            if runs:
                for rule in rules:
                    rule(i, source.tokens[i].text)

    def add(self, i, first, last, before, after, change, instead=None):
        if not all(self.source.runs[first:last]) and "left out" not in change:
            return  # part of it is a constant
        key = f"{self.source.path} {before or 'other'} {self.source.shape(i)}"
        self.seen[key] += 1
        self.sites.append(Site(self.source.path, self.source.tokens[i].line, first, last, before, after,
                               tuple((instead or {}).items()), change, f"{key} {self.seen[key]}"))

    def operator(self, i, text):
        s = self.source
        if not s.is_binary(i) or s.is_at(i - 1, "...") or s.is_at(i + 1, "..."):
            return
        first, last = s.left_of(i, PRECEDENCE[text]), s.right_of(i, PRECEDENCE[text])
        left, right = s.words(first, i, 32), s.words(i + 1, last, 32)
        if text in BINARY:
            name, wrong = BINARY[text]
            self.add(i, first, last, f"gsta_faults::{name}(%d, ", ")", f"{left} {text} {right} => {left} {wrong} {right}",
                     {i: ","})
        elif text in ("&&", "||"):
            before = "(gsta_faults::planted(%d) || (" if text == "&&" else "(!gsta_faults::planted(%d) && ("
            self.add(i, first, i, before, "))", f"{left} {text} {right} => {right}")
            self.add(i, i + 1, last, before, "))", f"{left} {text} {right} => {left}")

    def call(self, i, text):
        s = self.source
        name = "".join(t.text for t in s.tokens[i:i + 3])
        if name not in CALLS or s.is_at(i - 1, "::"):
            return
        given = s.partner[i + 3] + 1 if s.is_at(i + 3, "<") and i + 3 in s.partner else i + 3
        if not s.is_at(given, "(") or s.is_at(given + 1, "{"):
            return
        types = s.words(i + 3, given, 1000)
        function = "[&](auto const&... x) -> decltype(auto) { return %s%s(x...); }"
        self.add(i, i, s.partner[given] + 1, "", "", f"{name} => {CALLS[name]}",
                 {i: f"gsta_faults::call(%d, {function % (name, types)}, {function % (CALLS[name], types)}",
                  **{k: "" for k in range(i + 1, given)}, given: ", "})

    def value(self, i, text):
        s = self.source
        name = "".join(t.text for t in s.tokens[i:i + 3])
        if text in ("true", "false"):
            self.add(i, i, i + 1, "gsta_faults::flipped(%d, ", ")",
                     f"{text} => {'false' if text == 'true' else 'true'}")
        elif name in VALUES and not s.is_at(i - 1, "::"):
            self.add(i, i, i + 3, "(gsta_faults::planted(%d) ? " + VALUES[name] + " : ", ")",
                     f"{name} => {VALUES[name]}")

    def number(self, i, text):
        if self.source.kind(i) != "number":
            return
        value = text.rstrip("uUlLfF")
        down = value == "1" or (value.strip("0.") != "" and len(self.source.shape(i)) % 2 == 0)
        self.add(i, i, i + 1, "gsta_faults::number(%d, ", f", {-1 if down else 1})",
                 f"{text} => {text} {'- 1' if down else '+ 1'}")

    def negation(self, i, text):
        s = self.source
        if text == "!" and not s.is_binary(i) and s.kind(i + 1) in ("name", "op"):
            last = s.partner[i + 1] + 1 if s.is_at(i + 1, "(") else s.chain(i + 1)
            self.add(i, i, last, "gsta_faults::flipped(%d, ", ")", f"{s.words(i, last)} => {s.words(i + 1, last)}")

    def condition(self, i, text):
        s = self.source
        if text not in ("if", "while") or not s.is_at(i + 1, "("):
            return
        first, last = i + 2, s.partner[i + 1]
        if s.end_of(first, {";", "=", ")"}) != last:
            return  # it declares something
        self.add(i, first, last, "gsta_faults::flipped(%d, static_cast<bool>(", "))",
                 f"{text} ({s.words(first, last)}) => {text} not")

    def choice(self, i, text):
        s = self.source
        if text == "?":
            first = s.left_of(i, 0)
            self.add(i, first, i, "gsta_faults::flipped(%d, static_cast<bool>(", "))",
                     f"{s.words(first, i)} ? => not ?")

    def statement(self, i, text):
        """A statement without a declaration: a jump, an assignment, a call."""
        s = self.source
        if not s.is_at(i - 1, ";", "{", "}", "else") and not (s.is_at(i - 1, ")") and self.heads(s.partner[i - 1])):
            return
        if text in ("continue", "break"):
            end = i + 1
        elif text == "return" and s.is_at(i + 1, ";"):
            end = i + 1
        else:
            start = i + (text in ("++", "--", "*"))
            end = s.chain(start)
            if end == start or (end == start + 1 and s.is_at(end, ";")):
                return
            if s.is_at(end, "++", "--"):
                end += 1
            elif s.is_at(end, *ASSIGNMENTS):
                end = s.end_of(end, {";"})
            elif text not in ("++", "--") and not s.is_at(end - 1, ")"):
                return
        if s.is_at(end, ";"):
            self.add(i, i, end, "if (gsta_faults::planted(%d)) {} else ", "", f"{s.words(i, end)} left out")

    def heads(self, opening):
        return self.source.is_at(opening - 1, "if", "for", "while") or \
            (self.source.is_at(opening - 1, "constexpr") and self.source.is_at(opening - 2, "if"))

    def swap(self, i, text):
        """Two neighbouring arguments or members that are plain names."""
        s = self.source
        if text != "," or not s.runs[i + 1] or s.kind(i + 1) != "name" or s.is_binary(i - 2):
            return
        last, first = s.chain(i + 1), i - 1
        while first > 0 and (s.kind(first) == "name" or s.is_at(first, ".", "->")):
            first -= 1
        first += 1
        if not s.is_at(first - 1, "(", "{", ",") or not s.is_at(last, ")", "}", ",") or s.chain(first) != i:
            return
        if s.is_at(first - 2, *COMMUTATIVE) and s.is_at(last, ")"):
            return
        left, right = s.words(first, i, 1000), s.words(i + 1, last, 1000)
        if left == right or "(" in left + right or {left, right} & {"true", "false", "nullptr", "this"}:
            return
        self.add(i, first, last, "", "", f"{left}, {right} => {right}, {left}",
                 {**{k: "" for k in range(first, last)},
                  first: f"gsta_faults::either(%d, {left}, {right}), gsta_faults::either(%d, {right}, {left})"})


def find_sites(path, text):
    """All sites of a file, which is called `path`."""
    return Finder(Source(path, text)).sites


def order_of(seed, text):
    return hashlib.sha1(f"{seed} {text}".encode()).hexdigest()


def draw(sites, seed):
    """One site a line, lines in an order that the seed decides and that edits elsewhere do not change."""
    lines = {}
    for site in sites:
        lines.setdefault((site.path, site.line), []).append(site)
    chosen = [min(of_line, key=lambda s: order_of(seed, s.key)) for of_line in lines.values()]
    return sorted(chosen, key=lambda s: order_of(seed, "line " + s.key))


def plant(path, text, numbered):
    """The file's text with the faults of `numbered`, pairs of a number and a site, all switched off."""
    tokens = Source(path, text).tokens
    before, after, instead = collections.defaultdict(list), collections.defaultdict(list), {}
    for number, site in sorted(numbered, key=lambda pair: (pair[1].first, -pair[1].last)):
        before[site.first].append(site.before.replace("%d", str(number)))
        after[site.last - 1].insert(0, site.after)
        for token, words in site.instead:
            instead[token] = words.replace("%d", str(number))
    out, end = [], 0
    for i, token in enumerate(tokens):
        out += [text[end:token.start], *before[i], instead.get(i, token.text), *after[i]]
        end = token.end
    return "".join(out) + text[end:]
