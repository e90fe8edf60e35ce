#!/bin/sh
# Reads all backups and all segments of the log in the repositories. Fails when one is damaged or missing.
#   verify.sh                   as postgres, on the machine of the database
#   verify.sh log               looks for missing segments of the log only
set -eu
. "$(dirname "$0")/repositories.sh"
result=0

# pgbackrest verify ends with 0 also when it found damage
read_all() {
  output=$(pgbackrest --repo="$1" --output=text --verbose verify)
  echo "$output" | grep -q '^status: ok$' || {
    echo "Repository $1 is damaged:"
    echo "$output"
    return 1
  }
}

# pgbackrest verify doesn't look for segments that are missing between two backups. Each cluster that the repository
# knows has a folder, such as 15-1, and counts its segments from its own first one.
find_gaps() {
  pgbackrest --repo="$1" --recurse repo-ls "archive/$PGBACKREST_STANZA" |
    sed -n 's#^\([0-9]*-[0-9]*\)/.*/\([0-9A-F]\{24\}\)-[0-9a-f]*\(\.[a-z0-9]*\)\{0,1\}$#\1 \2#p' |
    sort -u | awk -v repo="$1" '
      function number(hex,   i, n) {
        for (i = 1; i <= length(hex); i++) n = n * 16 + index("0123456789ABCDEF", substr(hex, i, 1)) - 1
        return n
      }
      {
        timeline = substr($2, 1, 8)
        at = number(substr($2, 9, 8)) * 256 + number(substr($2, 17, 8))
        # a timeline begins in or right after a segment of an earlier one
        if ($1 == last_cluster && (timeline == last_timeline ? at != last + 1 : at > highest + 1)) {
          if (timeline != last_timeline) last = highest
          printf "Repository %s lacks %d segments of the log before %s.\n", repo, at - last - 1, $2
          missing = 1
        }
        if ($1 != last_cluster || at > highest) highest = at
        last_cluster = $1; last_timeline = timeline; last = at
      }
      END {
        if (NR == 0) { printf "Repository %s has no segment of the log.\n", repo; exit 1 }
        exit missing
      }'
}

repositories=$(list_repositories)
for repo in $repositories; do
  [ "${1:-all}" = log ] || read_all "$repo" || result=1
  find_gaps "$repo" || result=1
done

[ "$result" = 0 ] || exit 1
[ "${1:-all}" = log ] || echo 'All backups and the whole log are as they were written.'
