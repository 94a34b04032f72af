import { readFileSync } from 'node:fs'

const LOOK_EVERY_MS = 500

/**
 * npm that gets a SIGTERM ends, with its shell, but not what the shell runs; killed, it leaves the
 * shell too. So this process, started by a script of package.json, looks whether they are still there.
 */
export function endWithNpm() {
  const { ppid: parent } = process
  // Some shells put the command into their own place: then the parent is npm itself.
  const isShell = readProcess(parent, 'cmdline')?.includes(process.env.npm_lifecycle_script ?? '\n')
  const npm = isShell ? parentOf(parent) : undefined
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === undefined || parentOf(parent) === npm)) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, LOOK_EVERY_MS)
  timer.unref()
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
