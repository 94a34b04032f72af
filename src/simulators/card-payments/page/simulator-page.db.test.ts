import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#platform/testing/database.ts'
import { openSimulator } from '#simulators/card-payments/testing/simulator-fixture.ts'

const paidAtOnce = {
  amount: 12_500,
  currency: 'usd',
  payment_method: 'pm_card_visa',
  confirm: true,
}
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const ownForm = { ...form, 'sec-fetch-site': 'same-origin' }

async function openMounted() {
  const simulator = await openSimulator(await createTestDatabase())
  const shop = new Hono().route('/simulators/stripe', simulator.app)
  const state = async () => {
    const headers = { accept: 'application/json' }
    return (await shop.request('/simulators/stripe', { headers })).json()
  }
  return { ...simulator, shop, state }
}

test('the page shows recent activity as HTML and JSON, without secrets', async () => {
  const { shop, stripe, state, deliverDueWebhooks } = await openMounted()
  const { id, client_secret } = await stripe.paymentIntents.create(paidAtOnce)
  expect(await state()).toMatchObject({ events_to_send: 1 })
  await deliverDueWebhooks()

  expect(await state()).toMatchObject({
    events_to_send: 0,
    intents: [{ id, status: 'succeeded', amount_refunded: 0 }],
    events: [
      {
        type: 'payment_intent.succeeded',
        object: id,
        deliveries: [{ state: 'delivered', attempts: 1, last_answer: '200' }],
      },
    ],
    faults: [],
  })
  expect(JSON.stringify(await state())).not.toContain(client_secret)

  const page = await shop.request('/simulators/stripe')
  const html = await page.text()
  expect(page.headers.get('content-type')).toBe('text/html; charset=UTF-8')
  expect(html).toContain(id)
  expect(html).toContain('$125.00')
  expect(html).not.toContain(client_secret)
})

test('a payment is refunded in parts, at most as a whole, and each refund sends its event', async () => {
  const { shop, stripe, state } = await openMounted()
  const { id } = await stripe.paymentIntents.create(paidAtOnce)
  const path = `/simulators/stripe/intents/${id}/refund`
  const refund = (dollars: string, headers = ownForm) =>
    shop.request(path, {
      method: 'POST',
      headers,
      body: new URLSearchParams({ dollars }).toString(),
    })
  expect((await refund('25', { ...form, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await refund('25')).headers.get('location')).toBe('/simulators/stripe')
  expect(await state()).toMatchObject({
    intents: [{ id, amount_refunded: 2500 }],
    events: [{ type: 'charge.refunded' }, { type: 'payment_intent.succeeded' }],
  })
  const html = await (await shop.request('/simulators/stripe')).text()
  expect(html).toContain('value="100.00"')
  for (const [dollars, status] of [
    ['100.01', 409],
    ['0', 422],
    ['much', 422],
    ['100', 303],
  ] as const) {
    expect((await refund(dollars)).status).toBe(status)
  }
  expect(await (await shop.request('/simulators/stripe')).text()).not.toContain('Refund dollars')
})

test('an event can be resent', async () => {
  const { shop, stripe, state, received, deliverDueWebhooks } = await openMounted()
  await stripe.paymentIntents.create(paidAtOnce)
  await deliverDueWebhooks()
  const { events } = await state()
  const path = `/simulators/stripe/events/${events[0].id}/resend`
  const response = await shop.request(path, { method: 'POST', headers: ownForm })
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe('/simulators/stripe')
  await deliverDueWebhooks()
  expect(received.map(({ payload }) => JSON.parse(payload).id)).toEqual([events[0].id, events[0].id])

  const unknown = '/simulators/stripe/events/evt_none/resend'
  expect((await shop.request(unknown, { method: 'POST', headers: ownForm })).status).toBe(404)
})

test('faults are injected and cleared by form', async () => {
  const { shop, state } = await openMounted()
  const body = 'kind=server_error&count=3&call='
  const ordered = await shop.request('/simulators/stripe/faults', {
    method: 'POST',
    headers: ownForm,
    body,
  })
  expect(ordered.headers.get('location')).toBe('/simulators/stripe')
  expect((await state()).faults).toEqual([{ kind: 'server_error', call: null, remaining: 3 }])

  await shop.request('/simulators/stripe/faults/clear', { method: 'POST', headers: ownForm })
  expect((await state()).faults).toEqual([])
})

test.each([
  { kind: 'earthquake' },
  { kind: 'server_error', call: '\0' },
  { kind: 'server_error', count: 0 },
  { kind: 'server_error', count: 'many' },
  { count: 1 },
  [],
])('the fault request %j is rejected', async (order) => {
  const { shop, state } = await openMounted()
  const response = await shop.request('/simulators/stripe/faults', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(order),
  })
  expect(response.status).toBe(422)
  expect((await state()).faults).toEqual([])
})

test.each([
  { ...form, origin: 'https://evil.test' },
  { ...form, 'sec-fetch-site': 'cross-site' },
  { ...form, 'sec-fetch-site': 'same-site', origin: 'http://other.localhost' },
  { 'content-type': 'text/plain', origin: 'null' },
])('a cross-site form (%j) is rejected', async (headers) => {
  const { shop, state } = await openMounted()
  const response = await shop.request('/simulators/stripe/faults', {
    method: 'POST',
    headers,
    body: 'kind=server_error',
  })
  expect(response.status).toBe(403)
  expect((await state()).faults).toEqual([])
})
