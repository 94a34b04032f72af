import type { Db } from '#platform/database/database.server.ts'
import type { Site } from '#platform/http/site.ts'
import { createWorker, type Worker } from '#platform/jobs/worker.server.ts'
import { claimLease, extendLease, finishRound } from '#platform/jobs/worker-lease.server.ts'
import { claimPendingUsers } from '#shop/companies/pending/pending-users.server.ts'
import { cancelLines } from '#shop/orders/cancel/cancel-lines.server.ts'
import { createCancelPayment, endPayment } from '#shop/payments/cancel-payment.server.ts'
import { providerOf } from '#shop/payments/provider/card-providers.server.ts'
import { findPayment } from '#shop/payments/queries/payment-queries.server.ts'
import { type PaymentDeps, receivePayment } from '#shop/payments/receive-payment.server.ts'
import { settleLostRefunds } from '#shop/refunds/settle-lost-refunds.server.ts'
import { paymentRefunds, settleRefunds } from '#shop/refunds/settle-refunds.server.ts'
import { queueOwnerMails } from './owner-mails.server.ts'
import { processInBatches, type ReconcileTask } from './process-in-batches.server.ts'
import {
  cancellingPayments,
  type DueLines,
  expiredLines,
  openPayments,
  ordersOf,
  refundsToCheck,
  unfinishedCancels,
} from './reconciler-queries.server.ts'
import { queueWeeklyMail } from './weekly-mail.server.ts'

export type Reconciler = Worker & {
  /** Runs one round; does nothing while another process holds the lease. */
  runOnce: () => Promise<void>
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
 * A worker that finishes work interrupted by a lost webhook, an unresponsive provider or a killed
 * process: captured payments, refunds, cancellations and expired orders (product 10.16, 10.22), and tells the owner of new
 * orders (15.9). A lease
 * lets one process work at a time. No database lock is held during calls to the provider.
 */
export function createReconciler(
  deps: Omit<PaymentDeps, 'refunds'> & {
    db: Db
    clock: () => Date
    /** Its time zone, in which a day of mails to the owner begins; UTC if absent. */
    site?: Pick<Site, 'timeZone'>
  },
): Reconciler {
  const { db, log, providers, countOrder, clock, site } = deps
  const paymentDeps = { providers, log, countOrder, refunds: paymentRefunds }
  const cancelDeps = { cancelPayment: createCancelPayment(db, paymentDeps), countOrder }

  // Cancels the due lines of an order together. The stock movements name the buyer's account.
  const cancel = (name: string, due: DueLines): ReconcileTask => ({
    name,
    waiting: ordersOf(due),
    act: async (orderId) => {
      const lines = await due(db)
        .select(['orderLine.id', 'orderLine.accountId'])
        .where('orderId', '=', orderId)
        .execute()
      const [line] = lines
      const ids = lines.map(({ id }) => id)
      if (line) await cancelLines(db, cancelDeps, { id: line.accountId, isShop: true }, ids)
    },
  })
  const checkPayment = async (id: string) => {
    const payment = await findPayment(db, id)
    if (!payment?.providerId) return
    const paid = await providerOf(providers, payment).find(payment.providerId)
    if (paid?.state === 'succeeded') await receivePayment(db, paymentDeps, paid)
  }
  const endCancelling = async (id: string) => void (await endPayment(db, paymentDeps, id))
  const settle = (id: string) => settleRefunds(db, paymentDeps, id)
  const tasks: ReconcileTask[] = [
    { name: 'refund', waiting: refundsToCheck, act: settle },
    { name: 'check payment', waiting: openPayments, act: checkPayment },
    {
      name: 'cancel payment',
      waiting: cancellingPayments(clock, CANCEL_GRACE_SECONDS),
      act: endCancelling,
    },
    cancel('cancel', unfinishedCancels(clock, CANCEL_GRACE_SECONDS)),
    cancel('expire', expiredLines(clock)),
  ]
  const runTasks = tasks.map((task) => processInBatches(db, log, task))

  const runOnce = async (stopping?: AbortSignal) => {
    if (!(await claimLease(db, NAME, LEASE_SECONDS))) return
    // Keeps the lease while a task works, and ends the task after its time.
    const turn = () => {
      const end = performance.now() + TIME_PER_TASK_MS
      return async () => {
        if (stopping?.aborted || performance.now() > end) return false
        await extendLease(db, NAME, LEASE_SECONDS)
        return true
      }
    }
    await settleLostRefunds(db, paymentDeps, clock(), turn())
    for (const runTask of runTasks) await runTask(turn())
    // Those that a killed process left.
    await claimPendingUsers(db)
    await queueOwnerMails(db, site?.timeZone ?? 'UTC')
      .then(() => queueWeeklyMail(db, site?.timeZone ?? 'UTC'))
      .catch((error: unknown) => log.error(error, 'The owner was not told of new orders'))
    await finishRound(db, NAME, EVERY_SECONDS)
  }
  const worker = createWorker({
    pauseMs: POLL_INTERVAL_MS,
    run: ({ drain }) => runOnce(drain),
    onError: (error) => log.error(error, 'Reconciler round failed'),
  })
  return { ...worker, runOnce }
}
