import { isOwnShop } from '#operations/installation.server.ts'
import { recordBackup } from '#operations/last-backup.server.ts'
import { deleteUnusedImages } from '#operations/unused-images.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { FileStore } from '#platform/files/file-store.server.ts'
import { claimLease, endLease, isLeased } from '#platform/jobs/worker-lease.server.ts'
import { StartupError } from '#platform/startup-error.ts'
import { type AuditEntry, recordAudit } from '#shop/audit/audit.server.ts'
import type { OwnShop } from '#shop/brand/own-shop-form.ts'
import { emptyDemo } from './empty-demo.server.ts'

const LEASE = 'empty demo'
/** If the process ends meanwhile, the shop opens again after this. */
const LEASE_SECONDS = 600

export type BeginOwnShop = {
  db: Db
  files: FileStore
  /** Makes a backup. Throws a StartupError when it can't. */
  backUp: () => Promise<{ madeAt: string; folder: string }>
  /** Called when the shop is closed, and when it is open again. */
  onChange?: () => Promise<void>
}

/** The folder of the backup, or why nothing was removed. */
export type BegunShop = { backup: string } | { refused: string }

/** Makes a backup, then removes the demo. Meanwhile all processes answer 503 (product 20.6). */
export async function beginOwnShop(
  { db, files, backUp, onChange = async () => {} }: BeginOwnShop,
  login: { id: string; sessionId?: string },
  owner: OwnShop,
  audit: Pick<AuditEntry, 'actor' | 'ipAddress'>,
): Promise<BegunShop> {
  // What is in it now is the owner's.
  if (await isOwnShop(db)) return { refused: 'The demo was removed already.' }
  if (await isImporting(db))
    return { refused: 'An import is being applied. Wait until it has ended, then try again.' }
  if (!(await claimLease(db, LEASE, LEASE_SECONDS))) return { refused: 'The demo is being removed already.' }
  try {
    await onChange()
    const backup = await backUp()
    await emptyDemo(db, login, owner)
    await recordBackup(db, backup)
    const subject = { id: null, name: owner.shopName }
    await recordAudit(db, { action: 'demo-emptied', subject, ...audit })
    await deleteUnusedImages(db, files, new Date())
    return { backup: backup.folder }
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    return { refused: `No backup was made, so nothing was removed. ${error.message}` }
  } finally {
    await endLease(db, LEASE)
    await onChange()
  }
}

/** Whether a process removes the demo right now. */
export const isBeingEmptied = (db: Db): Promise<boolean> => isLeased(db, LEASE)

async function isImporting(db: Db): Promise<boolean> {
  const running = await db
    .selectFrom('productImport')
    .select('id')
    .where('status', 'in', ['applying', 'undoing'])
    .limit(1)
    .executeTakeFirst()
  return running !== undefined
}

/** Returns the admin who stays when an operator removes the demo: the first one. */
export async function findFirstAdmin(db: Db): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('account')
    .select('id')
    .where('role', '=', 'admin')
    .where('closedAt', 'is', null)
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst()
}
