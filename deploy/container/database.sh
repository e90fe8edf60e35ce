#!/bin/sh
# Runs PostgreSQL in a container, and makes its cluster at the first start with the logins of web and of migrations.
#   database.sh run
#   database.sh restore [TIME]     restores from pgBackRest's repository: restore '2026-11-22 14:05:00+00'
# No login of a superuser works from another container. Secrets are files in /run/secrets (make-secrets.sh).
set -eu
deploy=/opt/candor/deploy
secrets=/run/secrets
run=/tmp/postgresql

prepare() {
  umask 077
  mkdir -p $run/pgbackrest.d $run/lock
  printf '[global]\nrepo1-cipher-pass=%s\n' "$(cat $secrets/backup_passphrase)" > $run/pgbackrest.d/cipher.conf
  cp $secrets/database_key $run/server.key
}

make_cluster() {
  making=$PGDATA.making
  rm -rf "$making"
  initdb --pgdata="$making" --auth=reject --encoding=UTF8 --locale=C.UTF-8 --data-checksums
  cp $deploy/container/pg_hba.conf "$making/pg_hba.conf"
  echo "include '$deploy/pgbackrest/postgresql.conf'" >> "$making/postgresql.conf"

  pg_ctl --pgdata="$making" --wait --options="-c listen_addresses='' -c unix_socket_directories=$run -c archive_mode=off" start
  psql --quiet --no-psqlrc --set=ON_ERROR_STOP=1 --dbname=postgres <<'SQL'
\set owner `cat /run/secrets/owner_password`
\set server `cat /run/secrets/server_password`
\set watcher `cat /run/secrets/watcher_password`
create role candor_app nologin;
create role candor_server login password :'server' in role candor_app;
create role candor_watcher nologin;
create role candor_watch_server login password :'watcher' in role candor_watcher;
create role candor_owner login createrole password :'owner';
grant pg_read_all_stats to candor_owner with admin option;
create database candor owner candor_owner;
SQL
  pgbackrest --pg1-path="$making" stanza-create
  pg_ctl --pgdata="$making" --wait stop
  mv "$making" "$PGDATA"
}

run_server() {
  [ -s "$PGDATA/PG_VERSION" ] || make_cluster
  exec postgres -c listen_addresses='*' -c ssl=on -c ssl_cert_file=$secrets/database_certificate -c ssl_key_file=$run/server.key \
    -c unix_socket_directories=$run
}

restore_cluster() {
  # PostgreSQL takes a missing segment for the end of the log; a moment that it doesn't reach, it refuses
  [ -n "${1:-}" ] || sh $deploy/pgbackrest/verify.sh log || {
    echo 'Nothing was restored: restore to a moment before that instead.' >&2
    exit 1
  }

  if [ -e "$PGDATA" ]; then
    broken=$PGDATA.$(date -u +%Y%m%dT%H%M%SZ)
    mv "$PGDATA" "$broken"
    echo "The previous cluster is $broken."
  fi
  if [ -n "${1:-}" ]; then set -- --type=time "--target=$1" --target-action=promote; fi
  pgbackrest "$@" restore
  echo 'Restored. PostgreSQL replays the log when it starts.'
}

# held as long as PostgreSQL runs, by whichever container
exec 9> /var/lib/postgresql/lock
flock --nonblock 9 || { echo 'Another container uses this volume: stop it first.' >&2; exit 1; }

prepare
case "${1:-run}" in
run) run_server ;;
restore) shift; restore_cluster "$@" ;;
*) sed -n '3,4s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
