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

/**
 * Records that a worker ended a round without an error, and keeps its lease for `seconds`, so that the
 * next round is later.
 */
export async function finishRound(db: Db, worker: string, seconds: number): Promise<void> {
  const freeAt = sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`
  const row = { freeAt, finishedAt: sql<Date>`clock_timestamp()` }
  await db
    .insertInto('lease')
    .values({ worker, ...row })
    .onConflict((conflict) => conflict.column('worker').doUpdateSet(row))
    .execute()
}

/** Records that a worker is well, without a change of its lease: it found no work, or ended a part of it. */
export async function recordRound(db: Db, worker: string): Promise<void> {
  await sql`
    insert into lease (worker, free_at, finished_at) values (${worker}, now(), clock_timestamp())
    on conflict (worker) do update set finished_at = excluded.finished_at`.execute(db)
}

/** When each worker last ended a round without an error; null for one that never did. */
export async function findLastRounds(db: Db): Promise<Map<string, Date | null>> {
  const rows = await db.selectFrom('lease').select(['worker', 'finishedAt']).execute()
  return new Map(rows.map(({ worker, finishedAt }) => [worker, finishedAt]))
}

/** Extends a claimed lease to `seconds` from now. */
export async function extendLease(db: Db, worker: string, seconds: number): Promise<void> {
  await db
    .updateTable('lease')
    .set({ freeAt: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where('worker', '=', worker)
    .execute()
}

/** The same for a lease of this process, unless it has expired; returns whether it is still claimed. */
export async function extendOwnLease(db: Db, worker: string, seconds: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('lease')
    .set({ freeAt: sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})` })
    .where('worker', '=', worker)
    .where('freeAt', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Gives a lease back before it expires. */
export async function endLease(db: Db, worker: string): Promise<void> {
  await db.deleteFrom('lease').where('worker', '=', worker).execute()
}

export async function isLeased(db: Db, worker: string): Promise<boolean> {
  const lease = await db
    .selectFrom('lease')
    .select('worker')
    .where('worker', '=', worker)
    .where('freeAt', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst()
  return lease !== undefined
}
