#!/usr/bin/env bash
# Prepares .carry, what a GPU machine without a package registry needs to build and test gsta with bench/device.sh:
#   bench/carry.sh [FOLDER...]      the folders of reference results, `tau15`, `open`, `clocks`, `ceff`, `netlists` and `sdc`
#
# .carry/root   Debian packages, unpacked without their documentation
# .carry/NAME.tar.gz   the reference results
set -euo pipefail
goldens=()
for folder in "$@"; do goldens+=("$(realpath "$folder")"); done
cd "$(dirname "$0")/.."

packages=(libtbb-dev libtbb12 libtbbmalloc2 libtbbbind-2-5 tao-pegtl-dev tcl8.6-dev libtcl8.6 tcl-dev libfmt-dev libfmt9
  libcli11-dev nlohmann-json3-dev libedit-dev libedit2 libbsd0 libmd0)
rm -rf .carry
mkdir -p .carry/root .carry/deb
echo "Downloading and unpacking: ${packages[*]}"
(cd .carry/deb && apt-get -o APT::Sandbox::User="$(id -un)" download -qq "${packages[@]}" && for package in *.deb; do dpkg -x "$package" ../root; done)
rm -rf .carry/deb .carry/root/usr/share/{doc,doc-base,man,lintian} .carry/root/usr/lib/x86_64-linux-gnu/*.a

for folder in "${goldens[@]}"; do
  tar -czf ".carry/$(basename "$folder").tar.gz" -C "$(dirname "$folder")" "$(basename "$folder")"
done
du -sh .carry/root .carry/*.tar.gz 2>/dev/null || true
if [ "$(du -sm .carry | cut -f1)" -gt 40 ]; then
  echo ".carry is larger than 40 MB"
  exit 1
fi
