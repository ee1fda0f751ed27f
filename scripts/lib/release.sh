# shellcheck shell=bash
# What only a release needs, all of it for the size of the download: the standard library compiled for size, and the
# program split into what starts and what is loaded when it is first needed. Needs toolchain.sh.

WASM_SPLIT_VERSION=0.2.3
ESBUILD_VERSION=0.28.2

# What the splitting needs, and names by which functions that are alike stand together.
RELEASE_FLAGS=(--cfg=split -Clink-arg=--emit-relocs -Csymbol-mangling-version=v0)

# Settings that are not stable: no source places in panics, and a panic that just stops.
UNSTABLE_FLAGS=(-Zlocation-detail=none -Zunstable-options -Cpanic=immediate-abort)

# Makes RELEASE_ENV what to put before Trunk.
ensure_release_env() {
  ensure_wasm_split
  ensure_esbuild
  RELEASE_ENV=("${WASM_ENV[@]}")
  local flags=("${RELEASE_FLAGS[@]}")
  if ensure_std_source; then
    flags+=("${UNSTABLE_FLAGS[@]}")
    # RUSTC_BOOTSTRAP lets a stable compiler build its own standard library.
    RELEASE_ENV+=(RUSTC_BOOTSTRAP=1 "CARGO_UNSTABLE_BUILD_STD=std,panic_abort"
      CARGO_UNSTABLE_BUILD_STD_FEATURES=optimize_for_size)
  else
    say "no sources of the standard library: the download will be some 60 KB larger"
  fi
  RELEASE_ENV+=("RUSTFLAGS=${flags[*]}")
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
  ensure_cargo_tool wasm-split-cli wasm_split_cli_support "$WASM_SPLIT_VERSION" 1 --features build-binary
}

# esbuild, which shortens wasm-bindgen's JavaScript.
ensure_esbuild() {
  has_version esbuild "$ESBUILD_VERSION" && return
  ensure_npm_tool esbuild "$ESBUILD_VERSION"
}
