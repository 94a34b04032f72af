import { LARGEST_TOTAL_CENTS, SMALLEST_TOTAL_CENTS } from '#shop/orders/order.ts'
import {
  type Expected,
  type ModelGroup,
  type ModelOrder,
  type ModelPayment,
  type ModelProduct,
  modelCaps,
  type OrderModel,
  totalOf,
  type Who,
} from './order-model.ts'

/** Why the shop must refuse an order, checked in the shop's order; null if it must accept it. */
export function whyNotOrdered(
  product: ModelProduct,
  wanted: { quantity: unknown; perPrice?: number },
): Expected | null {
  const { quantity, perPrice } = wanted
  if (typeof quantity !== 'number' || !Number.isInteger(quantity)) return invalid
  if (quantity <= 0 || quantity >= 2 ** 31) return invalid
  if (product.isDeleted) return { status: 404, code: 'no-such-product' }
  if (perPrice !== undefined && perPrice !== product.cents / 100)
    return { status: 409, code: 'price-changed' }
  if (quantity < product.minimum) return { status: 422, code: 'below-minimum' }
  if (quantity > product.quantity) return { status: 409, code: 'out-of-stock' }
  const total = totalOf({ cents: product.cents, quantity })
  if (total < SMALLEST_TOTAL_CENTS || total > LARGEST_TOTAL_CENTS)
    return { status: 422, code: 'total-out-of-range' }
  return null
}
const invalid = { status: 422, code: 'invalid' }

/** Why the buyer's caps on unpaid orders forbid this order; null if they allow it. */
export function whyTooMuch(
  model: OrderModel,
  who: Who,
  product: ModelProduct,
  quantity: number,
): Expected | null {
  const caps = modelCaps[who]
  const held = model.orders.filter(({ buyer, status }) => buyer === who && status === 'unpaid')
  if (held.length >= caps.orders) return { status: 409, code: 'too-many-open-orders' }
  const value = held.reduce((sum, order) => sum + totalOf(order), totalOf({ ...product, quantity }))
  if (value > caps.cents) return { status: 409, code: 'open-orders-too-valuable' }
  const ofProduct = held.filter((order) => order.product === product)
  const pieces = ofProduct.reduce((sum, order) => sum + order.quantity, 0)
  const share = Math.floor(((product.quantity + pieces) * caps.stockPercent) / 100)
  const isTooMuch = pieces + quantity > Math.max(share, product.minimum)
  return isTooMuch ? { status: 409, code: 'too-much-of-the-stock' } : null
}

/** Holds the order's stock and notifies its buyer. */
export function placed(model: OrderModel, order: ModelOrder): void {
  model.orders.push(order)
  movePieces(model, order.product, -order.quantity, 'order', order.id)
  model.history.push(`mail order-placed of ${order.id}`)
}

export function movePieces(
  model: OrderModel,
  product: ModelProduct,
  delta: number,
  reason: 'order' | 'cancel' | 'correction',
  orderId?: string,
): void {
  product.quantity += delta
  model.history.push(`${delta} of ${product.id} by ${reason} for ${orderId ?? 'no order'}`)
}

/** Applies a captured payment: it pays its orders, and what they don't need is refunded. */
export function heardOf(model: OrderModel, payment: ModelPayment): void {
  if (payment.state !== 'succeeded' || payment.parts) return
  const { group, orders } = payment
  const isGroup = group?.payment === payment
  // Money that names a group but was not started for it is listed under the first order.
  const costs = isGroup
    ? orders.map((order) => ({ order, cents: totalOf(order) }))
    : orders.slice(0, 1).map((order) => ({ order, cents: payment.cents }))
  payment.parts = costs.map(({ order, cents }) => {
    const isOwed = order.status === 'unpaid' && cents === totalOf(order) && (!group || isGroup)
    return { order, cents, money: isOwed ? 'kept' : 'refunded' }
  })
  if (isGroup) group.status = 'captured'
  const paid = payment.parts.filter(({ money }) => money === 'kept')
  for (const { order } of paid) {
    order.status = 'paid'
    order.paidBy = payment
  }
  if (paid.length > 0) {
    const ids = paid.map(({ order }) => order.id).sort()
    model.history.push(`mail ${ids.length === 1 ? 'order' : 'orders'}-paid of ${ids.join(' ')}`)
  }
  for (const { order, money } of payment.parts) {
    if (money === 'refunded') model.history.push(`mail order-refunded of ${order.id}`)
  }
  for (const { order } of paid) replaceGroups(model, order)
}

/** Cancels the open groups of an order; one whose money moved before is captured. */
function replaceGroups(model: OrderModel, order: ModelOrder): void {
  for (const group of openGroupsOf(model, order)) cancelGroup(model, group)
}

export function openGroupsOf({ groups }: OrderModel, order: ModelOrder): ModelGroup[] {
  return groups.filter(({ status, orders }) => status === 'open' && orders.includes(order))
}

export function cancelGroup(model: OrderModel, group: ModelGroup): void {
  const { payment } = group
  if (payment.state === 'succeeded') {
    heardOf(model, payment)
  } else {
    payment.state = 'canceled'
    group.status = 'cancelled'
  }
}

/** Delivers the provider's events in order, delayed ones only with `later`. */
export function eventsArrive(model: OrderModel, later: boolean): void {
  const due = model.events.filter(({ isLate }) => !isLate)
  const late = model.events.filter(({ isLate }) => isLate)
  for (const { payment } of later ? [...due, ...late] : due) heardOf(model, payment)
  model.events = later ? [] : late
}

export function cancelled(model: OrderModel, who: Who, order: ModelOrder | undefined): Expected {
  if (!order || order.status === 'cancelled') return noSuchOrder
  if (who !== order.buyer && who !== 'owner') return noSuchOrder
  // A payment that the shop tried to cancel may have been captured.
  if (order.status === 'unpaid') {
    if (order.payment?.state === 'open') order.payment.state = 'canceled'
    if (order.payment) heardOf(model, order.payment)
    replaceGroups(model, order)
  }
  if (isPaid(order)) return alreadyPaid
  order.status = 'cancelled'
  const restored = !order.product.isDeleted
  if (restored) movePieces(model, order.product, order.quantity, 'cancel', order.id)
  order.cancel = { by: who, restored, isAcknowledged: false }
  model.cancels.push(order)
  model.history.push(`mail order-cancelled of ${order.id}`)
  return { status: 200 }
}

/** Whether it is paid by now; its status may have changed since it was last read. */
function isPaid({ status }: ModelOrder): boolean {
  return status === 'paid'
}

export const noSuchOrder = { status: 404, code: 'no-such-order' }
export const alreadyPaid = { status: 409, code: 'already-paid' }

/** Acknowledges the latest matching cancellation. */
export function acknowledged(
  model: OrderModel,
  release: { who: Who; product: ModelProduct; quantity: number },
): Expected {
  const { who, product, quantity } = release
  const cancel = model.cancels.findLast(
    (order) =>
      order.cancel?.by === who &&
      !order.cancel.isAcknowledged &&
      order.product === product &&
      order.quantity === quantity,
  )?.cancel
  if (!cancel) return { status: 403, code: 'no-such-cancel' }
  cancel.isAcknowledged = true
  return cancel.restored ? { status: 200 } : { status: 409, code: 'not-restored' }
}
