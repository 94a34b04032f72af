import { createHash } from 'node:crypto'
import type { Db } from '#platform/database.server.ts'

/**
 * Runs `act` in one transaction with its Idempotency-Key, so that a double click or a retry is
 * given the first answer again, refusals included. Without a key it simply runs.
 * Two requests with one key at the same moment take turns at the key's row.
 */
export function onceByKey<Answer extends object>(
  db: Db,
  request: { accountId: string; key: string | undefined; body: unknown },
  act: (db: Db) => Promise<Answer>,
): Promise<Answer | { refused: 'key-reused' }> {
  return db.transaction().execute(async (db) => {
    const { accountId, key } = request
    if (key === undefined) return act(db)

    const requestHash = createHash('sha256').update(JSON.stringify(request.body)).digest('hex')
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('idempotencyKey')
      .values({ accountId, key, requestHash })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n) {
      const first = await db
        .selectFrom('idempotencyKey')
        .select(['requestHash', 'answer'])
        .where('accountId', '=', accountId)
        .where('key', '=', key)
        .executeTakeFirstOrThrow()
      return first.requestHash === requestHash
        ? (first.answer as Answer)
        : { refused: 'key-reused' as const }
    }
    const answer = await act(db)
    await db
      .updateTable('idempotencyKey')
      .set({ answer: JSON.stringify(answer) })
      .where('accountId', '=', accountId)
      .where('key', '=', key)
      .execute()
    return answer
  })
}
