#!/bin/sh
# Runs the commands of a file on a terminal of its own, types an answer when a prompt appears, and prints the screen:
#   on-terminal.sh FILE PROMPT ANSWER
set -eu
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
touch "$folder/typescript"

{
  tries=600
  until grep -q "$2" "$folder/typescript" || [ "$tries" = 0 ]; do
    sleep 0.1
    tries=$((tries - 1))
  done
  sleep 0.5
  printf '%s\r' "$3"
  # the terminal's input stays open until the commands have ended
  sleep 300 &
  echo $! > "$folder/typing"
  wait
} | {
  code=0
  script --quiet --return --flush --command "sh -eu $1" "$folder/typescript" > "$folder/screen" || code=$?
  kill "$(cat "$folder/typing")"
  echo "$code" > "$folder/code"
} || true

cat "$folder/screen"
exit "$(cat "$folder/code")"
