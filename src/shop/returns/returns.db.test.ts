import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findViolations } from '#operations/invariants.server.ts'
import { buy, payFor, ship } from '#server/testing/orders.ts'
import { addProduct, stockOf } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { type Person, signUp, signUpAdmin } from '#server/testing/users.ts'

/** Opens a shop with an order of ten pieces, of which eight were shipped, and two admins. */
async function openShopWithShipped() {
  const shop = await openTestShop()
  const product = await addProduct(shop.db)
  const jane = await signUp(shop)
  const line = await buy(jane, product)
  await payFor(shop, jane, [line._id])
  const [owen, olga] = [await signUpAdmin(shop), await signUpAdmin(shop)]
  const shipment = await ship(owen, line, [{ _id: line._id, quantity: 8 }])
  const ask = (quantity: number, who = jane) => {
    const lines = [{ _id: line._id, quantity }]
    const wanted = { order: line.orderId, reason: 'damaged', note: 'Bent at the tip', lines }
    return who.call('POST', '/returns', wanted)
  }
  const send = (who: Person, { _id }: { _id: string }, call: string, body: object) =>
    who.call('POST', `/returns/${_id}/${call}`, body)
  const counted = (received: number, restocked: number, scrapped: number) => ({
    version: 2,
    lines: [{ _id: line._id, received, restocked, scrapped }],
  })
  const read = async () => (await jane.call('GET', `/orders/${line.orderId}`)).body
  const stock = () => stockOf(shop.db, product.id)
  return { shop, jane, line, owen, olga, shipment, ask, send, counted, read, stock }
}

test('pieces come back: some to stock, some are scrap, some never came', async () => {
  const { jane, line, owen, ask, send, counted, read, stock } = await openShopWithShipped()
  const { body: asked } = await ask(5)
  expect(asked).toMatchObject({ number: `${line.orderNumber}-R1`, status: 'requested', version: 1 })
  const [{ imgURL, perPrice }] = (await read()).lines
  expect(asked).toMatchObject({ total: 5 * perPrice, lines: [{ imgURL }] })
  expect((await ask(4)).body).toMatchObject({
    code: 'not-returnable',
    message: 'Only 3 of Try Square can be returned.',
  })
  expect((await send(owen, asked, 'receive', counted(5, 5, 0))).body.code).toBe('stale')
  expect((await send(owen, asked, 'approve', { version: 1 })).body.status).toBe('approved')
  expect((await send(jane, asked, 'close', { version: 2 })).body.code).toBe('not-now')
  expect((await send(owen, asked, 'receive', counted(6, 0, 0))).status).toBe(409)
  expect((await send(owen, asked, 'receive', counted(4, 3, 2))).status).toBe(422)
  const received = await send(owen, asked, 'receive', counted(4, 2, 1))
  expect(received.body).toMatchObject({
    status: 'received',
    total: 4 * perPrice,
    lines: [{ quantity: 5, received: 4, restocked: 2, scrapped: 1 }],
  })
  expect(await stock()).toBe(92)
  expect(await read()).toMatchObject({ shipping: 'part-returned', toShip: 2 })
  // One of the five never arrived, so it can be returned with the other three.
  expect((await ask(5)).body.code).toBe('not-returnable')
  expect((await ask(4)).status).toBe(200)
  const list = await jane.call('GET', `/orders/${line.orderNumber}/returns`)
  expect(list.body.returns).toHaveLength(2)
  expect(list.body.returnable).toEqual([])
  const waiting = await owen.call('GET', '/returns')
  expect(waiting.body).toMatchObject([{ number: `${line.orderNumber}-R2` }])
  const { events } = (await jane.call('GET', `/orders/${line.orderId}`)).body
  expect(events.map(({ kind }: { kind: string }) => kind)).toContain('return-received')
})

test('a buyer withdraws a request, an admin refuses one, and others see neither', async () => {
  const { shop, jane, line, owen, ask, send } = await openShopWithShipped()
  const joe = await signUp(shop)
  expect((await ask(1, joe)).status).toBe(404)
  const { body: first } = await ask(8)
  expect((await send(joe, first, 'close', { version: 1 })).status).toBe(404)
  expect((await joe.call('GET', `/orders/${line.orderId}/returns`)).status).toBe(404)
  expect((await send(jane, first, 'close', { version: 1 })).body.status).toBe('closed')
  const { body: second } = await ask(8)
  const refused = await send(owen, second, 'refuse', { version: 1, refusal: 'Used' })
  expect(refused.body).toMatchObject({ status: 'refused', refusal: 'Used' })
  expect((await send(owen, second, 'approve', { version: 2 })).body.code).toBe('not-now')
  expect((await ask(8)).status).toBe(200)
})

test('what comes back of a deleted product is there when it is restored', async () => {
  const { shop, owen, line, ask, send, counted, stock } = await openShopWithShipped()
  const { body: asked } = await ask(5)
  await send(owen, asked, 'approve', { version: 1 })
  await owen.call('DELETE', `/products/${line.productId}`)
  const received = await send(owen, asked, 'receive', counted(5, 3, 2))
  expect(received.body.lines).toMatchObject([{ restocked: 3, isProductDeleted: true }])
  await owen.call('PUT', `/products/restore/${line.productId}`)
  expect(await stock()).toBe(93)
  const { body } = await owen.call('GET', `/orders/${line.orderNumber}/returns`)
  expect(body.returns).toMatchObject([{ lines: [{ restocked: 3, isProductDeleted: false }] }])
  expect(await findViolations(shop.db)).toEqual([])
})

test('a buyer asks for at most 50 returns of an order, and an admin for more', async () => {
  const { shop, jane, line, owen, ask, send } = await openShopWithShipped()
  await sql`insert into return_request (id, order_id, position, number, reason, closed_at)
    select gen_random_uuid(), ${line.orderId}, n, 'R' || n, 'other', now()
    from generate_series(1, 49) as n`.execute(shop.db)
  const { body: last } = await ask(1)
  expect(last.number).toBe(`${line.orderNumber}-R50`)
  await send(jane, last, 'close', { version: 1 })
  expect(await ask(1)).toMatchObject({ status: 409, body: { code: 'too-many-returns' } })
  expect((await ask(1, owen)).status).toBe(200)
})

test('returns end some days after the last shipment, and a shop may take none', async () => {
  const { shop, ask } = await openShopWithShipped()
  await sql`update shipment set shipped_at = now() - interval '31 days'`.execute(shop.db)
  expect((await ask(1)).body.code).toBe('too-late')
  await sql`update shipment set delivered_at = now() - interval '29 days'`.execute(shop.db)
  expect((await ask(1)).status).toBe(200)
})

test('two requests, a cancelled shipment, and two admins who receive: each at once', async () => {
  const { owen, olga, line, shipment, ask, send, counted, stock } = await openShopWithShipped()
  const asked = await Promise.all([ask(5), ask(5)])
  expect(asked.map(({ status }) => status).sort()).toEqual([200, 409])
  const request = asked.find(({ status }) => status === 200)?.body
  const cancel = { version: shipment.version, reason: 'Lost' }
  expect(await owen.call('POST', `/shipments/${shipment._id}/cancel`, cancel)).toMatchObject({
    status: 409,
    body: { code: 'with-the-buyer' },
  })
  await send(owen, request, 'approve', { version: 1 })
  const received = await Promise.all(
    [owen, olga, owen, olga].map((who) => send(who, request, 'receive', counted(5, 5, 0))),
  )
  expect(received.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  expect(await stock()).toBe(95)
  expect((await owen.call('GET', `/shipments/${line.orderNumber}-S1`)).body.status).toBe('shipped')
})

test('a return and the cancellation of its shipment race: only one happens', {
  timeout: 60_000,
}, async () => {
  const { owen, line, shipment, ask, send } = await openShopWithShipped()
  let current = shipment
  for (let round = 0; round < 8; round++) {
    const cancel = { version: current.version, reason: 'Lost' }
    const [asked, cancelled] = await Promise.all([
      ask(3),
      owen.call('POST', `/shipments/${current._id}/cancel`, cancel),
    ])
    expect([asked.status, cancelled.status].sort()).toEqual([200, 409])
    if (asked.status === 200) await send(owen, asked.body, 'close', { version: 1 })
    else current = await ship(owen, line, [{ _id: line._id, quantity: 8 }])
  }
})

test('the words of a deleted buyer are removed from returns', async () => {
  const { shop, jane, owen, ask } = await openShopWithShipped()
  await ask(1)
  const { status } = await owen.call('DELETE', `/users/${jane.email}`)
  expect(status).toBe(200)
  const notes = await shop.db.selectFrom('returnRequest').select('note').execute()
  expect(notes).toEqual([{ note: null }])
})
