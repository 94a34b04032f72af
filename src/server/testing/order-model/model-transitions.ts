import { LARGEST_TOTAL_CENTS, SMALLEST_TOTAL_CENTS } from '#shop/orders/order.ts'
import {
  byId,
  type Expected,
  type ModelLine,
  type ModelMoney,
  type ModelPayment,
  type ModelProduct,
  modelCaps,
  type OrderModel,
  totalOf,
  type UserName,
} from './order-model.ts'

/** Why the shop must refuse a line, checked in the shop's order; null if it must accept it. */
export function whyNotOrdered(
  product: ModelProduct,
  pricing: { quantity: unknown; perPrice?: number },
): Expected | null {
  const { quantity, perPrice } = pricing
  if (typeof quantity !== 'number' || !Number.isInteger(quantity)) return invalid
  if (quantity <= 0 || quantity >= 2 ** 31) return invalid
  if (product.isDeleted) return { status: 404, code: 'no-such-product' }
  // A higher price is accepted, and charged at the current one.
  if (perPrice !== undefined && perPrice < product.cents / 100) return { status: 409, code: 'price-changed' }
  if (quantity < product.minimum) return { status: 422, code: 'below-minimum' }
  if (quantity > product.quantity) return { status: 409, code: 'out-of-stock' }
  const total = totalOf({ cents: product.cents, quantity })
  if (total < SMALLEST_TOTAL_CENTS || total > LARGEST_TOTAL_CENTS)
    return { status: 422, code: 'total-out-of-range' }
  return null
}
const invalid = { status: 422, code: 'invalid' }

/**
 * Why the buyer's caps on unpaid orders forbid a line, after earlier lines of its order; null if they
 * allow it.
 */
export function whyTooMuch(
  model: OrderModel,
  user: UserName,
  product: ModelProduct,
  quantity: number,
  earlier: { product: ModelProduct; cents: number; quantity: number }[] = [],
): Expected | null {
  const caps = modelCaps[user]
  const held = model.lines.filter(({ buyer, status }) => buyer === user && status === 'unpaid')
  // The lines of a buyer without a verified e-mail count one by one.
  const orders =
    user === 'bill' ? held.length + earlier.length : new Set(held.map(({ orderId }) => orderId)).size
  if (orders >= caps.orders) return { status: 409, code: 'too-many-open-orders' }
  const all = [...held, ...earlier]
  const value = all.reduce((sum, line) => sum + totalOf(line), totalOf({ ...product, quantity }))
  if (value > caps.cents) return { status: 409, code: 'open-orders-too-valuable' }
  const ofProduct = all.filter((line) => line.product.id === product.id)
  const pieces = ofProduct.reduce((sum, line) => sum + line.quantity, 0)
  const share = Math.floor(((product.quantity + pieces) * caps.stockPercent) / 100)
  const isTooMuch = pieces + quantity > Math.max(share, product.minimum)
  return isTooMuch ? { status: 409, code: 'too-much-of-the-stock' } : null
}

/** Holds the stock of an order's lines and notifies its buyer. */
export function placed(model: OrderModel, lines: ModelLine[]): void {
  for (const line of lines) {
    model.lines.push(line)
    movePieces(model, line.product, -line.quantity, 'order', line.id)
  }
  happened(model, lines, 'placed')
  model.history.push(mailAbout('order-placed', lines))
}

export function movePieces(
  model: OrderModel,
  product: ModelProduct,
  delta: number,
  kind: 'order' | 'cancel' | 'return' | 'correction',
  lineId?: string,
): void {
  product.quantity += delta
  model.history.push(`${delta} of ${product.id} by ${kind} for ${lineId ?? 'no line'}`)
}

/** Adds an event to the timeline of each order of these lines. */
export function happened(model: OrderModel, lines: ModelLine[], kind: string): void {
  for (const orderId of new Set(lines.map(({ orderId }) => orderId)))
    model.history.push(`event ${kind} of ${orderId}`)
}

export function mailAbout(template: string, lines: ModelLine[]): string {
  return `mail ${template} of ${byId(lines)
    .map(({ id }) => id)
    .join(' ')}`
}

/** Applies captured money: it pays all lines of its payment, or it is refunded. */
export function heardOf(model: OrderModel, money: ModelMoney): void {
  if (money.state !== 'succeeded' || money.isRecorded) return
  money.isRecorded = true
  const { payment } = money
  const isOwed =
    payment.money === money &&
    isUnfinished(payment) &&
    payment.lines.every(({ status }) => status === 'unpaid')
  if (!isOwed) {
    money.refunded = money.cents
    // Recorded as a payment of its own, which pays no line.
    model.history.push('mail order-refunded of ')
    return
  }
  payment.status = 'captured'
  for (const line of payment.lines) {
    line.status = 'paid'
    line.paidBy = payment
  }
  happened(model, payment.lines, 'paid')
  model.history.push(mailAbout('order-paid', payment.lines))
}

function isUnfinished({ status }: ModelPayment): boolean {
  return status === 'open' || status === 'cancelling'
}

/** The payments that may still pay one of these lines, oldest first. */
export function unfinishedOf({ payments }: OrderModel, lines: ModelLine[]): ModelPayment[] {
  return payments.filter(
    (payment) => isUnfinished(payment) && payment.lines.some((line) => lines.includes(line)),
  )
}

/** Cancels a payment at the provider; one whose money moved before pays its lines. */
export function endPayment(model: OrderModel, payment: ModelPayment): 'cancelled' | 'paid' {
  const { money } = payment
  if (money.state === 'succeeded') {
    heardOf(model, money)
    return 'paid'
  }
  money.state = 'canceled'
  payment.status = 'cancelled'
  return 'cancelled'
}

/** Delivers the provider's events in order, delayed ones only with `later`. */
export function eventsArrive(model: OrderModel, later: boolean): void {
  const due = model.events.filter(({ isLate }) => !isLate)
  const late = model.events.filter(({ isLate }) => isLate)
  for (const { money } of later ? [...due, ...late] : due) heardOf(model, money)
  model.events = later ? [] : late
}

/** Cancels those of some lines of one order that are unpaid, and returns them. */
export function cancelLines(model: OrderModel, user: UserName, lines: ModelLine[]): ModelLine[] {
  for (const line of byId(lines.filter(isUnpaid))) {
    for (const payment of unfinishedOf(model, [line])) endPayment(model, payment)
  }
  const cancelled = lines.filter(isUnpaid)
  for (const line of cancelled) {
    line.status = 'cancelled'
    // The stock of a deleted product is there when it is restored.
    const restored = !line.product.isDeleted
    movePieces(model, line.product, line.quantity, 'cancel', line.id)
    line.cancel = { by: user, restored, isAcknowledged: false }
  }
  model.cancels.push(...byId(cancelled))
  if (cancelled.length > 0) {
    happened(model, cancelled, 'line-cancelled')
    model.history.push(mailAbout('order-cancelled', cancelled))
  }
  return cancelled
}

const isUnpaid = ({ status }: ModelLine) => status === 'unpaid'

/** The response to the cancellation of one line. */
export function cancelled(model: OrderModel, user: UserName, line: ModelLine | undefined): Expected {
  if (!line || (user !== line.buyer && user !== 'admin')) return noSuchOrder
  if (line.status === 'cancelled') return alreadyCancelled
  return cancelLines(model, user, [line]).length > 0 ? { status: 200 } : alreadyPaid
}

export const noSuchOrder = { status: 404, code: 'no-such-order' }
export const alreadyCancelled = { status: 409, code: 'already-cancelled' }
export const alreadyPaid = { status: 409, code: 'already-paid' }

/** Acknowledges the latest matching cancellation. */
export function acknowledged(
  model: OrderModel,
  release: { user: UserName; product: ModelProduct; quantity: number },
): Expected {
  const { user, product, quantity } = release
  const cancel = model.cancels.findLast(
    (line) =>
      line.cancel?.by === user &&
      !line.cancel.isAcknowledged &&
      line.product === product &&
      line.quantity === quantity,
  )?.cancel
  if (!cancel) return { status: 403, code: 'no-such-cancel' }
  cancel.isAcknowledged = true
  return cancel.restored ? { status: 200 } : { status: 409, code: 'not-restored' }
}
