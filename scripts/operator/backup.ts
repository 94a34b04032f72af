import { existsSync, readdirSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { OperatorResult } from '#operations/admin-commands.server.ts'
import type { OperatorRequest } from '#operations/admin-socket.server.ts'
import { copyEmbedded, dumpServer, makeBackup } from '#operations/backup/backup.server.ts'
import { EMBEDDED, type Manifest, MEDIA } from '#operations/backup/backup-files.server.ts'
import { restoreBackup } from '#operations/backup/restore.server.ts'
import { findViolations } from '#operations/invariants.server.ts'
import { openDataDir } from '#platform/data-dir.server.ts'
import { openDatabase } from '#platform/database/database.server.ts'
import type { FileStore } from '#platform/files/file-store.server.ts'
import { openFiles, PATIENT } from '#platform/files/open-files.server.ts'
import { askLocalSocket } from '#platform/http/local-socket.server.ts'
import { loadEnvFile, readSettings } from '#platform/settings.server.ts'
import { StartupError } from '#platform/startup-error.ts'
import { remedy } from './operator.ts'

const MIGRATIONS = join(import.meta.dirname, '../../db/migrations')

type Where = { databaseUrl: string | undefined; dataDir: string; bucket?: FileStore }

/** Writes a backup of the shop of the current settings. Returns the exit code. */
export function runBackup([to, ...others]: string[]): Promise<number> {
  return run(async (where) => {
    if (others.length > 0) throw new StartupError('Usage: npm run backup -- [NEW_FOLDER]')
    const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
    const target = resolve(to ?? join('backups', time))
    const manifest = await makeBackup(where, target, (folder) => copyDatabase(where, folder))
    return `Written to ${target}: ${sizeOf(manifest)}. It contains the secrets of the shop: keep it as private as the shop itself.`
  })
}

/** Restores a backup into the empty shop of the current settings. Returns the exit code. */
export function runRestore([from, ...others]: string[]): Promise<number> {
  return run(async (where) => {
    if (!from || others.length > 0) throw new StartupError('Usage: npm run restore -- FOLDER')
    const migrations = readdirSync(MIGRATIONS)
      .map((file) => basename(file, '.sql'))
      .sort()
    const manifest = await restoreBackup(resolve(from), { ...where, migrations })
    const restored = `Restored the backup of ${manifest.madeAt}: ${sizeOf(manifest)}.`
    if (manifest.migration !== migrations.at(-1))
      return `${restored} The next start migrates the database; run npm run doctor after it.`
    return `${restored} ${await checkRestored(where)}`
  })
}

async function run(work: (where: Where) => Promise<string>): Promise<number> {
  try {
    loadEnvFile()
    const settings = readSettings(process.env)
    const { DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIR: dataDir } = settings
    // pg_dump needs a session of its own.
    const databaseUrl = DATABASE_DIRECT_URL ?? DATABASE_URL
    const bucket = settings.S3_BUCKET && (await openFiles(settings, join(dataDir, MEDIA), PATIENT))
    console.log(await work({ databaseUrl, dataDir, ...(bucket && { bucket }) }))
    return 0
  } catch (error) {
    console.error(remedy(error))
    return 1
  }
}

/** Asks the running shop for a copy, because only one process can use the embedded database. */
async function copyDatabase({ databaseUrl, dataDir }: Where, folder: string): Promise<string> {
  if (!databaseUrl) {
    if (!existsSync(join(dataDir, EMBEDDED)))
      throw new StartupError(
        `DATA_DIR ${dataDir} contains no shop yet: start it once with npm start.`,
      )
    const request: OperatorRequest = { action: 'copy-database', folder }
    const response = (await askLocalSocket(dataDir, request)) as OperatorResult | undefined
    if (response?.ok) return response.message
    if (response) throw new StartupError(response.message)
    openDataDir(dataDir)
  }
  const { maintenance, close } = await openDatabase({ databaseUrl, dataDir })
  return maintenance((db) =>
    databaseUrl ? dumpServer(db, databaseUrl, folder) : copyEmbedded(db, dataDir, folder),
  ).finally(close)
}

async function checkRestored(where: Where): Promise<string> {
  const { maintenance, close } = await openDatabase(where)
  const violations = await maintenance((db) => findViolations(db)).finally(close)
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
