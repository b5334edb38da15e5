#!/usr/bin/env bash
# Prepares .carry, what a GPU machine without a package registry needs to build and test gsta with bench/device.sh:
#   bench/carry.sh [GOLDENS]      GOLDENS: the folder of reference results, or an archive of it
#
# .carry/root   Debian packages, unpacked without their documentation
# .carry/tau15.tar.gz   the reference results
set -euo pipefail
goldens=${1:+$(realpath "$1")}
cd "$(dirname "$0")/.."

packages=(libtbb-dev libtbb12 libtbbmalloc2 libtbbbind-2-5 tao-pegtl-dev tcl8.6-dev libtcl8.6 tcl-dev libfmt-dev libfmt9
  libcli11-dev nlohmann-json3-dev)
rm -rf .carry
mkdir -p .carry/root .carry/deb
echo "Downloading and unpacking: ${packages[*]}"
(cd .carry/deb && apt-get -o APT::Sandbox::User="$(id -un)" download -qq "${packages[@]}" && for package in *.deb; do dpkg -x "$package" ../root; done)
rm -rf .carry/deb .carry/root/usr/share/{doc,doc-base,man,lintian} .carry/root/usr/lib/x86_64-linux-gnu/*.a

if [ -d "$goldens" ]; then
  tar -czf .carry/tau15.tar.gz -C "$(dirname "$goldens")" --transform "s,^$(basename "$goldens"),tau15," \
    "$(basename "$goldens")"
elif [ -f "$goldens" ]; then
  folder=$(mktemp -d)
  tar -xf "$goldens" -C "$folder"
  tar -czf .carry/tau15.tar.gz -C "$folder" tau15
  rm -r "$folder"
fi
du -sh .carry/root .carry/*.tar.gz 2>/dev/null || true
if [ "$(du -sm .carry | cut -f1)" -gt 40 ]; then
  echo ".carry is larger than 40 MB"
  exit 1
fi
