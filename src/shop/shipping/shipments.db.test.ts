import { expect, test } from 'vitest'
import { buy, pack, payFor, refund, ship, startPacking } from '#server/testing/orders.ts'
import { addProduct, stockOf } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUp, signUpAdmin } from '#server/testing/users.ts'

/** Opens a shop with a paid order of ten pieces and two packers. */
async function openShopWithPaid() {
  const shop = await openTestShop()
  const product = await addProduct(shop.db)
  const jane = await signUp(shop)
  const line = await buy(jane, product)
  const intent = await payFor(shop, jane, [line._id])
  const [owen, olga] = [await signUpAdmin(shop), await signUpAdmin(shop)]
  const pieces = (quantity: number) => [{ _id: line._id, quantity }]
  const read = async () => (await jane.call('GET', `/orders/${line.orderId}`)).body
  const queue = async (tab: string) =>
    (await owen.call('GET', `/shipping/queue?tab=${tab}`)).body.map((one: { _id: string }) => one._id)
  return { shop, product, jane, line, intent, owen, olga, pieces, read, queue }
}

test('an order in two shipments: the buyer sees what was shipped, and nothing internal', async () => {
  const { shop, product, jane, line, owen, pieces, read, queue } = await openShopWithPaid()
  expect(await read()).toMatchObject({ shipping: 'to-pack', shipments: [] })
  expect(await queue('to-pack')).toEqual([line.orderId])
  let first = await ship(owen, line, pieces(4))
  expect(first).toMatchObject({ number: `${line.orderNumber}-S1`, status: 'shipped' })
  expect(await read()).toMatchObject({
    shipping: 'part-shipped',
    shipments: [
      {
        number: first.number,
        status: 'shipped',
        carrier: 'UPS',
        trackingUrl: 'https://tracking.example/?number=1Z%20999',
        lines: pieces(4),
      },
    ],
  })
  expect(await queue('part-shipped')).toEqual([line.orderId])
  const word = { version: first.version, trackingStatus: 'Out for delivery' }
  first = (await owen.call('POST', `/shipments/${first.number}/tracking`, word)).body
  expect(await read()).toMatchObject({
    shipping: 'part-shipped',
    shipments: [{ status: 'shipped', trackingStatus: 'Out for delivery' }],
  })
  const second = await pack(owen, line, pieces(6))
  expect(second.body).toMatchObject({ number: `${line.orderNumber}-S2`, status: 'packed' })
  expect((await read()).shipments).toHaveLength(1)
  expect(await queue('packed')).toEqual([line.orderId])
  const shelf = () => owen.call('GET', `/shipping/shelf/${product.id}`)
  expect((await shelf()).body).toEqual({ orderable: 90, promised: 6, onShelf: 96 })
  const path = `/shipments/${second.body.number}`
  const { version } = second.body
  await owen.call('POST', `${path}/ship`, { version, carrier: 'Own truck' })
  expect(await read()).toMatchObject({ shipping: 'shipped' })
  expect(await queue('part-shipped')).toEqual([])
  expect(await queue('shipped-today')).toEqual([line.orderId])
  expect((await owen.call('GET', '/shipping/counts')).body).toEqual({
    'to-pack': 0,
    packed: 0,
    'part-shipped': 0,
    blocked: 0,
    'shipped-today': 1,
  })
  for (const [number, seen] of [
    [first.number, first.version],
    [second.body.number, version + 1],
  ]) {
    const done = await owen.call('POST', `/shipments/${number}/deliver`, { version: seen })
    expect(done).toMatchObject({ status: 200, body: { status: 'delivered' } })
  }
  expect((await read()).shipping).toBe('delivered')
  expect((await shelf()).body).toEqual({ orderable: 90, promised: 0, onShelf: 90 })
  expect(await stockOf(shop.db, product.id)).toBe(90)
  const kinds = async (who: typeof jane) =>
    (await who.call('GET', `/orders/${line.orderId}`)).body.events
      .map(({ kind }: { kind: string }) => kind)
      .filter((kind: string) => /packed|shipped|delivered/.test(kind))
  expect(await kinds(jane)).toEqual(['shipped', 'shipped', 'delivered', 'delivered'])
  expect(await kinds(owen)).toHaveLength(6)
})

test('only paid pieces are packed, at most those that are left, and only what was seen', async () => {
  const { shop, jane, product, line, owen, pieces } = await openShopWithPaid()
  const unpaid = await buy(jane, product)
  const start = (order: string) => owen.call('POST', '/shipments', { order })
  expect(await start(unpaid.orderId)).toMatchObject({ body: { code: 'nothing-to-pack' } })
  expect(await start('FW-1')).toMatchObject({ status: 404, body: { code: 'no-such-order' } })
  expect(await pack(owen, line, pieces(11))).toMatchObject({
    body: { code: 'not-open', message: 'Only 10 of Try Square are left to pack.' },
  })
  expect(await pack(owen, line, [{ _id: unpaid._id, quantity: 1 }])).toMatchObject({
    status: 409,
    body: { code: 'not-open' },
  })
  const open = await startPacking(owen, line.orderId)
  const send = (call: string, body: object) => owen.call('POST', `/shipments/${open._id}/${call}`, body)
  const { version } = open
  expect((await send('ship', { version, carrier: 'UPS' })).body.code).toBe('not-now')
  expect((await send('pack', { version: 7, lines: pieces(1) })).body.code).toBe('stale')
  expect((await send('pack', { version, lines: pieces(10) })).status).toBe(200)
  expect((await send('ship', { version: 2, carrier: 'Pigeon' })).body.code).toBe('unknown-carrier')
  // The database refuses too.
  const more = { shipmentId: open._id, orderLineId: unpaid._id, quantity: 1 }
  await expect(shop.db.insertInto('shipmentLine').values(more).execute()).rejects.toThrow('of another order')
})

test('an order without anything to pack says why, and opens no shipment', async () => {
  const { shop, jane, product, line, intent, owen, pieces } = await openShopWithPaid()
  const message = async (order: string) => {
    const { status, body } = await owen.call('POST', '/shipments', { order })
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'nothing-to-pack' })
    return body.message
  }
  const other = await buy(jane, product)
  expect(await message(other.orderId)).toBe('This order is not paid yet.')
  await jane.call('DELETE', `/orders/${other.orderId}`)
  expect(await message(other.orderId)).toBe('This order is cancelled.')
  const { body: packed } = await pack(owen, line, pieces(4))
  // The rest is refunded while it is packed.
  await startPacking(owen, line.orderId)
  await refund(owen, intent, { lines: pieces(6), reason: 'Changed mind' })
  expect(await message(line.orderId)).toBe(
    'Nothing of this order is left to pack: it is packed, shipped or refunded.',
  )
  const { _id, version } = packed
  await owen.call('POST', `/shipments/${_id}/cancel`, { version })
  await refund(owen, intent, { lines: pieces(4), reason: 'Changed mind' })
  expect(await message(line.orderId)).toBe('This order was refunded.')
  const open = await shop.db.selectFrom('shipment').where('status', '=', 'open').selectAll().execute()
  expect(open).toEqual([])
})

test('packers get different orders, and one may take over', async () => {
  const { shop, jane, product, line, owen, olga, pieces } = await openShopWithPaid()
  const second = await buy(jane, product)
  await payFor(shop, jane, [second._id])
  const next = (who: typeof owen) => who.call('POST', '/shipments', {})
  const [begun, other] = [(await next(owen)).body, (await next(olga)).body]
  expect([begun.orderId, other.orderId]).toEqual([line.orderId, second.orderId])
  expect((await next(owen)).body).toEqual(begun)
  const named = (takeOver: boolean) => olga.call('POST', '/shipments', { order: line.orderNumber, takeOver })
  expect(await named(false)).toMatchObject({
    status: 409,
    body: { code: 'being-packed', message: 'Owen Owner is packing this order.' },
  })
  expect(await named(true)).toMatchObject({ status: 200, body: { _id: begun._id, version: 2 } })
  const late = { version: begun.version, lines: pieces(10) }
  expect((await owen.call('POST', `/shipments/${begun._id}/pack`, late)).body.code).toBe('stale')
  // The order that Olga had begun is free again.
  expect((await next(owen)).body.orderId).toBe(second.orderId)
})

test('a shipment is cancelled freely until it is shipped, then only with a reason', async () => {
  const { shop, line, jane, owen, pieces, read } = await openShopWithPaid()
  const open = await startPacking(owen, line.orderId)
  const cancel = ({ _id, version }: { _id: string; version: number }, reason?: string) =>
    owen.call('POST', `/shipments/${_id}/cancel`, { version, reason })
  expect((await cancel(open)).status).toBe(200)
  expect((await owen.call('GET', `/shipments/${open._id}`)).status).toBe(404)
  const { body: packed } = await pack(owen, line, pieces(10))
  expect((await cancel(packed)).body.status).toBe('cancelled')
  const shipped = await ship(owen, line, pieces(10))
  expect(shipped.number).toBe(`${line.orderNumber}-S2`)
  expect((await cancel(shipped)).body.code).toBe('reason-missing')
  expect((await cancel(shipped, 'Never left')).body).toMatchObject({
    status: 'cancelled',
    cancelReason: 'Never left',
  })
  expect(await read()).toMatchObject({ shipping: 'to-pack', shipments: [] })
  const { body } = await jane.call('GET', `/orders/${line.orderId}`)
  expect(JSON.stringify(body)).not.toContain('Never left')
  const cancelled = { number: shipped.number, reason: 'Never left' }
  expect((await owen.call('GET', `/orders/${line.orderId}`)).body).toMatchObject({
    cancelledShipments: [cancelled],
  })
  // The shipment that was cancelled before it was shipped is not named.
  expect((await owen.call('GET', '/shipping/queue')).body).toMatchObject([
    { shipments: [{ number: shipped.number, status: 'cancelled', cancelReason: 'Never left' }] },
  ])
  const mails = await shop.readMails()
  expect(mails.map(({ subject }) => subject)).toContain(
    `Cancelled: parcel ${shipped.number} of order ${line.orderNumber}`,
  )
  await ship(owen, line, pieces(10))
})

test('what is refunded before shipping is not shipped, and packed pieces are not refunded', async () => {
  const { shop, product, line, intent, owen, pieces, read } = await openShopWithPaid()
  const reason = 'Changed mind'
  const give = (quantity: number, restock: boolean) =>
    refund(owen, intent, { lines: pieces(quantity), reason, restock })
  expect((await give(3, true)).status).toBe(200)
  expect(await stockOf(shop.db, product.id)).toBe(93)
  expect((await pack(owen, line, pieces(8))).body.code).toBe('not-open')
  const { body: packed } = await pack(owen, line, pieces(5))
  expect((await give(3, false)).body).toMatchObject({
    code: 'in-a-shipment',
    message: 'Only 2 of Try Square can be refunded now. To refund more, cancel the packed parcel first.',
  })
  const { _id, version } = packed
  await owen.call('POST', `/shipments/${_id}/ship`, { version, carrier: 'UPS' })
  // Two were not shipped, one was.
  expect((await give(3, true)).body).toMatchObject({
    code: 'was-shipped',
    message: 'Pieces of Try Square were shipped. They go back to stock with a return.',
  })
  expect((await give(3, false)).status).toBe(200)
  expect(await read()).toMatchObject({ shipping: 'shipped' })
  const reason2 = { version: version + 1, reason: 'Lost' }
  expect((await owen.call('POST', `/shipments/${_id}/cancel`, reason2)).body).toMatchObject({
    code: 'with-the-buyer',
    message: 'Pieces of Try Square were returned, or refunded after they had been shipped.',
  })
  expect(await stockOf(shop.db, product.id)).toBe(93)
})
