import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'

/**
 * Locks lines against packing and refunds by others until the transaction ends, in the order of their
 * ids, as everywhere. Rows that refer to them can still be added.
 */
export async function lockPieces(db: Db, lineIds: string[]): Promise<void> {
  await sql`select id from order_line where id = any(${lineIds}::uuid[])
    order by id for no key update`.execute(db)
}

/** The same for all lines of an order. */
export async function lockPiecesOfOrder(db: Db, orderId: string): Promise<void> {
  await sql`select id from order_line where order_id = ${orderId}
    order by id for no key update`.execute(db)
}
