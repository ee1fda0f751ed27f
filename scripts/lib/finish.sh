#!/usr/bin/env bash
# Trunk's post_build hook: splits and shrinks the program of a release, then completes the site around it.
set -euo pipefail
# shellcheck source=scripts/lib/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
# shellcheck source=scripts/lib/toolchain.sh
. "$ROOT/scripts/lib/toolchain.sh"
# shellcheck source=scripts/lib/release.sh
. "$ROOT/scripts/lib/release.sh"

ensure_esbuild
# It is made while Trunk copies the other folders.
cp -r target/commands "$TRUNK_STAGING_DIR"
if [ "$TRUNK_PROFILE" = release ]; then
  ensure_binaryen
  say "3 of 3: splitting and shrinking the program, about 1 minute"
  bash scripts/lib/split.sh "${CARGO_TARGET_DIR:-target}/wasm32-unknown-unknown/release/spanwise-app.wasm" "$TRUNK_STAGING_DIR/program"
fi
node scripts/lib/finish.mjs
