#!/bin/sh
# Restarts the processes behind nginx one after the other, without losing a request: nginx stops using
# a process before it is stopped, and uses it again when it is ready. After a run that failed or was
# interrupted, it can simply be run again. It never takes the last process that is ready away from nginx.
#
# Usage: rolling-restart.sh NGINX_CONF RESTART_COMMAND PORT...
# Example: rolling-restart.sh /etc/nginx/nginx.conf 'systemctl restart forgewell@$1' 3001 3002
# RESTART_COMMAND runs in a shell with the port as $1. RELOADED_NGINX is the command that
# reloads nginx, `nginx` by default; the variable NGINX is nginx's own.
set -eu
conf=$1
restart=$2
shift 2
: "${RELOADED_NGINX:=nginx}" "${DRAIN_SECONDS:=2}" "${READY_SECONDS:=120}"
marked=

fail() { echo "$1" >&2; exit 1; }
ready() { curl --fail --silent --max-time 5 "http://127.0.0.1:$1/readyz" >/dev/null; }
is_up() { grep "^ *server 127\.0\.0\.1:$1[ ;]" "$conf" | grep -qv " down[ ;]" && ready "$1"; }
unmark() { sed -i -e :again -e "/^ *server 127\.0\.0\.1:$1[ ;]/s/ down\([ ;]\)/\1/" -e 't again' "$conf"; }
# Unmarked first, so that a mark that an interrupted run left is not doubled.
mark() { unmark "$1"; sed -i "s/^\( *server 127\.0\.0\.1:$1\)\([^;]*\);/\1\2 down;/" "$conf"; }

other_is_up() {
  for other in $(sed -n 's/^ *server 127\.0\.0\.1:\([0-9]*\)[ ;].*/\1/p' "$conf"); do
    if [ "$other" != "$1" ] && is_up "$other"; then return 0; fi
  done
  return 1
}

# Whatever ends the script, a process that is ready is used again.
restore() {
  [ -n "$marked" ] || return 0
  if ready "$marked"; then
    unmark "$marked"
    $RELOADED_NGINX -s reload
  else
    echo "The process at port $marked is not ready; it stays marked down. Run this again when it is fixed." >&2
  fi
}
trap restore EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

for port in "$@"; do
  grep -q "^ *server 127\.0\.0\.1:$port[ ;]" "$conf" || fail "No server 127.0.0.1:$port in $conf"
done
for port in "$@"; do
  other_is_up "$port" || fail "No other process than that at port $port is up and ready"
  marked=$port
  mark "$port"
  $RELOADED_NGINX -s reload
  # The old workers of nginx finish the requests that they have.
  sleep "$DRAIN_SECONDS"
  sh -c "$restart" sh "$port"
  tries=0
  until ready "$port"; do
    tries=$((tries + 1))
    [ "$tries" -lt "$READY_SECONDS" ] || exit 1
    sleep 1
  done
  unmark "$port"
  $RELOADED_NGINX -s reload
  marked=
done
