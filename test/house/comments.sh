#!/usr/bin/env bash
# Checks the comments of public functions: comments.sh INCLUDE_FOLDER. Prints one line for each gap; exit 1 if any.
#
# A public function is one at namespace scope of a header outside detail/. One of its overloads in its room must say
# Shapes, Cost, Where and Throws in the /// lines right above it. Device-callable pieces of arithmetic (GSTA_HD,
# constexpr) need a comment, but not these fields; view_of is core vocabulary.
#
# The first sentence of each comment of a public header stands alone: it refers to no other comment by "likewise", "the
# same" or "as above".
set -euo pipefail
cd "$1/gsta"

folders=()
for room in io flat graph constrain rc lut engine forward slack smooth adjoint path update weights schemes; do
  if [ -d "$room" ]; then folders+=("$room"); fi
done
failed=0
find . -type f \( -name '*.hpp' -o -name '*.cuh' \) -not -path '*/detail/*' -printf '%P\n' | sort | xargs awk '
  function finish(    sentence) {
    if (match(doc, /\.( |$)/)) sentence = substr(doc, 1, RSTART)
    else sentence = doc
    if (tolower(sentence) ~ /(^|[^a-z])(likewise|the same|as above)([^a-z]|$)/) {
      printf "%s: the first sentence does not stand alone: %s\n", started, sentence
      bad = 1
    }
    doc = ""
  }
  FNR == 1 { if (doc != "") finish(); hidden = 0 }
  /^namespace detail \{/ { hidden = 1 }
  /^\}  \/\/ namespace detail/ { hidden = 0 }
  {
    at = hidden ? 0 : match($0, /\/\/\/<?( |$)/)
    text = at ? substr($0, at + RLENGTH) : ""
    above = at && $0 ~ /^[ \t]*\/\/\/( |$)/
    goes_on = doc != "" && (above ? was_above : !was_above && $0 ~ /^[ \t]*\/\/\/</)
    if (!goes_on && doc != "") finish()
    if (at) {
      if (doc == "") { started = FILENAME ":" FNR; was_above = above }
      doc = doc (doc == "" ? "" : " ") text
      comments++
    }
  }
  END {
    if (doc != "") finish()
    if (!comments) { print "there is no comment to check"; bad = 1 }
    exit bad
  }' || failed=1
find "${folders[@]}" -type f \( -name '*.hpp' -o -name '*.cuh' \) -not -path '*/detail/*' | sort | xargs awk '
  function finish(    head, rest, name, key, field, i) {
    head = statement
    statement = ""
    gsub(/\n[ \t]*requires[^\n]*/, "", head)
    gsub(/\n/, " ", head)
    # Takes template <...> off the front, brackets balanced.
    while (match(head, /^ *template *</)) {
      depth = 1
      for (i = RSTART + RLENGTH; depth > 0 && i <= length(head); ++i) {
        if (substr(head, i, 1) == "<") ++depth
        if (substr(head, i, 1) == ">") --depth
      }
      head = substr(head, i)
    }
    sub(/^ +/, "", head)
    gsub(/\[\[[a-z]+\]\] */, "", head)
    if (head !~ /\(/ || head ~ /^(struct|class|enum|union|using|typedef|concept|static_assert|friend|extern)/) return
    if (head ~ /operator|^[^(]*=/) return
    name = substr(head, 1, index(head, "(") - 1)
    sub(/ +$/, "", name)
    sub(/^.*[^A-Za-z0-9_]/, "", name)
    if (name == "" || name == "view_of") return
    room = substr(FILENAME, 1, index(FILENAME, "/") - 1)
    key = room "/" name
    ++functions
    if (!(key in where)) where[key] = FILENAME ":" started
    if (head !~ /(^|[^A-Za-z0-9_])(GSTA_HD|constexpr)[^A-Za-z0-9_]/) full[key] = 1
    comment[key] = comment[key] doc " "
  }
  FNR == 1 { doc = ""; statement = ""; hidden = 0 }
  /^namespace detail \{/ { hidden = 1 }
  /^\}  \/\/ namespace detail/ { hidden = 0; next }
  hidden || /^#/ || /^namespace/ { doc = ""; next }
  /^\/\/\// { doc = doc "\n" $0; next }
  /^$/ || /^\}/ || /^\/\// { if (statement == "") doc = ""; next }
  statement == "" && /^[^ \t]/ { statement = $0; started = FNR }
  statement != "" && FNR != started { statement = statement "\n" $0 }
  statement != "" && /[;{}][ \t]*(\/\/.*)?$/ { finish(); doc = "" }
  END {
    n = split("Shapes Cost Where Throws", field, " ")
    for (key in where) {
      if (comment[key] !~ /[^ ]/) { printf "%s: %s has no comment\n", where[key], key; bad = 1; continue }
      if (!(key in full)) continue
      for (i = 1; i <= n; ++i)
        if (comment[key] !~ field[i] ":") { printf "%s: the comment of %s has no %s\n", where[key], key, field[i]; bad = 1 }
    }
    printf "%d public functions checked\n", functions
    if (functions == 0) bad = 1
    exit bad
  }' | sort || failed=1
exit $failed
