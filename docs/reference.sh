#!/usr/bin/env bash
# What Doxygen reads beside the headers, for the target `docs`.
#
#   reference.sh filter FILE            a page or header as Doxygen takes it: links between pages, a group for each room
#   reference.sh pages PROJECT OUT      a group for each room of docs/architecture.md, the examples, and an index of decisions
set -euo pipefail

# label PATH: the name of a page.
label() {
  case $1 in
    docs/decisions/*) echo "page-decision-$(basename "$1" | grep -oE '^[0-9]+')" ;;
    *) echo "page-$(basename "$1" .md | tr 'A-Z.' 'a-z-')" ;;
  esac
}

# The labels of pages and sections are their paths and GitHub's anchors: page-formats, page-formats-files.
filter_page() {
  local path=${1#"$project"/}
  awk -v folder="$(dirname "$path")" -v own="$(label "$path")" '
    function page_of(path,  n, parts, i, kept, m) {  # docs/decisions/../formats.md -> page-formats
      n = split(folder "/" path, parts, "/")
      m = 0
      for (i = 1; i <= n; ++i) {
        if (parts[i] == "." || parts[i] == "") continue
        if (parts[i] == "..") { --m; continue }
        kept[++m] = parts[i]
      }
      path = kept[m]
      if (path == "README.md" && m == 1) return "index"
      if (path !~ /\.md$/ || kept[m - 1] == "papers") return path ~ /^[0-9][0-9][0-9]-.*\.cuh?$|^[0-9][0-9][0-9]-.*\.cpp$/ ? path : ""
      sub(/\.md$/, "", path)
      if (kept[m - 1] == "decisions") { sub(/-.*/, "", path); return "page-decision-" path }
      path = tolower(path)
      gsub(/\./, "-", path)
      return "page-" path
    }
    function link(text, to,  at, page, section) {
      gsub(/\n */, " ", text)
      if (to ~ /^https?:/) return "[" text "](" to ")"
      at = index(to, "#")
      section = at ? substr(to, at + 1) : ""
      to = at ? substr(to, 1, at - 1) : to
      if (to ~ /decisions\/?$/) return "[" text "](@ref page-decisions)"
      page = to == "" ? own : page_of(to)
      if (page == "") return text
      if (page ~ /\.(cpp|cu)$/) {
        gsub(/\./, "_8", page)
        return "<a href=\"" page "-example.html\">" text "</a>"
      }
      return "[" text "](@ref " page (section == "" ? "" : "-" section) ")"
    }
    function code_in_one_line(  done, open, end, piece) {  # as links, since Doxygen loses what goes over a line
      done = ""
      while (match(text, /`+/)) {
        open = substr(text, RSTART, RLENGTH)
        done = done substr(text, 1, RSTART + RLENGTH - 1)
        text = substr(text, RSTART + RLENGTH)
        end = index(text, open)
        if (!end) break
        piece = substr(text, 1, end - 1)
        gsub(/\n */, " ", piece)
        done = done piece open
        text = substr(text, end + length(open))
      }
      text = done text
    }
    function paragraph(  line, piece, middle) {
      code_in_one_line()
      line = ""
      while (match(text, /\[[^][]*\]\([^() ]+\)/)) {
        piece = substr(text, RSTART, RLENGTH)
        line = line substr(text, 1, RSTART - 1)
        text = substr(text, RSTART + RLENGTH)
        middle = index(piece, "](")
        line = line link(substr(piece, 2, middle - 2), substr(piece, middle + 2, length(piece) - middle - 2))
      }
      printf "%s", line text
      text = ""
    }
    /^```/ { paragraph(); code = !code; sub(/^```(report|sta|cuda)$/, "```"); print; next }
    code { print; next }
    /^#+ / {
      paragraph()
      anchor = tolower($0)
      sub(/^#+ /, "", anchor)
      gsub(/[^a-z0-9 _-]/, "", anchor)
      gsub(/ /, "-", anchor)
      if (seen[anchor]++) anchor = anchor "-" seen[anchor] - 1
      gsub(/`/, "")
      print titled++ ? $0 " {#" own "-" anchor "}" : own == "page-readme" ? $0 : $0 " {#" own "}"
      next
    }
    { text = text $0 "\n" }
    /^$/ { paragraph() }
    END { paragraph() }' "$1"
}

# All that a header declares in namespaces of gsta belongs to the group of its room; lines keep their numbers.
filter_header() {
  awk -v room="$(basename "$(dirname "$1")")" '
    /^namespace gsta[a-z:]* \{$/ && room != "gsta" { print $0 " /** \\addtogroup room-" room " */ /** @{ */"; open = 1; next }
    /^}  \/\/ namespace gsta[a-z:]*$/ && open { print "/** @} */ " $0; open = 0; next }
    { print }' "$1"
}

# comment_of EXAMPLE: what its first lines say.
comment_of() {
  awk '/^\/\// { sub(/^\/\/ ?/, ""); if ($0 !~ /^(Prints|Needs):/) print; next } { exit }' "$1"
}

# pages: groups, examples and the index of decisions, in one file of Doxygen's own form.
pages() {
  local example name page room status text
  awk -F'|' '
    /^## Rooms/ { inside = 1 }
    inside && $2 ~ /^ `[a-z]+` $/ {
      room = $2
      gsub(/[ `]/, "", room)
      text = $3
      gsub(/\[[^]]*\]\([^)]*\)/, "", text)
      gsub(/ *\( *\) */, " ", text)
      gsub(/`/, "", text)
      print room, text
    }' "$project/docs/architecture.md" |
    while read -r room text; do
      printf '/** \\defgroup room-%s %s: %s\n' "$room" "$room" "$text"
      for example in "$project"/examples/[0-9]*; do
        name=$(basename "$example")
        if grep -q "#include <gsta/$room/" "$example"; then
          printf '* <a href="%s-example.html">%s</a>: ' "${name/./_8}" "$name"
          comment_of "$example"
        fi
      done
      echo '*/'
    done
  for example in "$project"/examples/[0-9]*; do
    printf '/** \\example %s\n' "$(basename "$example")"
    comment_of "$example"
    echo '*/'
  done
  echo '/** \page page-decisions Decisions'
  for page in "$project"/docs/decisions/*.md; do
    status=$(sed -n 's/^Status: //; T; s/\[\([0-9]*\)\]([^)]*)/\1/g; s/[.,:;].*//; p; q' "$page")
    echo "* \\subpage $(label "${page#"$project"/}") ($status)"
  done
  echo '*/'
}

case $1 in
  filter)
    project=$(cd "$(dirname "$0")/.." && pwd)
    case $2 in
      *.md) filter_page "$2" ;;
      *.hpp | *.cuh) filter_header "$2" ;;
      *) cat "$2" ;;
    esac
    ;;
  pages)
    project=$2
    mkdir -p "$(dirname "$3")"
    pages >"$3"
    ;;
esac
