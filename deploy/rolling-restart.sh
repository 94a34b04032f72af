#!/bin/sh
# Restarts the processes behind nginx one after the other, without losing a request: nginx stops using
# a process before it is stopped, and uses it again when it is ready.
#
# Usage: rolling-restart.sh NGINX_CONF RESTART_COMMAND PORT...
# Example: rolling-restart.sh /etc/nginx/nginx.conf 'systemctl restart forgewell@$1' 3001 3002
# RESTART_COMMAND runs in a shell with the port as $1. NGINX is the command that reloads nginx.
set -eu
conf=$1
restart=$2
shift 2
: "${NGINX:=nginx}" "${DRAIN_SECONDS:=2}" "${READY_SECONDS:=120}"

for port in "$@"; do
  sed -i "s/^\( *server 127\.0\.0\.1:$port\) \([^;]*\);/\1 \2 down;/" "$conf"
  grep -q "127\.0\.0\.1:$port .*down;" "$conf" || { echo "No server 127.0.0.1:$port in $conf" >&2; exit 1; }
  $NGINX -s reload
  # The old workers of nginx finish the requests that they have.
  sleep "$DRAIN_SECONDS"
  sh -c "$restart" sh "$port"
  tries=0
  until curl --fail --silent --max-time 5 "http://127.0.0.1:$port/readyz" >/dev/null; do
    tries=$((tries + 1))
    [ "$tries" -lt "$READY_SECONDS" ] || { echo "The process at port $port is not ready; it stays marked down" >&2; exit 1; }
    sleep 1
  done
  sed -i "s/^\( *server 127\.0\.0\.1:$port [^;]*\) down;/\1;/" "$conf"
  $NGINX -s reload
done
