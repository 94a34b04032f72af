import { type FileStore, isDraft } from '#platform/files/file-store.server.ts'
import { StartupError } from '#platform/startup-error.ts'
import { ID_FILE } from './installation.server.ts'

const AT_ONCE = 4

/** How many files a copy wrote, and how many were there already. */
export type Copied = { copied: number; present: number; bytes: number }

/**
 * Copies all files and reads each copy back to compare it. Files that are there already are compared
 * too, and written again only if they differ, so an interrupted copy is continued by another call. The
 * shop's id is copied last: without it, no shop uses the copy. At most four files are in memory.
 */
export async function copyFiles(from: FileStore, to: FileStore): Promise<Copied> {
  const result: Copied = { copied: 0, present: 0, bytes: 0 }
  const copy = async (name: string) => {
    const bytes = await from.read(name)
    // The cleanup of unused images deleted it after it was listed.
    if (!bytes) return
    result.bytes += bytes.length
    if (await isSame(to, name, bytes)) {
      result.present++
      return
    }
    await to.writeAll([{ name, bytes }])
    if (!(await to.read(name))?.equals(bytes)) {
      throw new StartupError(`${name} differs after it was copied to ${to.location}.`)
    }
    result.copied++
  }
  // One listing, from which all copies take the next file.
  const files = from.list()[Symbol.asyncIterator]()
  let hasFailed = false
  const copyOn = async () => {
    try {
      for (let next = await files.next(); !next.done && !hasFailed; next = await files.next()) {
        const { name } = next.value
        if (name !== ID_FILE && !isDraft(name)) await copy(name)
      }
    } catch (error) {
      hasFailed = true
      throw error
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, copyOn))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  await copy(ID_FILE)
  return result
}

async function isSame(to: FileStore, name: string, bytes: Buffer): Promise<boolean> {
  const file = await to.find(name)
  if (file?.bytes !== bytes.length) return false
  return (await to.read(name))?.equals(bytes) ?? false
}
