import { expect, test } from 'vitest'
import { intentOf, payByCard } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop, wideOrderRules } from '#server/testing/test-shop.ts'
import { type Person, signUp } from '#server/testing/users.ts'

const orderRules = { ...wideOrderRules, taxPercent: 8.25 }

async function openShopWithOrder(poNumber: string) {
  const shop = await openTestShop(undefined, undefined, { orderRules })
  const jane = await signUp(shop)
  const products = [1, 2, 3].map((number) => addProduct(shop.db, { name: `Tool ${number}` }))
  const lines = (await Promise.all(products)).map(({ id }) => ({ productId: id, quantity: 10 }))
  const place = async (user: Person, some: typeof lines) => {
    const order = { name: 'Jane', address: '1 Anvil Street', poNumber, lines: some }
    return (await user.call('POST', '/orders', order)).body
  }
  const order = await place(jane, lines)
  const mails = async () => (await shop.readMails()).filter(({ subject }) => !subject.startsWith('Welcome'))
  return { shop, jane, order, mails, placeAnother: () => place(jane, lines.slice(0, 1)) }
}

test('an order of several lines is one mail, with its tax', async () => {
  const { order, mails } = await openShopWithOrder('PO-7')
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail?.subject).toBe(`Your order ${order.number}: 3 tools, $405.94`)
  const skus = order.lines.map(({ sku }: { sku: string }) => `${sku}: 10 × Tool`)
  for (const part of [
    ...skus,
    'Your PO number: ',
    'PO-7',
    'Net: $375.00',
    'Tax: $30.94',
    'Total: $405.94',
    'Pay $405.94',
    `/dashboard/orders/payment/${order._id}`,
  ]) {
    expect(mail?.text).toContain(part)
  }
})

test('a payment of a part is one mail, and so is the cancellation of the rest', async () => {
  const { shop, jane, order, mails } = await openShopWithOrder('PO-7')
  const lineIds = [order.lines[0]._id]
  const { body: page } = await jane.call('POST', '/payments', { lineIds })
  await payByCard(shop, intentOf(page.clientSecret))
  await shop.cards.deliverDueWebhooks()
  const cancelled = await jane.call('DELETE', `/orders/${order.number}`)
  expect(cancelled.body).toMatchObject({ deletedCount: 2 })
  const [cancellation, paid, ...others] = await mails()
  expect(others).toHaveLength(1)
  expect(paid?.subject).toBe(`Paid: order ${order.number}, 10 × Tool 1`)
  for (const part of ['Net: $125.00', 'Tax: $10.31', 'Paid: $135.31']) {
    expect(paid?.text).toContain(part)
  }
  expect(cancellation?.subject).toBe(`Cancelled: order ${order.number}, 2 tools`)
  for (const part of ['Net: $250.00', 'Tax: $20.63', 'Total: $270.63']) {
    expect(cancellation?.text).toContain(part)
  }
})

test('a payment of several orders is one mail that names each line’s order', async () => {
  const { shop, jane, order, mails, placeAnother } = await openShopWithOrder('PO-7')
  const other = await placeAnother()
  const orderIds = [order._id, other._id]
  const { body: page } = await jane.call('POST', '/payments', { orderIds })
  await payByCard(shop, intentOf(page.clientSecret))
  await shop.cards.deliverDueWebhooks()
  const paid = (await mails()).filter(({ subject }) => subject.startsWith('Paid'))
  expect(paid).toMatchObject([{ subject: 'Paid: 2 orders, $541.25' }])
  for (const { number, lines } of [order, other]) {
    expect(paid[0]?.text).toContain(`${number}, ${lines[0].sku}: 10 × Tool`)
  }
  expect(paid[0]?.text).toContain('on each order’s page')
  expect(paid[0]?.text).toContain('View my orders')
})
