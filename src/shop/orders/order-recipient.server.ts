import type { Db } from '#platform/database/database.server.ts'

/** Whom to mail about an order, its number and its company. */
export type OrderRecipient = { email: string; orderNumber: string; companyName?: string | null }

/** Returns whom to mail about an order; null when nobody may be. */
export async function orderRecipient(db: Db, orderId: string): Promise<OrderRecipient | null> {
  const order = await db
    .selectFrom('orders')
    .select(['email', 'number as orderNumber', 'companyName'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return mayMail(order.email) ? order : null
}

/** Whether an address gets mails: deleted users have a pseudonym, which is an address that cannot exist. */
export function mayMail(email: string): boolean {
  return email !== '' && !email.endsWith('.invalid')
}
