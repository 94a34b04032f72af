import { expect, test } from 'vitest'
import type { OrderDetails, OrderLine } from './order.ts'
import {
  contentsText,
  lastCancelledAt,
  lastPaidAt,
  orderPieces,
  paymentPath,
  remainingLines,
  shippedText,
  toolsText,
} from './order-contents.ts'

const hammer = {
  _id: 'line-1',
  productName: 'Claw Hammer 450 g',
  sku: 'FW-4016',
  quantity: 1200,
  status: 'unpaid',
} as OrderLine
const saw: OrderLine = { ...hammer, _id: 'line-2', productName: 'Hacksaw', quantity: 30 }
const cancelled = (line: OrderLine, cancelledAt: string): OrderLine => ({
  ...line,
  status: 'cancelled',
  cancelledAt,
})

test('an order is named by its first tool that is not cancelled, and how many more it has', () => {
  expect(toolsText({ lines: [hammer] })).toBe('Claw Hammer 450 g')
  expect(contentsText({ lines: [hammer] })).toBe('1,200 × Claw Hammer 450 g (FW-4016)')
  expect(contentsText({ lines: [hammer, saw] })).toBe('Claw Hammer 450 g + 1 more')
  const gone = cancelled(hammer, '2026-11-22T10:00:00Z')
  expect(toolsText({ lines: [gone, saw] })).toBe('Hacksaw + 1 more')
  expect(toolsText({ lines: [gone] })).toBe('Claw Hammer 450 g')
})

test('cancelled lines have no pieces, unless the whole order is cancelled', () => {
  const cancelledSaw = cancelled(saw, '2026-11-22T10:00:00Z')
  expect(orderPieces({ lines: [hammer, saw] })).toBe(1230)
  expect(orderPieces({ lines: [hammer, cancelledSaw] })).toBe(1200)
  const all = [cancelled(hammer, '2026-11-22T11:00:00Z'), cancelledSaw]
  expect(orderPieces({ lines: all })).toBe(1230)
  expect(lastCancelledAt({ lines: all })).toBe('2026-11-22T11:00:00Z')
})

test('a single line is paid on its own page, several lines on that of their order', () => {
  expect(paymentPath({ _id: 'order', lines: [hammer] })).toBe('/dashboard/orders/payment/line-1')
  expect(paymentPath({ _id: 'order', lines: [hammer, saw] })).toBe('/dashboard/orders/payment/order')
})

test('the lines to order again leave out cancelled ones, unless all are', () => {
  const cancelledSaw = cancelled(saw, '2026-07-01T10:00:00.000Z')
  expect(remainingLines({ lines: [hammer, cancelledSaw] })).toEqual([hammer])
  expect(remainingLines({ lines: [cancelledSaw] })).toEqual([cancelledSaw])
})

test('an order is paid when its last line was', () => {
  const paidAt = '2026-07-02T10:00:00.000Z'
  const first = { ...hammer, paidAt: '2026-07-01T10:00:00.000Z' }
  expect(lastPaidAt({ lines: [{ ...saw, paidAt }, first, hammer] })).toBe(paidAt)
  expect(lastPaidAt({ lines: [hammer] })).toBeUndefined()
})

test('a line states how much of it was shipped', () => {
  const shipmentOf = (quantity: number) =>
    ({ lines: [{ _id: hammer._id, quantity }] }) as OrderDetails['shipments'][number]
  const text = (...quantities: number[]) => shippedText(hammer, { shipments: quantities.map(shipmentOf) })
  expect(text(2)).toBe('2 of 1,200 shipped')
  expect(text(200, 1_000)).toBe('Shipped')
  expect(shippedText(saw, { shipments: [shipmentOf(2)] })).toBe('Not shipped')
})
