#!/bin/sh
# Adds the scripts and styles of this image to those of earlier ones, for pages that are still open, and migrates.
set -eu
staged=$(mktemp -d "$ASSETS_DIR/.staged-XXXXXX")
cp build/client/assets/* "$staged/"
mv -f "$staged"/* "$ASSETS_DIR/"
rmdir "$staged"
exec node scripts/migrate.js
