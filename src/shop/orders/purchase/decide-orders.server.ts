import { cents, timesPieces } from '#platform/money.ts'
import type { UnnumberedOrder } from '#shop/orders/order-json.server.ts'
import type { BuyerState, OrdersState } from './begin-orders.server.ts'
import { checkLines, isOverCap } from './check-order-lines.ts'
import { createOrder } from './new-order.server.ts'
import { holdHoursOf, type OrderRules } from './order-caps.ts'
import type { GroupOutcome, OrderGroup } from './order-group.server.ts'

/** A group whose orders are to be written. */
export type AcceptedGroup = { group: OrderGroup; orders: UnnumberedOrder[] }

/** A decision; `sameAs` is a group of this batch with the same key and body. */
export type Decision =
  | { accepted: AcceptedGroup }
  | { sameAs: AcceptedGroup }
  | Exclude<GroupOutcome, { placed: unknown }>

/**
 * Decides the groups of a batch one after another, each all or nothing. What a group takes is
 * subtracted from the state, so that later groups of the same buyer or product count it.
 */
export function decideOrders(
  groups: readonly OrderGroup[],
  state: OrdersState,
  rules: OrderRules,
): Decision[] {
  const accepted: AcceptedGroup[] = []
  return groups.map((group) => {
    const decision = decide(group, state, rules, accepted)
    if ('accepted' in decision) accepted.push(decision.accepted)
    return decision
  })
}

function decide(
  group: OrderGroup,
  state: OrdersState,
  rules: OrderRules,
  accepted: AcceptedGroup[],
): Decision {
  const earlier = earlierUse(group, state, accepted)
  if (earlier) return earlier
  const buyer = state.buyers.get(group.buyer.id)
  if (!buyer) throw new Error(`There is no user ${group.buyer.id}`)
  const faults = checkLines(group.lines, state.products, buyer, rules, group)
  if (faults.some((fault) => !isOverCap(fault))) return { faults }
  if (buyer.recent >= rules.perMinute) return { refused: 'too-often' }
  if (faults.length > 0) return { faults }
  const orders = group.lines.map((line) => {
    const product = state.products.get(line.productId)
    if (!product) throw new Error(`There is no product ${line.productId}`)
    product.quantity -= line.quantity
    product.heldUnpaid += line.quantity
    if (!buyer.emailVerified) product.heldByUnverified += line.quantity
    const hold = holdHoursOf(rules, buyer)
    return createOrder(group.buyer, group.recipient, product, line.quantity, hold)
  })
  addTo(buyer, orders)
  return { accepted: { group, orders } }
}

/** Returns the decision for a key that was used before, in an earlier batch or in this one. */
function earlierUse(
  { request }: OrderGroup,
  { answers }: OrdersState,
  accepted: AcceptedGroup[],
): Decision | null {
  if (request.key === null) return null
  const stored = answers.find(
    ({ owner, key }) => owner === request.accountId && key === request.key,
  )
  if (stored) {
    return stored.hash === request.hash
      ? { stored: [stored.answer].flat() }
      : { refused: 'key-reused' }
  }
  const same = accepted.find(
    ({ group }) =>
      group.request.accountId === request.accountId && group.request.key === request.key,
  )
  if (!same) return null
  return same.group.request.hash === request.hash ? { sameAs: same } : { refused: 'key-reused' }
}

function addTo(buyer: BuyerState, orders: UnnumberedOrder[]): void {
  buyer.orders += orders.length
  buyer.placements += 1
  buyer.recent += 1
  for (const { productId, unitPrice, quantity } of orders) {
    buyer.cents = cents(buyer.cents + timesPieces(unitPrice, quantity))
    buyer.pieces.set(productId, (buyer.pieces.get(productId) ?? 0) + quantity)
  }
}
