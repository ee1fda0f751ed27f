# shellcheck shell=bash
# Brings in what a build and the tests need, each thing once: a tool already on PATH in
# the right version is used first, then the cache, then a prebuilt one, then its source.
# Needs common.sh.

# shellcheck source=scripts/lib/debian-wasm.sh
. "$ROOT/scripts/lib/debian-wasm.sh"

TRUNK_VERSION=0.21.14
BINARYEN_VERSION=132.0.0
MATURIN_VERSION=1.16.0
ZIG_VERSION=0.17.1

# What to put before a command that compiles for wasm32. debian-wasm.sh extends it.
WASM_ENV=(env)

# has_version COMMAND VERSION: whether COMMAND is on PATH in that version.
has_version() {
  has "$1" && "$1" --version 2>/dev/null | grep -wF -- "$2" >/dev/null
}

# Rust's cargo and rustc.
ensure_cargo() {
  has cargo && has rustc && return
  fail "cargo is not on PATH" "install Rust from https://rustup.rs, then run this again"
}

# Node and npm, for Binaryen, the local server and the browser tests.
ensure_node() {
  if ! has node || ! has npm; then
    fail "node or npm is not on PATH" "install Node 20 or newer from https://nodejs.org, then run this again"
  fi
  local version
  version=$(node --version)
  version=${version#v}
  [ "${version%%.*}" -ge 20 ] ||
    fail "Node $version is too old" "install Node 20 or newer from https://nodejs.org, then run this again"
}

has_wasm_target() {
  compgen -G "$(rustc --print target-libdir --target wasm32-unknown-unknown)/libstd-*.rlib" >/dev/null
}

# The standard library for wasm32. SPANWISE_WASM_TARGET=debian takes it from Debian.
ensure_wasm_target() {
  ensure_cargo
  if [ "${SPANWISE_WASM_TARGET:-}" != debian ]; then
    has_wasm_target && return
    say "adding the Rust target wasm32-unknown-unknown, a few seconds, once"
    if has rustup && rustup target add wasm32-unknown-unknown; then
      return
    fi
    say "rustup cannot add the target; taking it from Debian"
  fi
  ensure_debian_wasm
}

# The standard library for WASI, of which the worker that runs the command line is made.
ensure_wasi_target() {
  ensure_cargo
  compgen -G "$(rustc --print target-libdir --target wasm32-wasip1)/libstd-*.rlib" >/dev/null && return
  say "adding the Rust target wasm32-wasip1, a few seconds, once"
  if has rustup && rustup target add wasm32-wasip1; then
    return
  fi
  say "the Rust target wasm32-wasip1 cannot be added"
  return 1
}

# ensure_cargo_tool PROGRAM CRATE VERSION MINUTES ARCHIVE [FLAG...]: the programs of a crate, PROGRAM among them. ARCHIVE
# is the address of a release of them, if its project has any; MINUTES and FLAGs are of a build from source.
ensure_cargo_tool() {
  local program=$1 crate=$2 version=$3 minutes=$4 archive=$5 directory=$CACHE/$2-$3
  shift 5
  PATH=$directory/bin:$PATH
  runs "$directory/bin/$program" && return
  ensure_cargo
  mkdir -p "$directory/bin"
  if has cargo-binstall; then
    cargo binstall --no-confirm --disable-strategies compile --root "$directory" "$crate@$version" >/dev/null 2>&1 || true
  fi
  runs "$directory/bin/$program" || download_programs "$archive" "$directory/bin"
  runs "$directory/bin/$program" && return
  say "installing $crate $version from source, about $minutes min, once"
  # Unoptimised is two to three times as quick to build, and quick enough to run. Outside the project, so that its cargo
  # settings do not apply; in one folder, so that what several need is built once.
  (
    cd "$CACHE"
    CARGO_TARGET_DIR=$CACHE/build CARGO_PROFILE_DEV_DEBUG=0 CARGO_FUTURE_INCOMPAT_REPORT_FREQUENCY=never \
      cargo install "$crate" --version "$version" --debug --force --root "$directory" "$@"
  ) || fail "$crate $version could not be installed" \
    "check the connection to crates.io, or install it yourself and put it on PATH"
}

# runs PROGRAM: whether it is there, and made for this machine.
runs() {
  "$1" --help >/dev/null 2>&1
}

# download_programs ARCHIVE FOLDER: puts the programs of an archive into a folder, or none where it cannot be had.
download_programs() {
  [ -n "$1" ] && has curl || return 0
  local work
  work=$(mktemp -d)
  if curl --fail --silent --location --connect-timeout 5 --max-time 300 "$1" 2>/dev/null | tar -xz -C "$work" 2>/dev/null; then
    find "$work" -type f -perm -u+x -exec mv {} "$2/" ';'
  fi
  rm -rf "$work"
}

# rust_host: the platform that rustc runs on, such as x86_64-unknown-linux-gnu.
rust_host() {
  rustc -vV | awk '$1 == "host:" { print $2 }'
}

# Trunk, which bundles the app.
# It compiles with the dependencies that it was published with only; quietly, since one of these is yanked, of which cargo
# warns.
ensure_trunk() {
  has_version trunk "$TRUNK_VERSION" && return
  ensure_cargo_tool trunk trunk "$TRUNK_VERSION" 3 \
    "https://github.com/trunk-rs/trunk/releases/download/v$TRUNK_VERSION/trunk-$(rust_host).tar.gz" \
    --quiet --locked --no-default-features
}

# wasm-bindgen and its test runner, in the version that Cargo.lock names: they must match.
ensure_wasm_bindgen() {
  local version host
  version=$(awk '/^name = "wasm-bindgen"$/ { getline; gsub(/"/, "", $3); print $3 }' Cargo.lock)
  if has_version wasm-bindgen "$version" && has_version wasm-bindgen-test-runner "$version"; then
    return
  fi
  host=$(rust_host)
  ensure_cargo_tool wasm-bindgen-test-runner wasm-bindgen-cli "$version" 1 \
    "https://github.com/wasm-bindgen/wasm-bindgen/releases/download/$version/wasm-bindgen-$version-${host/x86_64-unknown-linux-gnu/x86_64-unknown-linux-musl}.tar.gz"
}

# Binaryen, the optimiser of WebAssembly, as a library of Node (shrink.mjs).
ensure_binaryen() {
  ensure_npm_tool binaryen "$BINARYEN_VERSION"
  export BINARYEN=$CACHE/binaryen-$BINARYEN_VERSION/node_modules/binaryen/index.js
}

# ensure_npm_tool PACKAGE VERSION: the programs of a package from npm.
ensure_npm_tool() {
  ensure_node
  local directory=$CACHE/$1-$2
  if [ ! -d "$directory/node_modules/.bin" ]; then
    say "installing npm's $1 $2, a few seconds, once"
    npm install --silent --no-fund --no-audit --prefix "$directory" "$1@$2" ||
      fail "$1 $2 could not be installed" "check the connection to registry.npmjs.org, or put it on PATH yourself"
  fi
  PATH=$directory/node_modules/.bin:$PATH
}

# has_python: whether there is a Python that the package runs on.
has_python() {
  has python3 && python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))'
}

# Python, for the wheel.
ensure_python() {
  has_python && python3 -c 'import venv' && return
  fail "Python 3.9 with venv is not on PATH" "install it (on Debian: apt-get install python3-venv), then run this again"
}

# maturin, which makes wheels, and Zig, by which they run on older systems, too.
ensure_maturin() {
  ensure_python
  local directory=$CACHE/maturin-$MATURIN_VERSION-$ZIG_VERSION
  if ! runs "$directory/bin/maturin" && ! runs "$directory/Scripts/maturin"; then
    say "installing maturin $MATURIN_VERSION and Zig $ZIG_VERSION, half a minute, once"
    mkdir -p "$CACHE"
    python3 -m venv "$directory"
    local python=$directory/bin/python
    if [ -d "$directory/Scripts" ]; then python=$directory/Scripts/python; fi
    "$python" -m pip install --quiet --disable-pip-version-check "maturin==$MATURIN_VERSION" "ziglang==$ZIG_VERSION" ||
      fail "maturin $MATURIN_VERSION could not be installed" "check the connection to pypi.org"
  fi
  PATH=$directory/bin:$directory/Scripts:$PATH
}

# chromium_path: the first browser of the family on PATH.
chromium_path() {
  command -v chromium || command -v chromium-browser || command -v google-chrome
}

# Chromium and its driver, as CHROMIUM and CHROMEDRIVER, and as CHROMIUM_HEADLESS_SHELL, where there is one in the same
# version, the engine without the browser around it.
ensure_chromium() {
  if ! chromium_path >/dev/null || ! has chromedriver; then
    say "installing chromium and chromium-driver, about 1 minute, once"
    apt_install chromium chromium-driver || fail "Chromium or chromedriver is not on PATH" \
      "as root on Debian: apt-get install chromium chromium-driver; elsewhere install both in the same version"
    apt_install chromium-headless-shell || say "no chromium-headless-shell: journeys take longer"
  fi
  CHROMIUM=${CHROMIUM:-$(chromium_path)}
  CHROMEDRIVER=${CHROMEDRIVER:-$(command -v chromedriver)}
  CHROMIUM_HEADLESS_SHELL=${CHROMIUM_HEADLESS_SHELL:-$(headless_shell_path)}
  export CHROMIUM CHROMEDRIVER CHROMIUM_HEADLESS_SHELL
}

# headless_shell_path: Chromium's headless shell, if it has the version of CHROMIUM.
headless_shell_path() {
  local shell version
  shell=$(command -v chromium-headless-shell) || return 0
  version=$("$CHROMIUM" --version 2>/dev/null | grep -oE '[0-9]+(\.[0-9]+){3}') || return 0
  if "$shell" --version 2>/dev/null | grep -wF -- "$version" >/dev/null; then echo "$shell"; fi
}

# The packages of the browser tests, as tests/e2e/package-lock.json names them.
ensure_e2e_packages() {
  ensure_npm_packages tests/e2e "the browser tests"
}

ensure_editor_packages() {
  ensure_npm_packages editor "the builder's text editor"
}

# ensure_npm_packages FOLDER PURPOSE: what the lock file of a folder names.
ensure_npm_packages() {
  ensure_node
  [ "$1/node_modules/.package-lock.json" -nt "$1/package-lock.json" ] && return
  say "installing the packages of $2, a few seconds"
  npm ci --silent --no-fund --no-audit --prefix "$1" ||
    fail "the packages of $2 could not be installed" "check the connection to registry.npmjs.org"
}

# fetch_crates [ASSIGNMENT...]: everything Cargo.lock names, so that what follows can be offline.
fetch_crates() {
  "${WASM_ENV[@]}" "$@" cargo fetch --target wasm32-unknown-unknown --quiet --locked && return
  say "the crates in Cargo.lock could not be fetched: check the connection to crates.io"
  return 1
}
