import { openDatabase } from '#platform/database.server.ts'
import { askLocalDoor } from '#platform/local-door.server.ts'
import { loadEnvFile, readSettings, type Settings } from '#platform/settings.server.ts'
import { StartupError } from '#platform/startup-error.ts'
import {
  type OperatorAnswer,
  operatorCommand,
  runOperatorCommand,
} from '#shop/accounts/operator-commands.server.ts'

const USAGE = `Usage: npm run admin -- create EMAIL           a new admin, with a made-up password
       npm run admin -- promote EMAIL          makes an existing user an admin
       npm run admin -- reset-password EMAIL   a made-up password; ends all sessions`

/** Runs one command of the operator and says what became of it. Gives the exit code. */
export async function runAdmin([action, email]: string[]): Promise<number> {
  const command = operatorCommand.safeParse({ action, email })
  if (!command.success) {
    console.error(USAGE)
    return 1
  }
  try {
    loadEnvFile()
    const { ok, said } = await run(readSettings(process.env), command.data)
    console.log(said)
    return ok ? 0 : 1
  } catch (error) {
    console.error(remedy(error))
    return 1
  }
}

// The embedded database belongs to one process: while a shop runs, it has to do the work itself.
async function run(
  settings: Settings,
  command: Parameters<typeof runOperatorCommand>[1],
): Promise<OperatorAnswer> {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = settings
  const answer = databaseUrl ? undefined : await askLocalDoor(dataDir, command)
  if (answer !== undefined) return answer as OperatorAnswer
  const { db, close } = await openDatabase({ databaseUrl, dataDir })
  return runOperatorCommand(db, command).finally(close)
}

function remedy(error: unknown): string {
  if (error instanceof StartupError) return error.message
  const isEmpty = error instanceof Error && 'code' in error && error.code === '42P01'
  if (isEmpty) return 'There is no shop yet in this database: start it once with npm start.'
  throw error
}
