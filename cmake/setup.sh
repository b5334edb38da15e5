# Sourced by the two run.sh: finds out what is missing on a Debian or Ubuntu machine and installs it, saying so.
jobs=$(nproc)

say() { printf '\n== %s\n' "$*"; }

# need_packages PACKAGE...: does nothing when all are installed; without root prints the command and stops.
need_packages() {
  local missing as_root=()
  if ! command -v dpkg-query >/dev/null; then
    echo "This is not a Debian-like system: nothing is installed. Needed, by their Debian names: $*"
    return
  fi
  mapfile -t missing < <(comm -13 <(dpkg-query -W -f '${db:Status-Status} ${Package}\n' | sed -n 's/^installed //p' | sort) \
    <(printf '%s\n' "$@" | sort))
  if [ ${#missing[@]} -eq 0 ]; then
    echo "All packages needed are installed: $*"
    return
  fi
  echo "Missing packages: apt-get update && apt-get install -y --no-install-recommends ${missing[*]}"
  if [ "$(id -u)" -ne 0 ]; then
    if ! sudo -n true 2>/dev/null; then
      echo "Run this as root, then start again."
      exit 1
    fi
    as_root=(sudo -n)
  fi
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends -qq "${missing[@]}" >/dev/null
}

# find_nvcc: puts nvcc on the PATH if it lies in its usual place; says what that means for the build.
find_nvcc() {
  if [ -x /usr/local/cuda/bin/nvcc ]; then export PATH="$PATH:/usr/local/cuda/bin"; fi
  with_cuda=OFF
  if command -v nvcc >/dev/null; then with_cuda=ON; fi
  echo "CUDA parts: $with_cuda (nvcc: $(command -v nvcc || echo none))"
}

# configure FOLDER CMAKE_ARGUMENT...: quiet unless it fails; prints gsta's own messages.
configure() {
  mkdir -p "$1"
  if command -v ninja >/dev/null; then export CMAKE_GENERATOR=Ninja; fi
  if ! cmake -S . -B "$@" >"$1/configure.log" 2>&1; then
    cat "$1/configure.log"
    return 1
  fi
  grep -E '^-- gsta|Warning' "$1/configure.log" || true
}
