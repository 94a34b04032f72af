import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, renameSync, statSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

export type ServerProcess = {
  /** Resolves when the server has ended for any reason. */
  ended: Promise<void>
  /** Its last lines of output. */
  lastLines: () => string
  /** Ends the server: kindly, after 10 seconds by SIGQUIT, after 15 by SIGKILL. */
  stop: () => Promise<void>
}

const STOP_LIMIT_MS = 20_000
const MAX_LOG_BYTES = 5_000_000
const MAX_LINES_BYTES = 4_000

// The server ends with this process, even after SIGKILL: that closes the pipe that the shell reads.
// One that does not end after 10 seconds, as after a panic on a full disk, is told so more firmly. The shell
// ends with the server.
const RUN_WHILE_INPUT_IS_OPEN = `
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
trap '' HUP INT TERM
{
  read -r _; kill -INT $server; wait_for() { for second in $1; do sleep 1; done; }
  wait_for '1 2 3 4 5 6 7 8 9 10'; kill -QUIT $server
  wait_for '1 2 3 4 5'; kill -KILL $server
} <&3 3<&- >/dev/null 2>&1 &
reader=$!
wait $server
kill -KILL $reader`

/**
 * Runs a PostgreSQL server for at most as long as this process. Its messages go to the file
 * `logFile` and, once that is full, to another one that replaces the older half.
 */
export function runServer(command: string[], logFile: string): ServerProcess {
  const shell = spawn('sh', ['-c', RUN_WHILE_INPUT_IS_OPEN, 'postgres', ...command], {
    // A session of its own, so that Ctrl-C reaches only this process, which stops the server.
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let lines = ''
  const write = limitedFile(logFile)
  shell.stderr.on('data', (chunk: Buffer) => {
    lines = (lines + chunk).slice(-MAX_LINES_BYTES)
    write(chunk)
  })
  // The pipe breaks when the server ends first.
  shell.stdin.on('error', () => {})
  const ended = once(shell, 'close').then(() => {})
  return {
    ended,
    lastLines: () => lines.trim(),
    stop: async () => {
      shell.stdin.end()
      // A process in an uninterruptible wait of its disk can't even be killed.
      await Promise.race([ended, setTimeout(STOP_LIMIT_MS, undefined, { ref: false })])
    },
  }
}

/** Returns a function that appends to a file of limited size, and drops what can't be written. */
function limitedFile(file: string): (chunk: Buffer) => void {
  let bytes = existsSync(file) ? statSync(file).size : 0
  return (chunk) => {
    try {
      if (bytes + chunk.length > MAX_LOG_BYTES) {
        renameSync(file, `${file}.1`)
        bytes = 0
      }
      appendFileSync(file, chunk, { mode: 0o600 })
      bytes += chunk.length
    } catch {
      // A full disk must not end the shop.
    }
  }
}
