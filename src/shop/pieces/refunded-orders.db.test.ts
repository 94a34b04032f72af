import { expect, test } from 'vitest'
import { buy, buySeveral, payFor, refund } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop, wideOrderRules } from '#server/testing/test-shop.ts'
import { signUp, signUpAdmin } from '#server/testing/users.ts'

test('what was refunded stands on the order, its lines and its rows, for buyer and admin', async () => {
  const orderRules = { ...wideOrderRules, taxPercent: 19 }
  const shop = await openTestShop(undefined, undefined, { orderRules })
  const [jane, owen] = [await signUp(shop), await signUpAdmin(shop)]
  const products = [await addProduct(shop.db), await addProduct(shop.db)]
  const order = await buySeveral(jane, products)
  const other = await buy(jane, { id: products[0]?.id ?? '' }, 20)
  const [first, second] = order.lines.map(({ _id }) => _id) as [string, string]
  const intent = await payFor(shop, jane, [first, second, other._id])
  const shown = async () => {
    const path = `/orders/${order.number}`
    const read = [jane.call('GET', path), owen.call('GET', path)]
    const lists = [jane.call('GET', '/orders'), owen.call('GET', '/orders/all')]
    const [own, desk] = (await Promise.all(lists)).map(({ body }) =>
      body.find(({ number }: { number: string }) => number === order.number),
    )
    const all = [...(await Promise.all(read)).map(({ body }) => body), own, desk]
    const texts = all.map(({ refunded, lines }) => {
      const pieces = lines.map((line: { refundedPieces?: number }) => line.refundedPieces ?? 0)
      return `${refunded ?? 'nothing'}: ${pieces.join(', ')}`
    })
    return [...new Set(texts)]
  }
  expect(await shown()).toEqual(['nothing: 0, 0'])
  // Three pieces at $12.50 and 19 %.
  await refund(owen, intent, { lines: [{ _id: first, quantity: 3 }], reason: 'Bent' })
  expect(await shown()).toEqual(['44.62: 3, 0'])
  // Of the other order alone.
  await refund(owen, intent, { lines: [{ _id: other._id, quantity: 1 }], reason: 'Bent' })
  expect(await shown()).toEqual(['44.62: 3, 0'])
  // A free amount counts for both orders, which cost the same.
  await refund(owen, intent, { amount: 20, reason: 'Late' })
  expect(await shown()).toEqual(['54.62: 3, 0'])
})
