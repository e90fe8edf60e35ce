#!/bin/sh
# Reports to Candor what pgBackRest has and how full the disks are, for its health checks, its metrics and the doctor.
# A standby reports nothing.
#   report.sh                   as postgres, on the machine of the database
set -eu
. "$(dirname "$0")/repositories.sh"
export PGDATABASE="${PGDATABASE:-candor}"
standby=$(read_standby)
[ "$standby" = f ] || exit 0

# a repository in a bucket has no folder here
list_folders() {
  psql -XAtq -c 'show data_directory'
  read_option path | sed 's/^[0-9]* //'
}

disks=$(
  for folder in $(list_folders); do
    [ ! -d "$folder" ] || df --output=size,avail "$folder" |
      awk -v path="$folder" 'NR == 2 { printf "{\"path\":\"%s\",\"free_share\":%.4f}\n", path, $2 / $1 }'
  done | paste -sd,
)

# psql runs pgBackRest itself: a long list of backups doesn't fit into an argument
psql -XAtq -v ON_ERROR_STOP=1 -v machine="$(hostname)" -v disks="[$disks]" > /dev/null <<'SQL'
\set info `pgbackrest --output=json info`
select record_backup_report(jsonb_build_object('machine', :'machine', 'info', :'info'::jsonb, 'disks', :'disks'::jsonb));
SQL
