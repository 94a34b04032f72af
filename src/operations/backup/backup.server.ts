import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { copyFiles } from '#operations/copy-files.server.ts'
import { createDiskFiles } from '#platform/files/disk-files.server.ts'
import type { FileStore } from '#platform/files/file-store.server.ts'
import { StartupError } from '#platform/startup-error.ts'
import { FOLDERS, type Manifest, MEDIA, TABLES, writeManifest } from './backup-files.server.ts'
import { dumpDatabase, type Progress } from './dump-database.server.ts'

/** `bucket` holds the images and documents when they are not in `dataDir`. */
export type Shop = { databaseUrl: string; dataDir: string; bucket?: FileStore }

/**
 * Writes a backup of the shop, which may be running, into a new folder `target`: database, images and secrets. An
 * interrupted backup leaves only `target`.part. Throws a StartupError when `target` exists.
 */
export async function makeBackup(
  { databaseUrl, dataDir, bucket }: Shop,
  target: string,
  onProgress?: Progress,
): Promise<Manifest> {
  if (existsSync(target)) throw new StartupError(`${target} exists already: name a new folder.`)
  const part = `${target}.part`
  rmSync(part, { recursive: true, force: true })
  mkdirSync(join(part, TABLES), { recursive: true, mode: 0o700 })
  const madeAt = new Date().toISOString()
  const database = await dumpDatabase(databaseUrl, join(part, TABLES), onProgress)
  // After the database, so that the backup has every image it refers to: images never change, and
  // unused ones stay for days.
  if (bucket) await copyFiles(bucket, createDiskFiles(join(part, MEDIA)))
  for (const folder of FOLDERS) {
    // With a bucket, a media folder is a leftover.
    if (bucket && folder === MEDIA) continue
    if (existsSync(join(dataDir, folder))) {
      await cp(join(dataDir, folder), join(part, folder), { recursive: true })
    }
  }
  const manifest = await writeManifest(part, { madeAt, database })
  renameSync(part, target)
  return manifest
}
