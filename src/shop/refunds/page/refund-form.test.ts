import { expect, test } from 'vitest'
import { choosableLines } from './refund-form.ts'

test('a refund of a return offers at most the pieces that came', () => {
  const line = { _id: 'a', productName: 'Hammer', sku: 'FW-1' }
  const order = { lines: [line, { ...line, _id: 'b' }] } as Parameters<typeof choosableLines>[0]
  const payment = {
    lines: [
      { _id: 'a', refundable: 10 },
      { _id: 'b', refundable: 4 },
    ],
  } as Parameters<typeof choosableLines>[1]
  expect(choosableLines(order, payment)).toMatchObject([{ most: 10 }, { most: 4 }])
  expect(
    choosableLines(order, payment, { pieces: { a: '5' }, reason: '', returnId: 'r' }),
  ).toMatchObject([{ _id: 'a', most: 5 }])
})
