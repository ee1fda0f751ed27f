# shellcheck shell=bash
# Where rustup cannot add the wasm32 target: a rustc from Debian 12 (bookworm) that comes
# with its own sources, and the wasm32 standard library built from them.
# Needs common.sh, and toolchain.sh for WASM_ENV.

# rustc-web and cargo-web are Debian's newer Rust; rust-web-llvm wants this lld.
DEBIAN_WASM_PACKAGES=(rustc-web cargo-web rust-web-src rust-web-llvm lld-22)
DEBIAN_WASM_LIBRARY=/usr/lib/rustlib/wasm32-unknown-unknown/lib

# Makes WASM_ENV choose Debian's compiler, installing and building what it lacks.
ensure_debian_wasm() {
  if ! compgen -G "$DEBIAN_WASM_LIBRARY/libstd-*.rlib" >/dev/null; then
    install_debian_rust
    build_debian_wasm_library
  fi
  select_debian_rust
}

install_debian_rust() {
  say "installing Debian's Rust (${DEBIAN_WASM_PACKAGES[*]}), about half a minute, once"
  apt_install "${DEBIAN_WASM_PACKAGES[@]}" || fail "the Rust target wasm32-unknown-unknown cannot be had" \
    "run 'rustup target add wasm32-unknown-unknown' with a connection, or run this as root on Debian 12"
}

# Builds std for wasm32 by way of an empty crate and puts it where rustc looks for it.
build_debian_wasm_library() {
  say "building the standard library for wasm32, about 1 minute, once"
  local scratch
  scratch=$(mktemp -d)
  mkdir "$scratch/src"
  echo '#![no_std]' >"$scratch/src/lib.rs"
  printf '[package]\nname = "scratch"\nversion = "0.0.0"\nedition = "2021"\n' >"$scratch/Cargo.toml"
  # The bitcode is for link-time optimisation; -Zbuild-std is a nightly flag.
  (
    cd "$scratch"
    env -u RUSTUP_TOOLCHAIN -u CARGO_TARGET_DIR \
      RUSTC_BOOTSTRAP=1 RUSTC=/usr/bin/rustc RUSTFLAGS=-Cembed-bitcode=yes \
      /usr/bin/cargo build --quiet --release -Zbuild-std=std,panic_abort --target wasm32-unknown-unknown
  ) || fail "the standard library for wasm32 could not be built" "see the compiler's message above"
  rm -f "$scratch"/target/wasm32-unknown-unknown/release/deps/libscratch-*
  mkdir -p "$DEBIAN_WASM_LIBRARY"
  cp "$scratch"/target/wasm32-unknown-unknown/release/deps/lib*.rlib "$DEBIAN_WASM_LIBRARY/"
  rm -rf "$scratch"
}

# A target directory of its own, so that two compilers do not undo each other's work.
select_debian_rust() {
  WASM_ENV+=("CARGO_TARGET_DIR=$ROOT/target/debian")
  if has rustup; then
    rustup toolchain list | grep -w '^debian' >/dev/null || rustup toolchain link debian /usr
    WASM_ENV+=(RUSTUP_TOOLCHAIN=debian)
  else
    WASM_ENV+=("PATH=/usr/bin:$PATH")
  fi
}
