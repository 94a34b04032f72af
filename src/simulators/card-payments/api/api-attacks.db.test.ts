import { expect, test } from 'vitest'
import { createTestDatabase } from '#platform/testing/database.ts'
import {
  openSimulator,
  publishableKey,
  secretKey,
} from '#simulators/card-payments/testing/simulator-fixture.ts'

const hammer = { amount: 12_500, currency: 'usd', metadata: { secret: 'not for browsers' } }

type Simulator = Awaited<ReturnType<typeof openSimulator>>

/** Sends a raw request. Returns its status and error. */
async function send({ app }: Simulator, path: string, key: string | undefined, body?: string) {
  const response = await app.request(`/v1/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      'content-type': 'application/x-www-form-urlencoded',
    },
    ...(body !== undefined && { body }),
  })
  return { status: response.status, ...(await response.json()) }
}

test.each(['', 'sk_test_wrong', 'sk_test_simulated_secre', `${secretKey}x`, 'null'])(
  'the key "%s" opens nothing',
  async (key) => {
    const simulator = await openSimulator(await createTestDatabase())
    const { id } = await simulator.stripe.paymentIntents.create(hammer)
    for (const [path, body] of [[`payment_intents/${id}`], ['payment_intents', 'amount=100']]) {
      const response = await send(simulator, path ?? '', key, body)
      expect(response).toMatchObject({ status: 401, error: { type: 'invalid_request_error' } })
      expect(JSON.stringify(response)).not.toContain(secretKey)
    }
  },
)

test.each([
  ['payment_intents', 'amount=100&currency=usd'],
  ['payment_intents'],
  ['payment_intents/ID/cancel', ''],
  ['refunds', 'payment_intent=ID'],
  ['refunds'],
  ['events'],
])('a publishable key can’t call %s', async (path, body?: string) => {
  const simulator = await openSimulator(await createTestDatabase())
  const { id } = await simulator.stripe.paymentIntents.create(hammer)
  const response = await send(simulator, path.replace('ID', id), publishableKey, body?.replace('ID', id))
  expect(response).toMatchObject({ status: 403, error: { code: 'secret_key_required' } })
})

test('a publishable key needs the intent’s client secret', async () => {
  const simulator = await openSimulator(await createTestDatabase())
  const mine = await simulator.stripe.paymentIntents.create(hammer)
  const other = await simulator.stripe.paymentIntents.create(hammer)
  for (const secret of ['', 'client_secret=', `client_secret=${other.client_secret}`]) {
    const read = await send(simulator, `payment_intents/${mine.id}?${secret}`, publishableKey)
    expect(read).toMatchObject({ status: 400, error: { param: 'client_secret' } })
    for (const call of ['confirm', 'authenticate']) {
      const body = `${secret}&${call === 'confirm' ? 'payment_method=pm_card_visa' : 'outcome=complete'}`
      const response = await send(simulator, `payment_intents/${mine.id}/${call}`, publishableKey, body)
      expect(response).toMatchObject({ status: 400, error: { param: 'client_secret' } })
    }
  }
  expect((await simulator.stripe.paymentIntents.retrieve(mine.id)).latest_charge).toBeNull()
})

test('a publishable key sees neither metadata nor charges, in responses and errors', async () => {
  const simulator = await openSimulator(await createTestDatabase())
  const { id, client_secret } = await simulator.stripe.paymentIntents.create(hammer)
  const secret = `client_secret=${client_secret}`
  const confirm = `payment_intents/${id}/confirm`
  const responses = [
    await send(simulator, confirm, publishableKey, `${secret}&payment_method=pm_card_chargeDeclined`),
    await send(simulator, confirm, publishableKey, `${secret}&payment_method=pm_card_visa`),
    await send(simulator, confirm, publishableKey, `${secret}&payment_method=pm_card_visa`),
    await send(simulator, `payment_intents/${id}?${secret}`, publishableKey),
    await send(simulator, `payment_intents/${id}?${secret}&expand[]=latest_charge`, publishableKey),
  ]
  expect(responses.map(({ status }) => status)).toEqual([402, 'succeeded', 400, 'succeeded', 'succeeded'])
  for (const response of responses) {
    expect(JSON.stringify(response)).not.toContain('not for browsers')
    expect(response).not.toHaveProperty('latest_charge')
  }
})

test.each([
  ['amount=1e3&currency=usd', 'amount'],
  ['amount[]=5000&currency=usd', 'amount'],
  ['amount=5000.5&currency=usd', 'amount'],
  ['amount=-5000&currency=usd', 'amount'],
  ['amount=49&currency=usd', 'amount'],
  ['amount=100000000&currency=usd', 'amount'],
  ['amount=99999999999999999999&currency=usd', 'amount'],
  ['amount=5000', 'currency'],
  ['currency=usd', 'amount'],
  ['amount=5000&currency=eur', 'currency'],
  ['amount=5000&currency=usd&status=succeeded', 'status'],
  ['amount=5000&currency=usd&metadata=7', 'metadata'],
  ['amount=5000&currency=usd&metadata[a][b]=7', 'metadata[a]'],
  ['amount=5000&currency=usd&__proto__[status]=succeeded', '__proto__'],
  ['amount=5000&currency=usd&payment_method=pm_card_none', 'payment_method'],
  ['amount=5000&currency=usd&expand[]=latest_charge', 'expand'],
])('the form %s is rejected because of %s', async (body, param) => {
  const simulator = await openSimulator(await createTestDatabase())
  const response = await send(simulator, 'payment_intents', secretKey, body)
  expect(response.error).toMatchObject({ type: 'invalid_request_error', param })
  expect((await simulator.stripe.paymentIntents.list()).data).toEqual([])
})

test('contradictory, oversized and unknown requests are rejected', async () => {
  const simulator = await openSimulator(await createTestDatabase())
  const twice = await send(simulator, 'payment_intents', secretKey, 'amount=50&amount=5000&currency=usd')
  expect(twice.status).toBe(400)
  const huge = await send(simulator, 'payment_intents', secretKey, `amount=${'9'.repeat(70_000)}`)
  expect(huge.status).toBe(413)
  const unknown = await send(simulator, 'customers', secretKey)
  expect(unknown).toMatchObject({ status: 404, error: { type: 'invalid_request_error' } })
  const nul = await send(simulator, 'payment_intents', secretKey, 'amount=50&currency=usd&metadata[a]=%00')
  expect(nul.status).toBe(400)
  expect((await send(simulator, 'payment_intents/%00', secretKey)).status).toBe(404)
  const missing = await send(simulator, "payment_intents/pi_' or 1=1", secretKey)
  expect(missing).toMatchObject({ status: 404, error: { code: 'resource_missing' } })
})

test('an id of one type does not find another type', async () => {
  const { stripe } = await openSimulator(await createTestDatabase())
  const { latest_charge } = await stripe.paymentIntents.create({
    ...hammer,
    payment_method: 'pm_card_visa',
    confirm: true,
  })
  await expect(stripe.paymentIntents.retrieve(String(latest_charge))).rejects.toMatchObject({
    statusCode: 404,
  })
})
