#!/usr/bin/env bash
# Checks who includes whom: layers.sh INCLUDE_FOLDER SOURCE_FOLDER. Prints one line for each broken rule; exit 1 if there
# is one.
#
# Rooms stand in the order below and see only themselves and rooms to their left, and of those never a driver. A room's
# sources, SOURCE_FOLDER/ROOM, are part of it; no other room and no header of INCLUDE_FOLDER sees them.
set -euo pipefail
sources=$(cd "$2" && pwd)
cd "$1/gsta"

{
  find . -type f \( -name '*.hpp' -o -name '*.cuh' -o -name '*.cpp' \) -printf '%P\n' | sort
  find "$sources" -type f \( -name '*.hpp' -o -name '*.cpp' \) | sort
} |
  xargs awk -v sources="$sources/" '
  BEGIN {
    n = split("core model io lut flat graph constrain rc engine forward slack smooth adjoint path update weights report sta schemes", name, " ")
    for (i = 1; i <= n; ++i) rank[name[i]] = i
    split("model io flat report sta", t, " "); for (i in t) reads_model[t[i]]
    split("io sta", t, " "); for (i in t) reads_io[t[i]]
    # Headers that run a stage. Other stages take its types and ops; only these rooms put stages together.
    split("flat/flatten.hpp graph/levelize.hpp rc/flatten_rc.hpp forward/propagate.hpp slack/required.hpp", t, " ")
    for (i in t) driver[t[i]]
    split("update weights sta schemes", t, " "); for (i in t) runs_stages[t[i]]
    split("graph constrain rc lut engine forward slack smooth adjoint path update weights", t, " "); for (i in t) no_strings[t[i]]
  }
  function broken(why) { printf "%s:%d: %s\n", shown, FNR, why; bad = 1 }
  function room_of(path) { return index(path, "/") ? substr(path, 1, index(path, "/") - 1) : "" }
  function base(path) { sub(/\.(hpp|cuh)$/, "", path); return path }

  FNR == 1 {
    is_source = index(FILENAME, sources) == 1
    file = is_source ? substr(FILENAME, length(sources) + 1) : FILENAME
    shown = is_source ? "src/" file : file
    room = room_of(file)
    device = FILENAME ~ /\.cuh$/
    if (room != "" && !(room in rank)) broken("there is no room " room " in the order of rooms")
    if (room == "" && file !~ /^(gsta\.hpp|gsta\.cuh|version\.hpp)$/) broken("only the umbrellas and version.hpp stand outside a room")
  }
  /^[ \t]*#[ \t]*include/ {
    if (match($0, /[<"][^>"]+[>"]/) == 0) next
    target = substr($0, RSTART + 1, RLENGTH - 2)
    if (target ~ / /) next  # a sentence at which compilers stop
    if (!device && target ~ /^(cub|thrust|cuda|cooperative_groups)/) broken("CUDA is seen only by .cuh files: " target)
    if (device && target ~ /^(cub|thrust)\// && FILENAME !~ /^core\// && FILENAME !~ /\/detail\//)
      broken("CUB and Thrust stand only behind core and in detail/: " target)
    if (target ~ /^src\//) {
      sub(/^src\//, "", target)
      if (!is_source) broken("a header includes a source'"'"'s: src/" target)
      else if (room_of(target) != room) broken("sources are seen only from their own room: src/" target)
      next
    }
    if (target !~ /^gsta\//) {
      if (target !~ /\// && $0 ~ /"/) broken("include by the full path, \"gsta/room/file\": " target)
      next
    }
    sub(/^gsta\//, "", target)
    to = room_of(target)
    if (!device && target ~ /\.cuh$/) broken("a host header includes a .cuh: " target)
    if (to == "") {
      if (target != "version.hpp" && room != "" && room != "sta") broken("a room includes an umbrella: " target)
      next
    }
    # The engine has no door: it is what the rooms that sweep share.
    if (room != "schemes" && target ~ /\/detail\// && to != room && to != "engine") broken("detail/ is seen only from its own room: " target)
    if (room == "") {
      if (to ~ /^(io|report|sta)$/) broken("the umbrellas leave out io, report and sta: " target)
      next
    }
    if (to == room) next
    if (!(to in rank)) broken("there is no room " to ": " target)
    # A snapshot is a flat design as a file.
    else if (rank[to] > rank[room] && !(to == "flat" && file ~ /^io\/snapshot/)) broken(room " comes before " to ": " target)
    if (to == "schemes" && room != "schemes") broken("the schemes of papers are for those who ask: " target)
    if (to == "io" && !(room in reads_io)) broken("io is seen only by sta: " target)
    if (to == "model" && !(room in reads_model)) broken("past flat nothing reads the model: " target)
    # Path search has graphs of its own to put in order.
    if (room == "path" && base(target) == "graph/levelize") next
    if ((base(target) ".hpp") in driver && !(room in runs_stages)) broken("a stage runs no other stage: " target)
    next
  }
  /string_view|std::string const ?&|vector<std::string>/ {
    if (room in no_strings && $0 !~ /^[ \t]*\/\//) broken("no string is read past flat")
  }
  END { exit bad }
  '
