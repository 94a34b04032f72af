import { constants, cpSync, existsSync, lstatSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { copyFiles } from '#operations/copy-files.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { createDiskFiles } from '#platform/files/disk-files.server.ts'
import type { FileStore } from '#platform/files/file-store.server.ts'
import { StartupError } from '#platform/startup-error.ts'
import {
  DUMP,
  EMBEDDED,
  FOLDERS,
  type Manifest,
  MEDIA,
  writeManifest,
} from './backup-files.server.ts'
import { runPostgresTool } from './postgresql-tools.server.ts'

/** `bucket` holds the images and documents when they are not in `dataDir`. */
type Shop = { databaseUrl: string | undefined; dataDir: string; bucket?: FileStore }

/** Copies the database into an existing folder and returns the name of its newest migration. */
export type CopyDatabase = (folder: string) => Promise<string>

/**
 * Copies the files of the embedded database as they are at one moment: nothing else runs in this
 * process meanwhile. Opened again, the copy recovers like after a crash, without the transactions
 * that were not committed.
 */
export async function copyEmbedded(db: Db, dataDir: string, folder: string): Promise<string> {
  const migration = await newestMigration(db)
  // Shortens the recovery of the copy.
  await sql`checkpoint`.execute(db)
  cpSync(join(dataDir, EMBEDDED), join(folder, EMBEDDED), {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
  })
  return migration
}

/** Dumps the database of a server with pg_dump, as it is at one moment. */
export async function dumpServer(db: Db, databaseUrl: string, folder: string): Promise<string> {
  const migration = await newestMigration(db)
  const file = join(folder, DUMP)
  await runPostgresTool(
    'pg_dump',
    ['--format=custom', '--no-password', `--file=${file}`],
    databaseUrl,
  )
  return migration
}

/**
 * Writes a backup of the running shop into a new folder `target`: database, images and secrets. An
 * interrupted backup leaves only `target`.part. Throws a StartupError when `target` exists.
 */
export async function makeBackup(
  { databaseUrl, dataDir, bucket }: Shop,
  target: string,
  copyDatabase: CopyDatabase,
): Promise<Manifest> {
  if (existsSync(target)) throw new StartupError(`${target} exists already: name a new folder.`)
  const part = `${target}.part`
  rmSync(part, { recursive: true, force: true })
  mkdirSync(part, { recursive: true, mode: 0o700 })
  const madeAt = new Date().toISOString()
  const migration = await copyDatabase(part)
  // After the database, so that every image which it names is there: images never change, and
  // unused ones are kept for days.
  if (bucket) await copyFiles(bucket, createDiskFiles(join(part, MEDIA)))
  for (const folder of FOLDERS) {
    // With a bucket, a media folder is left over from before.
    if (bucket && folder === MEDIA) continue
    if (existsSync(join(dataDir, folder))) {
      await cp(join(dataDir, folder), join(part, folder), {
        recursive: true,
        // The running shop's local socket, or one that a killed shop left, can not be copied.
        filter: (path) => !lstatSync(path).isSocket(),
      })
    }
  }
  const database = databaseUrl ? 'server' : 'embedded'
  const manifest = await writeManifest(part, { madeAt, database, migration })
  renameSync(part, target)
  return manifest
}

async function newestMigration(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name desc limit 1`.execute(db)
  return rows[0]?.name ?? ''
}
