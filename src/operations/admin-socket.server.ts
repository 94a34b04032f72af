import { z } from 'zod'
import type { Db } from '#platform/database/database.server.ts'
import { type LocalSocket, openLocalSocket } from '#platform/http/local-socket.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { CardPayments } from '#shop/payments/provider/card-payments.server.ts'
import {
  type OperatorResult,
  operatorCommand,
  runOperatorCommand,
} from './admin-commands.server.ts'
import { copyEmbedded } from './backup/backup.server.ts'
import { examine, report } from './doctor.server.ts'

const operatorRequest = z.union([
  operatorCommand,
  z.object({ action: z.literal('examine') }),
  z.object({ action: z.literal('copy-database'), folder: z.string() }),
  z.object({ action: z.literal('seed-products'), products: z.int().min(1) }),
])

/** A request that `npm run admin`, `doctor`, `backup` or `seed` sends to a running shop. */
export type OperatorRequest = z.input<typeof operatorRequest>

type AdminSocketDeps = {
  db: Db
  log: Log
  payments: CardPayments
  /** Adds variants of the demo's products. */
  seedProducts: (db: Db, count: number) => Promise<OperatorResult>
}

/**
 * Opens the local socket through which `npm run admin`, `doctor`, `backup` and `seed` reach the
 * process that holds the embedded database. Returns undefined where local sockets are unavailable; the commands
 * then work only while the shop is stopped.
 */
export async function openAdminSocket(
  dataDir: string,
  { db, log, payments, seedProducts }: AdminSocketDeps,
): Promise<LocalSocket | undefined> {
  try {
    return await openLocalSocket(dataDir, async (request) => {
      try {
        const command = operatorRequest.parse(request)
        if (command.action === 'examine') return report(await examine(db, payments))
        if (command.action === 'copy-database') {
          return { ok: true, message: await copyEmbedded(db, dataDir, command.folder) }
        }
        if (command.action === 'seed-products') return await seedProducts(db, command.products)
        if (command.action === 'go-live') {
          return { ok: false, message: 'The shop is running. Stop it, then run go-live again.' }
        }
        return await runOperatorCommand(db, command)
      } catch (error) {
        log.error(error, 'Operator command failed')
        return { ok: false, message: 'The command failed. See the log of the shop for the reason.' }
      }
    })
  } catch (error) {
    log.warn(error, 'No admin socket; operator commands work only while the shop is stopped')
    return undefined
  }
}
