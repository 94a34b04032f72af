import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type SmallDisk = {
  folder: string
  /** Fills the disk until so many bytes are left. */
  fill: (bytesLeft: number) => void
  /** Frees what `fill` took. */
  free: () => void
  unmount: () => void
}

/** A disk of a few megabytes in memory, for tests of a full one. Only root may mount it. */
export function mountSmallDisk(megabytes: number): SmallDisk | { skipped: string } {
  const folder = mkdtempSync(join(tmpdir(), 'forgewell-disk-'))
  try {
    const size = `size=${megabytes}m`
    execFileSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', folder], { stdio: 'pipe' })
  } catch {
    rmdirSync(folder)
    return { skipped: 'A small disk can’t be mounted here: that takes root and Linux' }
  }
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill: (bytesLeft) => {
      const { bavail, bsize } = statfsSync(folder)
      writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - bytesLeft)))
    },
    free: () => rmSync(ballast, { force: true }),
    unmount: () => {
      execFileSync('umount', ['--lazy', folder])
      rmdirSync(folder)
    },
  }
}
