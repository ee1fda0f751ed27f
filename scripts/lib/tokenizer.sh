#!/usr/bin/env bash
# Builds the tokenizer's worker (crates/tokenizer-worker) into target/tokenizer/, unless that is up to date.
# Trunk's pre_build hook.
set -euo pipefail
# shellcheck source=scripts/lib/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
# shellcheck source=scripts/lib/toolchain.sh
. "$ROOT/scripts/lib/toolchain.sh"
# shellcheck source=scripts/lib/release.sh
. "$ROOT/scripts/lib/release.sh"

OUT=target/tokenizer
SOURCES=(Cargo.lock crates/text crates/limits crates/tokenizer/src crates/tokenizer-worker public/tokenizer.js public/tokenizer-worker.js scripts/lib/tokenizer.sh scripts/lib/shrink.mjs)

is_newest() {
  [ -f "$OUT/worker.js" ] && [ -z "$(find "${SOURCES[@]}" -type f -newer "$OUT/worker.js")" ]
}

is_newest && exit
ensure_wasm_target
ensure_wasm_bindgen
ensure_binaryen
ensure_esbuild
say "compiling the tokenizer's worker, about 2 minutes when nothing is compiled yet"
# Nothing of it is split, and it is small next to the tokenizers that it reads: the settings of the program do not apply.
"${WASM_ENV[@]}" env -u RUSTFLAGS -u RUSTC_BOOTSTRAP -u CARGO_UNSTABLE_BUILD_STD -u CARGO_UNSTABLE_BUILD_STD_FEATURES \
  cargo build --quiet --locked --release --target wasm32-unknown-unknown -p spanwise-tokenizer-worker

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
wasm-bindgen --target web --no-typescript --out-dir "$work" --out-name program \
  "${CARGO_TARGET_DIR:-target}/wasm32-unknown-unknown/release/spanwise_tokenizer_worker.wasm"
mkdir -p "$OUT"
node scripts/lib/shrink.mjs "$BINARYEN" "$work/program_bg.wasm" >"$work/said" 2>&1 ||
  { cat "$work/said" >&2; exit 1; }
mv "$work/program_bg.wasm" "$OUT/"
cp public/tokenizer-worker.js "$work/worker.js"
short=(--minify --format=esm --target=es2022 --log-level=warning)
esbuild public/tokenizer.js "${short[@]}" --outfile="$OUT/tokenizer.js"
esbuild "$work/worker.js" --bundle "${short[@]}" --outfile="$OUT/worker.js"
