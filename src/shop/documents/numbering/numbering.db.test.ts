import { expect, test } from 'vitest'
import { findViolations } from '#operations/invariants.server.ts'
import { buy, pack, payFor, refund } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUp, signUpAdmin } from '#server/testing/users.ts'

const year = new Date().getUTCFullYear()

async function openNumberedShop() {
  const shop = await openTestShop()
  const [owen, jane] = [await signUpAdmin(shop), await signUp(shop)]
  const product = await addProduct(shop.db, { quantity: 1000 })
  const read = async () => (await owen.call('GET', '/numbering')).body
  const change = async (changes: object) => owen.call('PUT', '/numbering', { ...(await read()), ...changes })
  const order = () => buy(jane, product)
  const pay = async () => {
    const line = await order()
    const payment = await payFor(shop, jane, [line._id])
    return { line, payment }
  }
  const numbersOf = async (table: 'invoice' | 'creditNote') =>
    (await shop.db.selectFrom(table).select('number').orderBy('issuedAt').execute()).map(
      ({ number }) => number,
    )
  return { shop, owen, jane, read, change, order, pay, numbersOf }
}

test('numbers begin as the owner says, shipments follow, and earlier ones are still found', async () => {
  const { shop, owen, jane, read, change, pay, numbersOf } = await openNumberedShop()
  const before = await pay()
  const orders = { prefix: 'acme', next: 50_000 }
  const documents = {
    invoices: { prefix: 'RE-', next: 2 },
    creditNotes: { prefix: 'GS', next: 700 },
  }
  expect(await change({ orders, ...documents })).toMatchObject({
    status: 200,
    body: { orders: { prefix: 'ACME-', next: 50_000 }, creditNotes: { prefix: 'GS-', next: 700 } },
  })
  const { line, payment } = await pay()
  expect(line.orderNumber).toBe('ACME-50000')
  const { body: packed } = await pack(owen, line, [{ _id: line._id, quantity: 1 }])
  expect(packed.number).toBe('ACME-50000-S1')
  for (const { orderNumber } of [before.line, line]) {
    const { body } = await jane.call('GET', `/orders/${orderNumber.toLowerCase()}`)
    expect(body.number).toBe(orderNumber)
    const { body: found } = await owen.call('GET', `/orders/all?size=20&search=${orderNumber}`)
    expect(found).toMatchObject([{ number: orderNumber }])
  }
  expect((await owen.call('GET', `/shipments/${packed.number}`)).status).toBe(200)
  const amount = { lines: [{ _id: before.line._id, quantity: 1 }], reason: 'Damaged' }
  expect((await refund(owen, before.payment, amount)).status).toBe(200)
  expect(payment).not.toBe(before.payment)
  expect(await numbersOf('invoice')).toEqual([`INV-${year}-00001`, `RE-${year}-00002`])
  expect(await numbersOf('creditNote')).toEqual([`GS-${year}-00700`])
  expect(await findViolations(shop.db)).toEqual([])
  expect(await read()).toMatchObject({ begun: ['invoices', 'creditNotes'], version: 2 })
})

test('a series that has begun, an order’s number below, an odd prefix and a stale form are refused', async () => {
  const { read, change, pay } = await openNumberedShop()
  expect(await change({ invoices: { prefix: 'INV-', next: 40 } })).toMatchObject({ status: 200 })
  expect(await change({ invoices: { prefix: 'INV-', next: 30 } })).toMatchObject({ status: 200 })
  await pay()
  const { orders, ...stored } = await read()
  const text = 'This year already has invoices, so that they go on with 31, without gaps'
  for (const next of [30, 32]) {
    expect(await change({ invoices: { prefix: 'INV-', next } })).toMatchObject({
      status: 422,
      body: { code: 'invalid-next', fields: { 'invoices.next': text } },
    })
  }
  expect(await change({ orders: { ...orders, next: orders.next - 1 } })).toMatchObject({
    status: 422,
  })
  for (const prefix of ['', '-', '7-', 'ACME SHOP-', 'ABCDEFGHI-', 'Ä-', "A'-"])
    expect((await change({ orders: { ...orders, prefix } })).status).toBe(422)
  expect((await change({ creditNotes: stored.invoices })).status).toBe(422)
  expect(await change({ version: stored.version - 1 })).toMatchObject({
    status: 409,
    body: { code: 'stale-numbering' },
  })
})

test('while the next number is raised, no order’s number is given twice, and no invoice’s is left out', async () => {
  const { shop, read, change, order, pay } = await openNumberedShop()
  const { orders } = await read()
  const placed = Promise.all(Array.from({ length: 12 }, order))
  const paid = Promise.all([pay(), pay(), pay()])
  const raised = [1, 2, 3, 4].map((step) =>
    change({ orders: { prefix: `R${step}`, next: orders.next + 20 * step } }),
  )
  const statuses = (await Promise.all(raised)).map(({ status }) => status)
  expect(statuses.filter((status) => ![200, 409, 422].includes(status))).toEqual([])
  expect(statuses).toContain(200)
  const numbers = [...(await placed), ...(await paid).map(({ line }) => line)].map(
    ({ orderNumber }) => /\d+$/.exec(orderNumber)?.[0],
  )
  expect(new Set(numbers).size).toBe(15)
  expect(await findViolations(shop.db)).toEqual([])
})
