import type { OperatorResult } from '#operations/admin-commands.server.ts'
import type { OperatorRequest } from '#operations/admin-socket.server.ts'
import { openDataDir } from '#platform/data-dir.server.ts'
import { type Db, openDatabase } from '#platform/database/database.server.ts'
import { StorageUnavailable } from '#platform/files/file-store.server.ts'
import { askLocalSocket } from '#platform/http/local-socket.server.ts'
import { loadEnvFile, readSettings, type Settings } from '#platform/settings.server.ts'
import { StartupError } from '#platform/startup-error.ts'

/**
 * Runs an operator command and prints its result. Returns the exit code. Only one process can use the
 * embedded database, so while the shop runs, the command is sent to it as `request`; otherwise `work` runs here.
 */
export async function runForOperator(
  request: OperatorRequest,
  work: (db: Db, settings: Settings) => Promise<OperatorResult>,
): Promise<number> {
  try {
    loadEnvFile()
    const settings = readSettings(process.env)
    const { DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIR: dataDir } = settings
    const databaseUrl = DATABASE_DIRECT_URL ?? DATABASE_URL
    const response = databaseUrl ? undefined : await askLocalSocket(dataDir, request)
    const runHere = async () => {
      openDataDir(dataDir)
      const { maintenance, close } = await openDatabase({ databaseUrl, dataDir })
      return maintenance((db) => work(db, settings)).finally(close)
    }
    const { ok, message } = response === undefined ? await runHere() : (response as OperatorResult)
    console.log(message)
    return ok ? 0 : 1
  } catch (error) {
    console.error(remedy(error))
    return 1
  }
}

/** Returns the message for the operator; rethrows unexpected errors. */
export function remedy(error: unknown): string {
  if (error instanceof StartupError || error instanceof StorageUnavailable) return error.message
  const isMissingTable = error instanceof Error && 'code' in error && error.code === '42P01'
  if (isMissingTable) return 'This database contains no shop yet: start it once with npm start.'
  throw error
}
