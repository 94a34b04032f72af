import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buy, buySeveral, payFor, refund } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop, type TestShop, wideOrderRules } from '#server/testing/test-shop.ts'
import { type Person, register, signUp, signUpAdmin } from '#server/testing/users.ts'
import { sumLedgerOf } from '#shop/documents/ledger.server.ts'

const orderRules = { ...wideOrderRules, taxPercent: 8.875 }

async function customerOf(shop: TestShop, admin: Person, email: string) {
  const { id } = await shop.db
    .selectFrom('account')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const answer = await admin.call('GET', `/customers/${id}`)
  expect(answer.status).toBe(200)
  return { id, body: answer.body }
}

test('the sums of a customer equal the documents to the cent', async () => {
  const shop = await openTestShop(undefined, undefined, { orderRules })
  const [admin, jane, other] = [await signUpAdmin(shop), await signUp(shop), await signUp(shop)]
  const tools = [
    await addProduct(shop.db, { unitPriceCents: 1237 }),
    await addProduct(shop.db, { unitPriceCents: 777 }),
  ]
  const order = await buySeveral(jane, tools, 13)
  const paid = await payFor(
    shop,
    jane,
    order.lines.map(({ _id }) => _id),
  )
  const second = await buy(jane, tools[0] ?? { id: '' }, 11)
  await payFor(shop, jane, [second._id])
  const theirs = await buy(other, tools[0] ?? { id: '' }, 11)
  await payFor(shop, other, [theirs._id])
  expect((await refund(admin, paid, { amount: 33.33, reason: 'Scratched' })).status).toBe(200)
  // Not paid, so there is no document.
  await buy(jane, tools[1] ?? { id: '' }, 10)

  const { id, body } = await customerOf(shop, admin, jane.email)
  const { rows } = await sql<{ invoiced: number; credited: number }>`
    select
      (select sum((content #>> '{amounts,net}')::integer)::integer from invoice
        where account_id = ${id}) as invoiced,
      (select sum((content #>> '{amounts,net}')::integer)::integer from credit_note
        where account_id = ${id}) as credited`.execute(shop.db)
  const [{ invoiced, credited } = { invoiced: 0, credited: 0 }] = rows
  expect(credited).toBeGreaterThan(0)
  expect(body.bought).toEqual({
    thisYear: (invoiced - credited) / 100,
    allTime: (invoiced - credited) / 100,
    refunded: credited / 100,
    open: 77.7,
  })
  const listed = (await admin.call('GET', `/customers?ids=${id},nobody`)).body
  expect(listed).toMatchObject([{ _id: id, orders: 3, thisYear: (invoiced - credited) / 100, open: 77.7 }])
  const nextYear = new Date(Date.UTC(new Date().getUTCFullYear() + 1, 0, 1))
  const sums = await sumLedgerOf(shop.db, id, nextYear)
  expect(sums).toEqual({ thisYear: 0, allTime: invoiced - credited, refunded: credited })
})

test('an admin sees who a customer is, what they ordered and what they wrote', async () => {
  const shop = await openTestShop()
  const [admin, jane] = [await signUpAdmin(shop), await register(shop)]
  const tool = await addProduct(shop.db)
  const profile = { company: 'Vans & Co', phone: '+46 40', city: 'Malmö', address: '2 Mill Road' }
  await jane.call('PUT', `/users/${jane.email}`, profile)
  const order = await buy(jane, tool)
  await jane.call('POST', '/order-lists', {
    name: 'Van stock',
    lines: [{ productId: tool.id, quantity: 10 }],
  })
  const message = { name: 'Jane', message: 'Where are my tools, and when do they come?' }
  await jane.call('POST', '/contact', { ...message, email: jane.email.toUpperCase() })
  await jane.call('POST', '/contact', { ...message, email: 'someone@example.com' })

  const { body } = await customerOf(shop, admin, jane.email)
  expect(body).toMatchObject({
    email: jane.email,
    company: 'Vans & Co',
    phone: '+46 40',
    role: 'buyer',
    addresses: ['2 Mill Road, Malmö', '1 Anvil Street'],
    tax: { treatment: 'standard', reference: null, taxId: '' },
    bought: { thisYear: 0, allTime: 0, refunded: 0, open: expect.any(Number) },
    orders: [{ number: order.orderNumber }],
    orderCount: { count: 1, more: false },
    lists: [{ name: 'Van stock', lines: 1 }],
    messages: [{ message: message.message, state: 'new' }],
  })
  expect(Date.parse(body.lastLoginAt)).toBeLessThanOrEqual(Date.now())
  expect(body.deletedAt).toBeUndefined()
})

test('a deleted customer keeps paid orders under a pseudonym, and nothing else', async () => {
  const shop = await openTestShop()
  const [admin, jane] = [await signUpAdmin(shop), await signUp(shop)]
  const tool = await addProduct(shop.db)
  const order = await buy(jane, tool)
  await payFor(shop, jane, [order._id])
  await jane.call('POST', '/order-lists', { name: 'Van stock', lines: [] })
  const { id } = await customerOf(shop, admin, jane.email)
  await admin.call('DELETE', `/users/${jane.email}`)

  const { body } = await admin.call('GET', `/customers/${id}`)
  expect(body).toMatchObject({ name: 'Deleted user', lists: [], messages: [], addresses: [] })
  expect(Date.parse(body.deletedAt)).toBeLessThanOrEqual(Date.now())
  expect(body.orders).toHaveLength(1)
  expect(body.bought.allTime).toBeGreaterThan(0)
  expect(JSON.stringify(body)).not.toContain(jane.email)
})

test('a user without orders has empty lists, and an unknown id is 404', async () => {
  const shop = await openTestShop()
  const [admin, jane] = [await signUpAdmin(shop), await signUp(shop)]
  const { body } = await customerOf(shop, admin, jane.email)
  expect(body).toMatchObject({ orders: [], lists: [], messages: [], addresses: [] })
  expect((await admin.call('GET', '/customers/none')).status).toBe(404)
})
