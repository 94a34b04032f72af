import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { openTestShop } from '#server/testing/test-shop.ts'
import { callApi, signUp } from '#server/testing/users.ts'
import { MAX_NAMED_LISTS } from '#shop/list-store/order-list.ts'
import type { NamedList } from './named-lists.server.ts'

const lines = [{ productId: uuidv7(), quantity: 12 }]
const DAY_MS = 24 * 60 * 60 * 1000

test('named lists are the user’s own, each with another name', async () => {
  const shop = await openTestShop()
  const jane = await signUp(shop)
  const added = await jane.call('POST', '/order-lists', { name: 'Van stock', lines })
  expect(added).toMatchObject({ status: 200, body: { name: 'Van stock', lines, version: 1 } })
  const again = await jane.call('POST', '/order-lists', { name: 'VAN STOCK', lines })
  expect(again).toMatchObject({ status: 409, body: { code: 'name-taken' } })
  const id = added.body._id
  const more = [...lines, { productId: uuidv7(), quantity: 1 }]
  expect((await jane.call('PUT', `/order-lists/${id}`, { lines: more, version: 1 })).body).toEqual({
    lines: more,
    version: 2,
  })
  const stale = await jane.call('PUT', `/order-lists/${id}`, { lines, version: 1 })
  expect(stale).toMatchObject({ status: 409, body: { code: 'list-changed' } })

  const renamed = { lines: more, version: 2, name: 'van stock, north' }
  expect((await jane.call('PUT', `/order-lists/${id}`, renamed)).body.version).toBe(3)
  await jane.call('POST', '/order-lists', { name: 'Bench', lines })
  const taken = { ...renamed, version: 3, name: 'BENCH' }
  expect(await jane.call('PUT', `/order-lists/${id}`, taken)).toMatchObject({
    status: 409,
    body: { code: 'name-taken' },
  })
  const names = (await jane.call('GET', '/order-lists')).body.map((list: NamedList) => list.name)
  expect(names).toEqual(['Bench', 'van stock, north'])

  const other = await signUp(shop)
  expect((await other.call('GET', '/order-lists')).body).toEqual([])
  for (const [method, path, body] of [
    ['PUT', '', { lines, version: 3, name: 'Mine' }],
    ['DELETE', '', undefined],
    ['POST', '/share', undefined],
    ['DELETE', '/share', undefined],
  ] as const) {
    expect((await other.call(method, `/order-lists/${id}${path}`, body)).status).toBe(404)
  }
  expect((await jane.call('DELETE', `/order-lists/${id}`)).body).toEqual({ deletedCount: 1 })
  expect((await jane.call('GET', '/order-lists')).body).toMatchObject([{ name: 'Bench' }])
})

test('a version after which there is no other is refused', async () => {
  const shop = await openTestShop()
  const jane = await signUp(shop)
  const { _id } = (await jane.call('POST', '/order-lists', { name: 'Van stock', lines })).body
  for (const path of [`/order-lists/${_id}`, '/order-list']) {
    const { status } = await jane.call('PUT', path, { lines, version: 2 ** 31 - 1 })
    expect([path, status]).toEqual([path, 422])
  }
})

test('a user has at most 20 named lists, beside the one to work on', async () => {
  const shop = await openTestShop()
  const jane = await signUp(shop)
  await jane.call('PUT', '/order-list', { lines, version: 0 })
  for (let count = 0; count < MAX_NAMED_LISTS; count++) {
    const added = await jane.call('POST', '/order-lists', { name: `List ${count}`, lines })
    expect(added.status).toBe(200)
  }
  const refused = await jane.call('POST', '/order-lists', { name: 'One more', lines })
  expect(refused).toMatchObject({ status: 409, body: { code: 'too-many-lists' } })
})

test('a link opens a list for anyone until it is revoked or 30 days old', async () => {
  const shop = await openTestShop()
  const jane = await signUp(shop)
  const { _id: id } = (await jane.call('POST', '/order-lists', { name: 'Van stock', lines })).body
  const share = async () => (await jane.call('POST', `/order-lists/${id}/share`)).body.token
  const open = (token: string) => callApi(shop.app, 'GET', `/shared-lists/${token}`)

  const first = await share()
  expect((await open(first)).body).toMatchObject({ name: 'Van stock', lines })
  const rows = await shop.db.selectFrom('orderList').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(first)
  // A new link ends the earlier one.
  const second = await share()
  expect((await open(first)).status).toBe(404)
  await jane.call('DELETE', `/order-lists/${id}/share`)
  expect((await open(second)).body.code).toBe('link-expired')

  const third = await share()
  shop.clock.now = new Date(shop.clock.now.getTime() + 29 * DAY_MS)
  expect((await open(third)).status).toBe(200)
  shop.clock.now = new Date(shop.clock.now.getTime() + 2 * DAY_MS)
  expect((await open(third)).status).toBe(404)
})
