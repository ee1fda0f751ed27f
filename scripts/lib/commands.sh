#!/usr/bin/env bash
# Builds the worker that runs the command line in the page (commands/, crates/cli compiled for WASI) into
# target/commands/, unless that is up to date. Trunk's build hook.
set -euo pipefail
# shellcheck source=scripts/lib/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
# shellcheck source=scripts/lib/toolchain.sh
. "$ROOT/scripts/lib/toolchain.sh"
# shellcheck source=scripts/lib/release.sh
. "$ROOT/scripts/lib/release.sh"

OUT=target/commands
TARGET=wasm32-wasip1

# What the command line is compiled from: its own crate and those that it uses.
sources() {
  local crate
  for crate in crates/*; do
    case "${crate##*/}" in browser | python | tokenizer | tokenizer-worker) continue ;; esac
    printf '%s\n' "$crate"
  done
  printf '%s\n' Cargo.toml Cargo.lock languages/en.json languages/build/en.json commands/worker.mjs commands/package-lock.json public/commands.js scripts/lib/commands.sh
}

is_newest() {
  local newer
  [ -f "$OUT/spanwise.wasm" ] || return 1
  newer=$(sources | xargs -d '\n' -I '{}' find '{}' -type f -newer "$OUT/spanwise.wasm" -not -path '*/tests/*' -print -quit)
  [ -z "$newer" ]
}

is_newest && exit
mkdir -p "$OUT"
if ! ensure_wasi_target; then
  say "without it, the page reads no formats of others and computes no figures, and says so"
  exit
fi
ensure_esbuild
ensure_npm_packages commands "the worker that runs the command line"
say "compiling the command line for the page, about 2 minutes when nothing is compiled yet"
# Samples are added up by vectors. Memory for studies of a usual size from the start: to grow takes time at each step.
flags="-C target-feature=+simd128 -C link-arg=--initial-memory=$((128 * 1024 * 1024))"
env -u RUSTC_BOOTSTRAP -u CARGO_UNSTABLE_BUILD_STD -u CARGO_UNSTABLE_BUILD_STD_FEATURES RUSTFLAGS="$flags" \
  cargo build --quiet --locked --profile command-worker --target "$TARGET" -p spanwise-cli --bin spanwise
short=(--minify --format=esm --target=es2022 --log-level=warning)
esbuild public/commands.js "${short[@]}" --outfile="$OUT/commands.js"
esbuild commands/worker.mjs --bundle "${short[@]}" --outfile="$OUT/worker.js"
cp "${CARGO_TARGET_DIR:-target}/$TARGET/command-worker/spanwise.wasm" "$OUT/spanwise.wasm"
