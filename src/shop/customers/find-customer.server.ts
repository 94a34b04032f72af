import type { Db } from '#platform/database/database.server.ts'
import { cents } from '#platform/money.ts'
import { findLastLogin } from '#shop/audit/audit.server.ts'
import { findCompanyOf } from '#shop/companies/company-queries.server.ts'
import { listMessagesFrom } from '#shop/contact/inbox/messages.server.ts'
import { sumLedgerOf } from '#shop/documents/ledger.server.ts'
import { listNamedLists } from '#shop/list-store/named/named-lists.server.ts'
import { findBuyerFigures } from '#shop/orders/history/buyer-figures.server.ts'
import { listKnownAddresses } from '#shop/orders/history/known-addresses.server.ts'
import { countOrders, listOrders } from '#shop/orders/history/list-orders.server.ts'
import { toOrdersJson } from '#shop/orders/history/order-list-query.server.ts'
import { findAccount } from '#shop/users/admin/find-account.server.ts'

const LISTED = 10

export type Customer = NonNullable<Awaited<ReturnType<typeof findCustomer>>>

/** Finds a user by id, with what they bought and wrote; deleted users too. */
export async function findCustomer(db: Db, id: string, now = new Date()) {
  const account = await findAccount(db, id)
  if (!account) return undefined
  // As the desk lists them.
  const orders = { buyer: id, search: '', state: 'all' as const }
  return {
    account,
    memberOf: await findCompanyOf(db, id),
    lastLogin: await findLastLogin(db, id),
    addresses: await listKnownAddresses(db, id),
    sums: await sumLedgerOf(db, id, now),
    open: (await findBuyerFigures(db, [id]))[0]?.open ?? cents(0),
    orders: await toOrdersJson(db, await listOrders(db, { ...orders, size: LISTED })),
    orderCount: await countOrders(db, orders),
    lists: await listNamedLists(db, id, now),
    messages: await listMessagesFrom(db, account.email, LISTED),
  }
}
