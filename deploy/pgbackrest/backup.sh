#!/bin/sh
# Makes a backup in each repository, verifies the repositories, and reports. A standby makes none. A repository that
# can't be used leaves the others as they are; the command then ends with 1.
#   backup.sh full | incr       as postgres, on the machine of the database
set -eu
[ $# = 1 ] || { sed -n '4s/^# \{0,1\}//p' "$0" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
. "$here/repositories.sh"

standby=$(read_standby)
if [ "$standby" = t ]; then
  echo 'This server is a standby: the leader makes the backups.'
  exit 0
fi

repositories=$(list_repositories)
result=0
for repo in $repositories; do
  pgbackrest --repo="$repo" --type="$1" --log-level-console=info backup || result=1
done

"$here/verify.sh" || result=1
"$here/report.sh" || result=1
exit "$result"
