import { expect, test } from 'vitest'
import { buy } from '#server/testing/orders.ts'
import { addProduct, stockOf } from '#server/testing/products.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { type Person, signUp, signUpAdmin } from '#server/testing/users.ts'

const times = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

/** Orders ten pieces; returns whether it succeeded. */
async function order(user: Person, productId: string): Promise<boolean> {
  const wanted = { productId, quantity: 10, name: 'Jane', address: '1 Anvil Street' }
  const { status, body } = await user.call('POST', '/perchase', wanted)
  expect([200, 404, 409], JSON.stringify(body)).toContain(status)
  return status === 200
}

/** Returns the sum of a product's stock movements with this kind. */
async function moved({ db }: TestShop, productId: string, kind: string): Promise<number> {
  const { sum } = await db
    .selectFrom('stockMovement')
    .select(({ fn }) => fn.sum<string | null>('delta').as('sum'))
    .where('productId', '=', productId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  return Number(sum)
}

test('concurrent sales and stock additions neither undo sales nor oversell', async () => {
  const shop = await openTestShop()
  const [owen, jane, joe] = [await signUpAdmin(shop), await signUp(shop), await signUp(shop)]
  const { id } = await addProduct(shop.db, { quantity: 200 })
  // What the form does: enter 50 more than shown, and reload when the stock has changed.
  const add50 = async () => {
    let { quantity, version } = (await owen.call('GET', `/products/${id}`)).body
    for (;;) {
      const changes = { quantity: quantity + 50, quantitySeen: quantity, version }
      const { status, body } = await owen.call('PUT', `/products/${id}`, changes)
      if (status === 200) return
      expect({ status, body }).toMatchObject({ status: 409, body: { code: 'stale' } })
      ;({ quantity, version } = body.product)
    }
  }
  const buying = times(40, (index) => order(index % 2 ? jane : joe, id))
  for (let round = 0; round < 5; round++) await add50()
  const sold = (await buying).filter(Boolean).length
  expect(sold).toBeGreaterThanOrEqual(20)
  expect(await stockOf(shop.db, id)).toBe(200 + 250 - 10 * sold)
  expect(await moved(shop, id, 'order')).toBe(-10 * sold)
  expect(await moved(shop, id, 'correction')).toBe(250)
})

test('setting the stock during sales records a correction of the current stock', async () => {
  const shop = await openTestShop()
  const [owen, jane] = [await signUpAdmin(shop), await signUp(shop)]
  const { id } = await addProduct(shop.db, { quantity: 300 })
  const [sales] = await Promise.all([
    times(25, () => order(jane, id)),
    times(8, (index) => owen.call('PUT', `/products/${id}`, { quantity: 10 + 7 * index })),
  ])
  const stock = await stockOf(shop.db, id)
  expect(stock).toBeGreaterThanOrEqual(0)
  expect(await moved(shop, id, 'order')).toBe(-10 * sales.filter(Boolean).length)
})

test('orders during a product deletion are placed or refused, and the ledger is consistent', async () => {
  const shop = await openTestShop()
  const [owen, jane] = [await signUpAdmin(shop), await signUp(shop)]
  for (let round = 0; round < 4; round++) {
    const { id } = await addProduct(shop.db, { quantity: 100 })
    const [placed, deletions] = await Promise.all([
      times(8, () => order(jane, id)),
      times(3, () => owen.call('DELETE', `/products/${id}`)),
    ])
    expect(deletions.map(({ status }) => status).toSorted()).toEqual([200, 404, 404])
    expect(await order(jane, id)).toBe(false)
    expect(await stockOf(shop.db, id)).toBe(100 - 10 * placed.filter(Boolean).length)
  }
})

test('cancellations during deletion and undo keep the ledger consistent', async () => {
  const shop = await openTestShop()
  const [owen, jane] = [await signUpAdmin(shop), await signUp(shop)]
  for (let round = 0; round < 3; round++) {
    const product = await addProduct(shop.db, { quantity: 100 })
    const orders = [await buy(jane, product), await buy(jane, product), await buy(jane, product)]
    const [cancels] = await Promise.all([
      Promise.all(orders.map(({ _id }) => jane.call('DELETE', `/purchase/${_id}`))),
      owen.call('DELETE', `/products/${product.id}`),
      owen.call('PUT', `/products/restore/${product.id}`),
    ])
    expect(cancels.map(({ status }) => status)).toEqual([200, 200, 200])
    await owen.call('PUT', `/products/restore/${product.id}`)
    expect(await moved(shop, product.id, 'cancel')).toBe(30)
    expect(await stockOf(shop.db, product.id)).toBe(100)
  }
})

test('the pieces of a cancelled order are there when its deleted product is restored', async () => {
  const shop = await openTestShop()
  const [owen, jane] = [await signUpAdmin(shop), await signUp(shop)]
  const product = await addProduct(shop.db, { quantity: 100 })
  const [first, second] = [await buy(jane, product, 20), await buy(jane, product, 30)]
  await owen.call('DELETE', `/products/${product.id}`)
  expect((await jane.call('DELETE', `/purchase/${first._id}`)).status).toBe(200)
  expect(await order(jane, product.id)).toBe(false)
  await owen.call('PUT', `/products/restore/${product.id}`)
  expect(await stockOf(shop.db, product.id)).toBe(70)
  expect((await jane.call('DELETE', `/purchase/${second._id}`)).status).toBe(200)
  expect(await stockOf(shop.db, product.id)).toBe(100)
})
