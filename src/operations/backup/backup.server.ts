import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { copyFiles } from '#operations/copy-files.server.ts'
import { isDiskFull } from '#platform/database/connection-errors.server.ts'
import { createDiskFiles } from '#platform/files/disk-files.server.ts'
import type { FileStore } from '#platform/files/file-store.server.ts'
import { isThere } from '#platform/is-there.server.ts'
import { StartupError } from '#platform/startup-error.ts'
import { FOLDERS, type Manifest, MEDIA, TABLES, writeManifest } from './backup-files.server.ts'
import { dumpDatabase, type Progress } from './dump-database.server.ts'

/** `bucket` holds the images and documents when they are not in `dataDir`. */
export type Shop = { databaseUrl: string; dataDir: string; bucket?: FileStore }

/**
 * Writes a backup of the shop, which may be running, into a new folder `target`: database, images and secrets. A
 * killed backup leaves only `target`.part. Throws a StartupError when `target` exists or its disk is full.
 */
export async function makeBackup(shop: Shop, target: string, onProgress?: Progress): Promise<Manifest> {
  if (existsSync(target)) throw new StartupError(`${target} exists already: name a new folder.`)
  const part = `${target}.part`
  rmSync(part, { recursive: true, force: true })
  try {
    const manifest = await writeBackup(shop, part, onProgress)
    renameSync(part, target)
    return manifest
  } catch (error) {
    // It would keep the disk full.
    rmSync(part, { recursive: true, force: true })
    if (!isTargetFull(error)) throw error
    throw new StartupError(
      `The disk of ${target} is full, and nothing was written: free space there, or name a folder on another disk.`,
    )
  }
}

/** Writes a backup into a new folder in the shop's own folder. Throws a StartupError when its disk is full. */
export async function backUpBesideData(shop: Shop): Promise<{ madeAt: string; folder: string }> {
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const folder = resolve(shop.dataDir, 'backups', time)
  return { madeAt: (await makeBackup(shop, folder)).madeAt, folder }
}

/** Whether this process could not write; a full disk of the database has an SQLSTATE. */
const isTargetFull = (error: unknown) =>
  isDiskFull(error) && ['ENOSPC', 'EDQUOT'].includes(Object(error).code)

async function writeBackup(
  { databaseUrl, dataDir, bucket }: Shop,
  part: string,
  onProgress?: Progress,
): Promise<Manifest> {
  mkdirSync(join(part, TABLES), { recursive: true, mode: 0o700 })
  const madeAt = new Date().toISOString()
  const database = await dumpDatabase(databaseUrl, join(part, TABLES), onProgress)
  // After the database, so that the backup has every image it refers to: images never change, and
  // unused ones stay for days.
  if (bucket) await copyFiles(bucket, createDiskFiles(join(part, MEDIA)))
  for (const folder of FOLDERS) {
    // With a bucket, a media folder is a leftover.
    if (bucket && folder === MEDIA) continue
    if (isThere(join(dataDir, folder))) {
      await cp(join(dataDir, folder), join(part, folder), { recursive: true })
    }
  }
  return writeManifest(part, { madeAt, database })
}
