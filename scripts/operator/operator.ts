import { join } from 'node:path'
import type { OperatorResult } from '#operations/admin-commands.server.ts'
import { openDataDir } from '#platform/data-dir.server.ts'
import { isDiskFull } from '#platform/database/connection-errors.server.ts'
import { DatabaseUnreachable, type Db, openDatabase } from '#platform/database/database.server.ts'
import { startEmbeddedServer } from '#platform/database/embedded/embedded-server.server.ts'
import {
  hasEmbeddedDatabase,
  runningEmbeddedServer,
} from '#platform/database/embedded/running-server.server.ts'
import { readMigrations } from '#platform/database/migration-files.server.ts'
import { requireCurrentSchema } from '#platform/database/schema-state.server.ts'
import { StorageUnavailable } from '#platform/files/file-store.server.ts'
import { loadEnvFile, readSettings, type Settings } from '#platform/settings/settings.server.ts'
import { StartupError } from '#platform/startup-error.ts'

/** Runs an operator command on the shop's database and prints its result. Returns the exit code. */
export async function runForOperator(
  work: (db: Db, settings: Settings, databaseUrl: string) => Promise<OperatorResult>,
): Promise<number> {
  try {
    loadEnvFile()
    const settings = readSettings(process.env)
    const { ok, message } = await withDatabase(settings, (databaseUrl) =>
      onDatabase(databaseUrl, async (db) => {
        await requireCurrentSchema(db, Object.keys(readMigrations()))
        return work(db, settings, databaseUrl)
      }),
    )
    console.log(message)
    return ok ? 0 : 1
  } catch (error) {
    console.error(remedy(error))
    return 1
  }
}

/**
 * Calls `work` with the URL of the shop's database, past a connection pooler. The embedded server is
 * started for it when no shop runs it. Throws a StartupError when there is no shop yet.
 */
export async function withDatabase<Result>(
  { DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIR }: Settings,
  work: (databaseUrl: string) => Promise<Result>,
): Promise<Result> {
  const url = DATABASE_DIRECT_URL ?? DATABASE_URL
  if (url) return work(url)
  const own = runningEmbeddedServer(DATA_DIR)
  if (own) return work(own).catch((error: unknown) => throwOfOwn(error, DATA_DIR))
  if (!hasEmbeddedDatabase(DATA_DIR)) {
    throw new StartupError(`DATA_DIR ${DATA_DIR} contains no shop yet: start it once with npm start.`)
  }
  openDataDir(DATA_DIR)
  const server = await startEmbeddedServer(DATA_DIR)
  return work(server.url).finally(server.stop)
}

function throwOfOwn(error: unknown, dataDir: string): never {
  if (!(error instanceof DatabaseUnreachable)) throw error
  throw new StartupError(
    `The shop’s own PostgreSQL, in DATA_DIR ${dataDir}, runs but does not answer: restart the shop; its log is ${join(dataDir, 'postgresql.log')}.`,
  )
}

/** Runs `work` on one connection without statement timeouts. */
export async function onDatabase<Result>(
  databaseUrl: string,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const { maintenance, close } = await openDatabase({ databaseUrl })
  return maintenance(work).finally(close)
}

/** Returns the message for the operator; rethrows unexpected errors. */
export function remedy(error: unknown): string {
  if (error instanceof StartupError || error instanceof StorageUnavailable) return error.message
  if (isDiskFull(error)) {
    const { message } = Object(error)
    return `A disk is full (${message}): free space on the disks of DATA_DIR and of the database, then run the command again.`
  }
  throw error
}
