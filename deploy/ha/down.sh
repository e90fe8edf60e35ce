#!/bin/sh
# Stops what up.sh started, by its identifiers: HAProxy, then Patroni, which stops its PostgreSQL in order, then etcd.
#   HA_RUN=FOLDER down.sh
set -eu
run=${HA_RUN:?HA_RUN names the folder of the cluster}

stop() {
  for file in "$@"; do
    [ ! -f "$file" ] || kill "$(cat "$file")" 2> /dev/null || true
  done
}
is_running() { ls "$run"/postgres/node?/postmaster.pid > /dev/null 2>&1; }

stop "$run/haproxy.pid"
stop "$run"/patroni?.pid
for _ in $(seq 60); do
  is_running || break
  sleep 0.5
done
# one whose Patroni was killed
for file in "$run"/postgres/node?/postmaster.pid; do
  [ ! -f "$file" ] || kill -INT "$(head -1 "$file")" 2> /dev/null || true
done
sleep 1
stop "$run"/etcd?.pid
