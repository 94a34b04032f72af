import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'

/**
 * Claims a worker's lease for this process for `seconds`. Returns false when the lease has not
 * expired, whichever process holds it. No lock is held, so the lease also expires if this process dies.
 * A lease that lasts longer than `seconds` from now was claimed before the clock was set back: it counts
 * as expired, or the work would rest until the clock is there again.
 */
export async function claimLease(db: Db, worker: string, seconds: number): Promise<boolean> {
  // The time of each comparison, as it may have waited for another claim: seen from the beginning of
  // the transaction, that claim would lie too far ahead.
  const { numAffectedRows } = await sql`
    insert into worker_turn (worker, next_turn_at)
    values (${worker}, clock_timestamp() + make_interval(secs => ${seconds}))
    on conflict (worker) do update set next_turn_at = excluded.next_turn_at
    where worker_turn.next_turn_at <= clock_timestamp()
      or worker_turn.next_turn_at > clock_timestamp() + make_interval(secs => ${seconds})`.execute(
    db,
  )
  return numAffectedRows === 1n
}

/** Extends a claimed lease to `seconds` from now. */
export async function extendLease(db: Db, worker: string, seconds: number): Promise<void> {
  await db
    .updateTable('workerTurn')
    .set({ nextTurnAt: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where('worker', '=', worker)
    .execute()
}
