import { sql } from 'kysely'
import { type Db, RUNNING_SHOP } from '#platform/database/database.server.ts'
import { forgetAuthSecret, isOwnShop, markAsLive, simulatorSchemas } from './installation.server.ts'
import { removeDemoRows } from './seed/remove-demo-rows.server.ts'

/**
 * Turns a demo's database into a live shop's: removes demo logins, all orders, simulated payments and
 * messages, returns sold pieces to stock and keeps the owner's catalogue. Of a demo that its owner has not
 * emptied, what else belongs to the demo goes too. E-mails count as unverified again, and all admins become
 * buyers; the next start creates the first admin (product 10.30).
 */
export async function goLive(db: Db): Promise<void> {
  await forgetAuthSecret(db)
  await db.transaction().execute(async (db) => {
    await removeOrders(db)
    await removeLogins(db)
    // Otherwise a real mail server would deliver the demo's mails.
    await db.deleteFrom('outgoingMail').execute()
    await db.deleteFrom('rateLimit').execute()
    await sql`truncate contact_message, search_miss`.execute(db)
    if (!(await isOwnShop(db))) await removeDemoRows(db)
    for (const schema of simulatorSchemas) {
      await sql`drop schema if exists ${sql.id(schema)} cascade`.execute(db)
    }
    await markAsLive(db)
  })
}

export async function isShopRunning(db: Db): Promise<boolean> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and application_name = ${RUNNING_SHOP}`.execute(db)
  return rows.length > 0
}

async function removeOrders(db: Db): Promise<void> {
  // Issued documents refuse DELETE; a live shop starts its own numbers.
  await sql`truncate invoice, invoice_line, credit_note, document_counter, letterhead_logo`.execute(db)
  await db.deleteFrom('seller').where('since', '>', sql<Date>`'-infinity'`).execute()
  await sql`truncate return_line, shipment_line`.execute(db)
  await db.deleteFrom('refundLine').execute()
  await db.deleteFrom('refund').execute()
  await db.deleteFrom('returnRequest').execute()
  await db.deleteFrom('shipment').execute()
  await db.deleteFrom('paymentLine').execute()
  await db.deleteFrom('orderLine').execute()
  await db.deleteFrom('payment').execute()
  await sql`truncate order_event, order_note`.execute(db)
  await db.deleteFrom('orders').execute()
  await sql`truncate provider_event, refunds_read`.execute(db)
  await sql`alter sequence order_number restart`.execute(db)
  await db.deleteFrom('idempotencyKey').execute()
  await db.deleteFrom('stockMovement').where('orderLineId', 'is not', null).execute()
  // With the order movements deleted, the ledger's sum is the stock before any sale.
  await sql`
    update product set quantity = pieces
    from (
      select product.id, coalesce(sum(delta), 0) as pieces
      from product left join stock_movement on product_id = product.id
      group by product.id
    ) as ledger
    where ledger.id = product.id and quantity <> pieces
  `.execute(db)
  await db.deleteFrom('invariantCheck').execute()
  await db.insertInto('invariantCheck').defaultValues().execute()
}

async function removeLogins(db: Db): Promise<void> {
  // Domains below .example, as in the demo and of simulated Google, can't receive mail.
  await db
    .deleteFrom('account')
    .where((is) => is.or([is('closedAt', 'is not', null), is('email', 'like', '%.example')]))
    .execute()
  const admins = db.selectFrom('account').select('id').where('role', '=', 'admin')
  await db
    .deleteFrom('credential')
    .where((is) => is.or([is('providerId', '<>', 'credential'), is('userId', 'in', admins)]))
    .execute()
  // A company's prices and tax are for users with a verified e-mail.
  await db.deleteFrom('companyMember').execute()
  const untrusted = { role: 'buyer', taxTreatment: 'standard', taxReference: null }
  await db
    .updateTable('account')
    .set({ ...untrusted, emailVerified: false })
    .execute()
}
