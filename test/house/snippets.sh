#!/usr/bin/env bash
# Every snippet of C++ or CMake in README and docs is cut from a file that a test builds:  snippets.sh PROJECT
#
# A line "<!-- cut from FILE -->" stands in front of the block. Its lines are lines of FILE, one behind the other, but
# for how far they are indented; a line "..." stands for any that are left out. C++ begins with what it includes.
set -euo pipefail
cd "$1"

awk '
  function strip(line) { sub(/^[ \t]+/, "", line); sub(/[ \t]+$/, "", line); return line }
  function complain(what) { printf "%s:%d: %s\n", FILENAME, opened, what; bad = 1 }
  function check(  text, line, from, i, piece, pieces, n) {
    checked++
    if (source == "") return complain("no line \"<!-- cut from FILE -->\" in front of it")
    if (source !~ /^(examples|test)\//) return complain(source ": only examples and tests are built")
    text = "\n"
    while ((getline line < source) > 0) text = text strip(line) "\n"
    close(source)
    if (text == "\n") return complain(source ": not there")
    if (kind != "cmake" && block !~ /\n#include </) return complain("includes nothing")
    from = 1
    n = split(block, pieces, "\n\\.\\.\\.\n")
    for (i = 1; i <= n; i++) {
      piece = pieces[i]
      if (substr(piece, 1, 1) != "\n") piece = "\n" piece
      if (substr(piece, length(piece)) != "\n") piece = piece "\n"
      if (!index(substr(text, from), piece)) return complain(source " has no such lines: part " i)
      from += index(substr(text, from), piece) + length(piece) - 2
    }
  }
  FNR == 1 { inside = 0; source = "" }
  /^<!-- cut from .* -->$/ { source = $0; sub(/^<!-- cut from /, "", source); sub(/ -->$/, "", source); next }
  /^```/ {
    if (inside) { if (kind ~ /^(cpp|cuda|cmake)$/) check(); inside = 0; source = "" }
    else { inside = 1; kind = substr($0, 4); block = "\n"; opened = FNR }
    next
  }
  inside { block = block strip($0) "\n" }
  !inside && NF { source = "" }
  END {
    if (!checked) { print "there is no snippet to check"; bad = 1 }
    printf "%d snippets checked\n", checked
    exit bad
  }' README.md docs/*.md docs/decisions/*.md
