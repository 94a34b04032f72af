import { expect, test } from 'vitest'
import { cents, dollarsToCents } from '#platform/money.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop, wideOrderRules } from '#server/testing/test-shop.ts'
import { signUp, signUpAdmin } from '#server/testing/users.ts'
import { withTax } from '#shop/tax/tax.ts'

const orderRules = { ...wideOrderRules, taxPercent: 8.25 }

test('the sum that the order list shows is the sum of the order', async () => {
  const shop = await openTestShop(undefined, undefined, { orderRules })
  const [owen, jane] = [await signUpAdmin(shop), await signUp(shop)]
  const product = await addProduct(shop.db, { unitPriceCents: 1250, quantity: 1000 })
  const sumAndOrder = async () => {
    const { body: terms } = await jane.call('GET', '/checkout')
    const lines = [{ productId: product.id, quantity: 13 }]
    const order = { name: 'Jane', address: '1 Anvil Street', lines }
    const { body: placed } = await jane.call('POST', '/orders', order)
    const shown = withTax(cents(13 * 1250), terms.taxPercent)
    return { shown: shown.total, ordered: dollarsToCents(placed.open) }
  }
  expect(await sumAndOrder()).toEqual({ shown: 17_591, ordered: 17_591 })
  const exempt = { treatment: 'exempt', reference: 'EX-42' }
  await owen.call('PUT', `/users/tax/${jane.email}`, exempt)
  expect(await sumAndOrder()).toEqual({ shown: 16_250, ordered: 16_250 })
})

test('the terms have the hold of this buyer, and the data of the card form', async () => {
  const shop = await openTestShop(undefined, undefined, { orderRules })
  const jane = await signUp(shop)
  await shop.db.updateTable('account').set({ emailVerified: false }).execute()
  const unverified = await jane.call('GET', '/checkout')
  expect(unverified.body.holdHours).toBe(orderRules.unverifiedHoldHours)
  await shop.db.updateTable('account').set({ emailVerified: true }).execute()
  const { body } = await jane.call('GET', '/checkout')
  expect(body.holdHours).toBe(orderRules.holdHours)
  expect(body.card).toMatchObject({ provider: 'stripe', publishableKey: expect.any(String) })
})
