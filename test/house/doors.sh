#!/usr/bin/env bash
# Every primitive has one door, and the umbrellas lead to all of them: doors.sh INCLUDE_FOLDER. Prints one line for
# each gap; exit 1 if there is one.
#
# Each public .hpp is reached from gsta.hpp and each public .cuh from gsta.cuh, but for rooms and files that layers.sh
# keeps out of umbrellas or that need what not everyone has: the model and what flattens it, readers of files, reports,
# the facade (sta), the papers' schemes, what only live timers need (update, of paths what is kept, and of flat handles and edits of the
# structure), what makes clock trees of common-path credits (a sixth of what gsta.hpp would take to compile), the faster
# drivers that timers of a host call in the place of others, and the
# executor of oneTBB, which with_executor.hpp includes where it is there. A .cuh is the device's side of the .hpp of its name, unless it is listed
# below as having no other side.
set -euo pipefail
cd "$1"

left_out='^gsta/(model|io|report|sta|update|schemes)/|^gsta/flat/(cell_templates|flatten|flatten_options|handles|latch_order|later_wires|match_names|structure|wire_network)\.hpp$|^gsta/path/(changed_times|kept_costs|kept_paths)\.hpp$|^gsta/core/tbb_executor\.hpp$|^gsta/(constrain/make|forward/update)_clock_tree\.hpp$|^gsta/(forward|slack)/level_lanes\.hpp$|^gsta/rc/passing_trees\.hpp$'
device_only='^gsta/schemes/|^gsta/core/(cuda_executor|pinned_copy|pinned_pieces)\.cuh$|^gsta/path/path\.cuh$|^gsta/sta/(gradient_plan|host_flow)\.cuh$'

# reached FILE: all that it includes, itself among them.
reached() {
  local known=$1 found
  while :; do
    # shellcheck disable=SC2086
    found=$(for file in $known; do echo "$file"; if [ -f "$file" ]; then
      sed -n 's|^# *include ["<]\(gsta/[^">]*\)[">].*|\1|p' "$file"; fi; done | sort -u)
    if [ "$found" = "$known" ]; then break; fi
    known=$found
  done
  echo "$known"
}

bad=0 checked=0
missing() { # FILE UMBRELLA
  echo "$1: not reached from $2"
  bad=1
}
by_host=$(reached gsta/gsta.hpp)
by_device=$(reached gsta/gsta.cuh)
while IFS= read -r file; do
  checked=$((checked + 1))
  case $file in
    *.cuh)
      if [ ! -f "${file%.cuh}.hpp" ] && ! [[ $file =~ $device_only ]]; then
        echo "$file: no .hpp of its name, and not listed as a device's alone"
        bad=1
      fi
      if ! [[ $file =~ $left_out ]] && ! grep -qxF "$file" <<<"$by_device"; then missing "$file" gsta.cuh; fi
      ;;
    *.hpp)
      if ! [[ $file =~ $left_out ]] && ! grep -qxF "$file" <<<"$by_host"; then missing "$file" gsta.hpp; fi
      ;;
  esac
done < <(find gsta -mindepth 2 -maxdepth 2 -type f \( -name '*.hpp' -o -name '*.cuh' \) | sort)
echo "$checked doors checked"
if [ $checked = 0 ]; then exit 1; fi
exit $bad
