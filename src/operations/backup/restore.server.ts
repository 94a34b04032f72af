import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { copyFiles } from '#operations/copy-files.server.ts'
import { recordBackup } from '#operations/last-backup.server.ts'
import { openDataDir } from '#platform/data-dir.server.ts'
import { isDiskFull } from '#platform/database/connection-errors.server.ts'
import { openDatabase } from '#platform/database/database.server.ts'
import { startEmbeddedServer } from '#platform/database/embedded/embedded-server.server.ts'
import { CLUSTER } from '#platform/database/embedded/running-server.server.ts'
import { diskFull } from '#platform/database/embedded/server-programs.server.ts'
import { runMigrations } from '#platform/database/run-migrations.server.ts'
import { createDiskFiles } from '#platform/files/disk-files.server.ts'
import type { FileStore } from '#platform/files/file-store.server.ts'
import { shopVersion } from '#platform/settings/settings.server.ts'
import { StartupError } from '#platform/startup-error.ts'
import { FOLDERS, type Manifest, MEDIA, readVerifiedManifest, TABLES } from './backup-files.server.ts'
import type { Progress } from './dump-database.server.ts'
import { loadDatabase } from './load-database.server.ts'

/** The destination of a restore, and the migrations and simulators of this version. */
export type Destination = {
  /** The URL of an empty database; undefined: the embedded one. */
  databaseUrl: string | undefined
  dataDir: string
  /** Holds the images and documents instead of `dataDir`. */
  bucket?: FileStore
  migrations: Record<string, string>
  /** For each simulator, the statements that create its schema. */
  simulators: string[]
  onProgress?: Progress
}

/** The files that an interrupted restore leaves; the next one removes them. */
const PART = 'restore.part'

/**
 * Restores the backup in `folder`. Checks everything first and never overwrites: throws a
 * StartupError when the backup is damaged or of another schema, or when the destination contains
 * anything.
 */
export async function restoreBackup(folder: string, to: Destination): Promise<Manifest> {
  const { databaseUrl, dataDir, bucket } = to
  const manifest = await readVerifiedManifest(folder)
  const { migration } = manifest.database
  if (!(migration in to.migrations)) {
    const isNewer = migration > (Object.keys(to.migrations).at(-1) ?? '')
    const maker = manifest.version
      ? `version ${manifest.version}`
      : `${isNewer ? 'a newer' : 'an earlier'} version`
    throw new StartupError(
      `The backup was made by ${maker} of the shop (its migration ${migration} is unknown here), and this is version ${shopVersion()}: restore it with that version (docs/operations/one-machine.md).`,
    )
  }
  requireEmptyDataDir(dataDir)
  if (databaseUrl) await requireEmptyDatabase(databaseUrl)
  if (bucket) await requireEmptyBucket(bucket)

  openDataDir(dataDir)
  const part = join(dataDir, PART)
  rmSync(part, { recursive: true, force: true })
  try {
    await restoreInto(part, folder, manifest, to)
  } catch (error) {
    if (!isDiskFull(error)) throw error
    rmSync(part, { recursive: true, force: true })
    throw diskFull(dataDir)
  }
  // The database last, so that an interrupted restore does not look like a shop.
  const byDatabase = (a: string, b: string) => Number(a === CLUSTER) - Number(b === CLUSTER)
  for (const name of readdirSync(part).sort(byDatabase)) {
    renameSync(join(part, name), join(dataDir, name))
  }
  rmSync(part, { recursive: true })
  return manifest
}

async function restoreInto(part: string, folder: string, manifest: Manifest, to: Destination) {
  const { databaseUrl, bucket } = to
  openDataDir(part)
  if (bucket) await copyFiles(createDiskFiles(join(folder, MEDIA)), bucket)
  for (const name of FOLDERS) {
    if (bucket && name === MEDIA) continue
    if (existsSync(join(folder, name))) {
      await cp(join(folder, name), join(part, name), { recursive: true })
    }
  }
  if (databaseUrl) return restoreDatabase(databaseUrl, folder, manifest, to)
  const server = await startEmbeddedServer(part)
  await restoreDatabase(server.url, folder, manifest, to).finally(server.stop)
}

async function restoreDatabase(
  databaseUrl: string,
  folder: string,
  { database, madeAt }: Manifest,
  { migrations, simulators, onProgress }: Destination,
): Promise<void> {
  const upTo = Object.keys(migrations).indexOf(database.migration) + 1
  const { maintenance, close } = await openDatabase({ databaseUrl })
  await maintenance(async (db) => {
    await runMigrations(db, Object.fromEntries(Object.entries(migrations).slice(0, upTo)))
    for (const statements of simulators) {
      const schema = /create schema if not exists (\w+)/.exec(statements)?.[1]
      const isThere = database.tables.some(({ name }) => name.startsWith(`${schema}.`))
      if (isThere) await sql.raw(statements).execute(db)
    }
  }).finally(close)
  await loadDatabase(databaseUrl, join(folder, TABLES), database, onProgress)
  const restored = await openDatabase({ databaseUrl })
  // The backup itself has the record of the one before it.
  await recordBackup(restored.db, { madeAt, folder: resolve(folder) }).finally(restored.close)
}

function requireEmptyDataDir(dataDir: string): void {
  if (!existsSync(dataDir)) return
  const [existing] = readdirSync(dataDir).filter((name) => name !== PART)
  if (existing === undefined) return
  throw new StartupError(
    `DATA_DIR ${dataDir} is not empty (it contains ${existing}): stop the shop, then move the folder away or set DATA_DIR to a new one.`,
  )
}

async function requireEmptyBucket(bucket: FileStore): Promise<void> {
  for await (const { name } of bucket.list()) {
    throw new StartupError(
      `${bucket.location} is not empty (it contains ${name}): set S3_URL to a new bucket.`,
    )
  }
}

async function requireEmptyDatabase(databaseUrl: string): Promise<void> {
  const { maintenance, close } = await openDatabase({ databaseUrl })
  const { rows } = await maintenance((db) =>
    sql<{ name: string }>`
      select relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where relkind in ('r', 'S') and nspname !~ '^pg_' and nspname <> 'information_schema' limit 1
    `.execute(db),
  ).finally(close)
  if (!rows[0]) return
  throw new StartupError(
    `The database of DATABASE_URL is not empty (it contains ${rows[0].name}): create a new one.`,
  )
}
