import type { Db } from '#platform/database/database.server.ts'
import { isSpaceLow, readDiskSpace } from '#platform/disk-space.server.ts'
import { findUnreadRefundsSince } from '#shop/refunds/settle-lost-refunds.server.ts'
import { readFirstSteps } from './first-steps.server.ts'
import { findLastBackup, isBackupOverdue } from './last-backup.server.ts'

/**
 * What an owner can act on: space on the disk of `dataDir`, a recent backup, which a demo needs none of,
 * refunds of the provider's site that can't be read, and the steps of the first day.
 */
export async function readOwnerHealth(
  db: Db,
  { dataDir, isDemo, now }: { dataDir: string; isDemo: boolean; now: Date },
) {
  const space = await readDiskSpace(dataDir)
  const last = await findLastBackup(db)
  const unread = await findUnreadRefundsSince(db, now)
  return {
    diskFreeBytes: space?.freeBytes ?? null,
    isDiskLow: space !== null && isSpaceLow(space),
    lastBackupAt: last?.madeAt.toISOString() ?? null,
    isBackupOverdue: !isDemo && isBackupOverdue(last, now),
    firstSteps: await readFirstSteps(db, { isDemo, last }),
    refundsUnreadSince: unread?.toISOString() ?? null,
  }
}
