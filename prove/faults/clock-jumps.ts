import { decodeJwt } from 'jose'
import type pg from 'pg'
import { audit } from '#prove/audit.ts'
import { allOrders, isPaid, openPayment, placeOrder, retry } from '#prove/buyer-actions.ts'
import { confirmCard, spoilEvents } from '#prove/card-actions.ts'
import type { Random } from '#prove/random.ts'
import type { Scenario } from '#prove/scenario.ts'
import { callApi, tokenOf } from '#prove/security/client.ts'
import { PRODUCTS } from '#prove/seed.ts'
import { type ProofShop, withShopIn } from '#prove/shop.ts'
import { waitUntilConsistent } from '#prove/wait-until-consistent.ts'
import { until } from '#prove/waiting.ts'
import { compareOrders, orderAllAgain, pay, startWorkload, type Workload } from '#prove/workload.ts'
import { createFakeClock, type FakeClock } from './libfaketime.ts'
import { watchReplies } from './watch-replies.ts'

const HOUR = 3_600
/** From the real time: forward by an hour and a day, and back by an hour; never as long as an order is held. */
const JUMPS = [HOUR, 25 * HOUR, -HOUR, 0, 24 * HOUR, 0]
const ANSWER_LIMIT_MS = 15_000
// The reconciler's interval, its poll, and a busy machine.
const RECONCILE_LIMIT_MS = 90_000
const BUYER = 100

/** The clock of the shop jumps while orders and payments are in flight. */
export const clockJumps: Scenario = {
  name: 'Clock jumps',
  notApplicable: ({ isShort }) => {
    if (isShort) return 'only in the full form'
    const clock = createFakeClock()
    if ('skipped' in clock) return clock.skipped
    clock.remove()
    return undefined
  },
  run: async ({ environments, random }) => {
    const clock = createFakeClock()
    if ('skipped' in clock) throw new Error(clock.skipped)
    const environment = await environments.open()
    // Sessions outlast the jumps, because their expiry is not tested here.
    await environment.query((pool) =>
      pool.query(`update session set expires_at = now() + interval '30 days'`),
    )
    const jumpAround = async (shop: ProofShop) => {
      const replies = watchReplies(shop, ANSWER_LIMIT_MS)
      const workload = startWorkload(shop, random.fork('workload'))
      await workload.more(10)
      for (const [number, seconds] of JUMPS.entries()) {
        await jumpOnce(shop, workload, clock, { number, seconds, random })
      }
      await workload.finish()
      const again = await orderAllAgain(shop, workload)
      const inconsistent = await waitUntilConsistent(shop, isPaid)
      const stored = await audit(shop, async (pool) => [
        ...(await compareOrders(pool, workload)),
        ...(await mailsFromTheFuture(pool)),
      ])
      return {
        tries: JUMPS.length,
        counted: `${JUMPS.map((seconds) => `${seconds / HOUR} h`).join(', ')} from the real time; ${workload.ordered.length} orders and ${workload.paid.length} payments acknowledged, ${replies.refused} times 503; after every jump an unpaid order was still held, a lost event was made up for by the reconciler, and a token from before it was accepted within its time, and at no other`,
        deviations: [
          ...[...workload.deviations, ...replies.deviations],
          ...[...again, ...inconsistent, ...stored],
        ],
      }
    }
    return withShopIn(environment, jumpAround, {
      settings: clock.settings,
      clock: clock.now,
      renews: true,
    }).finally(clock.remove)
  },
}

type Jump = { number: number; seconds: number; random: Random }

/** Jumps in the middle of a request, then checks what depends on the time. */
async function jumpOnce(
  shop: ProofShop,
  workload: Workload & { more: (orders: number) => Promise<void> },
  clock: FakeClock,
  { number, seconds, random }: Jump,
): Promise<void> {
  const { token, issuedAt, expiresAt } = await issueToken(clock)
  const held = await orderOnly(shop, workload, `held over jump ${number}`)
  await shop.nextSent(random.pick(['order', 'payment']))
  clock.jump(seconds)
  const now = clock.now().getTime()
  const expected = issuedAt <= now && now < expiresAt ? 200 : 401
  const { status } = await callApi(shop.running().url, 'GET', '/orders/summary', { token })
  if (status !== expected) {
    workload.deviations.push(`a token returned ${status}, not ${expected}, after jump ${number}`)
  }
  await workload.more(20)
  const order = (await allOrders(shop)).find(({ _id }) => _id === held)
  if (order?.status !== 'unpaid') {
    workload.deviations.push(`an unpaid order is ${order?.status} after jump ${number}`)
  }
  const failure = await pay(shop, workload, { buyer: BUYER, orderId: held })
  if (failure) workload.deviations.push(`jump ${number}: ${failure}`)
  await checkReconciler(shop, workload, number)
}

/** An access token of this moment by the shop's clock, and from when to when it is valid by the same. */
async function issueToken(clock: FakeClock) {
  const token = await tokenOf(BUYER, { clock: clock.now })
  const { iat = 0, exp = 0 } = decodeJwt(token)
  return { token, issuedAt: 1000 * iat, expiresAt: 1000 * exp }
}

/** Pays without any message to the shop: only the reconciler can find out, by its lease. */
async function checkReconciler(shop: ProofShop, workload: Workload, number: number) {
  const orderId = await orderOnly(shop, workload, `without a message ${number}`)
  const payment = await retry(() => openPayment(shop, BUYER, orderId))
  await spoilEvents(shop, 'webhook_lost', 1)
  await retry(() => confirmCard(shop, payment.body))
  const isFound = async () => (await allOrders(shop)).some((order) => order._id === orderId && isPaid(order))
  await until('the reconciler finds the payment', RECONCILE_LIMIT_MS, isFound).catch(() => {
    workload.deviations.push(`after jump ${number} the reconciler rested`)
  })
}

async function orderOnly(shop: ProofShop, workload: Workload, key: string): Promise<string> {
  const order = { product: PRODUCTS[0] ?? '', quantity: 1, key }
  const begunAt = performance.now()
  const { status, body } = await retry(() => placeOrder(shop, BUYER, order))
  if (status !== 200) throw new Error(`The order "${key}" returned ${status}`)
  const { _id: orderId, orderNumber } = body
  workload.ordered.push({ buyer: BUYER, order, orderId, orderNumber, begunAt })
  return orderId
}

/** Finds mails that wait for a time which the wrong clock chose. */
async function mailsFromTheFuture(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from outgoing_mail where due_at > now() + interval '1 hour'`,
  )
  return rows.map(({ id }) => `the mail ${id} waits for a wrong time`)
}
