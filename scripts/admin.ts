import { operatorCommand, runOperatorCommand } from '#operations/admin-commands.server.ts'
import { runForOperator } from './operator.ts'

const USAGE = `Usage: npm run admin -- create EMAIL           a new admin, with a made-up password
       npm run admin -- promote EMAIL          makes an existing user an admin
       npm run admin -- reset-password EMAIL   a made-up password; ends all sessions
       npm run admin -- change-auth-secret     the next start takes a new AUTH_SECRET; ends all sessions
       npm run admin -- go-live                removes a demo's logins, orders and payments for good`

/** Runs one command of the operator and says what became of it. Gives the exit code. */
export async function runAdmin([action, email]: string[]): Promise<number> {
  const command = operatorCommand.safeParse({ action, email })
  if (!command.success) {
    console.error(USAGE)
    return 1
  }
  return runForOperator(command.data, (db) => runOperatorCommand(db, command.data))
}
