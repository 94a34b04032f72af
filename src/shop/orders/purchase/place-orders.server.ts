import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { cents, timesPieces } from '#platform/money.ts'
import { addressLines } from '#platform/postal-address.ts'
import { countPlacedLists } from '#shop/list-store/order-list-queries.server.ts'
import type { OrderHeader } from '#shop/orders/order.ts'
import { holdHoursOf, type OrderRules } from '#shop/orders/order-caps.ts'
import { ownPrices } from '#shop/prices/prices-for.server.ts'
import { orderTax } from '#shop/tax/tax.ts'
import { checkLines, isOverCap, type LineError } from './check-order-lines.ts'
import type { OrderRecipient } from './order-forms.ts'
import type { OrderAnswer, OrderRequest } from './order-request.server.ts'
import { type BuyerState, lockAndRead, type OrderState, orderedOf } from './order-state.server.ts'
import { type AcceptedOrder, type UnnumberedOrder, writeOrders } from './write-orders.server.ts'

/** The outcome of a request. Only `placed` changed data; `stored` is the stored response of its key. */
export type OrderOutcome =
  | { placed: OrderAnswer }
  | { stored: OrderAnswer }
  | { refused: 'key-reused' | 'list-changed' }
  | { refused: 'too-often' }
  | { errors: LineError[] }

/** The outcomes in the order of the requests; or an error, after which the orders may exist or not. */
export type Attempt = { outcomes: OrderOutcome[] } | { error: unknown; mayBeCommitted: boolean }

/**
 * Places orders in one transaction: locks and reads buyers and products, decides by the rules, and
 * writes all that were accepted. An error undoes all of them, unless it came from the commit itself.
 * With `maxWaitMs`, it fails when it waits longer for a lock.
 */
export async function placeOrders(
  db: Db,
  requests: readonly OrderRequest[],
  rules: OrderRules,
  maxWaitMs = 0,
): Promise<Attempt> {
  let mayBeCommitted = false
  try {
    // A stricter level would read the state from before the locks.
    const transaction = db.transaction().setIsolationLevel('read committed')
    const outcomes = await transaction.execute(async (db) => {
      const outcomes = await placeWithin(db, requests, rules, maxWaitMs)
      mayBeCommitted = true
      return outcomes
    })
    return { outcomes }
  } catch (error) {
    return { error, mayBeCommitted }
  }
}

/** Places orders in the caller's transaction, like `placeOrders`. */
export async function placeWithin(
  db: Db,
  requests: readonly OrderRequest[],
  rules: OrderRules,
  maxWaitMs = 0,
): Promise<OrderOutcome[]> {
  const state = await lockAndRead(db, requests, rules, maxWaitMs)
  const accepted: AcceptedOrder[] = []
  const decisions = requests.map((request) => decide(request, state, rules, accepted))
  const answers = await writeOrders(db, accepted)
  const placedLists = accepted.filter(({ request }) => request.listVersion !== undefined)
  if (placedLists.length > 0) {
    const accountIds = new Set(placedLists.map(({ request }) => request.buyer.id))
    await countPlacedLists(db, [...accountIds])
  }
  const answerTo = (order: AcceptedOrder) => answers[accepted.indexOf(order)] as OrderAnswer
  return decisions.map((decision) => {
    if ('accepted' in decision) return { placed: answerTo(decision.accepted) }
    if ('sameAs' in decision) return { stored: answerTo(decision.sameAs) }
    return decision
  })
}

type Decision =
  | { accepted: AcceptedOrder }
  | { sameAs: AcceptedOrder }
  | Exclude<OrderOutcome, { placed: unknown }>

/** Decides a request, all or nothing, and takes it off the state, so that later ones of the batch count it. */
function decide(
  request: OrderRequest,
  state: OrderState,
  rules: OrderRules,
  accepted: AcceptedOrder[],
): Decision {
  const earlier = earlierUse(request, state, accepted)
  if (earlier) return earlier
  const buyer = state.buyers.get(request.buyer.id)
  if (!buyer) throw new Error(`There is no user ${request.buyer.id}`)
  const { listVersion } = request
  const list = state.listVersions.get(buyer.id) ?? 0
  if (listVersion !== undefined && listVersion !== list) return { refused: 'list-changed' }
  const { isSingle, payAtOnce = false } = request
  // One at a time, so that such orders never hold more than the share for long.
  const paysAtOnce = payAtOnce && buyer.isNew && buyer.mayPayAtOnce
  const products = productsFor(request, state)
  const errors = checkLines(request.lines, products, buyer, rules, { isSingle, payAtOnce })
  if (errors.some((error) => !isOverCap(error))) return { errors }
  if (buyer.recent >= rules.perMinute) return { refused: 'too-often' }
  if (errors.length > 0) return { errors }
  const order = createOrder(request, products, buyer, holdHoursOf(rules, buyer, { paysAtOnce }), rules)
  count(order, state, buyer, payAtOnce)
  if (payAtOnce) buyer.mayPayAtOnce = false
  // Another request of this batch can't place the same list.
  if (listVersion !== undefined) state.listVersions.set(buyer.id, list + 1)
  const decided = { request, order, isOfNew: buyer.isNew }
  accepted.push(decided)
  return { accepted: decided }
}

function productsFor({ buyer, lines }: OrderRequest, { products, lists }: OrderState) {
  const viewer = { accountId: buyer.id }
  return new Map(
    lines.flatMap(({ productId }) => {
      const product = products.get(productId)
      if (!product) return []
      return [[productId, { ...product, ...ownPrices(product, lists.of(viewer, product)) }]]
    }),
  )
}

/** Returns the decision for a key that was used before, in an earlier batch or in this one. */
function earlierUse(
  { keyed }: OrderRequest,
  { answers }: OrderState,
  accepted: AcceptedOrder[],
): Decision | null {
  if (keyed.key === null) return null
  const stored = answers.find(({ accountId, key }) => accountId === keyed.accountId && key === keyed.key)
  if (stored) {
    return stored.requestHash === keyed.hash ? { stored: stored.answer } : { refused: 'key-reused' }
  }
  const same = accepted.find(
    ({ request }) => request.keyed.accountId === keyed.accountId && request.keyed.key === keyed.key,
  )
  if (!same) return null
  return same.request.keyed.hash === keyed.hash ? { sameAs: same } : { refused: 'key-reused' }
}

function createOrder(
  { buyer, recipient, lines }: OrderRequest,
  products: ReturnType<typeof productsFor>,
  state: BuyerState,
  holdHours: number,
  rules: OrderRules,
): UnnumberedOrder {
  const placedAt = new Date()
  const header: OrderHeader = {
    name: recipient.name,
    email: buyer.email,
    ...addressOf(recipient),
    company: state.company,
    poNumber: recipient.poNumber || null,
    placedAt,
    heldUntil: new Date(placedAt.getTime() + holdHours * 3_600_000),
  }
  const id = uuidv7()
  return {
    ...header,
    id,
    accountId: buyer.id,
    tax: orderTax(state.tax, rules.taxPercent),
    lines: lines.map(({ productId, quantity }, index) => {
      const product = products.get(productId)
      if (!product) throw new Error(`There is no product ${productId}`)
      return {
        ...header,
        id: uuidv7(),
        orderId: id,
        position: index + 1,
        ...orderedOf(product, quantity),
        quantity,
        status: 'unpaid' as const,
        transactionId: null,
        card: null,
        cancelledAt: null,
        stockRestored: null,
        paidAt: null,
      }
    }),
  }
}

/** Joins the parts of the address where given; the recipient defaults to the buyer. */
function addressOf({ name, address, shippingAddress }: OrderRecipient) {
  if (!shippingAddress) return { address, shippingAddress: null }
  return {
    address: addressLines(shippingAddress).join(', '),
    shippingAddress: { ...shippingAddress, name: shippingAddress.name || name },
  }
}

function count(
  { lines }: UnnumberedOrder,
  { products }: OrderState,
  buyer: BuyerState,
  payAtOnce: boolean,
): void {
  buyer.orders += 1
  buyer.recent += 1
  for (const { productId, unitPrice, quantity } of lines) {
    buyer.cents = cents(buyer.cents + timesPieces(unitPrice, quantity))
    buyer.pieces.set(productId, (buyer.pieces.get(productId) ?? 0) + quantity)
    const product = products.get(productId)
    if (!product) continue
    product.quantity -= quantity
    product.heldUnpaid += quantity
    if (!buyer.isNew) continue
    product.heldByNew += quantity
    if (payAtOnce) product.heldAtOnce += quantity
  }
}
