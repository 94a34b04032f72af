import { mkdir, opendir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { FileInfo, FileStore } from './file-store.server.ts'

/** Stores files in a folder, which is created when the first one is written. */
export function createDiskFiles(folder: string): FileStore {
  const pathOf = (name: string) => join(folder, name)
  const find = async (name: string): Promise<FileInfo | null> => {
    const stats = await stat(pathOf(name)).catch(() => null)
    return stats?.isFile() ? { name, bytes: stats.size, modifiedAt: stats.mtime } : null
  }
  return {
    location: folder,
    remedy:
      'share that folder from the machine that has it (over a network disk, for example), copy it completely, or set S3_URL if they are in a bucket',
    read: (name) => readFile(pathOf(name)).catch(() => null),
    find,
    writeAll: async (files) => {
      const targets = files.map(({ name, bytes }) => ({ path: pathOf(name), bytes }))
      for (const path of new Set(targets.map(({ path }) => dirname(path)))) {
        await mkdir(path, { recursive: true })
      }
      await writeDraftsFirst(targets)
    },
    touch: async (names) => {
      const now = new Date()
      await Promise.all(names.map((name) => utimes(pathOf(name), now, now)))
    },
    list: (prefix = '') => listFolder(folder, prefix, find),
    remove: (name) => rm(pathOf(name), { force: true }),
    close: () => undefined,
  }
}

async function* listFolder(folder: string, prefix: string, find: FileStore['find']) {
  const entries = await opendir(folder, { recursive: true }).catch(() => [])
  for await (const entry of entries) {
    const name = relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/')
    if (!entry.isFile() || !name.startsWith(prefix)) continue
    const file = await find(name)
    if (file) yield file
  }
}

// Files are renamed after all are written, so that readers never see a partial file or image.
async function writeDraftsFirst(files: { path: string; bytes: Uint8Array }[]): Promise<void> {
  const drafts = files.map(({ path, bytes }) => ({
    path,
    bytes,
    draft: `${path}.${crypto.randomUUID()}.draft`,
  }))
  try {
    for (const { draft, bytes } of drafts) await writeFile(draft, bytes)
    for (const { draft, path } of drafts) await rename(draft, path)
  } finally {
    for (const { draft } of drafts) await rm(draft, { force: true })
  }
}
