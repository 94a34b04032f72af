import type { Db } from '#platform/database/database.server.ts'
import { createWorker, type Worker } from '#platform/jobs/worker.server.ts'
import { claimLease, extendLease } from '#platform/jobs/worker-lease.server.ts'
import { cancelLines } from '#shop/orders/cancel/cancel-lines.server.ts'
import { findLine } from '#shop/orders/line-queries.server.ts'
import { findGroup } from '#shop/payments/group/group-queries.server.ts'
import {
  cancelSupersededIntent,
  createCancelPayment,
  finishCancellingGroup,
  type PaymentDeps,
  receivePayment,
} from '#shop/payments/receive-payment.server.ts'
import { refundPayment } from '#shop/payments/refund-payment.server.ts'
import { processInBatches, type ReconcileTask } from './process-in-batches.server.ts'
import {
  cancellingGroups,
  expiredOrders,
  openGroups,
  ordersWithPayment,
  refundsToCheck,
  supersededIntents,
  unfinishedCancels,
} from './reconciler-queries.server.ts'

export type Reconciler = Worker & {
  /** Runs one round; does nothing while another process holds the lease. */
  takeTurn: () => Promise<void>
}

const NAME = 'reconciler'
const EVERY_SECONDS = 30
// Longer than one page takes while the provider does not respond.
const LEASE_SECONDS = 60
const POLL_INTERVAL_MS = 5_000
const TIME_PER_TASK_MS = 20_000
// A younger cancellation may still be running inside the buyer's request.
const CANCEL_GRACE_SECONDS = 5

/**
 * A worker that finishes what a lost webhook, an unresponsive provider or a killed process left
 * behind: captured payments, refunds, cancellations and expired orders (product 10.16, 10.22). One
 * process at a time works, by a lease. No database lock is held during calls to the provider.
 */
export function createReconciler(
  deps: PaymentDeps & {
    db: Db
    clock: () => Date
  },
): Reconciler {
  const { db, log, payments, countOrder, clock } = deps
  const paymentDeps = { payments, log, countOrder }
  const cancelDeps = { cancelPayment: createCancelPayment(db, paymentDeps), countOrder }

  // Acts as the buyer, so that the stock movement names the buyer's account.
  const cancel = async (id: string) => {
    const line = await findLine(db, id)
    if (line) await cancelLines(db, cancelDeps, { id: line.accountId }, [id])
  }
  const checkPayment = async (id: string) => {
    const intentId = (await findLine(db, id))?.paymentIntentId
    const payment = intentId ? await payments.find(intentId) : null
    if (payment?.state === 'succeeded') await receivePayment(db, paymentDeps, payment)
  }
  const checkGroup = async (id: string) => {
    const intentId = (await findGroup(db, id))?.paymentIntentId
    const payment = intentId ? await payments.find(intentId) : null
    if (payment?.state === 'succeeded') await receivePayment(db, paymentDeps, payment)
  }
  const cancelGroup = (id: string) => finishCancellingGroup(db, paymentDeps, id)
  const cancelSuperseded = (id: string) => cancelSupersededIntent(db, paymentDeps, id)
  const tasks: ReconcileTask[] = [
    { name: 'refund', waiting: refundsToCheck, act: (id) => refundPayment(db, paymentDeps, id) },
    { name: 'check payment', waiting: ordersWithPayment, act: checkPayment },
    { name: 'check payment of several orders', waiting: openGroups, act: checkGroup },
    { name: 'cancel superseded payment', waiting: supersededIntents, act: cancelSuperseded },
    {
      name: 'cancel payment',
      waiting: cancellingGroups(clock, CANCEL_GRACE_SECONDS),
      act: cancelGroup,
    },
    { name: 'cancel', waiting: unfinishedCancels(clock, CANCEL_GRACE_SECONDS), act: cancel },
    { name: 'expire', waiting: expiredOrders(clock), act: cancel },
  ]
  const runTasks = tasks.map((task) => processInBatches(db, log, task))

  const takeTurn = async (stopping?: AbortSignal) => {
    if (!(await claimLease(db, NAME, LEASE_SECONDS))) return
    for (const runTask of runTasks) {
      const end = performance.now() + TIME_PER_TASK_MS
      await runTask(async () => {
        if (stopping?.aborted || performance.now() > end) return false
        await extendLease(db, NAME, LEASE_SECONDS)
        return true
      })
    }
    await extendLease(db, NAME, EVERY_SECONDS)
  }
  const worker = createWorker({
    pauseMs: POLL_INTERVAL_MS,
    run: ({ drain }) => takeTurn(drain),
    onError: (error) => log.error(error, 'Reconciler round failed'),
  })
  return { ...worker, takeTurn }
}
