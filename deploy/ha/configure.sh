#!/bin/sh
# Writes the configuration of three nodes and of HAProxy. See docs/operating/high-availability.md.
#   configure.sh cluster.env OUT   writes OUT/node1 to OUT/node3 (etcd.env, patroni.yml) and OUT/haproxy.cfg
set -eu
umask 077

[ $# = 2 ] || { sed -n '2,3s/^# \{0,1\}//p' "$0" >&2; exit 2; }
here=$(dirname "$0")
settings=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
. "$settings"
out=$2

: "${NODE1:?}" "${NODE2:?}" "${NODE3:?}" "${CLIENTS:?}" "${POSTGRES_BIN:?}"
: "${SUPERUSER_PASSWORD:?}" "${REPLICATION_PASSWORD:?}" "${REWIND_PASSWORD:?}" "${PATRONI_PASSWORD:?}"

# the step is 0 on three machines; on loopback node 2 listens on each port plus 2
port() { echo $(($1 + $2 * ${PORT_STEP:-0})); }
address() { eval "echo \$NODE$1"; }
etcd_client() { echo "$(address "$1"):$(port "${ETCD_CLIENT_PORT:-2379}" "$1")"; }
etcd_peer() { echo "$(address "$1"):$(port "${ETCD_PEER_PORT:-2380}" "$1")"; }

write_etcd() {
  cat <<CONF
ETCD_NAME=node$1
ETCD_DATA_DIR=${ETCD_DATA:-/var/lib/etcd}/node$1
ETCD_LISTEN_CLIENT_URLS=http://$(etcd_client "$1")
ETCD_ADVERTISE_CLIENT_URLS=http://$(etcd_client "$1")
ETCD_LISTEN_PEER_URLS=http://$(etcd_peer "$1")
ETCD_INITIAL_ADVERTISE_PEER_URLS=http://$(etcd_peer "$1")
ETCD_INITIAL_CLUSTER=node1=http://$(etcd_peer 1),node2=http://$(etcd_peer 2),node3=http://$(etcd_peer 3)
ETCD_INITIAL_CLUSTER_TOKEN=candor
ETCD_INITIAL_CLUSTER_STATE=new
ETCD_AUTO_COMPACTION_MODE=periodic
ETCD_AUTO_COMPACTION_RETENTION=1h
ETCD_LOG_LEVEL=warn
CONF
}

write_haproxy() {
  cat <<CONF
global
  maxconn 1000
${HAPROXY_LOG:-  log /dev/log local0
  user haproxy
  group haproxy}

defaults
  mode tcp
  log global
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 2s
  retries 2

# the leader: DATABASE_URL of web and worker
frontend primary
  bind 127.0.0.1:${PRIMARY_PORT:-5000}
  default_backend primary

# a replica at most 1 MB behind: reports that only read
frontend replicas
  bind 127.0.0.1:${REPLICA_PORT:-5001}
  default_backend replicas

# a connection to a node that is no longer the leader is ended at once
backend primary
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fastinter 500ms downinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
$(write_servers)

backend replicas
  balance leastconn
  option httpchk OPTIONS /replica?lag=1MB
  http-check expect status 200
  default-server inter 2s fall 2 rise 1 on-marked-down shutdown-sessions
$(write_servers)

frontend statistics
  mode http
  bind 127.0.0.1:${STATS_PORT:-7000}
  http-request use-service prometheus-exporter if { path /metrics }
  stats enable
  stats uri /
CONF
}

write_servers() {
  for n in 1 2 3; do
    echo "  server node$n $(address $n):$(port "${POSTGRES_PORT:-5432}" $n)" \
      "check port $(port "${PATRONI_PORT:-8008}" $n)"
  done
}

. "$here/patroni.sh"
for n in 1 2 3; do
  mkdir -p "$out/node$n"
  write_etcd $n > "$out/node$n/etcd.env"
  write_patroni $n > "$out/node$n/patroni.yml"
done
write_haproxy > "$out/haproxy.cfg"
echo "Wrote $out/node1 to $out/node3 and $out/haproxy.cfg"
