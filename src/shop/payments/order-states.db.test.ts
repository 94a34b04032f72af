import { expect, test } from 'vitest'
import { buy, ordersOf, payByCard, payUnasked, reportPayment, startPaying } from '#server/testing/orders.ts'
import { addProduct, stockOf } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { type Person, signUp, signUpAdmin } from '#server/testing/users.ts'
import { type LineAction, type LineStatus, lineCan, lineStates } from '#shop/orders/order.ts'
import { orderFault } from '#simulators/card-payments/testing/simulator-fixture.ts'

type ByApi = Exclude<LineAction, 'complete'>

async function openShopWithOrderThatIs(state: LineStatus) {
  const shop = await openTestShop()
  const product = await addProduct(shop.db)
  const [jane, owen] = [await signUp(shop), await signUpAdmin(shop)]
  const placed = await buy(jane, product)
  const path = `/purchase/${placed._id}`
  const intent = await startPaying(jane, placed)
  if (state === 'cancelling') {
    await orderFault(shop.cards.app, { kind: 'rate_limited', call: 'payment_intents.cancel' })
    expect((await jane.call('DELETE', path)).status).toBe(202)
  }
  if (state === 'cancelled') expect((await jane.call('DELETE', path)).status).toBe(200)
  if (state === 'paid') {
    await payByCard(shop, intent)
    expect((await reportPayment(jane, placed, intent)).status).toBe(200)
  }
  const { body } = await jane.call('GET', `/purchase/order/${placed._id}`)
  const { paidAt: _, ...order } = body
  expect(order.status).toBe(state)
  const cancel = (who: Person) => who.call('DELETE', path)
  const act: Record<ByApi, () => Promise<{ status: number }>> = {
    pay: () => jane.call('GET', `/purchase/payment/${placed._id}`),
    cancel: () => cancel(jane),
    settle: async () => {
      // The provider refuses it for a cancelled order.
      await payByCard(shop, intent).catch(() => {})
      const paid = state === 'paid' ? await payUnasked(shop, placed) : intent
      return reportPayment(jane, placed, paid)
    },
  }
  return { shop, product, jane, owen, order, act, cancel }
}

const states = Object.keys(lineStates) as LineStatus[]
const everyPair = states.flatMap((state) =>
  (['pay', 'cancel', 'settle'] as const).map((action) => ({ state, action })),
)

test.each(everyPair)('a $state order: $action', async ({ state, action }) => {
  const { shop, product, jane, order, act } = await openShopWithOrderThatIs(state)
  const allowed = action in lineStates[state]
  expect(lineCan[action](order)).toBe(allowed)
  const refusal = state === 'cancelled' && action !== 'cancel' ? 404 : 409
  expect((await act[action]()).status).toBe(allowed ? 200 : refusal)

  const [after] = await ordersOf(jane)
  if (state === 'cancelled') return expect(after).toBeUndefined()
  if (!allowed || action === 'pay') expect(after).toEqual(order)
  // The provider responds this time, so the cancellation completes at once.
  else if (action === 'cancel') expect(after).toBeUndefined()
  else
    expect(after).toEqual({
      ...order,
      status: 'paid',
      heldUntil: undefined,
      transactionId: expect.any(String),
    })
  expect(await stockOf(shop.db, product.id)).toBe(after ? 90 : 100)
})

test.each(states)('an admin can cancel when the buyer could: %s', async (state) => {
  const { owen, cancel } = await openShopWithOrderThatIs(state)
  expect((await cancel(owen)).status).toBe('cancel' in lineStates[state] ? 200 : 409)
})
