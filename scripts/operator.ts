import type { OperatorResult } from '#operations/admin-commands.server.ts'
import type { OperatorRequest } from '#operations/admin-socket.server.ts'
import { openDataDir } from '#platform/data-dir.server.ts'
import { type Db, openDatabase } from '#platform/database/database.server.ts'
import { askLocalSocket } from '#platform/http/local-socket.server.ts'
import { loadEnvFile, readSettings, type Settings } from '#platform/settings.server.ts'
import { StartupError } from '#platform/startup-error.ts'

/**
 * Does something for the operator and says what became of it. Gives the exit code. The embedded
 * database belongs to one process: while a shop runs, it has to do the work itself, and is asked
 * `question`.
 */
export async function runForOperator(
  question: OperatorRequest,
  work: (db: Db, settings: Settings) => Promise<OperatorResult>,
): Promise<number> {
  try {
    loadEnvFile()
    const settings = readSettings(process.env)
    const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = settings
    const answer = databaseUrl ? undefined : await askLocalSocket(dataDir, question)
    const here = async () => {
      openDataDir(dataDir)
      const { maintenance, close } = await openDatabase({ databaseUrl, dataDir })
      return maintenance((db) => work(db, settings)).finally(close)
    }
    const { ok, message } = answer === undefined ? await here() : (answer as OperatorResult)
    console.log(message)
    return ok ? 0 : 1
  } catch (error) {
    console.error(remedy(error))
    return 1
  }
}

function remedy(error: unknown): string {
  if (error instanceof StartupError) return error.message
  const isEmpty = error instanceof Error && 'code' in error && error.code === '42P01'
  if (isEmpty) return 'There is no shop yet in this database: start it once with npm start.'
  throw error
}
