# Runs a PostgreSQL server for exactly as long as the process that holds this shell's input lives,
# kill -9 included. Arguments: a folder, then the command that runs the server.
# Orders, a line each on the input: start, and kill (as a crash would), which answers a line.
folder=$1
shift
exec 2>>"$folder/log"
while read -r order; do
  case $order in
    start) "$@" </dev/null >&2 & server=$! ;;
    kill)
      # The children too, where the system lists them: a server does not start while one holds its
      # memory. The server stands still first, so that it makes no more of them.
      kill -STOP "$server"
      children=$(cat "/proc/$server/task/$server/children")
      kill -KILL "$server" $children
      wait "$server"
      for child in $children; do
        while grep -q '^State:[[:space:]]*[^ZX]' "/proc/$child/status"; do sleep 0.01; done
      done
      echo killed
      ;;
  esac
done
kill -INT "$server" && wait "$server"
rm -rf "$folder"
