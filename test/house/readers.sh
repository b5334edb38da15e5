#!/usr/bin/env bash
# Threads that ask a live timer, under the thread sanitizer: readers.sh SOURCE COMPILER. Exit 0 where nothing races.
set -euo pipefail
source=$1 compiler=$2
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
"$compiler" -std=c++20 -O1 -fsanitize=thread -ffp-contract=off -pthread -I "$source/include" -I "$source" \
  -o "$folder/readers" "$source/test/house/readers.cpp"
"$folder/readers"
