# shellcheck shell=bash
# What only a release needs: the program split into what starts and what is loaded when it is first needed, and the
# standard library compiled for size. Needs toolchain.sh.

WASM_SPLIT_VERSION=0.2.3
ESBUILD_VERSION=0.28.2

# What wasm-split needs.
SPLIT_FLAGS="--cfg=split -Clink-arg=--emit-relocs"

# The standard library compiled for size, a panic that just stops, no source places in panics, and Debug that formats
# nothing (the lint use_debug keeps the program from relying on it). A stable compiler takes these settings with
# RUSTC_BOOTSTRAP only.
SMALL_STD=(RUSTC_BOOTSTRAP=1 "CARGO_UNSTABLE_BUILD_STD=std,panic_abort" CARGO_UNSTABLE_BUILD_STD_FEATURES=optimize_for_size)
SMALL_STD_FLAGS="-Zlocation-detail=none -Zfmt-debug=none -Zunstable-options -Cpanic=immediate-abort"

# build_release: builds dist/. Where the standard library cannot be compiled, for whatever reason, the prebuilt one will do.
build_release() {
  ensure_std_source && run_trunk "$SPLIT_FLAGS $SMALL_STD_FLAGS" "${SMALL_STD[@]}" && return
  say "the standard library cannot be compiled for size; with the prebuilt one the download is some 60 KB larger"
  run_trunk "$SPLIT_FLAGS"
}

# run_trunk RUSTFLAGS [ASSIGNMENT...]
run_trunk() {
  local flags=$1
  shift
  fetch_crates "$@" && "${WASM_ENV[@]}" "$@" RUSTFLAGS="$flags" trunk --quiet build --release --offline --locked
}

# The sources of the compiler's standard library.
ensure_std_source() {
  has_std_source && return
  has rustup || return 1
  say "adding the sources of the standard library, a few seconds, once"
  "${WASM_ENV[@]}" rustup component add rust-src && has_std_source
}

has_std_source() {
  [ -f "$("${WASM_ENV[@]}" rustc --print sysroot)/lib/rustlib/src/rust/library/Cargo.lock" ]
}

# wasm-split-cli, which splits the program at the functions marked for it.
ensure_wasm_split() {
  has_version wasm-split-cli "$WASM_SPLIT_VERSION" && return
  ensure_cargo_tool wasm-split-cli wasm_split_cli_support "$WASM_SPLIT_VERSION" 1 "" --features build-binary
}

# esbuild, which bundles and shortens scripts and styles.
ensure_esbuild() {
  has_version esbuild "$ESBUILD_VERSION" && return
  ensure_npm_tool esbuild "$ESBUILD_VERSION"
}
