import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync, rmSync, statfsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type SmallDisk = {
  folder: string
  /** Fills the disk until `bytesLeft` bytes are free. Meanwhile open connections are served. */
  fill: (bytesLeft: number) => Promise<void>
  /** Frees the space taken by `fill`. */
  free: () => void
  unmount: () => void
}

/** Mounts a small disk in memory, for tests of a full disk. Only root may mount it. */
export function mountSmallDisk(megabytes: number): SmallDisk | { skipped: string } {
  const folder = mkdtempSync(join(tmpdir(), 'forgewell-disk-'))
  try {
    const size = `size=${megabytes}m`
    execFileSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', folder], { stdio: 'pipe' })
  } catch {
    rmdirSync(folder)
    return { skipped: 'Mounting a small disk requires root on Linux' }
  }
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill: async (bytesLeft) => {
      const { bavail, bsize } = statfsSync(folder)
      try {
        await writeFile(ballast, Buffer.alloc(Math.max(0, bavail * bsize - bytesLeft)))
      } catch (error) {
        // Other writes took the space: the disk is full anyway.
        if (Object(error).code !== 'ENOSPC') throw error
      }
    },
    free: () => rmSync(ballast, { force: true }),
    unmount: () => {
      execFileSync('umount', ['--lazy', folder])
      rmdirSync(folder)
    },
  }
}
