import { expect, test } from 'vitest'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUp, signUpAdmin } from '#server/testing/users.ts'

const choice = (headings: string) => ({ headings, meanings: ['sku', 'quantity', 'ignored'] })

test('a user’s choices are read back, bounded, and nobody else’s', async () => {
  const shop = await openTestShop()
  const [jane, other] = [await signUp(shop), await signUp(shop, 'Otto Other')]
  expect(await jane.call('GET', '/column-choices/orders')).toMatchObject({ status: 200, body: [] })
  for (const choices of [[choice('a\tb\tc')], [choice('d\te\tf'), choice('a\tb\tc')]]) {
    expect(await jane.call('PUT', '/column-choices/orders', choices)).toMatchObject({ status: 200 })
    expect((await jane.call('GET', '/column-choices/orders')).body).toEqual(choices)
  }
  expect((await other.call('GET', '/column-choices/orders')).body).toEqual([])
  for (const choices of [
    Array.from({ length: 51 }, (_, at) => choice(`a${at}`)),
    [choice('x'.repeat(1_001))],
    [{ headings: 'a', meanings: ['x'.repeat(61)] }],
  ])
    expect(await jane.call('PUT', '/column-choices/orders', choices)).toMatchObject({ status: 422 })
  expect(await jane.call('GET', '/column-choices/weather')).toMatchObject({ status: 404 })
})

test('a deleted user’s choices are deleted', async () => {
  const shop = await openTestShop()
  const jane = await signUp(shop)
  await jane.call('PUT', '/column-choices/orders', [choice('a\tb')])
  await shop.db.selectFrom('columnChoice').select('purpose').executeTakeFirstOrThrow()
  const { status } = await (await signUpAdmin(shop)).call('DELETE', `/users/${jane.email}`)
  expect(status).toBe(200)
  expect(await shop.db.selectFrom('columnChoice').selectAll().execute()).toEqual([])
})
