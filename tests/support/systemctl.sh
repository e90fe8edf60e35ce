#!/bin/sh
# Stands in for systemctl on a machine without systemd. It runs a service's command as its user, in its folder and with
# its environment, starts it again as `Restart` says, and writes what it prints to a journal of tab-separated lines,
# which journalctl.sh reads. PostgreSQL's units are started by pg_ctlcluster. Timers are only looked up, and what
# confines a service (ProtectSystem, SystemCallFilter and the like) isn't applied: `systemd-analyze verify` reads those.
set -eu
state=/run/systemd-stand-in
journal=/var/log/systemd-stand-in
mkdir -p "$state" "$journal"
action=$1
shift

# Sets name, unit (its file) and instance.
find_unit() {
  case "$1" in *.timer | *.service) name=$1 ;; *) name=$1.service ;; esac
  unit=$(echo "$name" | sed 's/@[^.]*\./@./')
  instance=$(echo "$name" | sed -n 's/^[^@]*@\(.*\)\.service$/\1/p')
  for folder in /etc/systemd/system /lib/systemd/system; do
    [ ! -f "$folder/$unit" ] || { unit=$folder/$unit; return; }
  done
  echo "Unit $name could not be found." >&2
  exit 5
}

value() { sed -n "s/^$1=//p" "$unit" | sed "s/%i/$instance/g"; }
describe() { echo "$name - $(value Description)"; }

# Appends lines to the unit's journal: time, program, text. As in systemd's journal, empty lines are left out.
write_journal() {
  while IFS= read -r line; do
    [ -z "$line" ] || printf '%s\t%s\t%s\n' "$(date +%s.%N)" "$1" "$line" >> "$journal/$name"
  done
}
note() { echo "$1" | write_journal systemd; }

# A file's settings override those of the unit, as with systemd.
list_environment() {
  value Environment | tr ' ' '\n'
  value EnvironmentFile | while read -r path; do
    [ ! -f "${path#-}" ] || sed -n 's/^\([A-Za-z_][A-Za-z_0-9]*\)="\(.*\)"$/\1=\2/; /^[A-Za-z_][A-Za-z_0-9]*=/p' "${path#-}"
  done
}

# Becomes a command of the unit: `exec` keeps the number of the process for signals.
become() {
  command=$1
  user=$(value User)
  user=${user:-root}
  [ "$(value DynamicUser)" != yes ] || user=nobody
  home=$(getent passwd "$user" | cut -d: -f6)
  folder=$(value WorkingDirectory)
  cd "${folder:-/}"

  list_environment > "$state/$name.environment"
  set -- "HOME=$home" "USER=$user" "LOGNAME=$user" LANG=C.UTF-8 \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin
  [ ! -s "$state/$name.main" ] || set -- "$@" "MAINPID=$(cat "$state/$name.main")"
  while IFS= read -r line; do set -- "$@" "$line"; done < "$state/$name.environment"

  capabilities=
  case "$(value AmbientCapabilities)" in
  *CAP_NET_BIND_SERVICE*)
    capabilities='--inh-caps=+net_bind_service --ambient-caps=+net_bind_service'
    ;;
  esac
  # shellcheck disable=SC2086
  exec setpriv --reuid="$user" --regid="$(id -gn "$user")" --init-groups $capabilities \
    env -i "$@" sh -fc "exec $command"
}

# Runs a command of the unit to its end, with its number in a file.
run_command() {
  pipe=$state/$name.pipe
  rm -f "$pipe"
  mkfifo "$pipe"
  write_journal "$(basename "${1%% *}")" < "$pipe" &
  writer=$!
  (become "$1") > "$pipe" 2>&1 < /dev/null &
  main=$!
  [ "${2:-}" != main ] || echo "$main" > "$state/$name.main"
  code=0
  wait "$main" || code=$?
  wait "$writer"
  return "$code"
}

run_once() {
  note "Starting $(describe)..."
  {
    value ExecStart
    value ExecStartPost
  } > "$state/$name.commands"
  while read -r command; do
    run_command "$command" && continue
    note "$name: Main process exited, code=exited, status=$code/FAILURE"
    note "$name: Failed with result 'exit-code'."
    note "Failed to start $(describe)."
    echo "Job for $name failed because the control process exited with error code." >&2
    echo "See \"systemctl status $name\" and \"journalctl -xeu $name\" for details." >&2
    tail -n 30 "$journal/$name" >&2 # for the test's own report; systemd doesn't print it
    return 1
  done < "$state/$name.commands"
  note "$name: Deactivated successfully."
  note "Finished $(describe)."
  note "$name: Consumed 1.000s CPU time."
}

# Runs a service until it is stopped; runs in the background.
supervise() {
  restarts=0
  note "Started $(describe)."
  while [ ! -e "$state/$name.stopping" ]; do
    run_command "$(value ExecStart)" main || true
    [ ! -e "$state/$name.stopping" ] || break
    note "$name: Main process exited, code=exited, status=$code"
    case "$(value Restart)-$code" in
    always-* | on-failure-[1-9]*) ;;
    *) break ;;
    esac
    rm -f "$state/$name.main"
    pause=$(value RestartSec)
    sleep "${pause:-0.1}"
    restarts=$((restarts + 1))
    note "$name: Scheduled restart job, restart counter is at $restarts."
  done
  rm -f "$state/$name.main" "$state/$name.supervisor"
}

is_active() { [ -e "$state/$name.supervisor" ]; }

start_service() {
  case "$name" in *.timer) return ;; esac
  [ "$(value Type)" != oneshot ] || { run_once; return; }
  ! is_active || return 0
  rm -f "$state/$name.stopping"
  touch "$state/$name.supervisor"
  setsid "$0" supervise "$name" < /dev/null > /dev/null 2>&1 &
  until [ -e "$state/$name.main" ]; do
    is_active || return 1
    sleep 0.05
  done
  # systemd waits for the service's own message that it is ready
  [ "$(value Type)" != notify ] || sleep 3
}

stop_service() {
  is_active || return 0
  note "Stopping $(describe)..."
  touch "$state/$name.stopping"
  seconds=$(value TimeoutStopSec)
  seconds=${seconds:-90}
  tries=$((${seconds%s} * 10))
  [ ! -s "$state/$name.main" ] || kill -TERM "$(cat "$state/$name.main")" 2> /dev/null || true
  while is_active; do
    sleep 0.1
    tries=$((tries - 1))
    [ "$tries" -ne 0 ] || kill -KILL "$(cat "$state/$name.main")"
  done
  note "$name: Deactivated successfully."
  note "Stopped $(describe)."
}

# PostgreSQL's units are those of Debian's own tools.
control_cluster() {
  cluster=${1#postgresql@}
  pg_ctlcluster --skip-systemctl-redirect "${cluster%%-*}" "${cluster#*-}" "$action"
}

enable() {
  target=$(value WantedBy)
  link=/etc/systemd/system/$target.wants/$name
  [ ! -L "$link" ] || return 0
  mkdir -p "${link%/*}"
  ln -s "$unit" "$link"
  echo "Created symlink $link → $unit." >&2
}

case "$action" in
daemon-reload) ;;
supervise)
  find_unit "$1"
  supervise
  ;;
enable)
  now=
  for given; do
    [ "$given" != --now ] || { now=yes; continue; }
    find_unit "$given"
    enable
    [ "${name%.timer}" = "$name" ] || {
      triggered=$(value Unit)
      timer=$name
      find_unit "${triggered:-${name%.timer}.service}"
      name=$timer
    }
  done
  [ -z "$now" ] || for given; do
    [ "$given" != --now ] || continue
    find_unit "$given"
    start_service
  done
  ;;
start | stop | restart)
  for given; do
    case "$given" in postgresql@*) control_cluster "$given"; continue ;; esac
    find_unit "$given"
    [ "$action" = start ] || stop_service
    [ "$action" = stop ] || start_service
  done
  ;;
reload)
  for given; do
    find_unit "$given"
    run_command "$(value ExecReload)" || { echo "Job for $name failed." >&2; exit 1; }
  done
  ;;
is-active)
  for given; do
    find_unit "$given"
    if is_active; then echo active; else echo inactive; inactive=yes; fi
  done
  [ -z "${inactive:-}" ] || exit 3
  ;;
*) echo "systemctl $action isn't known here" >&2; exit 1 ;;
esac
