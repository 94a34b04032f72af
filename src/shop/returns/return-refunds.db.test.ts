import { expect, test } from 'vitest'
import { buy, payFor, refund, ship } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop, wideOrderRules } from '#server/testing/test-shop.ts'
import { signUp, signUpAdmin } from '#server/testing/users.ts'
import { orderFault } from '#simulators/card-payments/testing/simulator-fixture.ts'

/** Opens a shop with a shipped order of ten pieces of $12.50, and its buyer's return of four. */
async function openShopWithReturn(orderRules = wideOrderRules, shipped = 10) {
  const shop = await openTestShop(undefined, undefined, { orderRules })
  const product = await addProduct(shop.db)
  const jane = await signUp(shop)
  const line = await buy(jane, product)
  const intent = await payFor(shop, jane, [line._id])
  const owen = await signUpAdmin(shop)
  await ship(owen, line, [{ _id: line._id, quantity: shipped }])
  const pieces = (quantity: number) => [{ _id: line._id, quantity }]
  const wanted = { order: line.orderId, reason: 'damaged', lines: pieces(4) }
  const ask = () => jane.call('POST', '/returns', wanted)
  const { body: asked } = await ask()
  const decide = (call: string, body: object) => owen.call('POST', `/returns/${asked.number}/${call}`, body)
  const receive = async () => {
    await decide('approve', { version: 1 })
    const lines = [{ _id: line._id, received: 4, restocked: 3, scrapped: 1 }]
    await decide('receive', { version: 2, lines })
  }
  const refunds = async () => (await owen.call('GET', `/orders/${line.orderId}/refunds`)).body
  return { shop, product, jane, owen, line, intent, asked, ask, pieces, decide, receive, refunds }
}

test('a refund names the return that it is about, once the pieces came', async () => {
  const { shop, owen, line, intent, asked, pieces, receive, refunds } = await openShopWithReturn()
  const wanted = { lines: pieces(4), reason: 'Damaged', return: asked._id }
  expect((await refund(owen, intent, wanted)).body).toMatchObject({ code: 'no-such-return' })
  await receive()
  const toSettle = async () => (await owen.call('GET', '/returns/counts')).body['to-settle']
  expect(await toSettle()).toBe(1)
  expect((await owen.call('GET', '/returns?status=to-settle')).body).toMatchObject([{ number: asked.number }])
  const before = await refunds()
  expect(before.payments).toMatchObject([{ total: 125, left: 125, lines: [{ refundable: 10 }] }])
  await orderFault(shop.cards.app, { kind: 'refund_fails', call: 'refunds.create' })
  expect((await refund(owen, intent, { ...wanted, lines: pieces(1) })).status).toBe(200)
  const pending = (await owen.call('GET', '/returns?status=received')).body
  expect(pending).toMatchObject([{ refunded: 0, refunding: 12.5 }])
  expect((await refund(owen, intent, { ...wanted, lines: pieces(3) })).status).toBe(200)
  await shop.cards.deliverDueWebhooks()
  expect(await toSettle()).toBe(0)
  const after = await refunds()
  expect(after.payments).toMatchObject([{ left: 75, lines: [{ refundable: 6, open: 0 }] }])
  const made = { reason: 'Damaged', returnNumber: asked.number }
  expect(after.refunds).toMatchObject([
    { state: 'pending', total: 12.5, lines: [{ quantity: 1 }], ...made },
    { state: 'succeeded', total: 37.5, lines: [{ quantity: 3 }], ...made },
  ])
  const { body } = await owen.call('GET', '/returns?status=received')
  expect(body).toMatchObject([
    { number: asked.number, refunded: 37.5, refunding: 12.5, orderNumber: line.orderNumber },
  ])
})

test('a refund of a return takes shipped pieces, and no more than came', async () => {
  const opened = await openShopWithReturn(wideOrderRules, 6)
  const { owen, product, line, intent, asked, pieces, receive, refunds } = opened
  await receive()
  const about = { return: asked._id, reason: 'Damaged' }
  const preview = (body: object) => owen.call('POST', `/payments/${intent}/refunds/preview`, body)
  expect((await preview({ lines: pieces(4), return: asked._id })).body).toMatchObject({
    total: 50,
    lines: [{ quantity: 4, unshipped: 0 }],
  })
  expect((await preview({ lines: pieces(4) })).body.lines).toMatchObject([{ unshipped: 4 }])
  const restocked = await refund(owen, intent, { ...about, lines: pieces(2), restock: true })
  expect(restocked.body).toMatchObject({ code: 'was-shipped' })
  expect((await refund(owen, intent, { ...about, lines: pieces(3) })).status).toBe(200)
  expect((await refund(owen, intent, { ...about, lines: pieces(2) })).body).toMatchObject({
    code: 'not-received',
    message: 'Only 1 of Try Square came with this return and can still be refunded.',
  })
  // Only the four unshipped pieces are still on the shelf, waiting to be packed.
  expect((await refunds()).payments).toMatchObject([{ lines: [{ refundable: 7, open: 4 }] }])
  const shelf = await owen.call('GET', `/shipping/shelf/${product.id}`)
  expect(shelf.body).toEqual({ orderable: 93, promised: 4, onShelf: 97 })
  await ship(owen, line, pieces(4))
})

test('without a return the admin says how many of the pieces were not shipped', async () => {
  const opened = await openShopWithReturn(wideOrderRules, 6)
  const { owen, line, intent, refunds } = opened
  const give = (quantity: number, unshipped: number) =>
    refund(owen, intent, { lines: [{ _id: line._id, quantity, unshipped }], reason: 'Broken' })
  expect((await give(1, 0)).body.lines).toMatchObject([{ quantity: 1, unshipped: 0 }])
  expect((await refunds()).payments).toMatchObject([{ lines: [{ refundable: 9, open: 4 }] }])
  expect((await give(6, 0)).body).toMatchObject({ code: 'not-shipped' })
  expect((await give(5, 5)).body).toMatchObject({ code: 'in-a-shipment' })
  expect((await give(1, 2)).status).toBe(422)
  expect((await give(5, 4)).status).toBe(200)
})

test('a return of another payment is refused', async () => {
  const { shop, owen, jane, asked, receive } = await openShopWithReturn()
  await receive()
  const other = await buy(jane, await addProduct(shop.db))
  const intent = await payFor(shop, jane, [other._id])
  const wanted = { amount: 5, reason: 'Damaged', return: asked._id }
  expect((await refund(owen, intent, wanted)).body).toMatchObject({ code: 'no-such-return' })
})

test('a preview computes the refund and what is left of the payment', async () => {
  const { owen, intent, pieces } = await openShopWithReturn()
  const preview = await owen.call('POST', `/payments/${intent}/refunds/preview`, {
    lines: pieces(3),
  })
  expect(preview.body).toMatchObject({ net: 37.5, tax: 0, total: 37.5, left: 87.5 })
  const tooMuch = await owen.call('POST', `/payments/${intent}/refunds/preview`, { amount: 126 })
  expect(tooMuch.body).toMatchObject({ code: 'too-much' })
})

test('the buyer reads the decision about a return in a mail', async () => {
  const { shop, jane, asked, decide } = await openShopWithReturn()
  await decide('refuse', { version: 1, refusal: 'They were used' })
  const mail = (await shop.readMails()).find(({ subject }) => subject.includes(asked.number))
  expect(mail).toMatchObject({ to: jane.email, subject: `Refused: return ${asked.number}` })
  expect(mail?.text).toContain('They were used')
})

test('the pieces that can be returned are listed, and requests are limited per minute', async () => {
  const { jane, line, ask } = await openShopWithReturn({ ...wideOrderRules, perMinute: 2 })
  const list = await jane.call('GET', `/orders/${line.orderId}/returns`)
  expect(list.body.returnable).toEqual([{ _id: line._id, quantity: 6 }])
  expect((await ask()).status).toBe(200)
  expect((await ask()).status).toBe(429)
})

test('an approved return has a slip for its buyer and admins, in the mail and on the page', async () => {
  const { shop, jane, owen, line, asked, decide } = await openShopWithReturn()
  const joe = await signUp(shop)
  const path = `/orders/${line.orderId}/returns/${asked.number}/slip`
  expect((await jane.call('GET', path)).status).toBe(404)
  await decide('approve', { version: 1 })
  const mail = (await shop.readMails()).find(({ subject }) => subject.includes(asked.number))
  expect(mail?.attachments).toMatchObject([{ name: `return-slip-${asked.number}.pdf` }])
  expect((await jane.call('GET', path)).status).toBe(200)
  expect((await owen.call('GET', path.replace('FW-', 'fw-'))).status).toBe(200)
  expect((await joe.call('GET', path)).status).toBe(404)
  let more = 0
  while ((await jane.call('GET', path)).status === 200) more += 1
  expect(more).toBe(18)
})

test('a shipment that ships is mailed with the delivery note and what follows', async () => {
  const { shop, jane, line } = await openShopWithReturn(wideOrderRules, 6)
  const mail = (await shop.readMails()).find(({ subject }) => subject.startsWith('Shipped'))
  expect(mail).toMatchObject({
    to: jane.email,
    subject: `Shipped: parcel ${line.orderNumber}-S1 of order ${line.orderNumber}`,
    attachments: [{ name: `delivery-note-${line.orderNumber}-S1.pdf` }],
  })
  expect(mail?.text).toMatch(/The rest of this order follows, .* ships:\n4 × /)
  expect(mail?.text).toContain('Track parcel: https://tracking.example/?number=1Z%20999')
})

test('a return whose payment went back in another way is settled', async () => {
  const { owen, intent, receive } = await openShopWithReturn()
  const toSettle = async () => (await owen.call('GET', '/returns/counts')).body['to-settle']
  expect((await refund(owen, intent, { amount: 125, reason: 'All of it' })).status).toBe(200)
  await receive()
  expect(await toSettle()).toBe(0)
})
