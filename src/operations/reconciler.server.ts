import type { Db } from '#platform/database/database.server.ts'
import { createWorker, type Worker } from '#platform/jobs/worker.server.ts'
import { claimLease, extendLease } from '#platform/jobs/worker-lease.server.ts'
import { cancelOrder } from '#shop/orders/cancel/cancel-order.server.ts'
import { findOrder } from '#shop/orders/order-queries.server.ts'
import {
  createCancelPayment,
  type PaymentDeps,
  receivePayment,
} from '#shop/payments/receive-payment.server.ts'
import { refundPayment } from '#shop/payments/refund-payment.server.ts'
import { type ReconcileTask, walkThrough } from './process-in-batches.server.ts'
import {
  expiredOrders,
  ordersWithPayment,
  refundsDue,
  unfinishedCancels,
} from './reconciler-queries.server.ts'

export type Reconciler = Worker & {
  /** Brings shop and provider together once; nothing when another process has the turn. */
  takeTurn: () => Promise<void>
}

const NAME = 'reconciler'
const EVERY_SECONDS = 30
// Longer than one page takes while the provider does not answer at all.
const LEASE_SECONDS = 60
const ASK_EVERY_MS = 5_000
const TIME_PER_CHORE_MS = 20_000
// A cancel that somebody waits for is left to finish by itself.
const CANCEL_TAKES_SECONDS = 5

/**
 * Heals what a lost message, a silent provider or a killed process left behind: money that came
 * without a word, refunds and cancels that did not come to their end, orders that nobody pays.
 * One process at a time does so, and no lock is held while the provider is asked.
 */
export function createReconciler(
  outside: PaymentDeps & {
    db: Db
    clock: () => Date
  },
): Reconciler {
  const { db, log, payments, countOrder, clock } = outside
  const paymentDeps = { payments, log, countOrder }
  const ports = { cancelPayment: createCancelPayment(db, paymentDeps), countOrder }

  // The shop acts for the buyer, whose account the ledger of stock then names.
  const cancel = async (id: string) => {
    const order = await findOrder(db, id)
    const owner = order && { id: order.accountId, role: 'buyer' as const }
    if (owner) await cancelOrder(db, ports, owner, id)
  }
  const checkPayment = async (id: string) => {
    const intentId = (await findOrder(db, id))?.paymentIntentId
    const payment = intentId ? await payments.find(intentId) : null
    if (payment?.state === 'succeeded') await receivePayment(db, paymentDeps, payment)
  }
  const chores: ReconcileTask[] = [
    { name: 'refund', waiting: refundsDue, act: (id) => refundPayment(db, paymentDeps, id) },
    { name: 'ask for money', waiting: ordersWithPayment, act: checkPayment },
    { name: 'cancel', waiting: unfinishedCancels(clock, CANCEL_TAKES_SECONDS), act: cancel },
    { name: 'expire', waiting: expiredOrders(clock), act: cancel },
  ]
  const walks = chores.map((chore) => walkThrough(db, log, chore))

  const takeTurn = async (stopping?: AbortSignal) => {
    if (!(await claimLease(db, NAME, LEASE_SECONDS))) return
    for (const walk of walks) {
      const end = Date.now() + TIME_PER_CHORE_MS
      await walk(async () => {
        if (stopping?.aborted || Date.now() > end) return false
        await extendLease(db, NAME, LEASE_SECONDS)
        return true
      })
    }
    await extendLease(db, NAME, EVERY_SECONDS)
  }
  const worker = createWorker({
    restMs: ASK_EVERY_MS,
    turn: ({ soon }) => takeTurn(soon),
    onError: (error) => log.error(error, 'The reconciler could not take its turn'),
  })
  return { ...worker, takeTurn }
}
