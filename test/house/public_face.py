#!/usr/bin/env python3
"""What callers see: public_face.py INCLUDE_FOLDER [--count].

A public function is one at namespace scope, or a public member of a class there, of a header outside detail/ and
outside namespace detail. It takes at most eight parameters (more are an aggregate), and its signature names nothing of
detail::. Prints one line for each breach, exit 1 if there is one; with --count how large the face is.
"""
import re
import sys
from pathlib import Path

MOST_PARAMETERS = 8
ALLOWED = {
    # The default of its first parameter keeps programs with oneTBB and without apart.
    "core/with_executor.hpp",
    "core/with_executor.cuh",
}


def plain(text):
    """Without comments, literals and preprocessor lines, but with all line breaks."""
    def blank(match):
        return "\n" * match.group(0).count("\n")

    text = re.sub(r"^[ \t]*#(?:[^\n\\]|\\.|\\\n)*", blank, text, flags=re.M)
    text = re.sub(r"//[^\n]*|/\*.*?\*/", blank, text, flags=re.S)
    text = re.sub(r'"(?:[^"\\\n]|\\.)*"|(?<![0-9a-fA-F])\'(?:[^\'\\\n]|\\.)*\'', "0", text)
    text = re.sub(r"decltype\s*\(\s*auto\s*\)", "auto", text)
    return re.sub(r"operator\s*\(\s*\)", "operator_call", text)


def closing(text, at):
    """The place of the bracket that closes the one at `at`."""
    pairs = {"(": ")", "{": "}", "[": "]", "<": ">"}
    here, there, depth = text[at], pairs[text[at]], 0
    for i in range(at, len(text)):
        depth += (text[i] == here) - (text[i] == there and not (there == ">" and text[i - 1] == "-"))
        if depth == 0:
            return i
    return len(text) - 1


def without_heads(statement):
    """A declaration without its template heads and requires-clauses."""
    while True:
        statement = statement.lstrip()
        head = re.match(r"(?:template|requires)\b\s*", statement)
        if head is None:
            return statement
        if statement.startswith("template"):
            at = head.end()
            statement = statement[closing(statement, at) + 1:] if statement[at:at + 1] == "<" else statement[at:]
        elif statement[head.end():head.end() + 1] == "(":
            statement = statement[closing(statement, head.end()) + 1:]
        else:
            statement = statement[statement.find("\n") + 1:] if "\n" in statement else ""


def parameters(text):
    """How many there are between two round brackets."""
    if not text.strip():
        return 0
    count, i = 1, 0
    while i < len(text):
        if text[i] in "({[":
            i = closing(text, i)
        elif text[i] == "<" and re.search(r"[A-Za-z0-9_]$", text[:i]):
            i = closing(text, i)
        count += i < len(text) and text[i] == ","
        i += 1
    return count


class Reader:
    """Walks the declarations of one header."""

    def __init__(self, path, text):
        self.path, self.text, self.functions = path, plain(text), []

    def read(self):
        self.scope(0, "namespace", False)
        return self.functions

    def scope(self, at, kind, hidden):
        """Declarations from `at` to the brace that closes the scope; returns where it is."""
        text, start = self.text, at
        while at < len(text):
            c = text[at]
            if c == "}":
                return at
            if c == ";":
                self.declaration(start, at, hidden)
                start = at + 1
            elif c in "([":
                at = closing(text, at)
            elif c == ":" and re.fullmatch(r"\s*(public|private|protected)\s*", text[start:at]):
                hidden = text[start:at].strip() != "public" if kind != "hidden" else True
                start = at + 1
            elif c == "{":
                at = self.block(start, at, hidden, kind)
                start = at + 1
            at += 1
        return at

    def block(self, start, at, hidden, kind):
        head = without_heads(self.text[start:at])
        inner = re.match(r"(?:inline\s+)?namespace\b\s*([\w:]*)", head)
        if inner:
            within = hidden or "detail" in inner.group(1).split("::") or not inner.group(1)
            return self.scope(at + 1, "hidden" if within else "namespace", within)
        record = re.match(r"(class|struct|union)\b[^()=]*$", head)
        if record:
            within = "hidden" if hidden else "class"
            return self.scope(at + 1, within, hidden or record.group(1) == "class")
        if "(" in head:
            self.declaration(start, at, hidden)
            end = closing(self.text, at)
            while re.match(r"\s*[,{]", self.text[end + 1:]) and re.search(r"\)\s*:[^:]", head):
                end = closing(self.text, self.text.index("{", end + 1))  # of a constructor's list of members
            return end
        return closing(self.text, at)

    def declaration(self, start, end, hidden):
        whole = self.text[start:end]
        head = without_heads(whole)
        if hidden or "(" not in head or re.match(r"\s*(using|friend|static_assert|typedef|extern|enum|concept)\b", head):
            return
        call = re.search(r"([\w~]+|operator\s*[^\s\w(]+)\s*\(", re.sub(r"\b(alignas|decltype|__launch_bounds__)\b", " ", head))
        name = re.search(r"(~?\w+|operator\s*[^\s\w(]+)\s*\(", head)
        if call is None or name is None or "=" in head[:name.start()]:
            return
        open_at = name.end() - 1
        close_at = closing(head, open_at)
        line = self.text.count("\n", 0, start + len(whole) - len(whole.lstrip())) + 1
        template = whole[:len(whole) - len(head)] if whole.endswith(head) else ""
        self.functions.append((line, name.group(1), parameters(head[open_at + 1:close_at]),
                               "detail::" in template + head[:close_at + 1]))


def main():
    root = Path(sys.argv[1]) / "gsta"
    public = [p for p in sorted(root.rglob("*")) if p.suffix in (".hpp", ".cuh") and "detail" not in p.parts]
    breaches, functions, long_lists, names_detail = [], 0, 0, 0
    for path in public:
        name = path.relative_to(root).as_posix()
        for line, function, count, detail in Reader(name, path.read_text()).read():
            functions += 1
            long_lists += count > MOST_PARAMETERS
            names_detail += detail
            if name in ALLOWED:
                continue
            if count > MOST_PARAMETERS:
                breaches.append(f"{name}:{line}: {function} takes {count} parameters: more than eight are an aggregate")
            if detail:
                breaches.append(f"{name}:{line}: {function} names what is in detail::")
    if "--count" in sys.argv:
        files = [p for p in root.rglob("*") if p.is_file()]
        lines = sorted(p.read_text().count("\n") for p in files)
        print(f"public headers {len(public)}, public functions {functions}, more than eight parameters {long_lists}, "
              f"naming detail:: {names_detail}; files {len(files)}, lines {sum(lines)}, median {lines[len(lines) // 2]}, "
              f"largest {lines[-1]}")
        return 0
    print(*breaches, f"{functions} public functions checked", sep="\n")
    return 1 if breaches or functions == 0 else 0


sys.exit(main())
