import { readFileSync } from 'node:fs'

const LOOK_EVERY_MS = 500

/**
 * npm that gets a SIGTERM ends, with its shell, but not what the shell runs; killed, it leaves the
 * shell too. So this process, started by a script of package.json, looks whether they are still there.
 */
export function endWithNpm() {
  const { ppid } = process
  const shells = shellsFrom(ppid)
  const timer = setInterval(() => {
    if (process.ppid === ppid && shells.every(({ pid, parent }) => parentOf(pid) === parent)) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, LOOK_EVERY_MS)
  timer.unref()
}

/** The shells between this process and npm: none where a shell put the command into its own place. */
function shellsFrom(pid) {
  const script = process.env.npm_lifecycle_script
  if (!script || !readProcess(pid, 'cmdline')?.includes(script)) return []
  const parent = parentOf(pid)
  return [{ pid, parent }, ...shellsFrom(parent)]
}

function parentOf(pid) {
  return /^PPid:\s*(\d+)$/m.exec(readProcess(pid, 'status') ?? '')?.[1]
}

/** Only Linux has these files. Elsewhere the parent alone is watched. */
function readProcess(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return undefined
  }
}
