# Sourced by configure.sh: writes the configuration of Patroni on one node.

write_tls() {
  [ -n "${TLS_CERT:-}" ] || return 0
  cat <<CONF
    ssl: 'on'
    ssl_cert_file: $TLS_CERT
    ssl_key_file: $TLS_KEY
    ssl_min_protocol_version: TLSv1.2
CONF
}

# the leader archives its log, and a replica that fell behind reads it there
write_archive() {
  [ "${PGBACKREST:-off}" = on ] || return 0
  cat <<CONF
        archive_mode: 'on'
        archive_command: pgbackrest --stanza=candor archive-push %p
        archive_timeout: 60s
        wal_compression: 'on'
        checkpoint_timeout: 15min
      recovery_conf:
        restore_command: pgbackrest --stanza=candor archive-get %f "%p"
CONF
}

# with a certificate no password crosses the network without it
host() { [ -n "${TLS_CERT:-}" ] && echo hostssl || echo host; }

write_patroni() {
  data=${DATA:-/var/lib/postgresql/candor}/node$1
  rest=$(address "$1"):$(port "${PATRONI_PORT:-8008}" "$1")
  postgres=$(address "$1"):$(port "${POSTGRES_PORT:-5432}" "$1")
  cat <<CONF
scope: candor
namespace: /candor/
name: node$1

restapi:
  listen: $rest
  connect_address: $rest
  authentication: { username: patroni, password: $PATRONI_PASSWORD }

# version 3 of the interface: Debian's etcd 3.4 has version 2 switched off
etcd3:
  hosts: $(etcd_client 1),$(etcd_client 2),$(etcd_client 3)

bootstrap:
  # read once, when the cluster is made; afterwards: patronictl edit-config
  dcs:
    # ttl has to be at least loop_wait + 2 * retry_timeout, and at least 20
    ttl: 20
    # a crashed leader is noticed, and a new standby recorded, within this
    loop_wait: 2
    retry_timeout: 5
    maximum_lag_on_failover: 1048576
    # a crashed leader isn't waited for
    primary_start_timeout: 0
    # an acknowledged commit is on every replica that is there; without one nothing is acknowledged. With one synchronous
    # replica, the other one may be ahead of it: after the loss of the leader it would have to be rewound first
    synchronous_mode: ${SYNCHRONOUS:-true}
    synchronous_mode_strict: ${SYNCHRONOUS:-true}
    synchronous_node_count: 2
    # without etcd the leader stays as long as it reaches both others
    failsafe_mode: true
    postgresql:
      use_pg_rewind: true
      use_slots: true
      parameters:
        max_connections: $MAX_CONNECTIONS
        shared_buffers: $SHARED_BUFFERS
        wal_level: replica
        hot_standby: 'on'
        max_wal_senders: 10
        max_replication_slots: 10
        wal_keep_size: 256MB
        wal_log_hints: 'on'
        synchronous_commit: 'on'
        # a replica follows a new leader within this
        wal_retrieve_retry_interval: 1s
        # a client or a standby that is gone is noticed within seconds
        tcp_keepalives_idle: 5
        tcp_keepalives_interval: 2
        tcp_keepalives_count: 3
        tcp_user_timeout: 10s
        client_connection_check_interval: 2s
        password_encryption: scram-sha-256
$(write_archive)
  initdb:
    - encoding: UTF8
    - locale: C.UTF-8
    - data-checksums

postgresql:
  listen: $postgres
  connect_address: $postgres
  data_dir: $data
  bin_dir: $POSTGRES_BIN
  pgpass: ${data%/*}/pgpass-node$1
  authentication:
    superuser: { username: postgres, password: $SUPERUSER_PASSWORD }
    replication: { username: replicator, password: $REPLICATION_PASSWORD }
    rewind: { username: rewinder, password: $REWIND_PASSWORD }
  parameters:
    unix_socket_directories: ${data%/*}
$(write_tls)
  pg_hba:
    - local all all peer
    - $(host) replication replicator $CLIENTS scram-sha-256
    - $(host) all all $CLIENTS scram-sha-256

# a leader whose Patroni stops is restarted by the watchdog before another one is elected
watchdog:
  mode: ${WATCHDOG:-required}
  device: /dev/watchdog
  safety_margin: 5

tags: { nofailover: false, noloadbalance: false, clonefrom: false, nosync: false }
CONF
}
