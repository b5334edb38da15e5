#!/usr/bin/env bash
# What users compile: include_size.sh host|cuda SOURCE COMPILER [FLAGS...]. FLAGS are those of who links gsta::host or
# gsta::device. Each program is preprocessed, and what of it comes from gsta has at most so many thousands of tokens and
# of bytes, whatever machine and standard library; with all that it includes it has at most so many times the bytes of a
# fixed list of standard headers. bench/compile_cost.sh says what that takes in time.
set -euo pipefail
kind=$1 source=$2 compiler=$3
shift 3
flags=("$@")
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

# preprocess PROGRAM [FLAG...]: its lines go to all.txt, those of files below SOURCE to own.txt.
preprocess() {
  "$compiler" -std=c++20 -E -I "$source/include" "${@:2}" "$1" >"$folder/out.txt"
  awk -v own="$source/" -v mine="$folder/own.txt" -v all="$folder/all.txt" '
    /^# [0-9]+ "/ || /^#line / { split($0, part, "\""); ours = index(part[2], own) == 1; next }
    NF == 0 { next }
    { $1 = $1; print >all; if (ours) print >mine }' "$folder/out.txt"
}
bytes() { wc -c <"$1"; }
tokens() { grep -oE '[A-Za-z_][A-Za-z0-9_]*|[0-9]([0-9A-Za-z.]|[eE][+-])*|"([^"\\]|\\.)*"|[^[:space:]]' "$1" | wc -l; }

failed=0
# at_most WHAT KILOTOKENS KILOBYTES TIMES PROGRAM [FLAG...]
at_most() {
  rm -f "$folder"/{own,all}.txt
  preprocess "${@:5}"
  awk -v what="$1" -v most_tokens="$2" -v most_bytes="$3" -v most_times="$4" -v tokens="$(tokens "$folder/own.txt")" \
    -v bytes="$(bytes "$folder/own.txt")" -v all="$(bytes "$folder/all.txt")" -v list="$standard" 'BEGIN {
      printf "%s: %.1f thousand tokens of at most %s, %.0f KB of at most %s; with all includes %.2f times the standard headers, of at most %s\n",
        what, tokens / 1000, most_tokens, bytes / 1000, most_bytes, all / list, most_times
      exit !(tokens > 0 && tokens <= 1000 * most_tokens && bytes <= 1000 * most_bytes && all <= most_times * list)
    }' || failed=1
}

for header in algorithm atomic cmath map memory numeric optional queue stdexcept string tuple vector; do
  echo "#include <$header>"
done >"$folder/standard.cpp"
if [ "$kind" = host ]; then
  preprocess "$folder/standard.cpp"
  standard=$(bytes "$folder/all.txt")
  printf '#include <gsta/gsta.hpp>\nint main() {}\n' >"$folder/all.cpp"
  at_most "gsta/gsta.hpp" 350 1170 2.1 "$folder/all.cpp"
  at_most "gsta/gsta.hpp with gsta::host" 315 1055 2 "$folder/all.cpp" "${flags[@]}"
  at_most "the README's program with gsta::host" 140 480 1.7 "$source/examples/015-files.cpp" "${flags[@]}"
else
  cp "$folder/standard.cpp" "$folder/standard.cu"
  preprocess "$folder/standard.cu"
  standard=$(bytes "$folder/all.txt")
  at_most "a placer's file with gsta::device" 150 515 1.6 "$source/examples/110-moving-pins.cu" "${flags[@]}"
fi
exit $failed
