# Sourced by the two run.sh: finds out what is missing on a Debian or Ubuntu machine and installs it, saying so.

say() { printf '\n== %s\n' "$*"; }

# need_packages PACKAGE...: does nothing when all are installed; without root prints the command and stops.
need_packages() {
  local missing=() package
  if ! command -v dpkg-query >/dev/null; then
    echo "This is not a Debian-like system: nothing is installed. Needed, by their Debian names: $*"
    return 0
  fi
  for package in "$@"; do
    if [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)" != installed ]; then
      missing+=("$package")
    fi
  done
  if [ ${#missing[@]} -eq 0 ]; then
    echo "All packages needed are installed: $*"
    return 0
  fi
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    if command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
      as_root=(sudo -n)
    else
      echo "Packages are missing. As root, run this, then start again:"
      echo "  apt-get update && apt-get install -y --no-install-recommends ${missing[*]}"
      exit 1
    fi
  fi
  local update=("${as_root[@]}" apt-get update)
  local install=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends
    "${missing[@]}")
  echo "Installing what is missing: ${missing[*]}"
  echo "  ${update[*]}"
  echo "  ${install[*]}"
  "${update[@]}" -qq
  "${install[@]}" -qq >/dev/null
}

# want_packages PACKAGE...: those of them that this system has are installed as need_packages does, the others left out.
want_packages() {
  local known=() package
  if ! command -v apt-cache >/dev/null; then return 0; fi
  for package in "$@"; do
    if [ -n "$(apt-cache policy "$package" 2>/dev/null | grep -E 'Candidate: [^(]' || true)" ]; then known+=("$package"); fi
  done
  if [ ${#known[@]} -gt 0 ]; then need_packages "${known[@]}"; fi
}

# find_nvcc: puts nvcc on the PATH if it lies in its usual place; says what that means for the build.
find_nvcc() {
  if ! command -v nvcc >/dev/null && [ -x /usr/local/cuda/bin/nvcc ]; then
    export PATH="$PATH:/usr/local/cuda/bin"
  fi
  if command -v nvcc >/dev/null; then
    echo "nvcc: $(command -v nvcc): host and CUDA parts are built."
    with_cuda=ON
  else
    echo "nvcc is not here: only the host side is built."
    with_cuda=OFF
  fi
}

jobs=$(nproc)
generator=()
choose_generator() {
  if command -v ninja >/dev/null; then generator=(-G Ninja); fi
}

# configure FOLDER CMAKE_ARGUMENT...: quiet unless it fails; prints gsta's own messages.
configure() {
  local folder=$1
  shift
  # A build folder remembers its generator; another one may have been chosen before.
  if [ -f "$folder/CMakeCache.txt" ]; then generator=(); fi
  mkdir -p "$folder"
  if ! cmake -S . -B "$folder" "${generator[@]}" "$@" >"$folder/configure.log" 2>&1; then
    cat "$folder/configure.log"
    return 1
  fi
  grep -E '^-- gsta|Warning' "$folder/configure.log" || true
  choose_generator
}
