#!/usr/bin/env bash
# Splits a compiled program into what starts and what is loaded when it is first needed (src/app/lazy.rs marks it),
# and makes all of it small. Leaves in FOLDER: spanwise-app.js, spanwise-app_bg.wasm and, for what is loaded later,
# split_*.wasm and chunk_*.wasm.
# Usage: scripts/lib/split.sh PROGRAM.wasm FOLDER
set -euo pipefail

program=$1 folder=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# It warns of a segment of a few hundred bytes that it cannot split.
RUST_LOG=error wasm-split-cli --target web --out-name spanwise-app "$program" "$work"
wasm-bindgen --target web --no-typescript --keep-lld-exports --out-dir "$work" --out-name spanwise-app "$work/spanwise-app.wasm"
rm "$work/spanwise-app.wasm"

# The largest first, so that no core waits for another in the end. Binaryen warns of names that it is told to drop: what it
# says is shown only if it fails.
find "$work" -name '*.wasm' -exec ls -S {} + | tr '\n' '\0' |
  xargs -0 -P "$(getconf _NPROCESSORS_ONLN)" -n 8 node scripts/lib/shrink.mjs "$BINARYEN" >"$work/said" 2>&1 ||
  { cat "$work/said" >&2; exit 1; }
mv "$work"/*.wasm "$folder"

# wasm-bindgen names wasm-split's script once for each import from it.
esbuild "$work/spanwise-app.js" --bundle --minify --format=esm --target=es2022 --log-level=warning \
  --log-override:duplicate-object-key=silent --outdir="$folder"
