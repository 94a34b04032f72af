import { expect, test } from 'vitest'
import { buy, copyOrder, payByCard, reportPayment, startPaying } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { signUp, signUpAdmin } from '#server/testing/users.ts'
import type { Order, OrderLine } from '#shop/orders/order.ts'

type Copy = { id: string; name?: string; email?: string; productName?: string }

/** Copies an order, with the given differences. */
async function addCopies({ db }: TestShop, order: OrderLine, copies: Copy[]): Promise<void> {
  const ids = copies.map(({ id }) => id)
  await copyOrder(db, order, ids)
  for (const { id, name = order.name, email = order.email, productName } of copies) {
    if (name === order.name && !productName) continue
    const searched = `${name} ${email} ${productName ?? order.productName} ${order.sku}`
    await db.updateTable('orders').set({ name, email, searched }).where('id', '=', id).execute()
  }
}

/** Returns an id that is newer than all real ones; higher numbers are newer. */
const newId = (number: number) => `ffffffff-ffff-7000-8000-${String(number).padStart(12, '0')}`

async function openShopWithOrder() {
  const shop = await openTestShop()
  const [owen, jane] = [await signUpAdmin(shop), await signUp(shop)]
  const product = await addProduct(shop.db, {
    sku: 'SQ-1',
    name: 'Try Square 150 mm',
    quantity: 100_000,
  })
  const bought = await buy(jane, product)
  // A fixed e-mail, because a search could match parts of a random one.
  const order = { ...bought, email: 'jane@example.com' }
  const searched = `${order.name} ${order.email} ${order.productName} ${order.sku}`
  await shop.db.updateTable('orders').set({ email: order.email, searched }).execute()
  const page = async (query: string) => {
    const { status, body } = await owen.call('GET', `/orders/all?${query}`)
    expect({ status, body }).toMatchObject({ status: 200 })
    return (body as Order[]).map(({ lines }) => lines[0]?._id)
  }
  const found = async (search: string, state = 'all') => {
    const query = `state=${state}&search=${encodeURIComponent(search)}`
    const ids = await page(`size=100&${query}`)
    const { body } = await owen.call('GET', `/orders/all/summary?${query}`)
    expect(body.found).toMatchObject({ count: ids.length, more: false })
    return ids
  }
  return { shop, owen, jane, product, order, page, found }
}

test('paging in both directions neither skips nor repeats orders', async () => {
  const { shop, owen, order, page } = await openShopWithOrder()
  const ids = Array.from({ length: 9 }, (_, index) => newId(8 - index))
  await addCopies(
    shop,
    order,
    ids.map((id) => ({ id })),
  )
  const all = [...ids, order._id]
  expect(await page('size=4')).toEqual(all.slice(0, 4))
  expect(await page(`size=4&before=${all[3]}`)).toEqual(all.slice(4, 8))
  expect(await page(`size=4&before=${all[7]}`)).toEqual(all.slice(8))
  expect(await page(`size=4&before=${order.orderId}`)).toEqual([])
  expect(await page(`size=4&after=${all[8]}`)).toEqual(all.slice(4, 8))
  expect(await page(`size=4&after=${all[4]}`)).toEqual(all.slice(0, 4))
  expect(await page('size=4&after=00000000-0000-0000-0000-000000000000')).toEqual(all.slice(6))
  // The order at the end of a page may be cancelled before the next page is requested.
  expect((await owen.call('DELETE', `/purchase/${newId(5)}`)).status).toBe(200)
  expect(await page(`size=4&before=${newId(5)}`)).toEqual(all.slice(4, 8))
})

test('orders are paged by buyer in both directions, with and without a search', async () => {
  const { shop, order, page, found } = await openShopWithOrder()
  const names = ['Zoe', 'émile', 'Fay', 'Émile', 'fay', 'Zoe']
  const copies = names.map((name, index) => ({ id: newId(index), name, email: 'team@example.com' }))
  await addCopies(shop, order, copies)
  // Z to A, and of equal names the newest first.
  const all = [5, 0, 4, 2, 3, 1].map(newId)
  for (const search of ['search=team', 'search=team&state=unpaid', `search=&state=unpaid`]) {
    const list = `sort=buyer&${search}`
    const orders = search.includes('team') ? all : [...all.slice(0, 2), order._id, ...all.slice(2)]
    const size = orders.length
    expect(await page(`${list}&size=20`), search).toEqual(orders)
    expect(await page(`${list}&size=3`)).toEqual(orders.slice(0, 3))
    expect(await page(`${list}&size=3&before=${newId(4)}`)).toEqual(orders.slice(size - 3))
    expect(await page(`${list}&size=2&after=${newId(1)}`)).toEqual(orders.slice(size - 3, size - 1))
    expect(await page(`${list}&size=2&after=00000000-0000-0000-0000-000000000000`)).toEqual(
      orders.slice(size - 2),
    )
  }
  expect(await found('team')).toHaveLength(names.length)
})

test('the search matches word prefixes of buyer and product, and order ids', async () => {
  const { shop, order, found } = await openShopWithOrder()
  const marta = { name: 'Marta Lindqvist', email: 'marta.l@forge.example' }
  const sean = { name: "Seán O'Brien-Li", email: 'sob_99@anvil.example' }
  const long = `${'Extraordinarily long '.repeat(20)}<b>"Name" 100%</b>`
  await addCopies(shop, order, [
    { id: newId(3), ...marta, productName: 'Hex Socket Set 1/2 in, 3 pcs' },
    { id: newId(2), ...sean, productName: long },
    { id: newId(1), ...marta, productName: 'Ball-Peen Hammer 680 g' },
  ])
  expect(await found('MARTA')).toEqual([newId(3), newId(1)])
  expect(await found('lind marta')).toEqual([newId(3), newId(1)])
  expect(await found('marta.l@forge.example')).toEqual([newId(3), newId(1)])
  expect(await found('marta.l@for')).toEqual([newId(3), newId(1)])
  expect(await found('mar.l@forge')).toEqual([])
  expect(await found('marta hammer')).toEqual([newId(1)])
  expect(await found('peen')).toEqual([newId(1)])
  expect(await found('1/2')).toEqual([newId(3)])
  expect(await found("o'brien")).toEqual([newId(2)])
  expect(await found('100%')).toEqual([newId(2)])
  expect(await found('150 square')).toEqual([order._id])
  expect(await found(order._id)).toEqual([order._id])
  expect(await found(` ${order.orderNumber.toLowerCase()}`)).toEqual([order._id])
  expect(await found(`${order.orderNumber}0`)).toEqual([])
  expect(await found(` ${order._id.toUpperCase()} `)).toEqual([order._id])
  expect(await found(newId(9))).toEqual([])
  expect(await found('indqvist')).toEqual([])
  expect(await found(' ')).toHaveLength(4)
})

test('unusual search input is only searched for', async () => {
  const { owen, found } = await openShopWithOrder()
  const odd = ["'", '"', '%', '_', '\\', ':*', '!', '(', "a' | 'b", '<->', '; drop table purchase']
  for (const search of [...odd, '\u0000', '🔨', 'ß'.repeat(254)]) {
    expect(await found(search), search).toEqual([])
  }
  const { status, body } = await owen.call('GET', `/orders/all?size=10&search=${'a'.repeat(10_000)}`)
  expect(status).toBe(400)
  expect(Object.keys(body)).toEqual(['code', 'message', 'fields'])
  const summary = `/orders/all/summary?search=${'a'.repeat(10_000)}`
  expect((await owen.call('GET', summary)).status).toBe(400)
})

test('orders can be filtered by status', async () => {
  const { shop, jane, product, order, found } = await openShopWithOrder()
  const { _id: cancelling } = await buy(jane, product)
  const bought = await buy(jane, product)
  const { _id: paid } = bought
  const intentId = await startPaying(jane, bought)
  await payByCard(shop, intentId)
  expect((await reportPayment(jane, bought, intentId)).status).toBe(200)
  await shop.db
    .updateTable('orderLine')
    .set({ cancellingAt: new Date() })
    .where('id', '=', cancelling)
    .execute()
  for (const search of ['', 'jane', 'square jane']) {
    expect(await found(search, 'unpaid')).toEqual([order._id])
    expect(await found(search, 'paid')).toEqual([paid])
    expect(await found(search, 'cancelling')).toEqual([cancelling])
    expect(await found(search)).toEqual([paid, cancelling, order._id])
  }
  expect(await found(paid, 'unpaid')).toEqual([])
})

test('a rare buyer is found behind thousands of newer orders, in both directions', {
  tags: 'long',
}, async () => {
  const { shop, order, page } = await openShopWithOrder()
  const crowd = Array.from({ length: 2100 }, (_, index) => ({ id: newId(index + 10) }))
  const rare = [9, 8, 7].map(newId)
  await addCopies(shop, order, [
    ...crowd,
    ...rare.map((id) => ({ id, name: 'Zelda Zinc', email: 'zelda@example.com' })),
  ])
  expect(await page('size=2&search=zelda')).toEqual(rare.slice(0, 2))
  expect(await page(`size=2&search=zelda&before=${rare[1]}`)).toEqual(rare.slice(2))
  expect(await page(`size=2&search=zelda&after=${rare[2]}`)).toEqual(rare.slice(0, 2))
  expect(await page('size=3&search=jane+square')).toEqual([2109, 2108, 2107].map(newId))
})

test('the count stops at its limit', async () => {
  const { shop, owen, order } = await openShopWithOrder()
  const many = Array.from({ length: 1000 }, (_, index) => ({ id: newId(index) }))
  await addCopies(shop, order, many)
  const count = async (query: string) => (await owen.call('GET', `/orders/all/summary?${query}`)).body.found
  expect(await count('')).toMatchObject({ count: 1001, more: false })
  expect(await count('search=jane')).toMatchObject({ count: 1000, more: true })
})

test('invalid list parameters are refused', async () => {
  const { owen } = await openShopWithOrder()
  for (const query of [
    ...['size=0', 'size=101', 'size=ten', 'size=10&state=stolen', 'size=10&state=', 'state=PAID'],
    ...['size=10&before=7', 'size=10&after=', "size=10&before=' or 1=1"],
  ]) {
    const { status, body } = await owen.call('GET', `/orders/all?${query}`)
    expect({ query, status, code: body.code }).toEqual({ query, status: 400, code: 'malformed' })
  }
  expect((await owen.call('GET', '/orders/all/summary?state=stolen')).status).toBe(400)
})

test('an order is visible to its buyer and admins, and 404 for others', async () => {
  const { shop, owen, jane, order } = await openShopWithOrder()
  const eve = await signUp(shop)
  expect(await jane.call('GET', `/purchase/order/${order._id}`)).toMatchObject({
    status: 200,
    body: order,
  })
  expect((await owen.call('GET', `/purchase/order/${order._id}`)).body).toEqual(order)
  const missing = await eve.call('GET', `/purchase/order/${newId(1)}`)
  expect(missing).toMatchObject({ status: 404, body: { code: 'no-such-order' } })
  const hers = await eve.call('GET', `/purchase/order/${order._id}`)
  expect({ status: hers.status, body: hers.body }).toEqual({ status: 404, body: missing.body })
  for (const id of ['x', '%00', "' or 1=1", jane.email]) {
    const { status } = await jane.call('GET', `/purchase/order/${encodeURIComponent(id)}`)
    expect(status, id).toBe(404)
  }
})

test('a buyer sees all orders, across several batches', async () => {
  const { shop, jane, order } = await openShopWithOrder()
  const ids = Array.from({ length: 1200 }, (_, index) => newId(1199 - index))
  await addCopies(
    shop,
    order,
    ids.map((id) => ({ id })),
  )
  const { body } = await jane.call('GET', `/purchase/${jane.email}`)
  expect((body as OrderLine[]).map(({ _id }) => _id)).toEqual([...ids, order._id])
})

test('deleting an unpaid order of a deleted product reports that no stock was restored', async () => {
  const { shop, owen, product, order } = await openShopWithOrder()
  await shop.db.updateTable('product').set({ deletedAt: new Date() }).execute()
  expect((await owen.call('DELETE', `/purchase/${order._id}`)).status).toBe(200)
  const acknowledged = await owen.call('PUT', `/products/quantity/${product.id}`, { quantity: 10 })
  expect(acknowledged).toMatchObject({ status: 409, body: { code: 'not-restored' } })
})
