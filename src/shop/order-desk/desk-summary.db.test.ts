import { expect, test } from 'vitest'
import { normalEmail } from '#platform/email.ts'
import { buy, buySeveral, pack, payByCard, reportPayment, startPaying } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUp, signUpAdmin } from '#server/testing/users.ts'
import type { Order } from '#shop/orders/order.ts'
import { deskTabs } from '#shop/orders/orders-query.ts'

async function openDesk() {
  const shop = await openTestShop()
  const [owen, jane, ada] = [await signUpAdmin(shop), await signUp(shop), await signUp(shop)]
  const product = await addProduct(shop.db, { name: 'Try Square', quantity: 1_000 })
  const paid = async () => {
    const line = await buy(jane, product)
    const intent = await startPaying(jane, line)
    await payByCard(shop, intent)
    expect((await reportPayment(jane, line, intent)).status).toBe(200)
    return line
  }
  const list = async (query: string) => {
    const { status, body } = await owen.call('GET', `/orders/all?size=100&${query}`)
    expect(status).toBe(200)
    return body as Order[]
  }
  const summary = async (query = '') => {
    const { status, body } = await owen.call('GET', `/orders/all/summary?${query}`)
    expect(status).toBe(200)
    return body
  }
  return { shop, owen, jane, ada, product, paid, list, summary }
}

test('the tabs count the orders that they list, with and without a search, and the sums are those of the rows', async () => {
  const { shop, owen, jane, ada, product, paid, list, summary } = await openDesk()
  await paid()
  const held = await paid()
  await shop.db.updateTable('orders').set({ address: '' }).where('id', '=', held.orderId).execute()
  for (const pieces of [10, 4]) {
    const line = await paid()
    const { body: shipment } = await pack(owen, line, [{ _id: line._id, quantity: pieces }])
    const by = { version: shipment.version, carrier: 'UPS' }
    expect((await owen.call('POST', `/shipments/${shipment._id}/ship`, by)).status).toBe(200)
  }
  const cancelled = await buy(ada, product)
  expect((await ada.call('DELETE', `/purchase/${cancelled._id}`)).status).toBe(200)
  await buySeveral(ada, [product, await addProduct(shop.db)])

  const expected = {
    all: 5,
    unpaid: 1,
    paid: 4,
    'to-pack': 1,
    'part-shipped': 1,
    shipped: 1,
    blocked: 1,
    returning: 0,
    cancelled: 1,
    placed: 6,
  }
  for (const filter of ['', 'search=try', `buyer=${jane.email}`, 'from=2020-01-01T00:00:00Z']) {
    const { tabs } = await summary(filter)
    for (const state of [...deskTabs, 'placed'] as const) {
      const orders = await list(`state=${state}&${filter}`)
      if (state !== 'placed') {
        expect(tabs[state], `${state} ${filter}`).toEqual({ count: orders.length, more: false })
      }
      const { found } = await summary(`state=${state}&${filter}`)
      expect(found, `${state} ${filter}`).toEqual({
        count: orders.length,
        more: false,
        pieces: orders.reduce((sum, order) => sum + piecesOf(order), 0),
        total: orders.reduce((sum, { net }) => sum + Math.round(net * 100), 0) / 100,
        open: orders.reduce((sum, order) => sum + unpaidOf(order), 0),
      })
      if (filter === '') expect(orders, state).toHaveLength(expected[state])
    }
  }
})

test('the list shows the orders of one buyer and of some days', async () => {
  const { jane, ada, product, list } = await openDesk()
  const [first, second] = [await buy(jane, product), await buy(ada, product)]
  const ids = async (query: string) => (await list(query)).map(({ _id }) => _id)
  expect(await ids(`buyer=${jane.email.toUpperCase()}`)).toEqual([first.orderId])
  expect(await ids('buyer=nobody@example.com')).toEqual([])
  const now = encodeURIComponent(second.createdAt)
  expect(await ids(`from=${now}`)).toEqual([second.orderId])
  expect(await ids(`to=${now}&state=unpaid`)).toEqual([first.orderId])
})

function piecesOf({ status, lines }: Order): number {
  const shown = lines.filter((line) => status === 'cancelled' || line.status !== 'cancelled')
  return shown.reduce((sum, { quantity }) => sum + quantity, 0)
}

function unpaidOf({ lines }: Order): number {
  const unpaid = lines.filter(({ status }) => status === 'unpaid')
  return unpaid.reduce((sum, { quantity, perPrice }) => sum + quantity * perPrice, 0)
}

test('the orders of a buyer are found by id, also after a change of the e-mail, and by an international e-mail', async () => {
  const { shop, jane, ada, product, list, summary } = await openDesk()
  const [hers] = [await buy(jane, product), await buy(ada, product)]
  const [order] = await list(`search=${hers.orderNumber}`)
  await shop.db
    .updateTable('account')
    .set({ email: normalEmail('müller@exämple.de') })
    .where('email', '=', jane.email)
    .execute()
  for (const buyer of [order?.buyerId ?? '', 'Müller@exämple.de']) {
    const query = `buyer=${encodeURIComponent(buyer)}`
    expect((await list(query)).map(({ number }) => number)).toEqual([hers.orderNumber])
    expect((await summary(query)).found).toMatchObject({ count: 1 })
  }
  expect(await list(`buyer=${jane.email}`)).toEqual([])
})
