#!/bin/sh
# Starts the cluster of loopback.env for tests: three etcd, three Patroni with PostgreSQL, HAProxy.
#   HA_RUN=FOLDER up.sh [all | etcd N | patroni N | haproxy]
# The identifiers of the processes are in HA_RUN/*.pid. BASE_PORT moves all ports. As root, the programs run as postgres.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
run=${HA_RUN:?HA_RUN names a folder of this cluster}
. "$here/loopback.env"
export PATH="$POSTGRES_BIN:/usr/sbin:/usr/bin:/bin" LC_ALL=C.UTF-8

# exec, so that the identifier is the program's and not that of a shell around it
start() {
  name=$1
  shift
  (
    cd "$run"
    if [ "$(id -u)" = 0 ]; then set -- setpriv --reuid=postgres --regid=postgres --init-groups "$@"; fi
    HOME=$run exec setsid "$@" >> "$run/$name.log" 2>&1
  ) &
  echo $! > "$run/$name.pid"
}

start_etcd() {
  # shellcheck disable=SC2046
  start "etcd$1" env $(cat "$run/conf/node$1/etcd.env") etcd
}
# pgBackRest has one configuration for each machine; here they share all but the folder of the data
start_patroni() {
  start "patroni$1" env "PGBACKREST_PG1_PATH=$run/postgres/node$1" patroni "$run/conf/node$1/patroni.yml"
}
start_haproxy() { start haproxy haproxy -db -f "$run/conf/haproxy.cfg"; }

prepare() {
  mkdir -p "$run/postgres" "$run/etcd"
  DATA=$run/postgres ETCD_DATA=$run/etcd HAPROXY_LOG=' ' \
    "$here/configure.sh" "$here/loopback.env" "$run/conf"
  chmod 700 "$run/postgres"
  if [ "$(id -u)" = 0 ]; then chown -R postgres:postgres "$run"; fi
}

# The leader and a synchronous standby: before that nothing is acknowledged.
wait_until_ready() {
  for _ in $(seq 120); do
    if patronictl -c "$run/conf/node1/patroni.yml" list 2> /dev/null | grep -q 'Sync Standby'; then return 0; fi
    sleep 1
  done
  patronictl -c "$run/conf/node1/patroni.yml" list >&2 || true
  echo "The cluster isn't ready after two minutes: see $run/*.log" >&2
  exit 1
}

case "${1:-all}" in
etcd) start_etcd "$2" ;;
patroni) start_patroni "$2" ;;
haproxy) start_haproxy ;;
all)
  prepare
  for n in 1 2 3; do start_etcd $n; done
  sleep 3
  start_patroni 1
  sleep 1
  start_patroni 2
  start_patroni 3
  start_haproxy
  wait_until_ready
  echo "postgres://postgres:$SUPERUSER_PASSWORD@127.0.0.1:$PRIMARY_PORT/postgres"
  ;;
*) sed -n '2,4s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
