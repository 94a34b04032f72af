import type { Db } from '#platform/database/database.server.ts'

export type ProviderEvent = { id: string; type: string }

/** Returns whether this event has been handled. */
export async function isHandled(db: Db, { id }: ProviderEvent): Promise<boolean> {
  const handled = db.selectFrom('providerEvent').select('id').where('id', '=', id)
  return (await handled.executeTakeFirst()) !== undefined
}

/** Records an event in the transaction of its effect; false when it was recorded before. */
export async function recordEvent(db: Db, { id, type }: ProviderEvent): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('providerEvent')
    .values({ id, type })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
