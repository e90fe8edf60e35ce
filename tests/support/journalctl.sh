#!/bin/sh
# Stands in for journalctl on a machine without systemd, and prints what systemctl.sh wrote to its journal:
#   journalctl [-u UNIT]... [-t PROGRAM] [-n LINES] [-o cat]
# A unit may be a pattern. Without `-o cat` each line begins with its time, the machine and the program.
set -eu
journal=/var/log/systemd-stand-in
units=
program=
lines=+1
format=short

while [ $# -gt 0 ]; do
  case "$1" in
  -u) case "$2" in *.service | *'*') units="$units $2" ;; *) units="$units $2.service" ;; esac ;;
  -t) program=$2 ;;
  -n) lines=$2 ;;
  -o) format=$2 ;;
  *) echo "journalctl $1 isn't known here" >&2; exit 1 ;;
  esac
  shift 2
done

cd "$journal"
# shellcheck disable=SC2086
cat ${units:-*} | sort -s -n -k 1,1 | awk -F '\t' -v program="$program" -v format="$format" -v host="$(hostname)" '
  program != "" && $2 != program { next }
  { text = substr($0, length($1) + length($2) + 3) }
  format == "cat" { print text; next }
  { print strftime("%b %d %H:%M:%S", $1), host, $2 "[1]: " text }
' | tail -n "$lines"
