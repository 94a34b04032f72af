import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import type { TestShop } from '#server/testing/test-shop.ts'
import { openShopWithOrders } from '#server/testing/unpaid-orders.ts'

/** Adds cancelled payments of one line, as if the only buyer had started them. */
async function addEarlierPayments({ db, clock }: TestShop, lineId: string, count: number, at: Date) {
  const { accountId } = await db.selectFrom('payment').select('accountId').executeTakeFirstOrThrow()
  await db.transaction().execute(async (db) => {
    const amounts = { netCents: 12_500, taxCents: 0, createdAt: at, cancelledAt: clock.now }
    const payments = Array.from({ length: count }, () => ({
      ...amounts,
      id: uuidv7(),
      accountId,
      provider: 'stripe',
    }))
    const part = { orderLineId: lineId, netCents: 12_500, isLive: false }
    const parts = payments.map(({ id }) => ({ paymentId: id, ...part }))
    await db.insertInto('payment').values(payments).execute()
    await db.insertInto('paymentLine').values(parts).execute()
  })
}

test('a user starts at most sixty payments a minute; resuming one is not a start', async () => {
  const { shop, ids, start } = await openShopWithOrders(2)
  const { body } = await start()
  await addEarlierPayments(shop, ids[0] ?? '', 59, new Date())
  const refused = await start(ids.slice(0, 1))
  expect(refused).toMatchObject({ status: 429, body: { code: 'too-often' } })
  expect(refused.headers.get('Retry-After')).toBe('60')
  expect(await start()).toMatchObject({ status: 200, body: { _id: body._id } })
})

test('the payments that a user starts in an hour have at most 3,000 lines', async () => {
  const { shop, ids, start } = await openShopWithOrders(2)
  const { body } = await start(ids.slice(0, 1))
  await addEarlierPayments(shop, ids[0] ?? '', 2_998, new Date(Date.now() - 40 * 60_000))
  const refused = await start()
  expect(refused).toMatchObject({ status: 429, body: { code: 'too-often' } })
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(19 * 60)
  expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(20 * 60)
  expect(await start(ids.slice(1))).toMatchObject({ status: 200 })
  expect(await start(ids.slice(0, 1))).toMatchObject({ status: 200, body: { _id: body._id } })
})
