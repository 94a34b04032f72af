import { sql } from 'kysely'
import { isConnectionLost } from '#platform/database/connection-errors.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { FileStore } from '#platform/files/file-store.server.ts'
import { createWorker, type Worker } from '#platform/jobs/worker.server.ts'
import { claimLease, extendLease, finishRound } from '#platform/jobs/worker-lease.server.ts'
import type { Log } from '#platform/log.server.ts'
import { forgetIpAddresses } from '#shop/orders/cancel/anonymize-orders.server.ts'
import { deleteUnusedImages } from './unused-images.server.ts'

/** The tables with the column that dates a row, and the days until deletion. */
const RULES = [
  ['idempotency_key', 'created_at', 7],
  ['provider_event', 'received_at', 90],
  ['audit_entry', 'happened_at', 730],
  ['contact_message', 'created_at', 365],
  ['pending_user', 'created_at', 365],
  ['outgoing_mail', 'dead_at', 90],
  ['outgoing_mail', 'queued_since', 30],
  ['search_miss', 'day', 30],
  // Only a deleted post has this time.
  ['blog_post', 'deleted_at', 30],
  // Rows first: an import has up to 100,000.
  ['image_name', 'used_at', 90],
  ['product_import_row', 'created_at', 90],
  ['product_import', 'created_at', 90],
  // Rows with an expiry date of their own.
  ['session', 'expires_at', 1],
  ['verification', 'expires_at', 1],
  ['rate_limit', 'expires_at', 0],
] as const
const UNUSED_IMAGE_DAYS = 7

export type Retention = Worker & {
  /** Deletes all expired rows and unused images once. */
  deleteOld: (stopping?: AbortSignal) => Promise<void>
}

const NAME = 'retention'
const EVERY_SECONDS = 24 * 60 * 60
const POLL_INTERVAL_MS = 60 * 60 * 1000
const BATCH = 1000

/**
 * A daily worker, in one process at a time, that deletes old rows and unused images. Orders, payments
 * and stock movements are accounting records and are never deleted.
 */
export function createRetention(deps: { db: Db; log: Log; clock: () => Date; files: FileStore }): Retention {
  const { db, log, clock, files } = deps
  const daysAgo = (days: number) => new Date(clock().getTime() - days * EVERY_SECONDS * 1000)

  const deleteOld = async (stopping?: AbortSignal) => {
    let failure: unknown
    for (const [table, column, days] of RULES) {
      const deleting = deleteBefore(db, table, column, daysAgo(days), stopping)
      const rows = await deleting.catch((error: unknown) => {
        if (isConnectionLost(error)) throw error
        // The other tables are cleaned all the same.
        failure ??= error
        return 0
      })
      if (rows > 0) log.info({ table, rows }, 'Old rows deleted')
    }
    const orders = await forgetIpAddresses(db)
    if (orders > 0) log.info({ orders }, 'IP addresses of closed orders deleted')
    if (stopping?.aborted) return
    const before = daysAgo(UNUSED_IMAGE_DAYS)
    const images = await deleteUnusedImages(db, files, before)
    if (images > 0) log.info({ images }, 'Unused images deleted')
    if (failure) throw failure
  }
  const turn = async (stopping: AbortSignal) => {
    if (!(await claimLease(db, NAME, EVERY_SECONDS))) return
    try {
      await deleteOld(stopping)
      await finishRound(db, NAME, EVERY_SECONDS)
    } catch (error) {
      // Release the lease, so that the next attempt is in an hour instead of tomorrow.
      await extendLease(db, NAME, 0)
      throw error
    }
  }
  const onError = (error: unknown) => log.error(error, 'Deleting old rows failed')
  const worker = createWorker({
    pauseMs: POLL_INTERVAL_MS,
    run: ({ drain }) => turn(drain),
    onError,
  })
  return { ...worker, deleteOld }
}

/** Deletes the rows whose `column` is before a date, in batches. Returns how many. */
async function deleteBefore(
  db: Db,
  table: string,
  column: string,
  before: Date,
  stopping?: AbortSignal,
): Promise<number> {
  let deleted = 0
  for (let last = BATCH; last === BATCH && !stopping?.aborted; deleted += last) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${sql.ref(column)} < ${before} limit ${BATCH}
      ))`.execute(db)
    last = Number(numAffectedRows)
  }
  return deleted
}
