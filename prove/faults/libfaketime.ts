import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// The variant for programs with several threads.
const LIBRARY = 'usr/lib/*/faketime/libfaketimeMT.so.1'

/** A clock for the processes that run with its settings. */
export type FakeClock = {
  settings: Record<string, string>
  /** Sets the clock to the real time plus these seconds, also for running processes. */
  jump: (seconds: number) => void
  now: () => Date
  remove: () => void
}

/**
 * Creates a clock with Debian's libfaketime: the installed one, or one unpacked from the downloaded
 * package into a temporary folder. Monotonic clocks, which timers use, keep real time, as in production.
 */
export function createFakeClock(): FakeClock | { skipped: string } {
  const folder = mkdtempSync(join(tmpdir(), 'forgewell-clock-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  const library = globSync(join('/', LIBRARY))[0] ?? download(folder)
  if (!library) {
    remove()
    return {
      skipped: 'libfaketime is not installed and can’t be downloaded (apt install libfaketime)',
    }
  }
  const file = join(folder, 'clock')
  let offset = 0
  const jump = (seconds: number) => {
    offset = seconds
    writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}\n`)
  }
  jump(0)
  return {
    settings: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    jump,
    now: () => new Date(Date.now() + offset * 1000),
    remove,
  }
}

/** Unpacks Debian's package into the folder, unless TEST_INSTALL=0 forbids downloads. */
function download(folder: string): string | undefined {
  if (process.env.TEST_INSTALL === '0') return undefined
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: folder, stdio: 'pipe' })
  try {
    run('apt-get', 'download', 'libfaketime')
  } catch {
    try {
      // The list of packages is absent or old.
      run('apt-get', 'update')
      run('apt-get', 'download', 'libfaketime')
    } catch {
      return undefined
    }
  }
  const [file = ''] = globSync(join(folder, 'libfaketime_*.deb'))
  run('dpkg', '-x', file, folder)
  return globSync(join(folder, LIBRARY))[0]
}
