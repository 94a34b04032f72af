import type { Db } from '#platform/database/database.server.ts'
import type { Refusal } from '#platform/http/api/refusals.server.ts'

/** Thrown in a transaction to undo it and to refuse the change. */
export class RefusedChange extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.refused)
    this.refusal = refusal
  }
}

/** Runs a change in the transaction of the caller, or else in one of its own. */
export const inTransaction = <Result>(db: Db, change: (db: Db) => Promise<Result>) =>
  db.isTransaction ? change(db) : db.transaction().execute(change)

/**
 * Runs a change like this and returns its refusal, if it has one: a value, a RefusedChange, or that of
 * the database constraint which it breaks. The last two undo the change.
 */
export async function refusing<Result, Of extends Refusal>(
  db: Db,
  constraints: Record<string, Of>,
  change: (db: Db) => Promise<Result | Of>,
): Promise<Result | Of> {
  try {
    return await inTransaction(db, change)
  } catch (error) {
    if (error instanceof RefusedChange) return error.refusal as Of
    const refusal = constraints[Object(error).constraint]
    if (!refusal) throw error
    return refusal
  }
}
