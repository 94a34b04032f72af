import { expect, test } from 'vitest'
import { type RefundForm, type RefundStart, readForm, startForm } from './refund-form.ts'

const line = { _id: 'a', productName: 'Hammer', sku: 'FW-1' }
const order = { lines: [line, { ...line, _id: 'b' }] } as Parameters<typeof readForm>[1]
const of = (_id: string, ...lines: { _id: string; refundable: number; open: number }[]) =>
  ({ _id, left: 10, lines }) as NonNullable<Parameters<typeof readForm>[2]>

/** Ten pieces of one line, four of which were not shipped, and four unshipped ones of the other. */
const payment = of('p', { _id: 'a', refundable: 10, open: 4 }, { _id: 'b', refundable: 4, open: 4 })

function read(typed: Partial<RefundForm>, start?: RefundStart) {
  return readForm({ ...startForm(order, [payment], start), ...typed }, order, payment, start)
}

test('a refund of a return offers at most the pieces that came, which were shipped', () => {
  const start = { pieces: { a: '5' }, reason: 'Return FW-1-R1', returnId: 'r' }
  const { lines, splittable, subject } = read({}, start)
  expect(lines).toMatchObject([{ _id: 'a', most: 5 }])
  expect(splittable).toEqual([])
  expect(subject).toEqual({ lines: [{ _id: 'a', quantity: 5 }], return: 'r' })
})

test('where shipped and unshipped pieces can be refunded, the admin says how many of each', () => {
  const pieces = { a: '6', b: '2' }
  const { lines, splittable, split, subject } = read({ pieces })
  expect(lines).toMatchObject([{ most: 10 }, { most: 4 }])
  expect(splittable).toMatchObject([{ productName: 'Not shipped, of Hammer', most: 4 }])
  expect(split).toEqual({ a: '4' })
  const b = { _id: 'b', quantity: 2 }
  expect(subject).toEqual({ lines: [{ _id: 'a', quantity: 6, unshipped: 4 }, b] })
  const none = { lines: [{ _id: 'a', quantity: 6, unshipped: 0 }, b] }
  expect(read({ pieces, unshipped: { a: '0' } }).subject).toEqual(none)
  expect(read({ pieces, unshipped: { a: '5' } }).subject).toBeNull()
})

test('without valid pieces or a valid amount there is no refund yet', () => {
  expect(read({}).subject).toBeNull()
  expect(read({ pieces: { a: '11' } }).subject).toBeNull()
  const amounts = ['', '0', '1000000', '12,50'].map((amount) => read({ isByAmount: true, amount }))
  expect(amounts.map(({ subject }) => subject)).toEqual([null, null, null, { amount: 12.5 }])
})

test('the form begins with the payment of the chosen pieces, and with an amount where none are left', () => {
  const other = of('q', { _id: 'a', refundable: 0, open: 0 })
  expect(startForm(order, [other, payment])).toMatchObject({ paymentId: 'q', isByAmount: true })
  const back = { pieces: { b: '4' }, reason: 'Back to stock', restock: true }
  expect(startForm(order, [other, payment], back)).toMatchObject({
    paymentId: 'p',
    isByAmount: false,
    isRestocked: true,
    reason: 'Back to stock',
  })
})
