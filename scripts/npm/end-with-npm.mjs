import { readFileSync } from 'node:fs'

const POLL_INTERVAL_MS = 500

/**
 * Ends this process when npm ends. On SIGTERM, npm and its shell exit without stopping the script they
 * run, and a killed npm leaves its shell behind too, so this process polls whether both still exist.
 */
export function endWithNpm() {
  const { ppid } = process
  const shells = shellsFrom(ppid)
  const timer = setInterval(() => {
    if (process.ppid === ppid && shells.every(({ pid, parent }) => parentOf(pid) === parent)) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, POLL_INTERVAL_MS)
  timer.unref()
}

/** Returns the shells between this process and npm; none when the shell used exec. */
function shellsFrom(pid) {
  const script = process.env.npm_lifecycle_script
  if (!script || !readProcess(pid, 'cmdline')?.includes(script)) return []
  const parent = parentOf(pid)
  return [{ pid, parent }, ...shellsFrom(parent)]
}

function parentOf(pid) {
  return /^PPid:\s*(\d+)$/m.exec(readProcess(pid, 'status') ?? '')?.[1]
}

/** Only Linux has these files. On other systems only the parent is polled. */
function readProcess(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return undefined
  }
}
