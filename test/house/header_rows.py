#!/usr/bin/env python3
"""Puts headers in few rows: header_rows.py INCLUDE_FOLDER HEADER... Prints a row a line.

Each header of a row is included behind those before it. All that these include, by their text, the header includes
itself: what it is compiled behind it has by itself. So a header that misses an include does not compile in its row
either. (But a row has the files in another order than the header alone: what a header of detail/ misses and gets from
a file that comes behind it, is seen only where each is compiled alone.) A condition of one file holds in all of a row, so
what is included under it is as good as the file.
"""

import os
import re
import sys

INCLUDE = re.compile(r'#\s*include\s*(?:"([^"]+)"|(<[^>]+>))')
CONDITION = re.compile(r"#\s*(if|endif)")


def includes_of(path):
    """What a file includes: always, and under a condition."""
    always, perhaps, depth = set(), set(), 0
    with open(path, encoding="utf-8") as text:
        for line in text:
            condition = CONDITION.match(line)
            if condition:
                depth += 1 if condition[1] == "if" else -1
            include = INCLUDE.match(line)
            if include:
                (perhaps if depth else always).add(include[1] or include[2])
    return always, perhaps


def closure(header, includes):
    """All that the header leads to, itself too; and of what is included under a condition, which file may do so."""
    reached, perhaps, rest = {header}, set(), [header]
    while rest:
        name = rest.pop()
        always, conditional = includes(name)
        perhaps |= {(name, other) for other in conditional}
        rest += always - reached
        reached |= always
    return reached | perhaps


def rows_of(headers, fits):
    """As few rows as there can be, each header behind one that fits before it: a matching, by augmenting paths."""
    before = {}

    def place(a, seen):
        for b in fits[a]:
            if b not in seen:
                seen.add(b)
                if b not in before or place(before[b], seen):
                    before[b] = a
                    return True
        return False

    for header in headers:
        place(header, set())
    behind = {a: b for b, a in before.items()}
    for header in headers:
        if header not in before:
            row = [header]
            while row[-1] in behind:
                row.append(behind[row[-1]])
            yield row


def main():
    folder = sys.argv[1]
    headers = ["gsta/" + name for name in sys.argv[2:]]
    known = {}

    def includes(name):
        if name not in known:
            path = os.path.join(folder, name)
            known[name] = includes_of(path) if os.path.isfile(path) else (set(), set())
        return known[name]

    leads_to = {header: closure(header, includes) for header in headers}
    headers.sort(key=lambda header: (len(leads_to[header]), header))
    fits = {a: [b for b in headers if leads_to[a] < leads_to[b]] for a in headers}
    for row in rows_of(headers, fits):
        print(*[header.removeprefix("gsta/") for header in row])


main()
