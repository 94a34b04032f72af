import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { buy, buySeveral, copyOrder, pack, payFor, ship } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUp, signUpAdmin } from '#server/testing/users.ts'

test('the queue is searched by order number, PO number, buyer and SKU, and is paged', async () => {
  const shop = await openTestShop()
  const owen = await signUpAdmin(shop)
  const jane = await signUp(shop)
  const product = await addProduct(shop.db, { sku: 'SQ-77' })
  const orders = [
    await buySeveral(jane, [product]),
    await buySeveral(jane, [product]),
    await buySeveral(jane, [product]),
  ]
  await payFor(
    shop,
    jane,
    orders.flatMap(({ lines }) => lines.map(({ _id }) => _id)),
  )
  const ids = async (query: string) =>
    (await owen.call('GET', `/shipping/queue?${query}`)).body.map((one: { _id: string }) => one._id)
  const all = orders.map(({ _id }) => _id)
  expect(await ids('')).toEqual(all)
  expect(await ids('search=SQ-77')).toEqual(all)
  expect(await ids('search=jane')).toEqual(all)
  expect(await ids(`search=${orders[1]?.number}`)).toEqual([all[1]])
  expect(await ids('size=2')).toEqual(all.slice(0, 2))
  expect(await ids(`size=2&after=${all[1]}`)).toEqual([all[2]])
  expect(await ids(`size=1&before=${all[2]}`)).toEqual([all[1]])
  expect((await owen.call('GET', '/shipping/carriers')).body).toEqual(['UPS', 'Own truck'])
})

test('the tabs count what a search finds', async () => {
  const shop = await openTestShop()
  const [owen, jane] = [await signUpAdmin(shop), await signUp(shop)]
  const chisel = await addProduct(shop.db, { sku: 'CH-1' })
  const square = await addProduct(shop.db, { sku: 'SQ-1' })
  const orders = [
    await buySeveral(jane, [chisel, square]),
    await buySeveral(jane, [chisel]),
    await buySeveral(jane, [square]),
  ]
  await payFor(
    shop,
    jane,
    orders.flatMap(({ lines }) => lines.map(({ _id }) => _id)),
  )
  const shipLine = async (index: number) => {
    const order = orders[index]
    const line = order?.lines[0]
    if (!order || !line) throw new Error('There is no such line')
    await ship(owen, { orderId: order._id }, [{ _id: line._id, quantity: 10 }])
  }
  await shipLine(0)
  await shipLine(1)
  const counts = async (search: string) => {
    const { body } = await owen.call('GET', `/shipping/counts?search=${search}`)
    return [body['to-pack'], body['part-shipped'], body.blocked, body['shipped-today']]
  }
  expect(await counts('')).toEqual([1, 1, 0, 2])
  expect(await counts('CH-1')).toEqual([0, 1, 0, 2])
  expect(await counts('SQ-1')).toEqual([1, 1, 0, 1])
  expect(await counts(orders[1]?.number ?? '')).toEqual([0, 0, 0, 1])
  expect(await counts('anvil-9')).toEqual([0, 0, 0, 0])
})

test('what waits packed for its carrier is not to pack', async () => {
  const shop = await openTestShop()
  const [owen, jane] = [await signUpAdmin(shop), await signUp(shop)]
  const product = await addProduct(shop.db)
  const line = await buy(jane, product)
  await payFor(shop, jane, [line._id])
  const read = async (tab: string) => {
    const { body: queue } = await owen.call('GET', `/shipping/queue?tab=${tab}`)
    const { body: counts } = await owen.call('GET', '/shipping/counts')
    return [queue.length, counts[tab]]
  }
  await pack(owen, line, [{ _id: line._id, quantity: 4 }])
  expect(await read('to-pack')).toEqual([1, 1])
  await pack(owen, line, [{ _id: line._id, quantity: 6 }])
  expect([await read('to-pack'), await read('packed')]).toEqual([
    [0, 0],
    [1, 1],
  ])
})

test('an order behind a thousand others is found, and counts stop at their limit', async () => {
  const shop = await openTestShop()
  const [owen, jane] = [await signUpAdmin(shop), await signUp(shop)]
  const product = await addProduct(shop.db, { quantity: 100_000 })
  const line = await buy(jane, product)
  await payFor(shop, jane, [line._id])
  const ids = Array.from({ length: 1_000 }, () => uuidv7())
  await copyOrder(shop.db, line, ids)
  const last = ids.at(-1) ?? ''
  const rare = { address: '', searched: 'Zelda Zinc' }
  await shop.db.updateTable('orders').set(rare).where('id', '=', last).execute()
  const found = async (query: string) =>
    (await owen.call('GET', `/shipping/queue?${query}`)).body.map((one: { _id: string }) => one._id)
  expect(await found('tab=blocked')).toEqual([last])
  expect(await found('tab=blocked&search=zelda')).toEqual([last])
  expect(await found('tab=part-shipped')).toEqual([])
  const counts = async (search: string) => (await owen.call('GET', `/shipping/counts?search=${search}`)).body
  expect(await counts('')).toMatchObject({ 'to-pack': 1_000, blocked: 1 })
  expect(await counts('jane')).toMatchObject({ 'to-pack': 1_000, blocked: 0 })
  expect(await counts('zelda')).toMatchObject({ 'to-pack': 0, blocked: 1 })
  // No invoice has the copies.
  await shop.db.updateTable('orderLine').set({ paymentId: null }).where('id', 'in', ids).execute()
})
