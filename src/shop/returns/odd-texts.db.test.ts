import { expect, test } from 'vitest'
import { buy, pack, payFor, refund, ship } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUp, signUpAdmin } from '#server/testing/users.ts'

const ODD = 'a\u0000b\u202ec\ud800'

test('texts about shipments, returns and refunds lose control characters', async () => {
  const shop = await openTestShop()
  const jane = await signUp(shop)
  const owen = await signUpAdmin(shop)
  const line = await buy(jane, await addProduct(shop.db))
  const intent = await payFor(shop, jane, [line._id])
  const pieces = (quantity: number) => [{ _id: line._id, quantity }]
  const first = await ship(owen, line, pieces(4))
  const { body: packed } = await pack(owen, line, pieces(1))
  const sent = { version: packed.version, carrier: 'UPS', trackingNumber: ODD }
  const shipped = await owen.call('POST', `/shipments/${packed._id}/ship`, sent)
  expect(shipped).toMatchObject({ status: 200, body: { trackingNumber: 'abc\ufffd' } })
  const word = { version: first.version, trackingStatus: ODD }
  const noted = await owen.call('POST', `/shipments/${first._id}/tracking`, word)
  expect(noted).toMatchObject({ status: 200, body: { trackingStatus: 'abc\ufffd' } })
  const wanted = { order: line.orderId, reason: 'other', note: ODD, lines: pieces(1) }
  const asked = await jane.call('POST', '/returns', wanted)
  expect(asked).toMatchObject({ status: 200, body: { note: expect.stringMatching(/^ab.*c/) } })
  const refused = { version: 1, refusal: ODD }
  const answer = await owen.call('POST', `/returns/${asked.body.number}/refuse`, refused)
  expect(answer).toMatchObject({ status: 200, body: { refusal: 'abc\ufffd' } })
  const made = await refund(owen, intent, { amount: 1, reason: ODD })
  expect(made).toMatchObject({ status: 200, body: { reason: 'abc\ufffd' } })
})

test('keys that no shipment, return or refund has are not found', async () => {
  const shop = await openTestShop()
  const jane = await signUp(shop)
  const owen = await signUpAdmin(shop)
  const line = await buy(jane, await addProduct(shop.db))
  const seen = { version: 1 }
  const answers = await Promise.all([
    owen.call('GET', '/shipments/%00'),
    owen.call('POST', '/shipments', { order: '\u0000' }),
    jane.call('POST', '/returns/%00/close', seen),
    jane.call('GET', `/orders/${line.orderId}/returns/%00/slip`),
    owen.call('GET', '/orders/%00/refunds'),
  ])
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  const payment = await owen.call('POST', '/payments/%00/refunds/preview', { amount: 1 })
  expect(payment.status).toBeLessThan(500)
})
