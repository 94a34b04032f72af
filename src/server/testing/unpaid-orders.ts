import type { OrderLine } from '#shop/orders/order.ts'
import { orderFault } from '#simulators/card-payments/testing/simulator-fixture.ts'
import { buy, listedOrders, payTogether } from './orders.ts'
import { addProduct, stockOf } from './products.ts'
import { openTestShop, type TestShop } from './test-shop.ts'
import { signUp } from './users.ts'

/** Opens a shop with a buyer's unpaid orders of $125.00, $137.50, $150.00 and so on. */
export async function openShopWithOrders(count = 3) {
  const shop = await openTestShop()
  const product = await addProduct(shop.db, { quantity: 10_000 })
  const jane = await signUp(shop)
  const orders: OrderLine[] = []
  for (let index = 0; index < count; index++) orders.push(await buy(jane, product, 10 + index))
  const ids = orders.map(({ _id }) => _id)
  return {
    shop,
    product,
    jane,
    orders,
    ids,
    start: (lineIds: unknown = ids) => jane.call('POST', '/payments', { lineIds }),
    /** Starts one payment of orders; returns its id at the provider. */
    open: (orderIds = ids) => payTogether(jane, orderIds),
    cancel: (id: string | undefined) => jane.call('DELETE', `/purchase/${id}`),
    /** The payment that paid each order, in the order of placement; cancelled ones are left out. */
    transactions: async () =>
      (await listedOrders(shop.db)).map(({ transactionId }) => transactionId ?? undefined),
    statusOf: async (intent: string) => (await shop.stripe.paymentIntents.retrieve(intent)).status,
    refundsOf: async (intent: string) => {
      const { data } = await shop.stripe.refunds.list({ payment_intent: intent })
      return data.map(({ amount }) => amount)
    },
    /** All payments, oldest first, each with its lines and refunds. */
    ledger: () => ledgerOf(shop),
  }
}

/** The payments of a shop, oldest first: status, lines that it pays or may pay, and refunds. */
export async function ledgerOf({ db }: TestShop) {
  const payments = await db.selectFrom('payment').selectAll().orderBy('id').execute()
  const lines = await db.selectFrom('paymentLine').selectAll().orderBy('orderLineId').execute()
  const refunds = await db.selectFrom('refund').selectAll().orderBy('id').execute()
  return payments.map(({ id, status, providerId, totalCents }) => ({
    id,
    status,
    providerId,
    totalCents,
    live: lines.filter((line) => line.paymentId === id && line.isLive).map((line) => line.orderLineId),
    refunds: refunds
      .filter(({ paymentId }) => paymentId === id)
      .map((refund) => ({ status: refund.status, cents: refund.cents, origin: refund.origin })),
  }))
}

/** Opens a shop in which Jane has an unpaid order, with helpers for tests of its payment. */
export async function openShopWithOrder() {
  const shop = await openTestShop()
  const product = await addProduct(shop.db)
  const jane = await signUp(shop)
  const order = await buy(jane, product)
  return {
    shop,
    product,
    jane,
    order,
    /** Makes the next calls of the card provider fail, such as `refunds.create`. */
    fault: (kind: string, call: string, count = 1) => orderFault(shop.cards.app, { kind, call, count }),
    /** Opens the payment page. */
    open: () => jane.call('GET', `/purchase/payment/${order._id}`),
    cancel: () => jane.call('DELETE', `/purchase/${order._id}`),
    stock: () => stockOf(shop.db, product.id),
  }
}
