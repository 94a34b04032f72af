import { existsSync, readdirSync, renameSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { copyFiles } from '#operations/copy-files.server.ts'
import { openDataDir } from '#platform/data-dir.server.ts'
import { createDiskFiles } from '#platform/files/disk-files.server.ts'
import type { FileStore } from '#platform/files/file-store.server.ts'
import { StartupError } from '#platform/startup-error.ts'
import {
  DUMP,
  EMBEDDED,
  FOLDERS,
  type Manifest,
  MEDIA,
  readVerifiedManifest,
} from './backup-files.server.ts'
import { runPostgresTool } from './postgresql-tools.server.ts'

/** Where a backup goes, and the migrations that this version of the shop knows. */
type Destination = {
  databaseUrl: string | undefined
  dataDir: string
  /** Holds the images and documents instead of `dataDir`. */
  bucket?: FileStore
  migrations: string[]
}

/**
 * Restores the backup in `folder`. Checks everything first and never overwrites: throws a
 * StartupError when the backup is damaged, of the other kind of database or of a newer version, or
 * when the destination contains anything.
 */
export async function restoreBackup(
  folder: string,
  { databaseUrl, dataDir, bucket, migrations }: Destination,
): Promise<Manifest> {
  const manifest = await readVerifiedManifest(folder)
  if (!migrations.includes(manifest.migration)) {
    throw new StartupError(
      `The backup was made by a newer version of the shop (its database has the migration ${manifest.migration}): restore it with that version.`,
    )
  }
  if ((manifest.database === 'server') !== (databaseUrl !== undefined)) {
    throw new StartupError(
      manifest.database === 'server'
        ? 'The backup is of a PostgreSQL server: set DATABASE_URL to an empty database.'
        : 'The backup is of the embedded database: unset DATABASE_URL.',
    )
  }
  requireEmptyDataDir(dataDir)
  if (databaseUrl) await requireEmptyDatabase(databaseUrl)
  if (bucket) await requireEmptyBucket(bucket)

  openDataDir(dataDir)
  if (bucket) await copyFiles(createDiskFiles(join(folder, MEDIA)), bucket)
  for (const name of FOLDERS) {
    if (bucket && name === MEDIA) continue
    if (existsSync(join(folder, name))) {
      await cp(join(folder, name), join(dataDir, name), { recursive: true })
    }
  }
  // Last, so that an interrupted restore does not look like a shop.
  if (databaseUrl) {
    const options = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges']
    const { pathname } = new URL(databaseUrl)
    const database = decodeURIComponent(pathname.slice(1))
    await runPostgresTool(
      'pg_restore',
      [...options, '--no-password', `--dbname=${database}`, join(folder, DUMP)],
      databaseUrl,
    )
  } else {
    const part = join(dataDir, `${EMBEDDED}.part`)
    await cp(join(folder, EMBEDDED), part, { recursive: true })
    renameSync(part, join(dataDir, EMBEDDED))
  }
  return manifest
}

function requireEmptyDataDir(dataDir: string): void {
  if (!existsSync(dataDir)) return
  const [found] = readdirSync(dataDir).filter((name) => name !== 'lock')
  if (found === undefined) return
  throw new StartupError(
    `DATA_DIR ${dataDir} is not empty (it contains ${found}): stop the shop, then move the folder away or set DATA_DIR to a new one.`,
  )
}

async function requireEmptyBucket(bucket: FileStore): Promise<void> {
  for await (const { name } of bucket.list()) {
    throw new StartupError(
      `${bucket.place} is not empty (it contains ${name}): set S3_BUCKET to a new bucket.`,
    )
  }
}

async function requireEmptyDatabase(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
       where relkind in ('r', 'S') and nspname !~ '^pg_' and nspname <> 'information_schema' limit 1`,
    )
    if (rows[0]) {
      throw new StartupError(
        `The database of DATABASE_URL is not empty (it contains ${rows[0].name}): create a new one.`,
      )
    }
  } finally {
    await client.end()
  }
}
