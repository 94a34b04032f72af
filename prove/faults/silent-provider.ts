import { audit } from '#prove/audit.ts'
import { isPaid, openPayment, placeOrder, retry } from '#prove/buyer-actions.ts'
import { clearFaults, spoilPayments } from '#prove/card-actions.ts'
import type { Scenario } from '#prove/scenario.ts'
import { PRODUCTS } from '#prove/seed.ts'
import { type ProofShop, withShopIn } from '#prove/shop.ts'
import { waitUntilConsistent } from '#prove/wait-until-consistent.ts'
import { until } from '#prove/waiting.ts'
import { compareOrders, orderAllAgain, pay, startWorkload, type Workload } from '#prove/workload.ts'
import { watchReplies } from './watch-replies.ts'

/** Never answers, answers too late, answers 429 and 500. */
const FAULTS = ['timeout_before', 'timeout_after', 'rate_limited', 'server_error'] as const
type Fault = (typeof FAULTS)[number]

// Three tries of ten seconds, with pauses in between; a payment page may need two calls.
const ANSWER_LIMIT_MS = 70_000
const AT_ONCE_MS = 2_000
const BREAKER_LIMIT_MS = 120_000
const ORDER_LIMIT_MS = 5_000
// The circuit breaker's pause, then one call that tries again.
const RECOVER_LIMIT_MS = 30_000
const BUYER = 100

/** The card provider hangs, breaks off and fails; orders go on, and payments recover. */
export const silentProvider: Scenario = {
  name: 'Silent card provider',
  notApplicable: ({ isShort }) => (isShort ? 'only in the full form' : undefined),
  run: async ({ environments, random }) => {
    const disturb = async (shop: ProofShop) => {
      const replies = watchReplies(shop, ANSWER_LIMIT_MS)
      const workload = startWorkload(shop, random.fork('workload'))
      const slowest = { orderMs: 0, recoveryMs: 0 }
      for (const fault of FAULTS) {
        await workload.more(20)
        const { orderMs, recoveryMs } = await orderDuring(shop, workload, fault)
        slowest.orderMs = Math.max(slowest.orderMs, orderMs)
        slowest.recoveryMs = Math.max(slowest.recoveryMs, recoveryMs)
      }
      await workload.finish()
      const again = await orderAllAgain(shop, workload)
      const inconsistent = await waitUntilConsistent(shop, isPaid)
      const stored = await audit(shop, (pool) => compareOrders(pool, workload))
      const late = [
        ...(slowest.orderMs > ORDER_LIMIT_MS ? [`an order took ${slowest.orderMs} ms`] : []),
        ...(slowest.recoveryMs > RECOVER_LIMIT_MS
          ? [`a payment took ${slowest.recoveryMs} ms after the fault`]
          : []),
      ]
      return {
        tries: FAULTS.length,
        counted: `${workload.ordered.length} orders and ${workload.paid.length} payments acknowledged, ${replies.refused} times 503, slowest response ${replies.slowestMs} ms, an order meanwhile ${slowest.orderMs} ms, a payment at most ${slowest.recoveryMs} ms after a fault`,
        deviations: [
          ...[...workload.deviations, ...replies.deviations, ...late],
          ...[...again, ...inconsistent, ...stored],
        ],
      }
    }
    return withShopIn(await environments.open(), disturb, { responseMs: 2 * ANSWER_LIMIT_MS })
  },
}

/** Orders while the provider is silent, and pays as soon as it answers again. */
async function orderDuring(shop: ProofShop, workload: Workload, fault: Fault) {
  await spoilPayments(shop, fault)
  const order = { product: PRODUCTS[0] ?? '', quantity: 1, key: `during ${fault}` }
  const orderedAt = performance.now()
  const { status, body } = await retry(() => placeOrder(shop, BUYER, order))
  const orderMs = Math.round(performance.now() - orderedAt)
  if (status !== 200) throw new Error(`An order during ${fault} returned ${status}`)
  const orderId = body._id
  workload.ordered.push({
    buyer: BUYER,
    order,
    orderId,
    orderNumber: body.orderNumber,
    begunAt: orderedAt,
  })
  const refusedAfter = async () => {
    const sentAt = performance.now()
    const { status } = await openPayment(shop, BUYER, orderId)
    if (status !== 503) workload.deviations.push(`a payment during ${fault} returned ${status}`)
    return performance.now() - sentAt
  }
  // The circuit breaker refuses at once; failures that are not silent need none.
  const isAtOnce = async () => (await refusedAfter()) < AT_ONCE_MS
  if (fault.startsWith('timeout')) {
    await until('payments are refused at once', BREAKER_LIMIT_MS, isAtOnce)
  } else {
    await refusedAfter()
  }
  await clearFaults(shop)
  const clearedAt = performance.now()
  const failure = await pay(shop, workload, { buyer: BUYER, orderId })
  if (failure) workload.deviations.push(failure)
  return { orderMs, recoveryMs: Math.round(performance.now() - clearedAt) }
}
