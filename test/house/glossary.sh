#!/usr/bin/env bash
# Checks the glossary of docs/where-to-add.md against the library: glossary.sh PROJECT. Each term occurs in the sources,
# and no name there has a word of the row "not used". Prints one line for each fault; exit 1 if any.
set -euo pipefail
cd "$1"
rows=$(sed -n '/^## Glossary/,/^## [^G]/p' docs/where-to-add.md | grep '^| ' | tail -n +2)
if [ "$(wc -l <<<"$rows")" -lt 10 ]; then
  echo "docs/where-to-add.md: there is no glossary"
  exit 1
fi
terms=$(grep -v '^| not used' <<<"$rows" | cut -d'|' -f2 | tr ',' '\n' | sed 's/^ *//; s/ *$//')
unused=$(grep '^| not used' <<<"$rows" | cut -d'|' -f3 | tr -d ' ' | tr ',' '|')
failed=0
text=$(find include src -type f -exec cat {} + | tr -s ' \n_/' ' ')
while read -r term; do
  if ! grep -q -w -i -e "$term" -e "${term}s" <<<"$text"; then
    echo "the glossary has a term that the library does not: $term"
    failed=1
  fi
done <<<"$terms"
names=$(grep -rnwE "([A-Za-z0-9]+_)*($unused)(_[A-Za-z0-9_]*)?" include src --include='*.?pp' --include='*.cu*' |
  grep -E "^[^:]*:[0-9]*:([^/\"]|/[^/])*\b([A-Za-z0-9]+_)*($unused)(_|\b)" || true)
if [ -n "$names" ]; then
  sed 's/$/  (has a word that the glossary does not use)/' <<<"$names"
  failed=1
fi
if [ $failed -ne 0 ]; then exit 1; fi
echo "$(wc -l <<<"$terms") terms checked"
