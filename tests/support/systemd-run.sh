#!/bin/sh
# Stands in for systemd-run on a machine without systemd: runs a command as a user, in a folder, with nothing in its
# environment but what `-p EnvironmentFile` and `-E` name, on the caller's terminal or pipes, and ends with its code.
# The file is read by root, as systemd reads it.
set -eu
user=root
folder=/
file=
assigned=/run/systemd-run.$$
: > "$assigned"

while [ $# -gt 0 ]; do
  case "$1" in
  --pty | --pipe | --wait | --quiet | --collect) ;;
  --uid=*) user=${1#--uid=} ;;
  --gid=*) [ "${1#--gid=}" = "$(id -gn "$user")" ] ;;
  -E) echo "$2" >> "$assigned"; shift ;;
  -p)
    case "$2" in
    WorkingDirectory=*) folder=${2#*=} ;;
    EnvironmentFile=*) file=${2#*=} ;;
    *) echo "systemd-run -p $2 isn't known here" >&2; exit 1 ;;
    esac
    shift
    ;;
  -*) echo "systemd-run $1 isn't known here" >&2; exit 1 ;;
  *) break ;;
  esac
  shift
done

cd "$folder"
[ -z "$file" ] || grep '^[A-Za-z_][A-Za-z_0-9]*=' "$file" >> "$assigned"
count=$#
set -- "$@" "HOME=$(getent passwd "$user" | cut -d: -f6)" "USER=$user" "LOGNAME=$user" LANG=C.UTF-8 \
  PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin "TERM=${TERM:-dumb}"
while IFS= read -r line; do set -- "$@" "$line"; done < "$assigned"
rm "$assigned"
# the command goes behind its environment
while [ "$count" -gt 0 ]; do
  set -- "$@" "$1"
  shift
  count=$((count - 1))
done
exec setpriv --reuid="$user" --regid="$(id -gn "$user")" --init-groups env -i "$@"
