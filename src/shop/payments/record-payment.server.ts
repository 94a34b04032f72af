import type { Db } from '#platform/database.server.ts'
import { orderTotal } from '#shop/orders/order.ts'
import { findOrder, markPaid, type OrderRow, toOrder } from '#shop/orders/order-queries.server.ts'
import type { Payment } from './card-payments.server.ts'

/**
 * Marks an order paid when the provider's own record of the payment says so: succeeded, in test
 * mode, for this order, of its amount and currency. True also when this payment was recorded
 * before: whoever comes second, the browser or the webhook, is harmless.
 */
export async function recordPayment(db: Db, order: OrderRow, payment: Payment): Promise<boolean> {
  if (!pays(payment, order)) return false
  if (await markPaid(db, order.id, payment.id)) return true
  return (await findOrder(db, order.id))?.transactionId === payment.id
}

function pays(payment: Payment, order: OrderRow): boolean {
  return (
    payment.state === 'succeeded' &&
    payment.orderId === order.id &&
    payment.amountCents === orderTotal(toOrder(order)) &&
    payment.currency === 'usd' &&
    !payment.livemode
  )
}
