#!/usr/bin/env bash
# The house checks see what they are for: each must name every fault of a small tree made of faults.
set -euo pipefail
checks=$(cd "$(dirname "$0")" && pwd)
tree=$(mktemp -d)
trap 'rm -r "$tree"' EXIT

file() { mkdir -p "$(dirname "$tree/gsta/$1")"; cat >"$tree/gsta/$1"; }
expect() { # CHECK SENTENCE...
  local check=$1 output sentence
  shift
  if output=$("$checks/$check" "$tree" "$tree/src" 2>&1); then echo "$check found nothing"; exit 1; fi
  for sentence in "$@"; do
    if ! grep -qF -- "$sentence" <<<"$output"; then
      printf '%s did not say "%s", but:\n%s\n' "$check" "$sentence" "$output"
      exit 1
    fi
  done
}

file core/span.hpp <<<'#include "gsta/graph/build.hpp"'
file graph/build.hpp <<<'#include "gsta/model/library.hpp"'
file rc/elmore.hpp <<<'#include "gsta/rc/elmore.cuh"'
file rc/elmore.cuh <<<'#include <cub/block/block_scan.cuh>'
file forward/propagate.hpp <<<'#include "gsta/graph/detail/rows.hpp"'
file forward/plan.hpp <<<'#include "gsta/io/liberty.hpp"'
file slack/slack.hpp <<<'#include "gsta/forward/propagate.hpp"'
file slack/text.hpp <<<'inline void f(std::string_view name);'
file path/order.hpp <<<'#include "gsta/gsta.hpp"'
file path/local.hpp <<<'#include "order.hpp"'
file misc/x.hpp <<<''
file gsta.hpp <<<'#include "gsta/sta/timer.hpp"'
file report/report.hpp <<<'#include "src/report/rows.hpp"'
mkdir -p "$tree"/src/{io,misc}
echo '#include "src/report/rows.hpp"' >"$tree/src/io/spef.cpp"
echo '#include "gsta/sta/timer.hpp"' >"$tree/src/io/spef_runs.hpp"
echo >"$tree/src/misc/x.cpp"
expect layers.sh \
  'core/span.hpp:1: core comes before graph' \
  'graph/build.hpp:1: past flat nothing reads the model' \
  'rc/elmore.hpp:1: a host header includes a .cuh' \
  'rc/elmore.cuh:1: CUB and Thrust stand only behind core' \
  'forward/propagate.hpp:1: detail/ is seen only from its own room' \
  'forward/plan.hpp:1: io is seen only by sta' \
  'slack/slack.hpp:1: a stage runs no other stage' \
  'slack/text.hpp:1: no string is read past flat' \
  'path/order.hpp:1: a room includes an umbrella' \
  'path/local.hpp:1: include by the full path' \
  'misc/x.hpp:1: there is no room misc' \
  "report/report.hpp:1: a header includes a source's" \
  'src/io/spef.cpp:1: sources are seen only from their own room' \
  'src/io/spef_runs.hpp:1: io comes before sta' \
  'src/misc/x.cpp:1: there is no room misc' \
  'gsta.hpp:1: the umbrellas leave out io, report and sta'

rm -r "$tree/gsta"
file core/span.hpp <<<''
file graph/build.hpp <<<'#include "gsta/core/span.hpp"'
file graph/build.cuh <<<'#include "gsta/graph/build.hpp"'
file graph/walk.cuh <<<'#include "gsta/graph/build.cuh"'
file rc/elmore.hpp <<<''
file rc/detail/steps.hpp <<<''
file sta/timer.hpp <<<''
file gsta.hpp <<<'#include "gsta/graph/build.hpp"'
file gsta.cuh <<<'#include "gsta/gsta.hpp"'
expect doors.sh \
  'graph/build.cuh: not reached from gsta.cuh' \
  'graph/walk.cuh: no .hpp of its name' \
  'rc/elmore.hpp: not reached from gsta.hpp' \
  '6 doors checked'

rm -r "$tree/gsta"
file graph/build.hpp <<'END'
/// Builds.
///
/// Shapes: a. Cost: b. Where: c.
template <class E, class F = std::vector<E>>
  requires(sizeof(E) == 4)
inline std::vector<E> build(E const& exec,
                            F f) {
  return {};
}

void bare(int);

namespace detail {
void hidden();
}  // namespace detail

struct plain {
  void member();
};

GSTA_HD inline float op(float x) noexcept { return x; }

namespace detail {
/// The same in detail.
int hidden_too;
}  // namespace detail

struct fields {
  int a;  ///< what it says; others are the same. Or not
  int b;  ///< as in others,
          ///< likewise
  int c;  ///< says. The same.
  /// As
  /// above.
  int d;
};
END
expect comments.sh \
  'graph/build.hpp:4: the comment of graph/build has no Throws' \
  'graph/build.hpp:11: graph/bare has no comment' \
  'graph/build.hpp:21: graph/op has no comment' \
  'graph/build.hpp:29: the first sentence does not stand alone: what it says; others are the same.' \
  'graph/build.hpp:30: the first sentence does not stand alone: as in others, likewise' \
  'graph/build.hpp:33: the first sentence does not stand alone: As above.' \
  '3 public functions checked'

mkdir -p "$tree/docs/decisions" "$tree/examples"
printf '#include <vector>\n  int first;\nint second;\n  int third;\n' >"$tree/examples/program.cpp"
touch "$tree/docs/decisions/none.md"
printf '%s\n' '```cpp' 'int first;' '```' >"$tree/README.md"
block() { printf '%s\n' "<!-- cut from $1 -->" '```cpp' "${@:2}" '```'; }
{
  block examples/program.cpp '#include <vector>' ... 'int second;' 'int third;'
  block examples/program.cpp '#include <vector>' 'int second;'
  block examples/program.cpp 'int first;'
  block examples/gone.cpp '#include <vector>'
  block src/program.cpp '#include <vector>'
} >"$tree/docs/page.md"
expect snippets.sh \
  'README.md:1: no line' \
  'docs/page.md:9: examples/program.cpp has no such lines: part 1' \
  'docs/page.md:14: includes nothing' \
  'docs/page.md:18: examples/gone.cpp: not there' \
  'docs/page.md:22: src/program.cpp: only examples and tests are built' \
  '6 snippets checked'
rm -r "$tree/docs" "$tree/examples" "$tree/README.md"

# Headers that do not stand alone, in the rows that they are compiled in.
rm -rf "$tree/gsta"
header() { { echo '#pragma once'; cat; } | file "$1"; }
header core/word.hpp <<<'struct word {};'
header core/span.hpp <<<'struct span {};'
header core/view.hpp <<<$'#include "gsta/core/span.hpp"\nstruct view : span { word first; };'
header core/all.hpp <<<$'#include "gsta/core/span.hpp"\n#include "gsta/core/word.hpp"\n#include "gsta/core/view.hpp"'
header core/far.hpp <<<$'#include "gsta/core/all.hpp"\ninline view made; inline int near = 0;'
if output=$("$checks/headers.sh" host "$tree" "$tree/headers" "${CXX:-c++}" 2>&1); then
  echo "headers.sh found nothing"
  exit 1
fi
for sentence in 'FAILED: gsta/core/view.hpp' 'FAILED: gsta/core/far.hpp'; do
  if ! grep -xF -- "$sentence" <<<"$output" >/dev/null; then printf '%s\n' "headers.sh did not say \"$sentence\", but:" "$output"; exit 1; fi
done
if grep -xE 'FAILED: gsta/core/(word|span).hpp' <<<"$output"; then echo "headers.sh: these stand alone"; exit 1; fi
if command -v python3 >/dev/null; then
  rows=$("$checks/header_rows.py" "$tree" core/{word,span,view,all,far}.hpp)
  if [ "$(wc -l <<<"$rows")" != 2 ] || grep -E 'word.hpp.* core/view.hpp' <<<"$rows"; then
    printf '%s\n' "header_rows.py made these rows:" "$rows"
    exit 1
  fi
fi

if command -v python3 >/dev/null; then
  rm -r "$tree/gsta"
  file graph/build.hpp <<'END'
namespace gsta {
namespace detail {
struct row {};
void hidden(int, int, int, int, int, int, int, int, int);
}  // namespace detail
template <class E>
  requires(sizeof(E) > 1)
void wide(E const& exec, int, int, int, int, int, int,
          int, std::map<int, int> const& = {}) {}
inline detail::row named() { return {}; }
class plan {
 public:
  plan(int a, int b, int c, int d, int e, int f, int g, int h, int i) : a_{a}, b_(b) {}
  void run(detail::row const& row);

 private:
  void own(detail::row);
  detail::row row_;
};
void fine(int, int, int, int, int, int, int, std::map<int, int>);
}  // namespace gsta
END
  expect public_face.py \
    'graph/build.hpp:6: wide takes 9 parameters' \
    'graph/build.hpp:10: named names what is in detail::' \
    'graph/build.hpp:13: plan takes 9 parameters' \
    'graph/build.hpp:14: run names what is in detail::' \
    '5 public functions checked'
fi
# Results that are not what the logs say, and logs that cannot be read.
if command -v python3 >/dev/null; then
  mkdir -p "$tree/bench/results"
  results() { ! output=$("$checks/../../bench/results.py" "$@" "$tree/bench" 2>&1); }
  settings=$'date: 2026-01-02\ncard: a card\ncommit: 1234567\ncommand: bench_x\nsubject: Updates\n'
  printf 'Updates | What they take.\n' >"$tree/bench/results/subjects.txt"
  printf '%sa: one | 2 | ms | <= 1\na: two | 3, 5 | ms | >= 4 | 1\n' "$settings" >"$tree/bench/results/new.txt"
  printf '%sa: one | 7 | ms\n' "${settings/2026-01-02/not said}" >"$tree/bench/results/old.txt"
  if results --check; then :; else echo "results.py took a page that is not there"; exit 1; fi
  if results; then echo "results.py: $output"; exit 1; fi
  row='| a: one / two | 2 / 3, 5 | ms | <= 1 / >= 4 | missed / met in 1 of 2 | - / 1 | a card | 2026-01-02 | 1234567 | `bench_x` |'
  if ! grep -xF -- "$row" "$tree/bench/RESULTS.md" >/dev/null; then echo "results.py made:"; cat "$tree/bench/RESULTS.md"; exit 1; fi
  if results --check; then echo "results.py: $output"; exit 1; fi
  sed -i 's/| 2 /| 1 /' "$tree/bench/RESULTS.md"
  for fault in "" "a | two | ms" "a | 2 | ms | 1" "a: one | 8 | ms" "subject: None" "b"; do
    if [ -n "$fault" ]; then printf '%s%s\nb | 1 | ms\n' "$settings" "$fault" >"$tree/bench/results/other.txt"; fi
    if results --check; then :; else echo "results.py took: $fault"; exit 1; fi
  done
fi
# A header that is too large, and a program that is not.
if command -v "${CXX:-c++}" >/dev/null; then
  mkdir -p "$tree"/large/{include/gsta,examples}
  for ((i = 0; i < 36000; ++i)); do echo "int a_name_of_some_length_$i = $i + 1, b_$i;"; done >"$tree/large/include/gsta/gsta.hpp"
  echo 'int main() {}' >"$tree/large/examples/015-files.cpp"
  if output=$("$checks/include_size.sh" host "$tree/large" "${CXX:-c++}"); then echo "include_size.sh found nothing"; exit 1; fi
  for sentence in 'gsta/gsta.hpp: 324.0 thousand tokens of at most 350, 1' "the README's program with gsta::host: 0.0 thousand tokens"; do
    if ! grep -qF "$sentence" <<<"$output"; then printf 'include_size.sh did not say "%s", but:\n%s\n' "$sentence" "$output"; exit 1; fi
  done
fi
# Warnings of a header, and of a template that a program makes of it.
if command -v g++ >/dev/null || command -v clang++ >/dev/null; then
  rm -rf "$tree/gsta"
  mkdir -p "$tree/warned/examples"
  header core/rows.hpp <<'END'
template <class T>
T of(T const* row, int i) { unsigned long at = i; return row[at]; }
inline int shadowed(int a) { { int a = 1; return a; } return a; }
END
  file sta/detail/compiled_tbb.cpp <<<'int main() {}'
  echo 'int main() {}' >"$tree/warned/examples/015-files.cpp"
  printf '#include "gsta/core/rows.hpp"\nint main(int n, char**) { return of(&n, n); }\n' >"$tree/warned/examples/145-gate-sizing.cpp"
  if output=$("$checks/warnings.sh" "$tree" "$tree/warned" 2>&1); then echo "warnings.sh found nothing"; exit 1; fi
  for sentence in 'headers.cpp: FAILED' -Wshadow '145-gate-sizing.cpp: FAILED' -Wsign-conversion '015-files.cpp: no warning'; do
    if ! grep -qF -- "$sentence" <<<"$output"; then printf 'warnings.sh did not say "%s", but:\n%s\n' "$sentence" "$output"; exit 1; fi
  done
fi
echo "the checks see what they are for"
