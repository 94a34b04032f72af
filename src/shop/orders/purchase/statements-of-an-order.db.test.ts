import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { buy, payFor } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop, type TestShop, wideOrderRules } from '#server/testing/test-shop.ts'
import { type Person, signUp, signUpAdmin } from '#server/testing/users.ts'
import { orderMails } from '#shop/orders/order-mails.server.ts'
import type { OrderRequest } from './order-request.server.ts'
import { placeOrders } from './place-orders.server.ts'

/** The statements of placing one order each of these buyers, in one transaction. */
async function statementsOf(shop: TestShop, buyers: Person[], product: { id: string }) {
  const accounts = await shop.db.selectFrom('account').select(['id', 'email', 'role']).execute()
  const requests = buyers.map(({ email }): OrderRequest => {
    const buyer = accounts.find((account) => account.email === email)
    if (!buyer) throw new Error(`No user ${email}`)
    return {
      buyer: buyer as OrderRequest['buyer'],
      recipient: { name: 'Jane', address: '1 Anvil Street' },
      lines: [{ productId: product.id, quantity: 10 }],
      isSingle: true,
      keyed: { accountId: buyer.id, key: crypto.randomUUID(), hash: 'hash' },
    }
  })
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const attempt = await placeOrders(shop.db, requests, wideOrderRules)
  const { length } = query.mock.calls
  query.mockRestore()
  expect(attempt).toMatchObject({ outcomes: buyers.map(() => ({ placed: {} })) })
  return length
}

test('a batch of orders takes eight statements, however many they are; price lists and new buyers one each', async () => {
  const shop = await openTestShop()
  const product = await addProduct(shop.db, { quantity: 1000 })
  const known = await Promise.all([1, 2, 3].map(() => signUp(shop)))
  for (const buyer of known) await payFor(shop, buyer, [(await buy(buyer, product))._id])
  // Begin, buyers, products, their state, responses, numbers, the order, commit.
  expect(await statementsOf(shop, known.slice(0, 1), product)).toBe(8)
  expect(await statementsOf(shop, known, product)).toBe(8)
  expect(await statementsOf(shop, [await signUp(shop)], product)).toBe(9)
  const owen = await signUpAdmin(shop)
  const list = { name: 'For all', for: { everybody: true } }
  await owen.call('POST', '/price-lists', list)
  expect(await statementsOf(shop, known, product)).toBe(9)
})

test('while many mails wait, the mail about an order reads nothing', async () => {
  const shop = await openTestShop()
  const product = await addProduct(shop.db, { quantity: 1000 })
  await buy(await signUp(shop), product)
  const { content } = await shop.db
    .selectFrom('outgoingMail')
    .select('content')
    .where('template', '=', 'order-placed')
    .executeTakeFirstOrThrow()
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const compose = orderMails(shop.db, vi.fn())['order-placed'] as (...given: unknown[]) => Promise<unknown>
  expect(await compose(content, null, true)).toMatchObject({ heading: 'We received your order' })
  expect(query).not.toHaveBeenCalled()
  query.mockRestore()
})
