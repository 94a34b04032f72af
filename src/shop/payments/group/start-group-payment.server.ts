import { validate as isUuid, v7 as uuidv7 } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { type Cents, cents, centsToDollars, timesPieces } from '#platform/money.ts'
import type { Caller } from '#shop/auth/access/caller.server.ts'
import { type LineRow, lockOwnLines, toLine } from '#shop/orders/line-queries.server.ts'
import { LARGEST_TOTAL_CENTS, lineCan } from '#shop/orders/order.ts'
import { toLineJson } from '#shop/orders/order-json.server.ts'
import type { PaymentPart } from '#shop/payments/captured-payments.server.ts'
import {
  cancelIntent,
  finishCancellingGroup,
  type PaymentDeps,
  receivePayment,
} from '#shop/payments/receive-payment.server.ts'
import { isPaid } from '#shop/payments/recorded-payment.ts'
import type { PayableGroup } from './group-json.server.ts'
import {
  addGroup,
  countRecentGroups,
  findOwnGroup,
  type GroupPayment,
  lockUnfinishedGroups,
  markGroupsCancelling,
  partsOf,
  storeGroupIntent,
} from './group-queries.server.ts'
import type { GroupRefusal, UnpayableOrder } from './group-refusals.server.ts'

/**
 * Starts one payment of several of the caller's own unpaid orders, or resumes the open one of the
 * same orders. An open payment of some of them and others is cancelled first, so that an order is
 * in at most one open payment.
 */
export async function startGroupPayment(
  db: Db,
  paymentDeps: PaymentDeps,
  caller: Pick<Caller, 'id'>,
  orderIds: string[],
): Promise<PayableGroup | GroupRefusal> {
  const planned = await db.transaction().execute((db) => planGroup(db, caller, orderIds))
  if ('refused' in planned) return planned
  for (const id of planned.superseded) await finishCancellingGroup(db, paymentDeps, id)
  return resumeGroupPayment(db, paymentDeps, caller, planned.id)
}

/** Resumes the caller's own open payment at the provider, for its page. */
export async function resumeGroupPayment(
  db: Db,
  paymentDeps: PaymentDeps,
  caller: Pick<Caller, 'id'>,
  id: string,
): Promise<PayableGroup | GroupRefusal> {
  const found = isUuid(id) ? await findOwnGroup(db, caller, id) : undefined
  if (!found) return { refused: 'no-such-payment' }
  const { group, orders } = found
  if (group.status === 'captured') return { refused: 'payment-captured' }
  if (group.status !== 'open') return { refused: 'payment-cancelled' }

  const { payments } = paymentDeps
  const { payment, clientSecret } = await payments.start({
    subject: { paymentId: id },
    amountCents: group.amountCents,
    paymentIntentId: group.paymentIntentId,
  })
  // The payment may have succeeded without the shop being notified.
  if (isPaid(await receivePayment(db, paymentDeps, payment))) return { refused: 'payment-captured' }
  if (!(await storeGroupIntent(db, id, payment.id))) {
    // An order changed in the meantime: this intent must not be payable any more.
    await cancelIntent(db, paymentDeps, payment.id)
    return { refused: 'orders-changed' }
  }
  return {
    _id: id,
    amount: centsToDollars(cents(group.amountCents)),
    orders: orders.map((order) => toLineJson(toLine(order))),
    clientSecret,
    isProcessing: payment.state === 'processing',
    publishableKey: payments.publishableKey,
    scriptUrl: payments.scriptUrl,
  }
}

/** Each start is a request to the provider, and cancels the one before. */
const STARTS_PER_MINUTE = 60

type PlannedGroup = { id: string; superseded: string[] }

/** Records the payment before the provider is asked, while its orders are locked. */
async function planGroup(
  db: Db,
  caller: Pick<Caller, 'id'>,
  orderIds: string[],
): Promise<PlannedGroup | GroupRefusal> {
  const ids = orderIds.map((id) => id.toLowerCase())
  const possible = ids.filter((id) => isUuid(id))
  const orders = possible.length > 0 ? await lockOwnLines(db, caller, possible) : []
  const missing = ids.filter((id) => !orders.some((order) => order.id === id))
  if (missing.length > 0) return { refused: 'no-such-order', ids: missing }
  const unpayable = orders.flatMap(whyNotPayable)
  if (unpayable.length > 0) return { refused: 'not-payable', orders: unpayable }
  const parts = orders.map((order) => ({ orderId: order.id, amountCents: totalOf(order) }))
  const total = cents(parts.reduce((sum, { amountCents }) => sum + amountCents, 0))
  if (total > LARGEST_TOTAL_CENTS) return { refused: 'total-out-of-range', total }

  const unfinished = await lockUnfinishedGroups(db, ids)
  const same = await findSame(db, unfinished, parts)
  if (!same && (await countRecentGroups(db, caller.id)) >= STARTS_PER_MINUTE) {
    return { refused: 'too-often' }
  }
  const others = unfinished.filter((group) => group !== same)
  await markGroupsCancelling(db, others)
  const id = same?.id ?? uuidv7()
  if (!same) await addGroup(db, { id, accountId: caller.id, amountCents: total }, parts)
  return { id, superseded: others.map((group) => group.id) }
}

function whyNotPayable(row: LineRow): UnpayableOrder[] {
  const { id, orderNumber: number, status } = toLine(row)
  if (lineCan.pay({ status })) return []
  return [{ id, number, status: status === 'cancelling' ? 'cancelling' : 'paid' }]
}

function totalOf({ unitPriceCents, quantity }: LineRow): Cents {
  return timesPieces(cents(unitPriceCents), quantity)
}

async function findSame(
  db: Db,
  unfinished: GroupPayment[],
  parts: PaymentPart[],
): Promise<GroupPayment | undefined> {
  const open = unfinished.find(({ status }) => status === 'open')
  const covered = open ? await partsOf(db, open.id) : []
  const isSame =
    covered.length === parts.length &&
    covered.every(({ orderId }) => parts.some((part) => part.orderId === orderId))
  return isSame ? open : undefined
}
