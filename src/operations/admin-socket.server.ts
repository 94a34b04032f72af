import { z } from 'zod'
import type { Db } from '#platform/database/database.server.ts'
import { type LocalSocket, openLocalSocket } from '#platform/http/local-socket.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { CardPayments } from '#shop/payments/card-payments.server.ts'
import { operatorCommand, runOperatorCommand } from './admin-commands.server.ts'
import { examine, report } from './doctor.server.ts'

/** What the operator's programs ask through the door. */
const question = z.union([operatorCommand, z.object({ action: z.literal('examine') })])

export type OperatorQuestion = z.input<typeof question>

/**
 * While this process holds the embedded database, `npm run admin` and `npm run doctor` ask it
 * through a local door. Undefined where the system has no such doors: the commands then work while
 * the shop is stopped.
 */
export async function openAdminSocket(
  dataDir: string,
  { db, log, payments }: { db: Db; log: Log; payments: CardPayments },
): Promise<LocalSocket | undefined> {
  try {
    return await openLocalSocket(dataDir, async (asked) => {
      try {
        const command = question.parse(asked)
        if (command.action === 'examine') return report(await examine(db, payments))
        if (command.action === 'go-live') {
          return { ok: false, said: 'The shop is running: stop it first, then go live.' }
        }
        return await runOperatorCommand(db, command)
      } catch (error) {
        log.error(error, 'A command of the operator failed')
        return { ok: false, said: 'The command failed; the log of the shop says why.' }
      }
    })
  } catch (error) {
    log.warn(error, 'The commands of the operator work only while the shop is stopped')
    return undefined
  }
}
