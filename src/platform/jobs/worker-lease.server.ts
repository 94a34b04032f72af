import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'

/**
 * Claims the turn of a worker for this process, in one statement and without a lock that outlives
 * it: false when the turn is not due, or another process has it. It falls due again after `seconds`,
 * also when this process dies.
 */
export async function claimLease(db: Db, worker: string, seconds: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into worker_turn (worker, next_turn_at)
    values (${worker}, now() + make_interval(secs => ${seconds}))
    on conflict (worker) do update set next_turn_at = excluded.next_turn_at
    where worker_turn.next_turn_at <= now()`.execute(db)
  return numAffectedRows === 1n
}

/** Keeps a claimed turn for `seconds` more. */
export async function extendLease(db: Db, worker: string, seconds: number): Promise<void> {
  await db
    .updateTable('workerTurn')
    .set({ nextTurnAt: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where('worker', '=', worker)
    .execute()
}
