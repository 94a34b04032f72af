import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { makeBackup } from '#operations/backup/backup.server.ts'
import { type Manifest, MEDIA } from '#operations/backup/backup-files.server.ts'
import { restoreBackup } from '#operations/backup/restore.server.ts'
import { findViolations } from '#operations/invariants.server.ts'
import { recordBackup } from '#operations/last-backup.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { readMigrations } from '#platform/database/migration-files.server.ts'
import { requireCurrentSchema } from '#platform/database/schema-state.server.ts'
import { openFiles, PATIENT } from '#platform/files/open-files.server.ts'
import { loadEnvFile, readSettings, type Settings } from '#platform/settings/settings.server.ts'
import { StartupError } from '#platform/startup-error.ts'
import { onDatabase, remedy, withDatabase } from './operator.ts'
import { progressBar } from './progress-bar.ts'

const SIMULATORS = join(import.meta.dirname, '../../src/simulators')

/** Writes a backup of the shop of the current settings. Returns the exit code. */
export function runBackup([to, ...others]: string[]): Promise<number> {
  return run(async (settings) => {
    if (others.length > 0) throw new StartupError('Usage: npm run backup -- [NEW_FOLDER]')
    const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
    const target = resolve(to ?? join('backups', time))
    const files = await filesOf(settings)
    const manifest = await withDatabase(settings, async (databaseUrl) => {
      const known = Object.keys(readMigrations())
      const checked = (db: Db) => requireCurrentSchema(db, known, { mayBeBehind: true })
      await onDatabase(databaseUrl, checked)
      const made = await makeBackup({ ...files, databaseUrl }, target, progressBar())
      await onDatabase(databaseUrl, (db) => recordBackup(db, { madeAt: made.madeAt, folder: target }))
      return made
    })
    return `Written to ${target}: ${sizeOf(manifest)}. It contains the secrets of the shop: keep it as private as the shop itself.`
  })
}

/** Restores a backup into the empty shop of the current settings. Returns the exit code. */
export function runRestore([from, ...others]: string[]): Promise<number> {
  return run(async (settings) => {
    if (!from || others.length > 0) throw new StartupError('Usage: npm run restore -- FOLDER')
    const migrations = readMigrations()
    const manifest = await restoreBackup(resolve(from), {
      ...(await filesOf(settings)),
      databaseUrl: settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL,
      migrations,
      simulators: readSimulatorSchemas(),
      onProgress: progressBar(),
    })
    const restored = `Restored the backup of ${manifest.madeAt}: ${sizeOf(manifest)}.`
    if (manifest.database.migration !== Object.keys(migrations).at(-1))
      return `${restored} The next start migrates the database; run npm run doctor after it.`
    return `${restored} ${await checkRestored(settings)}`
  })
}

async function run(work: (settings: Settings) => Promise<string>): Promise<number> {
  try {
    loadEnvFile()
    console.log(await work(readSettings(process.env)))
    return 0
  } catch (error) {
    console.error(remedy(error))
    return 1
  }
}

async function filesOf(settings: Settings) {
  const { DATA_DIR: dataDir, S3_URL } = settings
  const bucket = S3_URL && (await openFiles(settings, join(dataDir, MEDIA), PATIENT))
  return { dataDir, ...(bucket && { bucket }) }
}

/** Each simulator keeps its data in a schema, which it creates when the shop starts. */
function readSimulatorSchemas(): string[] {
  const files = globSync('*/schema.sql', { cwd: SIMULATORS })
  return files.map((file) => readFileSync(join(SIMULATORS, file), 'utf8'))
}

async function checkRestored(settings: Settings): Promise<string> {
  const violations = await withDatabase(settings, (databaseUrl) =>
    onDatabase(databaseUrl, (db) => findViolations(db, undefined, { isRestored: true })),
  )
  const [first] = violations
  if (!first) return 'Stock, orders and money agree.'
  throw new StartupError(
    `The restored data violates ${violations.length} invariants, the first: ${first.invariant}: ${first.subject}: ${first.detail}. Run npm run doctor for the others.`,
  )
}

function sizeOf({ files }: Manifest): string {
  const sizes = Object.values(files)
  const megabytes = Math.ceil(sizes.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6)
  return `${sizes.length} files, ${megabytes} MB`
}
