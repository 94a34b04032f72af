import { expect, test } from 'vitest'
import { intentOf, payByCard } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop, wideOrderRules } from '#server/testing/test-shop.ts'
import { signUp, signUpAdmin } from '#server/testing/users.ts'

const orderRules = { ...wideOrderRules, taxPercent: 8.25 }
const recipient = { name: 'Jane', address: '1 Anvil Street' }

test('an order keeps the rate and the buyer’s treatment of its time', async () => {
  const shop = await openTestShop(undefined, undefined, { orderRules })
  const [owen, jane] = [await signUpAdmin(shop), await signUp(shop)]
  const product = await addProduct(shop.db, { quantity: 1000 })
  const order = { ...recipient, lines: [{ productId: product.id, quantity: 13 }] }
  const taxed = await jane.call('POST', '/orders', order)
  expect(taxed.body).toMatchObject({ net: 162.5, tax: 13.41, total: 175.91, open: 175.91 })

  const path = `/users/tax/${jane.email}`
  await owen.call('PUT', path, { treatment: 'exempt', reference: 'EX-42' })
  const exempt = await jane.call('POST', '/orders', order)
  expect(exempt.body).toMatchObject({ net: 162.5, tax: 0, total: 162.5, open: 162.5 })
  const stored = await jane.call('GET', `/orders/${taxed.body.number}`)
  expect(stored.body).toMatchObject({ tax: 13.41, total: 175.91 })

  const rows = await shop.db
    .selectFrom('orders')
    .select(['taxPercent', 'taxTreatment', 'taxReference'])
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { taxPercent: '8.250', taxTreatment: 'standard', taxReference: null },
    { taxPercent: '0.000', taxTreatment: 'exempt', taxReference: 'EX-42' },
  ])
})

test('tax is rounded once on the sum of the lines', async () => {
  const shop = await openTestShop(undefined, undefined, { orderRules })
  const jane = await signUp(shop)
  const nail = { unitPriceCents: 54, minQuantity: 1 }
  const nails = [1, 2, 3].map(() => addProduct(shop.db, nail))
  const lines = (await Promise.all(nails)).map(({ id }) => ({ productId: id, quantity: 1 }))
  const { body } = await jane.call('POST', '/orders', { ...recipient, lines })
  // 8.25 % of 0.54 is 4.455 cents; of 1.62 it is 13.365: 13, not 4 + 4 + 4.
  expect(body).toMatchObject({ net: 1.62, tax: 0.13, total: 1.75 })
})

test('a part-paid order shows the tax that was charged, and that of the rest', async () => {
  const shop = await openTestShop(undefined, undefined, { orderRules })
  const jane = await signUp(shop)
  const nails = [1, 2, 3].map(() => addProduct(shop.db, { unitPriceCents: 58, minQuantity: 1 }))
  const lines = (await Promise.all(nails)).map(({ id }) => ({ productId: id, quantity: 1 }))
  const { body: placed } = await jane.call('POST', '/orders', { ...recipient, lines })
  expect(placed).toMatchObject({ tax: 0.14, total: 1.88, open: 1.88 })
  const lineIds = [placed.lines[0]._id]
  const { body: page } = await jane.call('POST', '/payments', { lineIds })
  expect(page).toMatchObject({ net: 0.58, tax: 0.05, total: 0.63 })
  await payByCard(shop, intentOf(page.clientSecret))
  await shop.cards.deliverDueWebhooks()
  const { body: order } = await jane.call('GET', `/orders/${placed.number}`)
  expect(order).toMatchObject({ status: 'part-paid', tax: 0.15, total: 1.89, open: 1.26 })
})

test('orders with different certificates are not paid together', async () => {
  const shop = await openTestShop(undefined, undefined, { orderRules })
  const [owen, jane] = [await signUpAdmin(shop), await signUp(shop)]
  const product = await addProduct(shop.db)
  const orderIds: string[] = []
  for (const reference of ['EX-1', 'EX-2']) {
    await owen.call('PUT', `/users/tax/${jane.email}`, { treatment: 'exempt', reference })
    const lines = [{ productId: product.id, quantity: 10 }]
    orderIds.push((await jane.call('POST', '/orders', { ...recipient, lines })).body._id)
  }
  const refused = await jane.call('POST', '/payments', { orderIds })
  expect(refused).toMatchObject({ status: 422, body: { code: 'taxed-differently' } })
})
