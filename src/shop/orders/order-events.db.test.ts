import { expect, test } from 'vitest'
import { buy, buySeveral } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { openShopWithOrder } from '#server/testing/unpaid-orders.ts'
import { signUp, signUpAdmin } from '#server/testing/users.ts'
import { recordOrderEvent, recordOrderMails } from './order-events.server.ts'

type Event = { kind: string; by: string; data: { paymentId?: string } }

test('a long timeline shows its newest events, oldest first', async () => {
  const { shop, jane, order } = await openShopWithOrder()
  for (let number = 1; number <= 500; number++) {
    const data = { paymentId: `${number}` }
    await recordOrderEvent(shop.db, [order.orderId], {
      kind: 'payment-started',
      actorId: null,
      data,
    })
  }
  const { body } = await jane.call('GET', `/orders/${order.orderId}`)
  expect(body.events).toHaveLength(500)
  expect(body.events.at(0).data).toEqual({ paymentId: '1' })
  expect(body.events.at(-1).data).toEqual({ paymentId: '500' })
})

test('an admin’s cancellation stays one after a demotion', async () => {
  const shop = await openTestShop()
  const [jane, owen, anna] = [await signUp(shop), await signUpAdmin(shop), await signUpAdmin(shop)]
  const order = await buy(jane, await addProduct(shop.db))
  await owen.call('DELETE', `/purchase/${order._id}`)
  await shop.db.updateTable('account').set({ role: 'buyer' }).where('email', '=', owen.email).execute()
  for (const [caller, by] of [
    [jane, ['you', 'admin']],
    [anna, ['buyer', 'admin']],
  ] as const) {
    const { body } = await caller.call('GET', `/orders/${order.orderId}`)
    expect(body.events.map((event: Event) => event.by)).toEqual(by)
  }
})

test('sent mails with other contents or unknown orders do not keep others from being recorded', async () => {
  const shop = await openTestShop()
  const jane = await signUp(shop)
  const order = await buySeveral(jane, [await addProduct(shop.db)])
  const about = (orderId: string) => ({ lines: [{ orderId }] })
  await recordOrderMails(shop.db, [
    { template: 'order-paid', content: {} },
    { template: 'order-paid', content: about('gone') },
    { template: 'order-paid', content: about(crypto.randomUUID()) },
    { template: 'order-paid', content: about(order._id) },
  ])
  const { body } = await jane.call('GET', `/orders/${order._id}`)
  expect(body.events.map(({ kind }: Event) => kind)).toEqual(['placed', 'mail-sent'])
})
