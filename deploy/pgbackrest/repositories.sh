# Sourced: the configured repositories, as the numbers in their options, and whether this server is a standby.
export PGBACKREST_STANZA="${PGBACKREST_STANZA:-candor}"

list_repositories() {
  numbers=$(read_option path | sed 's/ .*//')
  [ -n "$numbers" ] || { echo 'pgbackrest.conf names no repository: repo1-path is missing.' >&2; return 1; }
  echo "$numbers"
}

# the values of an option of all repositories, each after the repository's number
read_option() {
  cat /etc/pgbackrest/pgbackrest.conf /etc/pgbackrest/conf.d/*.conf | sed -n "s/^repo\([0-9]*\)-$1 *= */\1 /p" | sort -u
}

# Prints t or f; fails when the database doesn't answer.
read_standby() { psql -XAtq -d "${PGDATABASE:-postgres}" -c 'select pg_is_in_recovery()'; }
