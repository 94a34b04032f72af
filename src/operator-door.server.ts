import type { Db } from '#platform/database.server.ts'
import { type LocalDoor, openLocalDoor } from '#platform/local-door.server.ts'
import type { Log } from '#platform/log.server.ts'
import { operatorCommand, runOperatorCommand } from '#shop/accounts/operator-commands.server.ts'

/**
 * While this process holds the embedded database, `npm run admin` asks it through a local door.
 * Undefined where the system has no such doors: the commands then work while the shop is stopped.
 */
export async function openOperatorDoor(
  dataDir: string,
  { db, log }: { db: Db; log: Log },
): Promise<LocalDoor | undefined> {
  try {
    return await openLocalDoor(dataDir, async (question) => {
      try {
        return await runOperatorCommand(db, operatorCommand.parse(question))
      } catch (error) {
        log.error(error, 'A command of the operator failed')
        return { ok: false, said: 'The command failed; the log of the shop says why.' }
      }
    })
  } catch (error) {
    log.warn(error, 'npm run admin works only while the shop is stopped')
    return undefined
  }
}
