import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'

/**
 * Claims a worker's lease for this process for `seconds`. Returns false when the lease has not
 * expired, whichever process holds it. No lock is held, so the lease also expires if this process dies.
 * A lease that lasts longer than `seconds` from now was claimed before the clock was set back. It counts
 * as expired; otherwise work would pause until the clock catches up.
 */
export async function claimLease(db: Db, worker: string, seconds: number): Promise<boolean> {
  // clock_timestamp(), not now(): the statement may have waited for a competing claim.
  const { numAffectedRows } = await sql`
    insert into lease (worker, free_at)
    values (${worker}, clock_timestamp() + make_interval(secs => ${seconds}))
    on conflict (worker) do update set free_at = excluded.free_at
    where lease.free_at <= clock_timestamp()
      or lease.free_at > clock_timestamp() + make_interval(secs => ${seconds})`.execute(db)
  return numAffectedRows === 1n
}

/** Extends a claimed lease to `seconds` from now. */
export async function extendLease(db: Db, worker: string, seconds: number): Promise<void> {
  await db
    .updateTable('lease')
    .set({ freeAt: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where('worker', '=', worker)
    .execute()
}
