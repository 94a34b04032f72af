import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { lineIs, lineIsOpen } from '#shop/orders/line-states.server.ts'
import { markCancellingOf } from './cancel-marked.server.ts'

/** The values of an anonymized order, which stays searchable by its company and products. */
const withoutOwnWords = {
  address: '',
  shippingAddress: null,
  poNumber: null,
  ipAddress: null,
  searched: sql<string>`(
    select concat_ws(' ', orders.company_name, string_agg(distinct product_name || ' ' || sku, ' '))
    from order_line where order_id = orders.id
  )`,
}

/**
 * Anonymizes the orders of a deleted user: removes name, address and notes about them, marks unpaid
 * orders as cancelling, and deletes the responses stored for idempotency keys.
 */
export async function anonymizeOrdersOf(
  db: Db,
  accountId: string,
  pseudonym: { name: string; email: string },
): Promise<void> {
  await db
    .updateTable('orders')
    .set({ ...pseudonym, ...withoutOwnWords })
    .where('accountId', '=', accountId)
    .execute()
  await sql`delete from order_note
    where order_id in (select id from orders where account_id = ${accountId})`.execute(db)
  await sql`update return_request set note = null
    where order_id in (select id from orders where account_id = ${accountId})`.execute(db)
  await markCancellingOf(db, accountId)
  await db.deleteFrom('idempotencyKey').where('accountId', '=', accountId).execute()
}

/** Of an account that its e-mail's owner reclaims: marks unpaid orders as cancelling, without that e-mail. */
export async function detachOrdersOf(db: Db, { id, email }: { id: string; email: string }) {
  await db
    .updateTable('orders')
    .set({
      name: 'Unknown',
      email: `reclaimed-${id}@deleted.invalid`,
      ...withoutOwnWords,
      abandoned: true,
    })
    .where('accountId', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('orderLine').select('id').whereRef('orderId', '=', 'orders.id').where(lineIs('paid')),
        ),
      ),
    )
    .execute()
  await markCancellingOf(db, id)
  await sql`delete from outgoing_mail
    where template like 'order-%' and content->>'email' = ${email}`.execute(db)
  await db.deleteFrom('idempotencyKey').where('accountId', '=', id).execute()
}

/** Deletes the IP addresses of orders that hold no stock any more; returns how many. */
export async function forgetIpAddresses(db: Db): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update orders set ip_address = null where ip_address is not null and not exists (
      select from order_line where order_id = orders.id and ${lineIsOpen}
    )`.execute(db)
  return Number(numAffectedRows)
}
