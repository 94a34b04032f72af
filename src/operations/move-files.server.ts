import type { FileStore } from '#platform/files/file-store.server.ts'
import { StartupError } from '#platform/startup-error.ts'
import { type Copied, copyFiles } from './copy-files.server.ts'
import { ID_FILE } from './installation.server.ts'

/**
 * Copies the images and documents of a shop to another store, and then, with `remove`, removes the
 * originals. Throws a StartupError when the one store has no shop's files or the other has another
 * shop's.
 */
export async function moveFiles(
  from: FileStore,
  to: FileStore,
  { remove }: { remove: boolean },
): Promise<Copied & { removed: number }> {
  const id = await from.read(ID_FILE)
  if (!id) throw new StartupError(`There are no images of a shop in ${from.location}.`)
  const other = await to.read(ID_FILE)
  if (other && !other.equals(id)) {
    throw new StartupError(`${to.location} contains the images of another shop: use another bucket.`)
  }
  const copied = await copyFiles(from, to)
  if (!remove) return { ...copied, removed: 0 }
  let removed = 0
  for await (const { name } of from.list()) {
    if (name === ID_FILE) continue
    await from.remove(name)
    removed++
  }
  // Last, so that an interrupted removal can be repeated.
  await from.remove(ID_FILE)
  return { ...copied, removed }
}
