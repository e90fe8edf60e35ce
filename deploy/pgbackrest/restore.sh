#!/bin/sh
# Restores into a new cluster beside the running one: to a moment, or to the end of the archived log.
#   restore.sh CLUSTER PORT [TIME]     as root: restore.sh restored 5433 '2026-11-22 14:05:00+00'
set -eu
[ $# = 2 ] || [ $# = 3 ] || { sed -n '3s/^# \{0,1\}//p' "$0" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
cd /
cluster=$1 port=$2 moment=${3:-}
stanza=${PGBACKREST_STANZA:-candor}
version=$(runuser -u postgres -- pgbackrest --stanza="$stanza" --output=json info |
  grep -o '"system-id":[0-9]*,"version":"[0-9]*"' | tail -1 | sed 's/.*"version":"//; s/"//')
[ -n "$version" ] || { echo "The repository has no backup of $stanza." >&2; exit 1; }
data=/var/lib/postgresql/$version/$cluster

# PostgreSQL takes a missing segment for the end of the log; a moment that it doesn't reach, it refuses
[ -n "$moment" ] || runuser -u postgres -- "$here/verify.sh" log || {
  echo 'Nothing was restored: restore to a moment before that instead.' >&2
  exit 1
}

pg_createcluster "$version" "$cluster" --port "$port" > /dev/null
# no session sees it before it has recovered, and its limits may be lower than those of the original
pg_conftool "$version" "$cluster" set hot_standby off

set -- --stanza="$stanza" --pg1-path="$data" --delta --archive-mode=off
[ -z "$moment" ] || set -- "$@" --type=time --target="$moment" --target-action=promote
runuser -u postgres -- pgbackrest "$@" restore

log=/var/log/postgresql/postgresql-$version-$cluster.log
pg_ctlcluster "$version" "$cluster" start > /dev/null 2>&1 || true
until pg_isready --quiet --host=/run/postgresql --port="$port"; do
  pg_ctlcluster "$version" "$cluster" status > /dev/null || {
    echo "PostgreSQL ended without reaching ${moment:-the end of the log}:" >&2
    grep -E 'FATAL|ERROR|PANIC' "$log" | tail -5 >&2
    exit 1
  }
  sleep 1
done

reached=$(grep -o 'last completed transaction was at log time .*' "$log" | tail -1 || true)
echo "Restored cluster $version/$cluster on port $port; ${reached:-nothing was replayed after the backup}"
